import { Emitter, type Disposable } from '../base/event';
import { DAY } from '../base/time';
import type { CallRecord } from '../monitors/call';
import type { BaseUrl } from '../service/address';
import { toErrorLine } from '../service/errors';
import { createServiceClient, type ServiceClient } from '../service/serviceClient';
import type { AccountRow, SignIn } from '../storage/accounts';
import { DatabaseError } from '../storage/database';
import { Account } from './account';
import type { AppOptions } from './appOptions';
import { Budget } from './budget';
import type { Example } from './example';
import type { ListOutcome, MonitorList } from './monitorList';
import { RowFields } from './rowFields';
import { createMakeCall } from './serviceCalls';
import { ServiceMapping } from './serviceMapping';
import { isSameAccount, needsSignIn, remainingMs, type Session } from './session';
import type { SessionStore } from './sessionStore';
import { createTables, type Attempt, type Tables } from './tables';

/** `expired`: the token is too old, or the service rejects it. */
export type SessionState = 'none' | 'active' | 'expired';

/** `unfinished`: the next start deletes the rest. `unrecorded`: nothing could be deleted, and no start will do it. */
export type SignOutEnd = 'finished' | 'unfinished' | 'unrecorded';

/** Unused accounts are kept for so long, in milliseconds. */
const KEPT_FOR_MS = 90 * DAY;

/** The parts without a screen: the shown account, and the parts that all accounts share. */
export class App implements Disposable {
  readonly #changes = new Emitter<void>();
  readonly #subscriptions: readonly Disposable[];
  readonly #services = new Map<string, ServiceMapping>();
  readonly #tables: Tables;
  /** Whether the sessions of before are loaded. Other accounts come from the user. */
  #isStarted = false;
  #sessionTimer: NodeJS.Timeout | undefined;
  /** The session that this window signed in to last. */
  #signedIn: Session | undefined;
  readonly now: () => number;
  readonly sessions: SessionStore;
  readonly budget: Budget;
  readonly client: ServiceClient;
  readonly rowFields: RowFields;

  /** The accounts that are signed in, at any address. */
  accounts: readonly Account[] = [];
  /** The account that the view shows; `undefined` if signed out. */
  account: Account | undefined;
  /** The state of the view while signed out. */
  example: Example | undefined;
  /** While a sign-in's call runs. */
  isSigningIn = false;
  /** Fires when account, session, list or rows change. */
  readonly onDidChange = this.#changes.event;

