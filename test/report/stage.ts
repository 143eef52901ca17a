import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCalls } from '../../src/storage/calls';
import { Database } from '../../src/storage/database';
import { aWindow, type Window } from '../support/aWindow';
import { InMemorySecretStorage } from '../support/inMemorySecretStorage';
import { SimulatedService, type SimulatedServiceOptions } from '../simulator/simulatedService';

/** Calls of a scenario: as the service recorded them, and as the extension wrote them down. */
export interface CallsMade {
  readonly made: number;
  readonly writtenDown: number;
}

/** One person with one service, one keyring and one folder for all windows. */
export class Stage {
  readonly #windows: Window[] = [];
  readonly #secrets = new InMemorySecretStorage();
  #writtenBefore = 0;

  private constructor(
    readonly service: SimulatedService,
    /** Storage of all windows. */
    readonly folder: string,
  ) {}

  /** Sets the stage, plays on it, and counts the calls since `countFromHere`, or all of them. */
  static async play(
    options: SimulatedServiceOptions,
    run: (stage: Stage) => Promise<void>,
  ): Promise<CallsMade> {
    const folder = await mkdtemp(join(tmpdir(), 'monitor-controller-'));
    const stage = new Stage(await SimulatedService.start(options), folder);
    try {
      await run(stage);
      return await stage.#count();
    } finally {
      await stage.#close();
    }
  }

  /** A further window of the same person. */
  async openWindow(): Promise<Window> {
    const window = aWindow(this.service, { folder: this.folder, secrets: this.#secrets });
    this.#windows.push(window);
    await window.sessions.load();
    return window;
  }

  /** A window that is signed in and has read so many pages; the count begins after that. */
  async openWindowWith(pages: number): Promise<Window> {
    const window = await this.openWindow();
    await window.signIn();
    for (let page = 0; page < pages; page++) {
      await window.controller.loadMore();
    }
    await window.saved();
    await this.countFromHere();
    return window;
  }

  async countFromHere(): Promise<void> {
    this.service.forgetCalls();
    this.#writtenBefore = await this.#written();
  }

  async #count(): Promise<CallsMade> {
    await this.service.idle();
    return {
      made: this.service.callCount(),
      writtenDown: (await this.#written()) - this.#writtenBefore,
    };
  }

  async #written(): Promise<number> {
    const database = new Database(this.folder);
    const { length } = await createCalls(database).list(0);
    database.dispose();
    return length;
  }

  async #close(): Promise<void> {
    for (const window of this.#windows) {
      window.dispose();
    }
    await this.service.stop();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
