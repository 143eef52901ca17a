import { Emitter, type Disposable } from '../base/event';
import { DAY } from '../base/time';
import type { CallRecord } from '../monitors/call';
import type { BaseUrl } from '../service/address';
import { toErrorLine } from '../service/errors';
import type { Fetch, PostLimits } from '../service/http';
import { createServiceClient, type ServiceClient } from '../service/serviceClient';
import type { AccountKey, SignIn } from '../storage/accounts';
import { DatabaseError, type Database } from '../storage/database';
import { Account } from './account';
import type { AppSettings, Log } from './appSettings';
import { Budget } from './budget';
import type { WorkspaceState } from './choices';
import type { Example } from './example';
import type { ListChange, ListOutcome, MonitorList } from './monitorList';
import { RowFields } from './rowFields';
import { createMakeCall } from './serviceCalls';
import { ServiceMapping } from './serviceMapping';
import { msLeftSoon, needsSignIn, type Session } from './session';
import { toName, type SessionStore } from './sessionStore';
import { createTables, type Attempt, type Tables } from './tables';

export interface AppOptions {
  readonly settings: AppSettings;
  readonly sessions: SessionStore;
  /** Shared by all windows. The caller disposes of it. */
  readonly database: Database;
  readonly workspaceState: WorkspaceState;
  readonly log: Log;
  readonly fetch: Fetch;
  readonly userAgent: string;
  readonly now: () => number;
  /** Of each call; default: those of the extension. */
  readonly limits?: PostLimits;
}

/** `expired`: the token is too old, or the service rejects it. */
export type SessionState = 'none' | 'active' | 'expired';

/** What a sign-out couldn't delete. `data`: saved pages, history and choices, and whose calls were made. */
export type AccountPart = 'token' | 'data';

/** Calls and unused accounts are kept for so long, in milliseconds. */
const KEPT_FOR_MS = 90 * DAY;

/** All that has no screen: the account that is shown, and what all accounts share. */
export class App implements Disposable {
  readonly #changes = new Emitter<ListChange>();
  readonly #subscriptions: Disposable[] = [this.#changes];
  /** Accounts that are signed in, by session id and address. */
  readonly #accounts = new Map<string, Account>();
  readonly #services = new Map<string, ServiceMapping>();
  readonly #tables: Tables;
  #account: Account | undefined;
  #example: Example | undefined;
  /** Whether the sessions of before are loaded. Other accounts come from the user. */
  #isStarted = false;
  /** The session that this window signed in to last. */
  #signedIn: Session | undefined;
  readonly now: () => number;
  readonly sessions: SessionStore;
  readonly budget: Budget;
  readonly client: ServiceClient;
  readonly rowFields: RowFields;

  /** While a sign-in's call runs. */
  isSigningIn = false;
  /** Fires when account, session, list or rows change. */
  readonly onDidChange = this.#changes.event;

