import assert from 'node:assert/strict';
import type fc from 'fast-check';
import type { MonitorList } from '../../src/monitors/monitorList';
import type { BaseUrl } from '../../src/service/address';
import type { Fetch } from '../../src/service/http';
import type { AccountOptions } from '../simulator/account';
import { SimulatedService } from '../simulator/simulatedService';
import { aBaseUrl } from '../support/aServiceClient';
import { aWindow, type Window } from '../support/aWindow';
import { InMemorySecretStorage } from '../support/inMemorySecretStorage';
import { ScheduledCalls } from './scheduledCalls';

export const PAGE_SIZE = 10;

const ACCOUNTS: readonly [AccountOptions, AccountOptions] = [
  { email: 'ada@example.com', password: 'p', monitors: 45 },
  { email: 'grace@example.com', password: 'hopper', monitors: 25 },
];

export interface WorldOptions {
  /** Storage of both windows. */
  readonly folder: string;
  /** Decides when responses arrive and when operations of the keyring end. */
  readonly scheduler: fc.Scheduler;
  readonly dailyCallLimit?: number;
}

export interface Slot {
  window: Window;
  /** The most calls that the acts so far may have made, and the calls that were made. */
  allowed: number;
  made: number;
  /** IDs of the rows that a list has shown. They must stay while the list exists. */
  readonly shown: WeakMap<MonitorList, Set<string>>;
}

/** A base URL, and its service. */
export interface Address {
  readonly baseUrl: string;
  readonly service: SimulatedService;
}

/**
 * Two windows of one user, three services with two accounts each, and what they must keep. Two services have the same
 * origin, so their accounts have the same IDs, but other monitors.
 */
export class World {
  readonly services: readonly SimulatedService[];
  readonly addresses: readonly Address[];
  readonly slots: readonly Slot[];
  /** Requested page indexes, in order. */
  readonly pagesAsked: number[] = [];
  readonly #options: WorldOptions;
  readonly #secrets = new InMemorySecretStorage();
  readonly #calls: ScheduledCalls;
  /** Base URLs by the token issued there. */
  readonly #issuedAt = new Map<string, string>();
  /** IDs of monitors by address and session ID. */
  readonly #monitors = new Map<string, Set<string>>();
  readonly #broken: string[] = [];
  /** Acts that haven't ended. */
  readonly #running = new Set<Promise<unknown>>();
  /** Also closed windows, until {@link settled}. */
  #windows: Window[] = [];
  readonly #warnings: string[] = [];