  constructor(private readonly options: AppOptions) {
    const { settings, sessions, database, userAgent, now } = options;
    this.now = now;
    this.sessions = sessions;
    this.#tables = createTables(database);
    const { calls, views } = this.#tables;
    const budget = new Budget(database, calls, settings, now, this.onError);
    this.budget = budget;
    this.rowFields = new RowFields(views, this.#attempt, () => this.list?.loaded.monitors ?? []);
    this.client = createServiceClient(userAgent, createMakeCall({ ...options, budget }));
    this.#subscriptions = [
      budget,
      this.rowFields,
      this.#changes,
      settings.onDidChange(() => this.#onSettingsChange()),
      sessions.onDidChange(() => this.#onSessionsChange()),
      database.onDidChange(() => this.#onDatabaseChange()),
      database.onDidEncounterProblem(({ error }) => this.onError(error)),
    ];
    this.#chooseAccount();
  }

  /** Logs an error of the database that stops nothing. */
  readonly onError = (error: unknown): void => {
    if (!(error instanceof DatabaseError && error.kind === 'closed')) {
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

  /** The shown account, or an example. */
  get shown(): Account | Example | undefined {
    return this.account ?? this.example;
  }

  /** The monitors of the account, or of an example. */
  get list(): MonitorList | undefined {
    return this.shown?.list;
  }

  /** The chosen session at the address, expired or not. */
  get session(): Session | undefined {
    return this.account?.session;
  }

  get sessionState(): SessionState {
    const state = this.account?.isActive ? 'active' : 'expired';
    return this.session ? state : 'none';
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
    const { calls } = this.#tables;
    this.#attempt(() => {
      calls.moveFutureTo(this.now());
      calls.deleteOld();
    });
    await this.sessions.load();
    this.#isStarted = true;
    try {
      await this.#finishSignOuts();
      await this.#deleteUnwanted();
    } catch (error) {
      this.onError(error);
    }
  }

  setSigningIn(isSigningIn: boolean): void {
    this.isSigningIn = isSigningIn;
    this.#changes.fire();
  }

  /** Adds a session that the user has just signed in to, and shows its account. */
  async signIn(session: Session): Promise<void> {
    this.#signedIn = session;
    await this.sessions.add(session);
  }

  /** Shows example monitors until a sign-in; `undefined` hides them. */
  showExample(example: Example | undefined): void {
    this.example?.dispose();
    this.example = example;
    example?.onDidChange(() => this.#changes.fire());
    this.#showRowFields();
    this.#changes.fire();
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
    return this.account?.isActive ? this.account.list.ensureFirstPage() : 'idle';
  }

  /** After a sign-in, continues at the page that failed. A refused new token isn't tried again, because that costs. */
  async resume(): Promise<ListOutcome> {
    const list = this.account?.list;
    return list && needsSignIn(list.failure?.error) ? list.retry() : 'idle';
  }

  /** The most calls that {@link resume} makes, or 1 if the first page will load by itself. */
  get callsToResume(): number {
    const { failure, isTried = false } = this.account?.list ?? {};
    if (failure && needsSignIn(failure.error)) {
      return failure.pagesLeft.length;
    }
    return isTried ? 0 : 1;
  }

  /** Raises today's limit, and continues what failed if that takes no more calls. @throws CallNotCountedError */
  async allowCalls(count: number, list: MonitorList | undefined): Promise<void> {
    await this.budget.allow(count);
    const callsLeft = list?.failure?.pagesLeft.length ?? 0;
    const most = Math.min(await this.budget.left(), callsLeft);
    if (this.list === list && most <= count) {
      await list?.retry();
    }
  }

  /** Saves what isn't saved, and shows what other windows have saved. */
  synchronize(): void {
    this.account?.synchronize();
  }

  /**
   * Deletes an account's data. The keyring has a record of it, by which the next start finishes what fails or is
   * interrupted. Never rejects.
   */
  async signOut(session: Session): Promise<SignOutEnd> {
    const { sessions, database, log } = this.options;
    const attempt = async (part: string, work: () => Promise<unknown>) => {
      try {
        await work();
        return true;
      } catch (error) {
        log.warn(`Signing out, ${part}: ${toErrorLine(error)}`);
        return false;
      }
    };
    const isTokenGone = await attempt('token', () => sessions.remove(session));
    if (!(await attempt('data', () => this.#deleteData(session, isTokenGone)))) {
      return isTokenGone ? 'unfinished' : 'unrecorded';
    }
    const isClean = await attempt('files', () => database.removeTraces());
    if (!isTokenGone || !isClean) {
      return 'unfinished';
    }
    // If this fails, the next start does it.
    await sessions.finishSignOut(session).catch(this.onError);
    return 'finished';
  }

  dispose(): void {
    clearTimeout(this.#sessionTimer);
    [...this.accounts, ...this.#subscriptions].forEach((part) => part.dispose());
  }

  #onSettingsChange(): void {
    this.#chooseAccount();
    void this.budget.update();
    this.#deleteUnwanted().catch(this.onError);
  }

  #onSessionsChange(): void {
    const { sessions, now } = this;
    const { accounts } = this.#tables;
    this.#attempt(() => {
      // A sign-out may have left data, which the next sign-in must not show.
      [...sessions.signOuts.values()]
        .filter((signOut) => sessions.find(signOut))
        .forEach((signOut) => accounts.end(signOut, true));
      // The next start sees by these lines if the keyring has lost a session.
      sessions.sessions.forEach((session) => accounts.use(session, session.issuedAt, now()));
    });
    this.#chooseAccount();
  }

  #onDatabaseChange(): void {
    this.#services.forEach((service) => service.reload());
    this.accounts.forEach((account) => account.synchronize());
    void this.budget.update();
  }

  /** Shows the chosen account. An account that another window chose or signed in to waits for the user. */
  #chooseAccount(): void {
    const { accounts: accountsBefore, account: before, baseUrl, sessions } = this;
    this.accounts = sessions.sessions.map(
      (session) =>
        accountsBefore.find(({ key }) => isSameAccount(key, session)) ?? this.#open(session),
    );
    accountsBefore
      .filter((account) => !this.accounts.includes(account))
      .forEach((account) => account.dispose());
    const session = baseUrl && sessions.current(baseUrl.href);
    const account = session && this.accounts.find(({ key }) => isSameAccount(key, session));
    this.account = account;
    if (account && this.example) {
      this.showExample(undefined);
    }
    this.#showRowFields();
    if (account !== before) {
      before?.list.finish();
      before?.lastLook.setLooking(false);
      account?.synchronize();
      const isSignedInHere = session?.issuedAt === this.#signedIn?.issuedAt;
      if (this.#isStarted && !isSignedInHere && account?.list.isTried === false) {
        account.list.waitForUser();
      }
    }
    clearTimeout(this.#sessionTimer);
    const left = session ? remainingMs(session, this.now()) : 0;
    if (left > 0) {
      // At its end, a session says so. Longer timers would fire at once.
      this.#sessionTimer = setTimeout(() => this.#chooseAccount(), Math.min(left, DAY)).unref();
    }
    this.#onListChange();
  }

  #open({ id, baseUrl }: Session) {
    const { client, rowFields } = this;
    const account = new Account(
      { id, baseUrl },
      {
        ...this.options,
        ...this.#tables,
        client,
        service: this.serviceAt(baseUrl),
        rowFields,
        attempt: this.#attempt,
      },
    );
    account.onDidChange(() => {
      if (account === this.account) {
        this.#onListChange();
      }
    });
    return account;
  }

  #onListChange(): void {
    if (this.account) {
      const { loaded } = this.account.list;
      this.rowFields.update(loaded);
      this.budget.continueAfter(loaded.lastCall);
    }
    this.#changes.fire();
  }

  /** An example's row fields aren't saved, because it has no address. */
  #showRowFields(): void {
    this.rowFields.show(this.example ? undefined : this.baseUrl?.href);
  }