  constructor(private readonly options: AppOptions) {
    const { settings, sessions, database, fetch, log, userAgent, now, limits } = options;
    this.now = now;
    this.sessions = sessions;
    this.#tables = createTables(database);
    this.budget = new Budget(database, this.#tables.calls, settings, now, this.onError);
    this.rowFields = new RowFields(
      this.#tables.views,
      this.#attempt,
      () => this.list?.loaded.monitors ?? [],
    );
    const { budget } = this;
    this.client = createServiceClient(
      userAgent,
      createMakeCall({ fetch, now, log, budget, limits }),
    );
    this.#subscriptions.push(
      this.budget,
      this.rowFields,
      settings.onDidChange(() => this.#onSettingsChange()),
      sessions.onDidChange(() => this.#onSessionsChange()),
      database.onDidChange(() => this.#onDatabaseChange()),
      database.onDidEncounterProblem(({ error }) => this.onError(error)),
    );
    this.#chooseAccount();
    this.#showRowFields();
  }

  /** Logs an error of the database that stops nothing. */
  readonly onError = (error: unknown): void => {
    const reasons = error instanceof Error ? [error, error.cause] : [error];
    if (!reasons.some((reason) => reason instanceof DatabaseError && reason.kind === 'closed')) {
      this.options.log.warn(`The database: ${toErrorLine(error)}`);
    }
  };

  readonly #attempt: Attempt = (work) => {
    try {
      return this.options.database.transact(work);
    } catch (error) {
      this.onError(error);
      return undefined;
    }
  };

  get baseUrl(): BaseUrl | undefined {
    return this.options.settings.baseUrl;
  }

  /** The account that the view shows; `undefined` if signed out. */
  get account(): Account | undefined {
    return this.#account;
  }

  /** What the view shows: the account, or an example. */
  get shown(): Account | Example | undefined {
    return this.#account ?? this.#example;
  }

  /** What the view shows while nobody is signed in. */
  get example(): Example | undefined {
    return this.#account ? undefined : this.#example;
  }

  /** The monitors of the account, or of an example. */
  get list(): MonitorList | undefined {
    return this.shown?.list;
  }

  /** The accounts that are signed in, at any address. */
  get accounts(): readonly Account[] {
    return [...this.#accounts.values()];
  }

  /** The chosen session at the address, expired or not. */
  get session(): Session | undefined {
    return this.#account?.session;
  }

  get sessionState(): SessionState {
    if (this.session === undefined) {
      return 'none';
    }
    return this.#account?.isActive ? 'active' : 'expired';
  }

  /** Milliseconds until the session ends, rounded up to minutes. `undefined` if that isn't soon. */
  get msLeft(): number | undefined {
    return this.session && msLeftSoon(this.session, this.now());
  }

  /** Returns how responses of an address are read. */
  serviceAt(address: string): ServiceMapping {
    const service =
      this.#services.get(address) ??
      new ServiceMapping(address, this.#tables.mappings, this.#attempt);
    this.#services.set(address, service);
    return service;
  }

  /** Finishes sign-outs and deletes old data, before anything is shown. Never rejects. */
  async start(): Promise<void> {
    const { sessions, database, now } = this.options;
    await sessions.load();
    this.#isStarted = true;
    try {
      await this.#finishSignOuts();
      database.transact(() => {
        this.#tables.calls.moveFutureTo(now());
        this.#tables.calls.deleteUntil(now() - KEPT_FOR_MS);
      });
      await this.#deleteUnwanted();
    } catch (error) {
      this.onError(error);
    }
  }

  setSigningIn(isSigningIn: boolean): void {
    this.isSigningIn = isSigningIn;
    this.#changes.fire('state');
  }

  /** Adds a session that the user has just signed in to, and shows its account. */
  async signIn(session: Session): Promise<void> {
    this.#signedIn = session;
    await this.sessions.add(session);
  }

  /** Shows example monitors until a sign-in; `undefined` hides them. */
  showExample(example: Example | undefined): void {
    this.#example?.dispose();
    this.#example = example;
    example?.onDidChange((change) => this.#changes.fire(change));
    this.#showRowFields();
    this.#changes.fire('pages');
  }

  /** Lists calls of all windows since a time in epoch milliseconds, oldest first. @throws DatabaseError */
  listCalls(since: number): Promise<readonly CallRecord[]> {
    return this.options.database.retry(() => this.#tables.calls.list(since));
  }

  /** Deletes all data of this machine. @throws the file system's error */
  async deleteAll(): Promise<void> {
    this.#services.clear();
    await this.options.database.deleteAll();
  }

  /** Unless rows are there, reads the first page in one call if a session is active. */
  async ensureFirstPage(): Promise<ListOutcome> {
    return this.#account?.isActive ? this.#account.list.ensureFirstPage() : 'idle';
  }

  /** After a sign-in, continues at the page that failed. A refused new token isn't tried again, because that costs. */
  async resume(): Promise<ListOutcome> {
    const list = this.#account?.list;
    return list && needsSignIn(list.failure?.error) ? list.retry() : 'idle';
  }

  /** The most calls that {@link resume} makes, or 1 if the first page will load by itself. */
  get callsToResume(): number {
    const { failure, isTried = false } = this.#account?.list ?? {};
    if (failure && needsSignIn(failure.error)) {
      return failure.pagesLeft.length;
    }
    return isTried ? 0 : 1;
  }

  /** Raises today's limit, and continues what failed if that takes no more calls. @throws CallNotCountedError */
  async allowCalls(count: number, list: MonitorList | undefined): Promise<void> {
    await this.budget.allow(count);
    const callsLeft = list?.failure?.pagesLeft.length;
    const most = Math.min(await this.budget.left(), callsLeft ?? 0);
    if (this.list === list && most <= count) {
      await list?.retry();
    }
  }

  /** Saves what isn't saved, and shows what other windows have saved. */
  synchronize(): void {
    this.#account?.synchronize();
  }

  /** Tries again to save pages that couldn't be saved. */
  saveAgain(): void {
    if (this.#account?.isSaved === false) {
      this.#account.synchronize();
      this.#changes.fire('state');
    }
  }

  /**
   * Deletes an account's data. The keyring has a record of it, by which the next start finishes what fails or is
   * interrupted. Never rejects.
   * @returns what couldn't be deleted
   */
  async signOut(session: Session): Promise<ReadonlySet<AccountPart>> {
    const failed = new Set<AccountPart>();
    const attempt = async (part: AccountPart, work: () => Promise<unknown>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        this.options.log.warn(`Signing out, ${part}: ${toErrorLine(error)}`);
        failed.add(part);
      }
    };
    await attempt('token', () => this.sessions.remove(session));
    await attempt('data', () => this.#deleteData(session, !failed.has('token')));
    if (failed.size === 0) {
      // If this fails, the next start does it.
      await this.sessions.finishSignOut(session).catch(this.onError);
    }
    return failed;
  }

  dispose(): void {
    this.#accounts.forEach((account) => account.dispose());
    this.#subscriptions.forEach((subscription) => subscription.dispose());
  }

  #onSettingsChange(): void {
    this.#chooseAccount();
    this.#showRowFields();
    void this.budget.update();
    this.#deleteUnwanted().catch(this.onError);
  }

  #onSessionsChange(): void {
    this.#example?.dispose();
    this.#example = undefined;
    this.#showRowFields();
    // The next start sees by these lines if the keyring has lost a session.
    this.sessions.sessions.forEach((session) => this.#noteUse(session));
    this.#chooseAccount();
  }

  /** What rows of an example show isn't saved by the address. */
  #showRowFields(): void {
    this.rowFields.show(this.example ? undefined : this.baseUrl?.href);
  }

  #onDatabaseChange(): void {
    this.#services.forEach((service) => service.reload());
    this.#accounts.forEach((account) => account.synchronize());
    void this.budget.update();
  }

  /** Shows the chosen account. An account that another window chose or signed in to waits for the user. */
  #chooseAccount(): void {
    const { baseUrl, sessions } = this;
    for (const [name, account] of this.#accounts) {
      if (account.session === undefined) {
        this.#accounts.delete(name);
        account.dispose();
      }
    }
    sessions.sessions
      .filter((session) => !this.#accounts.has(toName(session)))
      .forEach((session) => this.#open(session));
    const session = baseUrl && sessions.current(baseUrl.href);
    const before = this.#account;
    this.#account = session && this.#accounts.get(toName(session));
    if (this.#account === before) {
      this.#changes.fire('state');
      return;
    }
    before?.list.finish();
    before?.lastLook.setLooking(false);
    this.#account?.synchronize();
    const isSignedInHere = session?.issuedAt === this.#signedIn?.issuedAt;
    if (this.#isStarted && !isSignedInHere && this.#account?.list.isTried === false) {
      this.#account.list.waitForUser();
    }
    this.#changes.fire('pages');
  }

  #open(session: Session): void {
    const key: AccountKey = { id: session.id, baseUrl: session.baseUrl };
    const account = new Account(key, {
      ...this.options,
      ...this.#tables,
      client: this.client,
      service: this.serviceAt(session.baseUrl),
      rowFields: this.rowFields,
      attempt: this.#attempt,
    });
    account.onDidChange((change) => {
      if (account === this.#account) {
        this.#changes.fire(change);
      }
    });
    this.#accounts.set(toName(session), account);
  }

  #noteUse(session: Session): void {
    this.#attempt(() => {
      const { accounts } = this.#tables;
      // A sign-out may have left data, which the next sign-in must not show.
      [...this.sessions.signOuts.values()]
        .filter((signOut) => toName(signOut) === toName(session))
        .forEach((signOut) => accounts.end(signOut, true));
      accounts.use(session, session.issuedAt, this.now());
    });
  }

