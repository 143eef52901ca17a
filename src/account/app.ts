import { Emitter, type Disposable } from '../base/event';
import type { AccountKey } from '../storage/accounts';
import { Account } from './account';
import type { AppOptions } from './appOptions';
import type { Example } from './example';
import type { MonitorList } from './monitorList';
import { ServiceMapping } from './serviceMapping';
import { isSameAccount, needsSignIn, type Session } from './session';
import { Shared } from './shared';

/** `expired`: the token is too old, or the service rejects it. */
export type SessionState = 'none' | 'active' | 'expired';

/** What has rows. */
export type Shown = Account | Example;

/** The parts without a screen: the shown account, and the parts that all accounts share. */
export class App extends Shared implements Disposable {
  readonly #changes = new Emitter<void>();
  readonly #subscriptions: readonly Disposable[];
  /** Whether the sessions of before are loaded. Other accounts come from the user. */
  #isStarted = false;
  #wasActive = false;
  readonly #noService = new ServiceMapping();
  /** Whether the database has a line for each account. */
  #areAccountsNoted = false;
  /** The session that this window signed in to last. */
  #signedIn: Session | undefined;

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

  constructor(options: AppOptions) {
    super(options);
    const { settings, sessions, database } = options;
    this.#subscriptions = [
      this.#changes,
      // After the transaction that opened the file.
      database.onDidReplace(() => {
        this.#areAccountsNoted = false;
        queueMicrotask(() => this.#onDatabaseChange());
      }),
      settings.onDidChange(() => this.#onSettingsChange()),
      sessions.onDidChange(() => this.#onSessionsChange()),
      database.onDidChange(() => this.#onDatabaseChange()),
    ];
    this.#chooseAccount();
  }

  get baseUrl() {
    return this.settings.baseUrl;
  }

  /** The shown account, or an example. */
  get shown() {
    return this.account ?? this.example;
  }

  get rowFields() {
    return (this.shown?.service ?? this.#noService).rowFields;
  }

  /** The monitors of the account, or of an example. */
  get list() {
    return this.shown?.list;
  }

  /** The chosen session at the address, expired or not. */
  get session() {
    return this.account?.session;
  }

  get sessionState(): SessionState {
    const state = this.account?.isActive ? 'active' : 'expired';
    return this.session ? state : 'none';
  }

  /** Finishes sign-outs and deletes old data, before anything is shown. Never rejects. */
  async start() {
    const lines = this.attempt(() => {
      this.calls.tidy(this.now());
      return this.accountLines.list();
    });
    await this.sessions.load((lines ?? []).length > 0);
    this.#isStarted = true;
    try {
      for (const signOut of this.sessions.signOuts) {
        await this.#deleteData(signOut);
      }
    } catch (error) {
      this.onError(error);
    }
    this.#deleteUnwanted();
  }

  setSigningIn(isSigningIn: boolean): void {
    this.isSigningIn = isSigningIn;
    this.#changes.fire();
  }

  /** Adds a session that the user has just signed in to, and shows its account. */
  async signIn(session: Session) {
    this.#signedIn = session;
    await this.sessions.add(session);
  }

  /** Shows example monitors until a sign-in; `undefined` hides them. */
  showExample(example: Example | undefined): void {
    this.example?.dispose();
    this.example = example;
    example?.onDidChange(() => this.#changes.fire());
    this.#changes.fire();
  }

  /** Lists calls of all windows since a time in epoch milliseconds, oldest first. @throws DatabaseError */
  listCalls(since: number) {
    return this.options.database.transact(() => this.calls.list(since));
  }

  /** Deletes all data of this machine. @throws the file system's error */
  deleteAll(): void {
    this.services.clear();
    this.options.database.deleteAll();
  }

  /** Unless rows are there, reads the first page in one call if a session is active. */
  async ensureFirstPage() {
    return this.account?.isActive ? this.account.list.ensureFirstPage() : 'idle';
  }

  /** After a sign-in, continues at the page that failed. A refused new token isn't tried again, because that costs. */
  async resume() {
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
  async allowCalls(count: number, list: MonitorList | undefined) {
    const { left } = this.budget.allow(count);
    const { length } = list?.failure?.pagesLeft ?? [];
    if (this.list === list && Math.min(left, length) <= count) {
      await list?.retry();
    }
  }

  /** Saves what isn't saved, and shows what other windows have saved, and that a session or a day has ended. */
  synchronize(): void {
    const { account, budget } = this;
    this.#noteAccounts();
    account?.synchronize();
    if (account && account.isActive !== this.#wasActive) {
      this.#chooseAccount();
    }
    if (budget.state && budget.state.resetsAt <= this.now()) {
      budget.update();
    }
  }

  /**
   * Deletes an account's data. The keyring has a record of it, by which the next start finishes what fails or is
   * interrupted. Never rejects.
   * @returns whether all is deleted
   */
  async signOut(session: Session) {
    const isRecorded = await this.sessions.remove(session);
    try {
      await this.#deleteData(session);
      return isRecorded;
    } catch (error) {
      this.onError(error);
      return false;
    }
  }

  dispose(): void {
    [...this.accounts, ...this.#subscriptions].forEach((part) => part.dispose());
  }

  #onSettingsChange(): void {
    this.#chooseAccount();
    this.budget.update();
    this.#deleteUnwanted();
  }

  #onSessionsChange(): void {
    this.#areAccountsNoted = false;
    this.#noteAccounts();
    this.#chooseAccount();
  }

  /** Notes which accounts are in use. The next start sees by that if the keyring has lost a session. */
  #noteAccounts(): void {
    const { accountLines, sessions } = this;
    this.#areAccountsNoted ||=
      this.attempt(() => {
        for (const session of sessions.sessions) {
          // A sign-out may have left data, which the next sign-in must not show.
          if (session.signedOutAt !== undefined) {
            accountLines.remove(session, session.issuedAt);
          }
          accountLines.use(session);
        }
        return true;
      }) === true;
  }

  #onDatabaseChange(): void {
    this.#noteAccounts();
    this.services.forEach((service) => service.reload());
    this.accounts.forEach((account) => account.synchronize());
    this.budget.update();
  }

  /** Shows the chosen account. An account that another window chose or signed in to waits for the user. */
  #chooseAccount(): void {
    const { account: before, baseUrl } = this;
    const { sessions } = this.sessions;
    const accounts = sessions.map((session) => {
      return this.accounts.find(({ key }) => isSameAccount(key, session)) ?? this.#open(session);
    });
    this.accounts
      .filter((account) => !accounts.includes(account))
      .forEach((account) => account.dispose());
    this.accounts = accounts;
    const session = baseUrl && this.sessions.current(baseUrl.href);
    const account = session && accounts[sessions.indexOf(session)];
    this.account = account;
    if (account && this.example) {
      this.showExample(undefined);
    }
    if (account !== before) {
      before?.list.waitForUser();
      before?.lastLook.setLooking(false);
      account?.synchronize();
      if (this.#isStarted && session?.issuedAt !== this.#signedIn?.issuedAt) {
        account?.list.waitForUser();
      }
    }
    this.#wasActive = account?.isActive === true;
    this.#onListChange();
  }

  #open({ id, baseUrl }: Session) {
    const account = new Account({ id, baseUrl }, this);
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
      this.account.service.rowFields.update(loaded);
      this.budget.continueAfter(loaded.lastCall);
    }
    this.#changes.fire();
  }

  #deleteUnwanted(): void {
    if (this.settings.keepSnapshot) {
      return;
    }
    try {
      this.options.database.transact(() => this.accountLines.removeRows());
      this.options.database.removeTraces();
    } catch (error) {
      this.onError(error);
    }
  }

  async #deleteData(key: AccountKey) {
    const { accountLines, options, sessions } = this;
    const { database } = options;
    database.transact(() => accountLines.remove(key, sessions.find(key)?.issuedAt));
    database.removeTraces();
    await sessions.finishSignOut(key);
  }
}
