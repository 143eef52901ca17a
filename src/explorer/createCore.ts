import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Disposable } from '../base/event';
import { toSince, type SinceOf } from '../monitors/since';
import { localCalendar } from '../credits/calendar';
import type { CallEnd } from '../credits/calls';
import { Meter } from '../credits/meter';
import type { BaseUrl } from '../service/address';
import { toErrorLine } from '../service/errorLine';
import { CancelledError, HttpError } from '../service/errors';
import type { Fetch, PostLimits } from '../service/http';
import { ServiceClient } from '../service/serviceClient';
import type { Session } from '../session/session';
import type { SessionStore } from '../session/sessionStore';
import { createCalls } from '../storage/calls';
import { createAccounts, type Accounts } from '../storage/accounts';
import type { Database } from '../storage/database';
import { LastLooks } from '../storage/lastLooks';
import { Leases } from '../storage/lease';
import { MappingStore } from '../storage/mappingStore';
import { PageStore, type PageStoreProblem } from '../storage/pageStore';
import { StatusHistory } from '../storage/statusHistory';
import { Budget } from './budget';
import { logCall, logPageError, type Log } from './callLog';
import { LastLook } from './lastLook';
import { ListController, type ListSettings } from './listController';
import { withMetering } from './pages';
import { registerStatusRecording } from './recordStatuses';
import { ResponseMapping } from './responseMapping';

/** What of the user's settings is needed without a screen. */
export interface CoreSettings extends ListSettings {
  readonly limits: PostLimits;
  /** Whether VS Code's settings or the environment name a proxy with a login. */
  readonly hasProxyLogin: boolean;
  /** Calls a day over all windows; 0 is no limit. */
  readonly dailyCallLimit: number;
  /** Calls a day, over all windows, that agents may make without a question. */
  readonly agentCallsPerDay: number;
  /** Whether what was loaded is kept on disk. */
  readonly keepSnapshot: boolean;
  /** The setting `monitorExplorer.reading` as the user wrote it; untrusted. */
  readonly reading: unknown;
}

