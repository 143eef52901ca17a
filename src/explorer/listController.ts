import { randomUUID } from 'node:crypto';
import { Emitter, type Disposable } from '../base/event';
import {
  MonitorList,
  REPLACED_ROWS,
  SAME_ROWS,
  type ListChange,
  type ListOutcome,
} from '../monitors/monitorList';
import type { AvoidedReason } from '../credits/ledger';
import type { Meter } from '../credits/meter';
import type { BaseUrl } from '../service/address';
import { NewTokenRejectedError, UnauthorizedError } from '../service/errors';
import type { SessionStore } from '../session/sessionStore';
import { isNewlyIssued, isExpired, SessionExpiredError, type Session } from '../session/session';
import { AccountPages } from './accountPages';
import type { PageReader } from './pageReader';
import type { SharedPages } from './sharedPages';

/** What the explorer needs to know of the person's settings. */
export interface ListSettings {
  readonly baseUrl: BaseUrl | undefined;
  readonly pageSize: number;
  readonly onDidChange: (listener: () => void) => Disposable;
}

export interface ListControllerOptions {
  readonly settings: ListSettings;
  readonly sessions: SessionStore;
  readonly reader: PageReader;
  readonly meter: Pick<Meter, 'recordAvoided'>;
  readonly shared: SharedPages;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** `expired`: the token has ended, or the service no longer takes it. */
export type SessionState = 'none' | 'active' | 'expired';

const IDLE = Promise.resolve<ListOutcome>('idle');

/** Whose monitors are shown, and the list of them; the one thing that views and commands look at. */
export class ListController implements Disposable {
  readonly #options: ListControllerOptions;
  readonly #changes = new Emitter<ListChange>();
  readonly #refusals = new Emitter<Session>();
  readonly #accounts = new Map<string, AccountPages>();
  readonly #subscriptions: Disposable[];
  #address: string | undefined;
  #shown: MonitorList | undefined;

  /** The account, its session, its list or what is loaded has changed. */
  readonly onDidChange = this.#changes.event;

  /** The service has answered 401 to this session, as it was when the call went out. */
  readonly onDidRejectSession = this.#refusals.event;

  constructor(options: ListControllerOptions) {
    this.#options = options;
    this.#address = this.baseUrl?.href;
    this.#subscriptions = [
      options.settings.onDidChange(() => this.#followAddress()),
      options.sessions.onDidChange(({ removed }) => {
        removed.forEach(({ id }) => this.#drop(id));
        this.#fireAccountChange();
      }),
    ];
  }

  get baseUrl(): BaseUrl | undefined {
    return this.#options.settings.baseUrl;
  }

  /** The account chosen at the service address, whether or not its session is over. */
  get session(): Session | undefined {
    return this.baseUrl && this.#options.sessions.current(this.baseUrl.origin);
  }

  get sessionState(): SessionState {
    const { session } = this;
    if (session === undefined) {
      return 'none';
    }
    return this.#isSpent(session) ? 'expired' : 'active';
  }

  /** The monitors of the account; absent where nobody is signed in. */
  get list(): MonitorList | undefined {
    return this.#account?.list;
  }

  /**
   * Shows what is known of the account: the rows that are kept on disk, at no call, else the first page, by one.
   * Costs nothing where something is loaded, or where no session is active.
   */
  async ensureFirstPage(): Promise<ListOutcome> {
    const account = this.#account;
    await account?.restore();
    return account && account === this.#account && this.sessionState === 'active'
      ? account.list.ensureFirstPage()
      : 'idle';
  }

  /** Reads one page more; what is kept on disk is taken up before. */
  async loadMore(): Promise<ListOutcome> {
    const account = this.#account;
    if (account?.list.progress) {
      this.countAvoided('coalesced');
    }
    await account?.restore();
    return account && account === this.#account ? account.list.loadMore() : 'idle';
  }

  /** Reads up to `maxPages` further pages. */
  loadAll(maxPages: number): Promise<ListOutcome> {
    return this.list?.loadAll(maxPages) ?? IDLE;
  }

  /** Reads the list anew, as deep as it is loaded unless `pages` says otherwise. */
  refresh(options: { pages?: number; reason?: 'refresh' | 'autoRefresh' } = {}): Promise<ListOutcome> {
    return this.list?.refresh(options) ?? IDLE;
  }

  /** Reads one of the loaded pages anew, in its place: one call. */
  refreshPage(pageIndex: number): Promise<ListOutcome> {
    return this.list?.refreshPage(pageIndex) ?? IDLE;
  }

  /** Goes on at the page that failed. */
  retry(): Promise<ListOutcome> {
    return this.list?.retry() ?? IDLE;
  }

  cancel(): void {
    this.list?.cancel();
  }

  /** After a sign-in, goes on with what the end of the last session had stopped: that page, not page 0. */
  async resume(): Promise<ListOutcome> {
    const error = this.list?.failure?.error;
    return error instanceof UnauthorizedError || error instanceof SessionExpiredError
      ? this.list!.retry()
      : 'idle';
  }

  /** Counts calls that were asked for and not made. */
  countAvoided(reason: AvoidedReason, calls = 1): void {
    if (this.session && calls > 0) {
      void this.#options.meter.recordAvoided(this.session.id, reason, calls);
    }
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    [...this.#accounts.keys()].forEach((id) => this.#drop(id));
    this.#changes.dispose();
    this.#refusals.dispose();
  }

  get #account(): AccountPages | undefined {
    const { session, baseUrl } = this;
    if (session === undefined || baseUrl === undefined) {
      return undefined;
    }
    const known = this.#accounts.get(session.id);
    if (known) {
      return known;
    }
    const account = this.#open({ account: session.id, address: baseUrl.href });
    this.#accounts.set(session.id, account);
    return account;
  }

  #open(owner: { account: string; address: string }): AccountPages {
    const { settings, sessions, reader, shared } = this.#options;
    const fetchPage = reader.fetchPageFor({
      account: owner.account,
      baseUrl: () => this.baseUrl,
      list: () => list,
      session: () => {
        const session = sessions.find(owner.account);
        return session && !this.#isSpent(session) ? session : undefined;
      },
      onFailed: (session, error) =>
        error instanceof UnauthorizedError ? this.#refuse(session, error) : error,
    });
    const list = new MonitorList({ fetchPage, pageSize: () => settings.pageSize, newId: randomUUID });
    return new AccountPages({
      owner,
      list,
      shared,
      onChange: (change) => this.list === list && this.#changes.fire(change),
      onRestored: (pages) => this.countAvoided('loaded', pages),
    });
  }

  #refuse(session: Session, failure: UnauthorizedError): UnauthorizedError {
    const { sessions, now } = this.#options;
    void sessions.reject(session);
    if (isNewlyIssued(session, now())) {
      return new NewTokenRejectedError(failure.status, failure.serviceMessage);
    }
    this.#refusals.fire(session);
    return failure;
  }

  #isSpent(session: Session): boolean {
    return isExpired(session, this.#options.now());
  }

  /** Rows of one address never stand under another. */
  #followAddress(): void {
    const address = this.baseUrl?.href;
    if (address !== this.#address) {
      this.#address = address;
      [...this.#accounts.keys()].forEach((id) => this.#drop(id));
    }
    this.#fireAccountChange();
  }

  /** The rows are others where another list is shown now than before. */
  #fireAccountChange(): void {
    const { list } = this;
    this.#changes.fire(list === this.#shown ? SAME_ROWS : REPLACED_ROWS);
    this.#shown = list;
  }

  #drop(id: string): void {
    this.#accounts.get(id)?.dispose();
    this.#accounts.delete(id);
  }
}