  async #deleteUnwanted() {
    const { settings, database } = this.options;
    if (!settings.keepSnapshot) {
      await database.retry(() => this.#tables.accounts.deleteRows());
      await database.removeTraces();
    }
  }

  /** @param isTokenGone if not, a line stays, by which the next start removes the token */
  async #deleteData(signIn: SignIn, isTokenGone: boolean) {
    const { database } = this.options;
    await database.retry(() => this.#tables.accounts.end(signIn, isTokenGone));
    if (database.isInMemory) {
      throw new Error('the file still has the data');
    }
  }

  /** Also deletes accounts that weren't used for long. */
  async #finishSignOuts() {
    const { sessions, database, now } = this.options;
    const isOver = (line: AccountRow): boolean => {
      const isUnused = line.usedAt < now() - KEPT_FOR_MS && sessions.find(line) === undefined;
      return line.state === 'signingOut' || (isUnused && sessions.isRead);
    };
    const lines = database.transact(this.#tables.accounts.list).filter(isOver);
    for (const signIn of [...sessions.signOuts.values(), ...lines]) {
      const session = sessions.find(signIn);
      if (session?.issuedAt === signIn.issuedAt) {
        await sessions.remove(session);
      }
      await this.#deleteData(signIn, true);
      await database.removeTraces();
      await sessions.finishSignOut(signIn);
    }
  }
}
