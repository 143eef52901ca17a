import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { SimulatedService, type SimulatedServiceOptions } from '../simulator/simulatedService';
import type { Settings } from '../host/server';
import { eventually, eventuallyDo } from './driver/eventually';
import { clockAhead } from './driver/passTime';
import { goToAddress, signIn } from './driver/signIn';
import { changeSettings } from './driver/userSettings';
import { useWorkbench } from './driver/useWorkbench';
import type { Workbench, WorkbenchOptions } from './driver/workbench';

/** Pages that are small enough to see all rows. */
export const SMALL_PAGES: Settings = { 'monitorExplorer.pageSize': 10 };

/** A side bar that shows 40 rows. */
export const TALL = { width: 1280, height: 1100 };

/** Of services so far, because the system may give a port again. */
const addresses = new Set<string>();

/** One VS Code for all tests of a `describe`, with new services for each test. */
export class Stage {
  readonly #workbench: () => Workbench;
  readonly #services: SimulatedService[] = [];
  /** Names of settings. */
  readonly #changed = new Set<string>();

  constructor(workbench: () => Workbench) {
    this.#workbench = workbench;
  }

  get workbench(): Workbench {
    return this.#workbench();
  }

  /** Starts a service that the extension doesn't know yet, with 34 monitors by default. */
  async service(options: SimulatedServiceOptions = {}): Promise<SimulatedService> {
    const service = await SimulatedService.start({ monitors: 34, ...options });
    if (addresses.has(service.baseUrl)) {
      // VS Code would show the rows of that time. Meanwhile, the port is taken.
      const other = await this.service(options);
      await service.stop();
      return other;
    }
    addresses.add(service.baseUrl);
    service.advanceClock(clockAhead(this.workbench));
    this.#services.push(service);
    return service;
  }

  /** Starts a service, and sets its address as a user does. */
  async visit(options?: SimulatedServiceOptions): Promise<SimulatedService> {
    const service = await this.service(options);
    await this.setAddress(service.baseUrl);
    // VS Code shows the old rows until the extension has received the new address.
    await this.workbench.monitors.isEmpty();
    return service;
  }

  /** Runs a command of the extension with the palette. */
  run(command: string): Promise<void> {
    return this.workbench.runCommand(`Monitor Explorer: ${command}`);
  }

  /** Changes settings until the end of the test: `pageSize`, or `workbench.colorTheme` of VS Code. */
  async set(settings: Settings): Promise<void> {
    const named = Object.entries(settings).map(([name, value]) => {
      return [name.includes('.') ? name : `monitorExplorer.${name}`, value] as const;
    });
    named.forEach(([name]) => this.#changed.add(name));
    await changeSettings(this.workbench, Object.fromEntries(named));
  }

  /** Filters by the button in the title. */
  async filter(text: string): Promise<void> {
    await this.workbench.monitors.clickTitleAction('Filter Monitors');
    await this.workbench.quickInput.answer('Filter Monitors', text);
  }

  async signIn(service: SimulatedService): Promise<void> {
    await signIn(this.workbench, service);
  }

  /** The same, signed in, with the first page visible and an empty record of calls. */
  async browse(options?: SimulatedServiceOptions): Promise<SimulatedService> {
    const service = await this.visit(options);
    await signIn(this.workbench, service);
    // The group may be closed, because a window keeps the state of its groups for the next account.
    await this.workbench.monitors.tree.shows(/^(Load more|Checkout API|Up$)/);
    await this.workbench.monitors.tree.open('Up');
    await service.idle();
    service.forgetCalls();
    return service;
  }

  /** Shows one list in the service's order, without groups. */
  async listPlainly(): Promise<void> {
    const { quickInput, monitors } = this.workbench;
    await monitors.tree.shows(/^(?!Signing in)/);
    // Again, because VS Code gives the focus back to the tree if its rows change at that moment.
    await eventuallyDo('No Grouping', async () => {
      await this.workbench.runByKey('arrange', 'Arrange Monitors');
      // VS Code draws only the choices that fit.
      await quickInput.type('No Grouping');
      await quickInput.choose('No Grouping', 5_000);
    });
    await eventually(
      'No headings',
      () => monitors.tree.rows(),
      (rows) => rows.length > 0 && rows.every(({ isExpanded }) => isExpanded === undefined),
    );
  }

  async setAddress(address: string): Promise<void> {
    const { quickInput } = this.workbench;
    await goToAddress(this.workbench);
    await quickInput.answer(/address of the monitoring service/i, address);
    await quickInput.shows(/^(e-mail|password)/i);
    await quickInput.cancel();
    const { settingsFile } = this.workbench.server;
    await eventually(
      'The address in the settings',
      () => readFile(settingsFile, 'utf8'),
      (settings) => settings.includes(JSON.stringify(address)),
    );
  }

  /** Also forgets the calls of today. The keyring may forget the many accounts of other tests a while later. */
  async deleteAllData(): Promise<void> {
    const { dialog, monitors, notifications } = this.workbench;
    await this.run('Delete All Local Data');
    await dialog.shows(/^Delete all data of Monitor Explorer/);
    await dialog.click('Delete All');
    await notifications.shows(/^All local data is deleted\. All accounts are signed out/);
    await monitors.tree.hides(/./);
  }

  /** Asserts that no notification reports an error. */
  async noErrors(): Promise<void> {
    const errors = (await this.workbench.notifications.list()).filter(
      ({ severity }) => severity === 'error',
    );
    assert.deepEqual(errors, []);
  }

  /** Stops the services of a test, closes what it opened, and undoes {@link set}. Asserts that all calls were as documented. */
  async clear(): Promise<void> {
    const services = this.#services.splice(0);
    await Promise.all(services.map((service) => service.stop()));
    await this.workbench.press('Escape');
    await this.workbench.closeEditors();
    await this.workbench.clearNotifications();
    if (this.#changed.size > 0) {
      const names = [...this.#changed];
      this.#changed.clear();
      await changeSettings(
        this.workbench,
        Object.fromEntries(names.map((name) => [name, undefined])),
      );
    }
    assert.deepEqual(
      services.flatMap(({ violations }) => violations),
      [],
    );
  }
}

/**
 * Opens a VS Code with the view "Monitors" for the surrounding `describe`. Without options, it's the one of an earlier
 * file.
 */
export function useStage(options?: () => WorkbenchOptions | Promise<WorkbenchOptions>): Stage {
  const workbench = useWorkbench(
    async () => ({ settings: SMALL_PAGES, size: TALL, ...(await options?.()) }),
    options !== undefined,
  );
  const stage = new Stage(workbench);
  before(() => stage.workbench.monitors.open());
  afterEach(() => stage.clear());
  return stage;
}

/** Asserts calls in their order: "token, list 0, list 1". */
export function assertCalls(service: SimulatedService, wanted: string, why?: string): void {
  const calls = service.calls.map(({ kind, pageIndex }) =>
    pageIndex === undefined ? kind : `${kind} ${pageIndex}`,
  );
  assert.equal(calls.join(', '), wanted, why);
}
