import { Emitter } from '../../src/base/event';
import { createCore } from '../../src/explorer/createCore';
import { SignOut } from '../../src/explorer/signOut';
import type { Fetch } from '../../src/service/http';
import { toSession, type Session } from '../../src/session/session';
import { SessionStore } from '../../src/session/sessionStore';
import { createAccounts } from '../../src/storage/accounts';
import { Database } from '../../src/storage/database';
import type { SimulatedAccount } from '../simulator/account';
import type { SimulatedService } from '../simulator/simulatedService';
import { aFetch } from './aFetch';
import { aBaseUrl, askForToken } from './aServiceClient';
import { InMemorySecretStorage } from './inMemorySecretStorage';

export interface WindowOptions {
  /** The storage that all windows share. */
  readonly folder: string;
  /** The keyring that all windows share; one of its own unless given. */
  readonly secrets?: InMemorySecretStorage;
  /** Milliseconds by which the clock of the machine is ahead, for all windows that share it. */
  readonly clock?: { ahead: number };
  /** What makes the calls: node-fetch unless given. */
  readonly fetch?: Fetch;
}

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Clocks are set ahead in the last hours of a day: the daily limit begins anew at midnight, and no test gets there by chance. */
export const AHEAD = new Date().getHours() >= 20 ? 5 * HOUR : 0;
const setAhead = new WeakSet<SimulatedService>();

/** What a user can set, as far as a window without a screen looks at it. */
export class WindowSettings {
  readonly #changes = new Emitter<void>();
  readonly onDidChange = this.#changes.event;
  pageSize = 50;
  dailyCallLimit = 0;
  agentCallsPerDay = 0;
  keepSnapshot = true;
  autoRefreshMinutes = 0;
  readonly limits = { timeoutMs: 20_000, maxBytes: 10_000_000 };
  readonly reading: unknown = undefined;
  baseUrl: ReturnType<typeof aBaseUrl> | undefined;

  set(
    changes: Partial<
      Pick<
        WindowSettings,
        'baseUrl' | 'dailyCallLimit' | 'agentCallsPerDay' | 'keepSnapshot' | 'autoRefreshMinutes'
      >
    >,
  ): void {
    Object.assign(this, changes);
    this.#changes.fire();
  }
}

/**
 * One window without a screen: the core that ships, over the real client and real files. Two on one folder are two
 * windows; a new one is a restart.
 */
export function aWindow(service: SimulatedService, options: WindowOptions) {
  const { folder, secrets, clock = { ahead: 0 }, fetch = aFetch } = options;
  if (!setAhead.has(service)) {
    setAhead.add(service);
    service.advanceClock(AHEAD);
  }
  const now = (): number => Date.now() + AHEAD + clock.ahead;
  const settings = new WindowSettings();
  settings.baseUrl = aBaseUrl(service.baseUrl);
  const troubles: string[] = [];
  const log: string[] = [];
  const note = (message: string): void => void (troubles.push(message), log.push(message));
  const database = new Database(folder, now);
  const accounts = createAccounts(database);
  const sessions = new SessionStore({
    secrets: (secrets ?? new InMemorySecretStorage()).window(),
    wasSignedIn: async () => (await accounts.list()).some(({ state }) => state === 'signedIn'),
    now,
  });
  const core = createCore({
    settings,
    sessions,
    database,
    fetch,
    now,
    log: { info: (message) => void log.push(message), warn: note, error: note },
    userAgent: 'monitor-explorer/0.0.0 (test)',
  });

  /** As the sign-in does: one call, and the token is kept. `at` is another service than the window's own. */
  const signIn = async (
    account: Pick<SimulatedAccount, 'email' | 'password'> = service.accounts[0],
    lifetimeMs = DAY,
    at: Pick<SimulatedService, 'baseUrl'> = service,
  ): Promise<Session> => {
    const { email, password } = account;
    const { baseUrl } = at;
    const asked = lifetimeMs === DAY ? {} : { expiresInMs: lifetimeMs };
    const { response, extraction } = await askForToken(core, { baseUrl, email, password }, asked);
    const token = extraction.token!.value;
    const { receivedAt } = response;
    const session = toSession({ baseUrl, email, token, receivedAt, lifetimeMs });
    await core.sessions.add(session);
    return session;
  };

  const signOut = new SignOut({
    ...core,
    onDidFail: (part, error) => note(`signing out, ${part}: ${String(error)}`),
  });

  return {
    ...core,
    signOut: (session: Session, how = { keepsPages: false }) => signOut.run(session, how),
    finishSignOuts: () => signOut.finish(),
    /** Saves what is shown and when the user last looked. */
    saved: async (): Promise<void> => {
      await core.controller.synchronize();
      await core.close();
    },
    dispose: (): void => [core, sessions, database].forEach((part) => part.dispose()),
    settings,
    /** What the log warns of. */
    troubles,
    /** All lines of the log. */
    log,
    signIn,
    /** The clock goes on, and the service's with it. */
    passTime: (ms: number): void => {
      clock.ahead += ms;
      service.advanceClock(ms);
    },
  };
}

export type Window = ReturnType<typeof aWindow>;
