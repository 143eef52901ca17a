import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Agent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fetch, FetchInit } from '../../src/service/http';
import { toErrorText } from '../../src/ui/texts/errorText';
import type { SimulatedServiceOptions } from '../simulator/simulatedService';
import { aFetch } from './aFetch';
import type { Window } from './aWindow';
import { readCertificate } from './certificates';
import { settled } from './inMemorySecretStorage';
import { Windows } from './useWindows';

export const PAGE_SIZE = 20;
export const PAGES = 6;

const SERVICE: SimulatedServiceOptions = {
  monitors: PAGES * PAGE_SIZE,
  accounts: [
    { email: 'ada@example.com', password: 'correct horse 42' },
    { email: 'bob@example.com', password: 'correct horse 42' },
  ],
};

/** A user's machine with windows, keyring and clock, and a service, on which things go wrong. */
export class Machine extends Windows {
  #strayCalls = 0;
  /** Takes the place of the agent for some calls, which don't reach the service. */
  otherAgent: Agent | undefined;

  private constructor(private readonly agent: Agent | undefined) {
    super();
  }

  /**
   * Runs a test on a new machine. Afterwards checks for unhandled rejections, secrets on disk or in the log, and calls
   * that the service counted differently.
   * @param play returns how many calls the extension counts for another day
   */
  static async run(
    play: (machine: Machine) => Promise<number | void>,
    { tls = false } = {},
  ): Promise<void> {
    const unhandled: unknown[] = [];
    const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', onUnhandled);
    const folder = await mkdtemp(join(tmpdir(), 'monitor-explorer-'));
    const machine = new Machine(
      tls ? new HttpsAgent({ ca: readCertificate('authority').cert }) : undefined,
    );
    await machine.start(folder, { ...SERVICE, tls, pageSize: PAGE_SIZE });
    const { service } = machine;
    try {
      const onOtherDays = (await play(machine)) ?? 0;
      await service.idle();
      await settled();
      const counted = machine.callsToday() + onOtherDays;
      assert.equal(
        counted,
        service.callCount() + machine.#strayCalls,
        'calls that the extension counted',
      );
      assert.deepEqual(service.violations, [], 'calls that the documentation does not allow');
      const log = [...machine.opened].flatMap(({ logged }) => logged).join();
      for (const secret of ['mst_', service.password]) {
        assert.ok(
          !log.includes(secret) && !machine.isOnDisk(secret),
          'a secret on disk or in the log',
        );
      }
      assert.deepEqual(unhandled, [], 'unhandled rejections');
    } finally {
      await machine.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
      process.off('unhandledRejection', onUnhandled);
    }
  }

  /** Today's calls of all windows, by the extension's own count. */
  callsToday(): number {
    const [window] = this.opened;
    return window!.app.budget.readState().used;
  }

  override readonly fetch: Fetch = (url, init) => {
    const { otherAgent, agent } = this;
    this.#strayCalls += otherAgent ? 1 : 0;
    const options: FetchInit & { agent: Agent | undefined } = {
      ...init,
      agent: otherAgent ?? agent,
    };
    return aFetch(url, options);
  };
}

/** The IDs of the rows. */
export function rowsOf({ app }: Window): string[] {
  return (app.list?.loaded.monitors ?? []).map(({ id }) => id);
}

/** The sentence about the list's failure, if there is one. */
export function sentenceOf({ app, now }: Window): string | undefined {
  const failure = app.list?.failure;
  return failure && toErrorText(failure.error, now()).sentence;
}
