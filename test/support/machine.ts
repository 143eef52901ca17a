import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { Agent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fetch, FetchInit } from '../../src/service/http';
import { toErrorText } from '../../src/ui/texts/errorText';
import { toSignedOutText } from '../../src/ui/texts/signInText';
import { SimulatedService } from '../simulator/simulatedService';
import { aFetch } from './aFetch';
import { aWindow, type Window } from './aWindow';
import { issueCertificate, type Certificate } from './certificates';
import { inEnglish } from './inEnglish';
import { InMemorySecretStorage, settled } from './inMemorySecretStorage';

export const PAGE_SIZE = 20;
export const PAGES = 6;

/** Issuer of the tests' certificates, which windows trust. */
export const authority = issueCertificate({ name: 'Test authority', isAuthority: true });

/** Another destination for calls. */
export interface Detour {
  readonly origin?: string;
  readonly agent?: Agent;
}

/** A user's machine with windows, keyring and clock, and a service, on which things go wrong. */
export class Machine {
  readonly service: SimulatedService;
  readonly otherServices: SimulatedService[] = [];
  readonly secrets = new InMemorySecretStorage();
  /** Storage of all windows. */
  readonly folder: string;
  readonly #agent: Agent | undefined;
  readonly #clock = { ahead: 0 };
  readonly #windows: Window[] = [];
  #strayCalls = 0;
  detour: Detour | undefined;

  private constructor(service: SimulatedService, folder: string, agent: Agent | undefined) {
    this.service = service;
    this.folder = folder;
    this.#agent = agent;
  }

  /**
   * Runs a test on a new machine. Afterwards checks for unhandled rejections, secrets on disk or in the log, and calls
   * that the service counted differently.
   * @param play returns how many calls the extension counts for another day
   */
  static async run(
    play: (machine: Machine) => Promise<number | void>,
    { tls = false, beforeRemoval = (_folder: string): void => undefined } = {},
  ): Promise<void> {
    const unhandled: unknown[] = [];
    const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', onUnhandled);
    const service = await startService(
      tls ? issueCertificate({ name: 'Service', issuer: authority }) : undefined,
    );
    const folder = await mkdtemp(join(tmpdir(), 'monitor-explorer-'));
    const agent = tls ? new HttpsAgent({ ca: authority.cert }) : undefined;
    const machine = new Machine(service, folder, agent);
    try {
      const onOtherDays = (await play(machine)) ?? 0;
      await service.idle();
      await settled();
      const counted = (await machine.callsToday()) + onOtherDays;
      assert.equal(counted, service.callCount() + machine.#strayCalls, 'calls that the extension counted');
      assert.deepEqual(service.violations, [], 'calls that the documentation does not allow');
      assert.ok(!(await machine.#holdsSecret()), 'a secret on disk or in the log');
      assert.deepEqual(unhandled, [], 'unhandled rejections');
    } finally {
      await machine.#stop(beforeRemoval);
      process.off('unhandledRejection', onUnhandled);
    }
  }

  /** Opens a window, which also finishes failed sign-outs. */
  async openWindow(): Promise<Window> {
    const window = aWindow(this.service, {
      folder: this.folder,
      secrets: this.secrets,
      clock: this.#clock,
      fetch: this.#fetch,
    });
    this.#windows.push(window);
    window.settings.pageSize = PAGE_SIZE;
    await window.start();
    return window;
  }

  /** Opens a window that is signed in, with some pages. */
  async openLoaded(pages: number): Promise<Window> {
    const window = await this.openWindow();
    await window.signIn();
    assert.equal(await window.controller.loadAll(pages), 'done');
    return window;
  }

  /** Starts VS Code again. */
  async restart(meanwhile: () => void = () => undefined): Promise<Window> {
    await this.closeWindows();
    meanwhile();
    return this.openWindow();
  }

  /**
   * Signs out as the command does.
   * @returns the sentence for the user
   */
  async signOut(window: Window): Promise<string> {
    const session = window.controller.session!;
    return toSignedOutText(inEnglish, session, false, await window.signIns.signOut(session));
  }

  /** Starts another service, for a detour. */
  async startOther(tls?: Certificate): Promise<SimulatedService> {
    const other = await startService(tls);
    this.otherServices.push(other);
    return other;
  }

  setClock(ms: number): void {
    this.#clock.ahead += ms;
  }

  /** Today's calls of all windows, by the extension's own count. */
  async callsToday(): Promise<number> {
    return (await this.#windows.at(-1)!.meter.readState()).used;
  }

  readonly #fetch: Fetch = (url, init) => {
    const { origin, agent = this.#agent } = this.detour ?? {};
    this.#strayCalls += this.detour ? 1 : 0;
    const target = origin === undefined ? url : origin + new URL(url).pathname;
    const options: FetchInit & { agent: Agent | undefined } = { ...init, agent };
    return aFetch(target, options);
  };

  /** Whether a token (`mst_…`) or the password is on disk or in the log. */
  async #holdsSecret(): Promise<boolean> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    // The file may be gone.
    const read = files.map(({ parentPath, name }) =>
      readFile(join(parentPath, name), 'utf8').catch(() => ''),
    );
    const text = [...(await Promise.all(read)), ...this.#windows.flatMap(({ logged }) => logged)].join();
    return text.includes('mst_') || text.includes(this.service.password);
  }

  async closeWindows(): Promise<void> {
    for (const window of this.#windows.splice(0)) {
      await window.saved();
      window.dispose();
    }
  }

  async #stop(beforeRemoval: (folder: string) => void): Promise<void> {
    this.secrets.before = undefined;
    await this.closeWindows();
    await Promise.all([this.service, ...this.otherServices].map((service) => service.stop()));
    beforeRemoval(this.folder);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

function startService(tls?: Certificate): Promise<SimulatedService> {
  const [email, password] = ['ada@example.com', 'correct horse 42'];
  return SimulatedService.start({
    monitors: PAGES * PAGE_SIZE,
    accounts: [
      { email, password },
      { email: 'bob@example.com', password },
    ],
    ...(tls && { tls }),
  });
}

/** The IDs of the rows. */
export function rowsOf({ controller }: Window): string[] {
  return (controller.list?.loaded.monitors ?? []).map(({ id }) => id);
}

/** The sentence about the list's failure, if there is one. */
export function sentenceOf({ controller, now }: Window): string | undefined {
  const failure = controller.list?.failure;
  return failure && toErrorText(inEnglish, failure.error, now()).sentence;
}
