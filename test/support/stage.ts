import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Call } from '../simulator/callRecord';
import { SimulatedService, type SimulatedServiceOptions } from '../simulator/simulatedService';
import type { Settings } from '../host/server';
import { listPlainly } from './driver/arrange';
import { eventually } from './driver/eventually';
import { signIn } from './driver/signIn';
import { useWorkbench } from './driver/useWorkbench';
import type { Workbench, WorkbenchOptions } from './driver/workbench';

/** Pages so small that all rows of a test are in sight. */
export const SMALL_PAGES: Settings = { 'monitorExplorer.pageSize': 10 };

/** Where a response that never comes is what a test is about. */
export const IMPATIENT: Settings = { 'monitorExplorer.timeoutSeconds': 1 };

/** A side bar that shows 40 rows. */
export const TALL = { width: 1280, height: 1100 };

/** One VS Code for all tests of a `describe`, with services of its own for each. */
export class Stage {
  readonly #workbench: () => Workbench;
  readonly #services: SimulatedService[] = [];

  constructor(workbench: () => Workbench) {
    this.#workbench = workbench;
  }

  get workbench(): Workbench {
    return this.#workbench();
  }

  /** A further service, of which the extension knows nothing yet; 34 monitors unless told otherwise. */
  async service(options: SimulatedServiceOptions = {}): Promise<SimulatedService> {
    const service = await SimulatedService.start({ monitors: 34, ...options });
    this.#services.push(service);
    return service;
  }

  /** A new service whose address is set, as a user sets it; nobody is signed in. */
  async visit(options?: SimulatedServiceOptions): Promise<SimulatedService> {
    const service = await this.service(options);
    await this.setAddress(service.baseUrl);
    // VS Code goes on showing what was there at the address before until the extension has heard of the new one.
    await this.workbench.monitors.isEmpty();
    return service;
  }

  async signIn(service: SimulatedService): Promise<void> {
    await signIn(this.workbench, service);
  }

  /** The same, signed in, with the first page on the screen and the record of calls empty. */
  async browse(options?: SimulatedServiceOptions): Promise<SimulatedService> {
    const service = await this.visit(options);
    await signIn(this.workbench, service);
    await this.workbench.monitors.tree.shows(/^(Load more|Checkout API)/);
    await this.workbench.monitors.tree.open('Up');
    await service.idle();
    service.forgetCalls();
    return service;
  }

  /** One list in the service's order, without headings, as a user arranges it. */
  async listPlainly(): Promise<void> {
    await listPlainly(this.workbench);
  }

  async setAddress(address: string): Promise<void> {
    const { quickInput } = this.workbench;
    await this.workbench.runByKey('setServiceAddress', /address of the monitoring service/i);
    await quickInput.answer(/address of the monitoring service/i, address);
    await quickInput.isClosed();
    await eventually(
      'The address in the settings',
      () => Promise.resolve(readFileSync(this.workbench.server.settingsFile, 'utf8')),
      (settings) => settings.includes(JSON.stringify(address)),
    );
  }

  /** No notification tells of an error: what fails has a row of its own, and VS Code itself finds nothing amiss. */
  async noErrors(): Promise<void> {
    const errors = (await this.workbench.notifications.list()).filter(({ severity }) => severity === 'error');
    assert.deepEqual(errors, []);
  }

  /**
   * Ends the services of a test, and closes what it has opened, also where it has failed. Whatever the extension did at
   * the services must have been as documented.
   */
  async clear(): Promise<void> {
    const services = this.#services.splice(0);
    await Promise.all(services.map((service) => service.stop()));
    await this.workbench.press('Escape');
    await this.workbench.closeEditors();
    await this.workbench.clearNotifications();
    assert.deepEqual(
      services.flatMap(({ violations }) => violations),
      [],
    );
  }
}

/** Opens a VS Code for the surrounding `describe`, with the view "Monitors" in sight. */
export function useStage(options: WorkbenchOptions = {}): Stage {
  const stage = new Stage(useWorkbench(() => ({ settings: SMALL_PAGES, size: TALL, ...options })));
  before(() => stage.workbench.monitors.open());
  afterEach(() => stage.clear());
  return stage;
}

/** "token, list 0, list 1": which calls were made, in their order. */
export function callsOf({ calls }: Pick<SimulatedService, 'calls'>): string {
  const toText = ({ kind, pageIndex }: Call): string =>
    pageIndex === undefined ? kind : `${kind} ${pageIndex}`;
  return calls.map(toText).join(', ');
}