export interface CoreOptions {
  readonly settings: CoreSettings;
  readonly sessions: SessionStore;
  /** In the folder that all windows share. Whoever made it disposes of it. */
  readonly database: Database;
  /** The folder that all windows share. Made when first needed. */
  readonly storageFolder: string;
  readonly log: Log;
  readonly fetch: Fetch;
  readonly userAgent: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export type Core = ReturnType<typeof createCore>;

/** All that is there without a screen, once somebody looks: storage, the meter, the client and the list. Makes no call. */
export function createCore(options: CoreOptions) {
  const { settings, sessions, database, storageFolder, log, fetch, now } = options;
  const leases = new Leases({ folder: join(storageFolder, 'leases'), now });
  const calls = createCalls(database);
  const accounts = createAccounts(database);
  const onError = (error: unknown): void => log.warn(`The record of calls: ${toErrorLine(error)}`);
  database.onDidEncounterProblem((problem) => {
    log.warn(`The database: ${problem.kind === 'unusable' ? toErrorLine(problem.error) : problem.kind}`);
    if (problem.kind === 'damaged') {
      calls.noteUnknown(now()).catch(onError);
    }
  });
  const pageStore = new PageStore({ storageFolder, now });
  pageStore.onDidEncounterProblem((problem) => log.warn(toProblemLine(problem)));
  const history = new StatusHistory({
    pageStore,
    isKept: () => settings.keepSnapshot,
    onError: (error) => log.warn(`The history of statuses: ${toErrorLine(error)}`),
  });
  sessions.onDidChange(({ removed }) => {
    noteAccounts(accounts, sessions, removed, now()).catch((error: unknown) =>
      log.warn(`The accounts: ${toErrorLine(error)}`),
    );
    for (const { id, baseUrl } of removed) {
      history.forget(id);
      if (!sessions.sessions.some((session) => session.id === id)) {
        calls.forget(id).catch(onError);
      }
      lastLook.forget(id);
      // Signed out in another window: a call that had gone out here may have made the folder anew.
      pageStore
        .removeUnlessKept({ account: id, address: baseUrl })
        .catch((error: unknown) => log.warn(`Saved pages: ${toErrorLine(error)}`));
    }
  });
  const meter = new Meter({
    calls,
    now,
    calendar: localCalendar,
    toCallEnd,
    limit: () => settings.dailyCallLimit,
    agentAllowance: () => settings.agentCallsPerDay,
    onError,
  });
  const budget = new Budget({
    meter,
    now,
    onTrouble: onError,
    onDidChangeDatabase: database.onDidChange,
    onDidChangeSettings: settings.onDidChange,
  });
  const mappingStore = new MappingStore({ storageFolder });
  const onMappingError = (error: unknown): void =>
    log.warn(`What was learned of the service could not be kept: ${toErrorLine(error)}`);
  const mapping = new ResponseMapping({
    settings,
    store: mappingStore,
    pause: () => setImmediate(),
    onError: onMappingError,
  });
  const call = withMetering({
    meter,
    budget,
    network: { fetch, now, hasProxyLogin: () => settings.hasProxyLogin },
    checksCertificates: () => process.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0',
    limits: () => settings.limits,
    onCall: (report) => logCall(log, report),
  });
  const client = new ServiceClient({
    userAgent: options.userAgent,
    call,
    readToken: (response, asked) => mapping.readToken(response, asked),
  });
  const controller = new ListController({
    settings,
    sessions,
    pageStore,
    paging: { store: mappingStore, onError: onMappingError },
    client,
    mapping,
    leases,
    now,
    timeoutMs: () => settings.limits.timeoutMs,
    pause: () => setImmediate(),
    onDidFail: (pageIndex, error) => logPageError(log, pageIndex, error),
  });

  /** The service has moved, and the user says so: a session goes on at its new address, with its saved rows. Never rejects. */
  const moveSession = async (session: Session, { href }: BaseUrl): Promise<void> => {
    const { id: account, baseUrl } = session;
    await pageStore
      .move({ account, address: baseUrl }, { account, address: href })
      .catch((error: unknown) => log.warn(`Saved pages: ${toErrorLine(error)}`));
    await sessions.move(session, href);
  };

  /** Removes pages that the user doesn't want kept. @throws the file system's error */
  const removeUnwantedPages = async (): Promise<void> => {
    if (!settings.keepSnapshot) {
      await pageStore.removeAll();
    }
  };

  /** Reads the sessions, and removes what crashed windows have left and what is older than it may be. Never rejects. */
  const start = async (): Promise<void> => {
    await sessions.load();
    const signedIn = sessions.sessions.map(({ id, baseUrl }) => ({ account: id, address: baseUrl }));
    const sweeps = [
      () => calls.sweep(now()),
      () => mappingStore.sweep(now()),
      () => pageStore.sweep(signedIn),
    ];
    for (const work of [removeUnwantedPages, ...sweeps]) {
      await work().catch((error: unknown) => log.warn(`Clearing up: ${toErrorLine(error)}`));
    }
  };

  /** Waits until all that was paid for and counted is on disk, as far as it can be. Never rejects. */
  const saved = async (): Promise<void> => {
    await Promise.all([controller.saved(), history.flush(), lastLook.saved()]);
  };

  const sinceOf: SinceOf = (monitor) => {
    const owner = monitor.since === undefined ? controller.owner : undefined;
    return toSince(monitor, owner ? history.get(owner, monitor.id) : []);
  };
  const store = new LastLooks({
    pageStore,
    isKept: () => settings.keepSnapshot,
    onError: (error) => log.warn(`What was last looked at: ${toErrorLine(error)}`),
  });
  const lastLook = new LastLook({ controller, store, now });
  const recording = registerStatusRecording(controller, history);
  const owned: Disposable[] = [
    recording,
    history,
    lastLook,
    controller,
    mapping,
    budget,
    pageStore,
    leases,
    database,
  ];
  return {
    settings,
    sessions,
    leases,
    calls,
    pageStore,
    history,
    sinceOf,
    lastLook,
    meter,
    budget,
    mapping,
    client,
    controller,
    now,
    start,
    saved,
    moveSession,
    removeUnwantedPages,
    dispose: (): void => owned.forEach((part) => part.dispose()),
  };
}

/** Notes who is signed in, so that a keyring that forgets is noticed at the next start. */
async function noteAccounts(
  accounts: Accounts,
  { sessions }: SessionStore,
  removed: readonly Session[],
  now: number,
): Promise<void> {
  for (const { id, baseUrl } of removed) {
    const number = await accounts.setState({ account: id, address: baseUrl }, 'signingOut');
    await (number === undefined ? undefined : accounts.delete(number));
  }
  for (const { id, baseUrl } of sessions) {
    await accounts.use({ account: id, address: baseUrl }, now);
  }
}

/** What couldn't be saved or read costs calls later on, so that the log says why. */
function toProblemLine(problem: PageStoreProblem): string {
  switch (problem.kind) {
    case 'damaged':
      return `A saved page could not be used and was set aside: ${problem.fileName}`;
    case 'unreadable':
      return `Saved pages could not be read: ${toErrorLine(problem.error)}`;
    case 'notSaved':
      return `Pages could not be saved, and will be read from the service again: ${toErrorLine(problem.error)}`;
  }
}

function toCallEnd(error: unknown): CallEnd {
  if (error instanceof CancelledError) {
    return { outcome: 'cancelled' };
  }
  return error instanceof HttpError ? { outcome: 'failed', status: error.status } : { outcome: 'failed' };
}
