import { join } from 'node:path';
import fetch from 'node-fetch';
import { Budget } from '../../src/explorer/budget';
import { createGate, createMeter } from '../../src/explorer/callMeter';
import { ListController } from '../../src/explorer/listController';
import { PageReader } from '../../src/explorer/pageReader';
import { SharedPages } from '../../src/explorer/sharedPages';
import { Emitter, type Disposable } from '../../src/base/event';
import { NO_MAPPING_SETTINGS } from '../../src/service/mapping/resolve';
import { ServiceClient } from '../../src/service/serviceClient';
import { SessionStore } from '../../src/session/sessionStore';
import { toSession, type Session } from '../../src/session/session';
import { Leases } from '../../src/storage/lease';
import { LedgerFile } from '../../src/storage/ledgerFile';
import { SnapshotFile } from '../../src/storage/snapshotFile';
import type { SimulatedService } from '../simulator/simulatedService';
import { aBaseUrl, askForToken } from './aServiceClient';
import { InMemorySecretStorage } from './inMemorySecretStorage';

export interface WindowOptions {
  /** The storage that all windows share. */
  readonly folder: string;
  /** The keyring that all windows share; one of its own unless given. */
  readonly secrets?: InMemorySecretStorage;
}

const DAY = 24 * 60 * 60 * 1000;

/** What a person can set, as far as a window without a screen looks at it. */
export class WindowSettings {
  readonly #changes = new Emitter<void>();
  readonly onDidChange = this.#changes.event;
  pageSize = 50;
  dailyCallLimit = 0;
  keepSnapshot = true;
  autoRefreshMinutes = 0;
  baseUrl: ReturnType<typeof aBaseUrl> | undefined;

  set(
    changes: Partial<
      Pick<WindowSettings, 'baseUrl' | 'dailyCallLimit' | 'keepSnapshot' | 'autoRefreshMinutes'>
    >,
  ): void {
    Object.assign(this, changes);
    this.#changes.fire();
  }
}

/**
 * One window without a screen: every part that brings, keeps and counts pages, put together as the extension does,
 * over the real client and real files. Two on one folder are two windows; a new one is a restart.
 */
export function aWindow(service: SimulatedService, { folder, secrets }: WindowOptions) {
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  const settings = new WindowSettings();
  settings.baseUrl = aBaseUrl(service.baseUrl);
  const vault = (secrets ?? new InMemorySecretStorage()).window();
  const sessions = new SessionStore({ vault, now });
  const troubles: unknown[] = [];
  const leases = new Leases({ folder: join(folder, 'leases'), now });
  const ledger = new LedgerFile({ folder: join(folder, 'ledger'), now, leases });
  const snapshots = new SnapshotFile({ folder: join(folder, 'snapshots'), now, leases });
  const onTrouble = (error: unknown): void => void troubles.push(error);
  const limit = (): number => settings.dailyCallLimit;
  const meter = createMeter({ ledger, now, limit, onLedgerTrouble: onTrouble });
  const budget = new Budget({
    meter,
    now,
    onDidChangeLedger: (listener) => ledger.onDidChange(listener),
    onDidChangeSettings: settings.onDidChange,
    onTrouble,
  });
  const client = new ServiceClient({
    network: { fetch, now },
    userAgent: 'monitor-explorer/0.0.0 (test)',
    limits: () => ({ timeoutMs: 20_000, maxBytes: 10_000_000 }),
    readingSettings: () => NO_MAPPING_SETTINGS,
    gate: createGate(meter, budget),
    onCall: () => undefined,
  });
  const shared = new SharedPages({ snapshots, leases, now, enabled: () => settings.keepSnapshot });
  const ignore = (): void => undefined;
  const reader = new PageReader({
    ...{ client, shared, meter, onRead: ignore, onFailed: ignore },
    timeoutMs: () => 20_000,
  });
  const explorer = new ListController({ settings, sessions, reader, meter, shared, now });
  const owned: Disposable[] = [explorer, budget, sessions];

  /** As the sign-in does: one call, and the token is kept. `at` is another service than the window's own. */
  const signIn = async (account = service.accounts[0], lifetimeMs = DAY, at = service): Promise<Session> => {
    const { email, password } = account;
    const { baseUrl } = at;
    const asked = lifetimeMs === DAY ? {} : { expiresInMs: lifetimeMs };
    const { answer, reading } = await askForToken({ client }, { baseUrl, email, password }, asked);
    const token = reading.token!.value;
    const { receivedAt } = answer;
    const session = toSession({ baseUrl, email, token, receivedAt, lifetimeMs });
    await sessions.add(session);
    return session;
  };

  return {
    ...{
      settings,
      sessions,
      leases,
      ledger,
      snapshots,
      meter,
      budget,
      shared,
      explorer,
      signIn,
      now,
      troubles,
    },
    /** The clock goes on, and the service's with it. */
    passTime: (ms: number): void => {
      ahead += ms;
      service.advanceClock(ms);
    },
    dispose: (): void => owned.splice(0).forEach((part) => part.dispose()),
  };
}

export type Window = ReturnType<typeof aWindow>;