  private constructor(options: WorldOptions, services: readonly SimulatedService[]) {
    this.#options = options;
    this.#secrets.before = (access) => options.scheduler.schedule(Promise.resolve(), access);
    this.#calls = new ScheduledCalls(options.scheduler);
    this.services = services;
    const [first, second, third] = services;
    this.addresses = [
      { baseUrl: first!.baseUrl, service: first! },
      { baseUrl: `${first!.baseUrl}/v2`, service: second! },
      { baseUrl: third!.baseUrl, service: third! },
    ];
    for (const { baseUrl, service } of this.addresses) {
      service.tokenShape = ({ token }) => {
        this.#issuedAt.set(token, baseUrl);
        return { token };
      };
      for (const { email, monitors } of service.accounts) {
        const ids = Array.from({ length: monitors.count }, (_, index) => monitors.at(index).id);
        this.#monitors.set(
          toKey(aBaseUrl(baseUrl).href, `${new URL(baseUrl).origin}|${email}`),
          new Set(ids),
        );
      }
    }
    this.slots = [0, 1].map(() => {
      const slot = { allowed: 0, made: 0, shown: new WeakMap<MonitorList, Set<string>>() };
      return Object.assign(slot, { window: this.#open(slot) });
    });
  }

  static async start(options: WorldOptions): Promise<World> {
    const services = await Promise.all(
      [24, 57, 99].map((seed) =>
        SimulatedService.start({ accounts: ACCOUNTS, seed, credits: 1_000_000 }),
      ),
    );
    return new World(options, services);
  }

  /** All calls so far. */
  get made(): number {
    return this.slots.reduce((sum, { made }) => sum + made, 0);
  }

  addressOf(index: number): BaseUrl {
    return aBaseUrl(this.addresses[index]!.baseUrl);
  }

  /** Adds a monitor in front of all others in each account of the first service. */
  insertMonitors(): void {
    const { baseUrl, service } = this.addresses[0]!;
    for (const { email, monitors } of service.accounts) {
      const account = `${new URL(baseUrl).origin}|${email}`;
      this.#monitors.get(toKey(aBaseUrl(baseUrl).href, account))!.add(monitors.insert(0).id);
    }
  }

  /** One step of the scheduler. */
  turn(): Promise<void> {
    return this.#options.scheduler.schedule(Promise.resolve(), 'a step of the act');
  }

  /** A service refuses the next page. */
  failNext(): void {
    this.#calls.failing += 1;
  }

  /** Resolves when the work has ended, however it ends. */
  begin(work: Promise<unknown>): Promise<void> {
    const noted: Promise<void> = work
      .then(undefined, (error: unknown) => void this.#broken.push(String(error)))
      .then(() => void this.#running.delete(noted));
    this.#running.add(noted);
    return noted;
  }

  /** Closes a window, and opens another one instead. */
  reopen(slot: Slot): void {
    slot.window.dispose();
    slot.window = this.#open(slot);
    void this.begin(slot.window.start());
  }

  /** Waits until all acts have ended and all pages are saved. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) {
      await Promise.all(this.#running);
    }
    await Promise.all(this.#windows.map((window) => window.save()));
    for (const { warnings } of this.#windows) {
      // Failed calls are expected.
      this.#warnings.push(...warnings.splice(0).filter((line) => !line.startsWith('POST ')));
    }
    this.#windows = this.slots.map(({ window }) => window);
  }

  /**
   * Checks what must hold at any time.
   * @throws AssertionError
   */
  check(): void {
    for (const slot of this.slots) {
      const { controller } = slot.window;
      const { list, session } = controller;
      assert.ok(
        slot.made <= slot.allowed,
        `${slot.made} calls, where ${slot.allowed} were allowed`,
      );
      if (list && session) {
        const ids = list.loaded.monitors.map(({ id }) => id);
        const rows = new Set(ids);
        const counted = Object.values(list.loaded.counts).reduce((sum, count) => sum + count, 0);
        assert.deepEqual([rows.size, counted], [ids.length, ids.length], 'one id for one monitor');
        const own = this.#monitors.get(toKey(session.baseUrl, session.id));
        assert.ok(
          new URL(session.baseUrl).origin === session.id.split('|')[0],
          'an account at its own origin',
        );
        assert.ok(
          ids.every((id) => own?.has(id)),
          'rows of another account or address',
        );
        const lost = [...(slot.shown.get(list) ?? [])].filter((id) => !rows.has(id));
        assert.deepEqual(lost, [], 'rows that were paid for and are gone');
        slot.shown.set(list, rows);
      }
    }
    assert.deepEqual(this.#broken, [], 'what must not happen');
    assert.deepEqual(
      this.services.flatMap(({ violations }) => violations),
      [],
      'what the documentation does not allow',
    );
  }

  /**
   * Checks what must hold after {@link settled}.
   * @throws AssertionError
   */
  async checkSettled(): Promise<void> {
    this.check();
    const calls = await this.slots[0]!.window.calls.list(0);
    assert.equal(
      calls.length,
      this.made,
      'calls that are written down, and calls that the service counts',
    );
    const { dailyCallLimit = 0 } = this.#options;
    assert.ok(
      dailyCallLimit === 0 || calls.length <= dailyCallLimit,
      `${calls.length} calls with a limit`,
    );
    assert.deepEqual(this.#warnings, [], 'what the log warns of');
  }

  /** Checks that a new window shows the monitors of an open one without a call, or the first page. */
  async checkSavedPages(): Promise<void> {
    const made = this.made;
    const slot: Slot = { window: this.slots[0]!.window, allowed: 0, made: 0, shown: new WeakMap() };
    for (const { window } of this.slots) {
      const { settings, controller } = window;
      const { list, session } = controller;
      const fresh = this.#open(slot);
      fresh.settings.set({ baseUrl: settings.baseUrl });
      await fresh.start();
      await fresh.controller.synchronize();
      const restored = fresh.controller.list?.loaded.count ?? 0;
      const counts = this.slots
        .map((one) => one.window.controller)
        .filter(
          (one) => one.session?.id === session?.id && one.session?.baseUrl === session?.baseUrl,
        )
        .map((one) => one.list?.loaded.count ?? 0);
      fresh.dispose();
      // A window that left for another address may have saved only its first page as the newest list.
      const wanted =
        counts.length === this.slots.length ? Math.min(...counts) : Math.min(PAGE_SIZE, ...counts);
      assert.ok(
        list === undefined || restored >= wanted,
        `${restored} of ${counts.join(' and ')} rows are on disk`,
      );
    }
    assert.deepEqual(this.made, made);
  }

  async dispose(): Promise<void> {
    this.slots.forEach(({ window }) => window.dispose());
    await Promise.all(this.services.map((service) => service.stop()));
    assert.equal(this.#secrets.listenerCount, 0, 'listeners of the keyring');
  }

  #open(slot: Omit<Slot, 'window'>): Window {
    const { folder, dailyCallLimit = 0 } = this.#options;
    const fetch: Fetch = (url, init) => {
      slot.made += 1;
      const { baseUrl, service } = this.addresses.findLast((address) =>
        url.startsWith(`${address.baseUrl}/`),
      )!;
      const { pageIndex } = JSON.parse(init.body) as { pageIndex?: number };
      this.pagesAsked.push(...(pageIndex === undefined ? [] : [pageIndex]));
      const token = /^Bearer (.+)$/.exec(init.headers['Authorization'] ?? '')?.[1];
      if (token !== undefined && this.#issuedAt.get(token) !== baseUrl) {
        this.#broken.push(`a token of ${this.#issuedAt.get(token)} was sent to ${baseUrl}`);
      }
      return this.#calls.make(service, url.replace(baseUrl, service.baseUrl), init);
    };
    const window = aWindow(this.services[0]!, { folder, secrets: this.#secrets, fetch });
    window.settings.pageSize = PAGE_SIZE;
    window.settings.set({ dailyCallLimit });
    this.#windows.push(window);
    return window;
  }
}

function toKey(address: string, account: string): string {
  return `${address} ${account}`;
}
