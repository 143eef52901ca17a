import { Emitter } from '../../src/base/event';
import { App } from '../../src/account/app';
import { RESPONSE_LIMITS, type Fetch } from '../../src/service/http';
import type { BaseUrl } from '../../src/service/address';
import type { Session } from '../../src/account/session';
import { SessionStore } from '../../src/account/sessionStore';
import { Database, type DatabaseProblem } from '../../src/storage/database';
import type { SimulatedAccount, SimulatedService } from '../simulator/simulatedService';
import { aFetch } from './aFetch';
import { aBaseUrl, addSession } from './aServiceClient';
import { InMemorySecretStorage } from './inMemorySecretStorage';

interface WindowOptions {
  /** Storage of all windows. */
  readonly folder: string;
  /** Keyring of all windows; a new one by default. */
  readonly secrets?: InMemorySecretStorage;
  /** Milliseconds by which the machine's clock is ahead, for all windows. */
  readonly clock?: { ahead: number };
  /** The memory of the workspace. */
  readonly workspace?: Map<string, unknown>;
  /** node-fetch by default. */
  readonly fetch?: Fetch;
}

const HOUR = 60 * 60 * 1000;

/** Late in the evening clocks are set ahead, because the daily limit starts again at midnight. */
const AHEAD = new Date().getHours() >= 20 ? 5 * HOUR : 0;
const setAhead = new WeakSet<SimulatedService>();

/** The settings that a window without a screen reads. */
class WindowSettings {
  readonly #changes = new Emitter<void>();
  readonly onDidChange = this.#changes.event;
  pageSize = 50;
  dailyCallLimit = 0;
  keepSnapshot = true;
  autoRefreshMinutes = 0;

  constructor(public baseUrl: BaseUrl | undefined) {}

  set(changes: Partial<Omit<WindowSettings, 'set' | 'onDidChange'>>): void {
    Object.assign(this, changes);
    this.#changes.fire();
  }
}

/** One window without a screen: the parts that ship, with the real client and real files. */
export function aWindowWith<Settings extends ConstructorParameters<typeof App>[0]['settings']>(
  settings: Settings,
  options: WindowOptions,
) {
  const { folder, secrets, clock = { ahead: 0 }, fetch = aFetch, workspace = new Map() } = options;
  const now = (): number => Date.now() + AHEAD + clock.ahead;
  const limits = { ...RESPONSE_LIMITS };
  const logged: string[] = [];
  const note = (message: string): void => void logged.push(message);
  const problems: DatabaseProblem[] = [];
  const database = new Database(folder, (problem) => problems.push(problem));
  const sessions = new SessionStore((secrets ?? new InMemorySecretStorage()).window());
  const app = new App({
    settings,
    sessions,
    database,
    workspaceState: {
      get: (key: string) => workspace.get(key) as unknown,
      update: (key: string, value: unknown) => workspace.set(key, value),
    },
    fetch,
    now,
    limits,
    log: { info: note, warn: note },
    userAgent: 'monitor-explorer/0.0.0 (test)',
  });

  return {
    app,
    now,
    database,
    problems,
    sessions,
    settings,
    /** Saves rows and the time of the last look. */
    save: (): void => {
      app.synchronize();
      app.account?.lastLook.setLooking(false);
    },
    dispose: (): void => [app, sessions, database].forEach((part) => part.dispose()),
    /** Of each call; may be changed. */
    limits,
    logged,
  };
}

export const aWindowAt = (baseUrl: string, options: WindowOptions) =>
  aWindowWith(new WindowSettings(aBaseUrl(baseUrl)), options);

/** The same at a service. A second one with the same folder is another window, or a restart. */
export function aWindow(service: SimulatedService, options: WindowOptions) {
  const { clock = { ahead: 0 } } = options;
  if (!setAhead.has(service)) {
    setAhead.add(service);
    service.advanceClock(AHEAD);
  }
  const window = aWindowAt(service.baseUrl, { ...options, clock });
  return {
    ...window,
    /** Signs in with one call. `at` is the address of another service. */
    signIn: (
      { email, password }: Pick<SimulatedAccount, 'email' | 'password'> = service,
      lifetimeMs?: number,
      { baseUrl }: Pick<SimulatedService, 'baseUrl'> = service,
    ): Promise<Session> => addSession(window.app, { baseUrl, email, password }, lifetimeMs),
    /** Moves the clocks of the machine and the service. */
    passTime: (ms: number): void => {
      clock.ahead += ms;
      service.advanceClock(ms);
    },
  };
}

export type Window = ReturnType<typeof aWindow>;
