import { join } from 'node:path';
import { ChangeSource } from '../../src/monitors/changeSource';
import type { BaseUrl } from '../../src/service/address';
import { SessionStore } from '../../src/session/secretSessions';
import { toSession, type Session } from '../../src/session/session';
import { Leases } from '../../src/storage/lease';
import { SnapshotFile } from '../../src/storage/snapshotFile';
import { Explorer } from '../../src/explorer/explorer';
import { PageReader } from '../../src/explorer/pageReader';
import { SharedPages } from '../../src/explorer/sharedPages';
import type { SimulatedService } from '../service/simulatedService';
import { aBaseUrl, askForToken, aServiceClient } from './aServiceClient';
import { InMemorySecretStorage } from './inMemorySecretStorage';
import { ManualClock } from './manualClock';

/** The settings that an explorer looks at, as a person changes them. */
class ChangingSettings {
  readonly #changes = new ChangeSource<void>();
  readonly onDidChange = this.#changes.listen;
  pageSize = 50;
  baseUrl: BaseUrl | undefined;

  setAddress(text: string | undefined): void {
    this.baseUrl = text === undefined ? undefined : aBaseUrl(text);
    this.#changes.tell();
  }
}

export interface ExplorerOptions {
  /** The storage that all windows share. */
  readonly folder: string;
  /** Whether pages are kept there; they are not unless told to be. */
  readonly keeps?: boolean;
  /** A keyring that another window has already. */
  readonly secrets?: InMemorySecretStorage;
}

/** One window without a screen, at the address of `service`: real parts over the real service. */
export function anExplorer(service: SimulatedService, { folder, keeps = false, secrets }: ExplorerOptions) {
  const clock = new ManualClock(Date.now());
  const { now } = clock;
  const settings = new ChangingSettings();
  settings.setAddress(service.baseUrl);
  const vault = secrets ?? new InMemorySecretStorage();
  const sessions = new SessionStore({ vault: vault.window(), now });
  const parts = aServiceClient();
  const leases = new Leases({ folder: join(folder, 'leases'), now: Date.now });
  const snapshots = new SnapshotFile({ folder: join(folder, 'snapshots'), now: Date.now, leases });
  const shared = new SharedPages({ snapshots, leases, now, enabled: () => keeps });
  const meter = { recordAvoided: () => Promise.resolve() };
  const { client } = parts;
  const reader = new PageReader({ client, shared, meter, timeoutMs: () => 5_000, onRead: () => undefined });
  const explorer = new Explorer({ settings, sessions, reader, meter, shared, now });
  const signIn = async (at: SimulatedService = service, account = at.accounts[0]): Promise<Session> => {
    const { email, password } = account;
    const { reading } = await askForToken(parts, { baseUrl: at.baseUrl, email, password });
    const lifetime = { receivedAt: now(), lifetimeMs: 24 * 60 * 60 * 1000 };
    const session = toSession({ baseUrl: at.baseUrl, email, token: reading.token!.value, ...lifetime });
    await sessions.add(session);
    return session;
  };
  return { explorer, sessions, settings, clock, signIn, vault };
}