  async #deleteUnwanted(): Promise<void> {
    const { settings, database } = this.options;
    if (!settings.keepSnapshot) {
      await database.retry(() => this.#tables.accounts.deleteRows());
      await database.removeTraces();
    }
  }

  /** @param isTokenGone if not, a line stays, by which the next start removes the token */
  async #deleteData(signIn: SignIn, isTokenGone: boolean): Promise<void> {
    const { database } = this.options;
    await database.retry(() => this.#tables.accounts.end(signIn, isTokenGone));
    if (database.isInMemory) {
      throw new Error('the file still has the data');
    }
    await database.removeTraces();
  }

  async #finishSignOuts(): Promise<void> {
    const { sessions, database, now } = this.options;
    const { accounts } = this.#tables;
    for (const signOut of sessions.signOuts.values()) {
      await this.#deleteData(signOut, true);
      await sessions.finishSignOut(signOut);
    }
    for (const { id, baseUrl, state, issuedAt, usedAt } of database.transact(accounts.list)) {
      const session = sessions.find(id, baseUrl);
      if (state === 'signingOut' && session?.issuedAt === issuedAt) {
        await sessions.remove(session);
      }
      const isUnused = session === undefined && usedAt < now() - KEPT_FOR_MS;
      if (state === 'signingOut' || isUnused) {
        await this.#deleteData({ id, baseUrl, issuedAt }, true);
        await sessions.finishSignOut({ id, baseUrl, issuedAt });
      }
    }
  }
}
