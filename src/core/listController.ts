import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Emitter, type Disposable } from '../base/event';
import type { Caller } from '../monitors/call';
import {
  MonitorList,
  REPLACED_ROWS,
  SAME_ROWS,
  type ListChange,
  type ListFailure,
  type ListOutcome,
} from '../monitors/monitorList';
import type { Page } from '../monitors/page';
import type { BaseUrl } from '../service/address';
import { isCallError } from '../service/errors';
import { isExpired, SessionExpiredError, type Session } from '../session/session';
import type { SessionStore } from '../session/sessionStore';
import type { AccountKey } from '../storage/accounts';
import type { Database } from '../storage/database';
import type { Snapshots } from '../storage/snapshots';
import { AddressPaging, type AddressPagingOptions } from './addressPaging';
import { createPages, type PagesParts } from './pages';
import type { ResponseMapping } from './responseMapping';
import { SavedPages } from './savedPages';
import type { SignIns } from './signIns';

/** What the list needs to know of the user's settings. */
export interface ListSettings {
  readonly baseUrl: BaseUrl | undefined;
  /** Monitors per page. */
  readonly pageSize: number;
  readonly keepSnapshot: boolean;
  readonly onDidChange: (listener: () => void) => Disposable;
}

export interface ListControllerOptions extends Pick<
  PagesParts,
  'client' | 'leases' | 'now' | 'pause' | 'onDidFail'
> {
  readonly mapping: ResponseMapping;
  readonly settings: ListSettings;
  readonly sessions: SessionStore;
  readonly database: Pick<Database, 'onDidChange' | 'onDidReplace'>;
  readonly signIns: SignIns;
  readonly snapshots: Snapshots;
  /** Keeps what the pages of each service address have shown. */
  readonly paging: Pick<AddressPagingOptions, 'store' | 'onError'>;
}

/** `expired`: the token's time has ended, or the service doesn't accept it any more. */
export type SessionState = 'none' | 'active' | 'expired';

/** A retry that waits for the time that the service has named. */
interface RetryWait {
  /** Epoch milliseconds. */
  readonly until: number;
  /** What failed. */
  readonly error: unknown;
  readonly abort: AbortController;
}

/** The list of one account and its saved pages. */
interface AccountList {
  readonly id: string;
  readonly list: MonitorList;
  readonly savedPages: SavedPages;
  readonly paging: AddressPaging;
  /** Settled once the saved pages were shown. */
  restored: Promise<void> | undefined;
}

/** Whose monitors are shown, and the one way into their list for commands, view, auto refresh and other extensions. */
export class ListController implements Disposable {
  readonly #options: ListControllerOptions;
  readonly #changes = new Emitter<ListChange>();
  readonly #accounts = new Map<string, AccountList>();
  readonly #subscriptions: Disposable[];
  #address: string | undefined;
  /** Sign-ins that are known. Another account that is chosen, or a session that has moved, is no new one. */
  #signIns: ReadonlySet<string> = new Set();
  #shown: MonitorList | undefined;
  #example: MonitorList | undefined;
  readonly #paging = new Map<string, AddressPaging>();
  #waiting: RetryWait | undefined;

  /** The account, its session, its list or what is loaded has changed. */
  readonly onDidChange = this.#changes.event;

  constructor(options: ListControllerOptions) {
    this.#options = options;
    this.#address = this.baseUrl?.href;
    this.#followSession();
    this.#shown = this.list;
    this.#subscriptions = [
      options.settings.onDidChange(() => {
        if (!options.settings.keepSnapshot) {
          this.#accounts.forEach(({ savedPages }) => savedPages.forget());
        }
        this.#followAddress();
        void this.reread();
      }),
      options.database.onDidChange(() => {
        const account = this.#current;
        // An account that nobody has looked at isn't read.
        void account?.restored?.then(() => this.#adoptSavedPages(account)).then(() => this.reread());
      }),
      options.database.onDidReplace(() => {
        // What is shown is saved again, in the new file.
        this.#accounts.forEach(({ savedPages }) => savedPages.forget());
      }),
      options.sessions.onDidChange(({ removed }) => {
        this.#example = undefined;
        removed.filter(({ baseUrl }) => baseUrl === this.#address).forEach(({ id }) => this.#close(id));
        this.#followSession();
        this.#fireAccountChange();
      }),
    ];
  }

  get baseUrl(): BaseUrl | undefined {
    return this.#options.settings.baseUrl;
  }

  /** The account chosen at the service address, whether or not its session has expired. */
  get session(): Session | undefined {
    return this.baseUrl && this.#options.sessions.current(this.baseUrl.href);
  }

  /** The same account, and the address at which its monitors are read. */
  get owner(): AccountKey | undefined {
    const { session, baseUrl } = this;
    return session && baseUrl && { account: session.id, address: baseUrl.href };
  }

  get sessionState(): SessionState {
    const { session } = this;
    if (session === undefined) {
      return 'none';
    }
    return isExpired(session, this.#options.now()) ? 'expired' : 'active';
  }

  /** What is shown: the monitors of the account, or an example. */
  get list(): MonitorList | undefined {
    return this.ownList ?? this.#example;
  }

  /** The monitors of the account; absent where nobody is signed in. */
  get ownList(): MonitorList | undefined {
    return this.#current?.list;
  }

  /** Shows monitors that belong to no account until someone signs in, or no longer. Makes no call. */
  showExample(list: MonitorList | undefined): void {
    this.#example = list;
    this.#fireAccountChange();
  }

  /** Epoch milliseconds at which a retry that waits goes out; absent where none does. */
  get retriesAt(): number | undefined {
    return this.#waiting?.until;
  }

  /** How many monitors of an account are loaded in this window; absent where none were. */
  loadedCount(accountId: string): number | undefined {
    return this.#accounts.get(accountId)?.list.loaded.count;
  }

  /**
   * Shows what is known of the account: saved pages, at no call, else the first page, at one call.
   * Costs nothing where something is loaded, or where no session is active.
   */
  async ensureFirstPage(): Promise<ListOutcome> {
    const list = await this.#restored();
    return list && this.sessionState === 'active' ? list.ensureFirstPage() : 'idle';
  }

  /** Reads one page more; saved pages are shown before. */
  async loadMore(caller?: Caller): Promise<ListOutcome> {
    return (await this.#restored())?.loadMore(caller) ?? 'idle';
  }

  /** Reads up to `maxPages` further pages. */
  async loadAll(maxPages: number, caller?: Caller): Promise<ListOutcome> {
    return (await this.#restored())?.loadAll(maxPages, caller) ?? 'idle';
  }

  /**
   * Reads the list anew, as deep as it is loaded. With `pages`, only so many pages are renewed in place, and the others
   * keep their age. What is kept on disk is taken up before, as a shorter list would take its place; the calls are those
   * that it takes without.
   */
  async refresh(options: Parameters<MonitorList['refresh']>[0] = {}): Promise<ListOutcome> {
    const pages = options.pages ?? this.list?.refreshDepth ?? 1;
    return (await this.#restored())?.refresh({ ...options, pages }) ?? 'idle';
  }

  /** Reads some of the loaded pages anew, in their places: a call for each. */
  async refreshPages(pageIndexes: readonly number[]): Promise<ListOutcome> {
    return this.ownList?.refreshPages(pageIndexes) ?? 'idle';
  }

  /** Reads the rows again if the service is read in another way now: a field was picked, here or in another window. No call. */
  async reread(): Promise<void> {
    const { ownList, baseUrl } = this;
    if (ownList && baseUrl) {
      await this.#options.mapping.rereadList(ownList, baseUrl);
    }
  }

  /** Saves the rows, and takes up what another window has saved since. Never rejects. */
  async synchronize(): Promise<void> {
    const account = this.#current;
    await account?.savedPages.keep(account.list.loaded);
    if (account && account === this.#current) {
      await this.#adoptSavedPages(account);
    }
  }

  /** Goes on at the page that failed; where the service has named a time for that, at that time. */
  async retry(): Promise<ListOutcome> {
    const { list } = this;
    const error = list?.failure?.error;
    const retryAt = isCallError(error) ? error.facts.retryAt : undefined;
    if (list === undefined || this.#waiting) {
      return 'idle';
    }
    if (retryAt !== undefined && !(await this.#waitUntil(retryAt, error))) {
      return 'cancelled';
    }
    return list.retry();
  }

  /** Stops what runs, or a retry that waits. */
  cancel(): void {
    this.#waiting?.abort.abort();
    this.list?.cancel();
  }

  /**
   * After a sign-in, goes on with what the end of the last session had stopped: that page, not page 0. What a new token
   * was rejected for is not tried again by itself: each try is paid for, and it would fail again.
   */
  async resume(): Promise<ListOutcome> {
    return isStoppedBySession(this.list?.failure) ? this.list!.retry() : 'idle';
  }

  /** The most calls that {@link resume} makes; where nothing is loaded, the first page, which then follows by itself. */
  get callsToResume(): number {
    const { failure, loaded } = this.list ?? {};
    if (failure && isStoppedBySession(failure)) {
      return failure.callsLeft;
    }
    return (loaded?.nextPageIndex ?? 0) === 0 ? 1 : 0;
  }

  dispose(): void {
    this.#waiting?.abort.abort();
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    [...this.#accounts.keys()].forEach((id) => this.#close(id));
    this.#changes.dispose();
  }

  get #current(): AccountList | undefined {
    const { owner } = this;
    if (owner === undefined) {
      return undefined;
    }
    const opened = this.#accounts.get(owner.account) ?? this.#open(owner);
    this.#accounts.set(owner.account, opened);
    return opened;
  }

  #open(owner: AccountKey): AccountList {
    const { settings } = this.#options;
    const { mapping } = this.#options;
    const reread = (page: Page): Promise<Page> => mapping.reread(page, { href: owner.address });
    const savedPages = new SavedPages({ ...this.#options, owner, reread });
    const paging = this.#pagingOf(owner.address);
    const list = new MonitorList({
      paging,
      fetchPage: createPages(owner, { ...this.#options, savedPages }),
      pageSize: () => settings.pageSize,
      newId: randomUUID,
      onDidChange: (change) => this.#follow(account, change),
    });
    const account: AccountList = { id: owner.account, list, savedPages, paging, restored: undefined };
    return account;
  }

  #pagingOf(address: string): AddressPaging {
    const known = this.#paging.get(address) ?? new AddressPaging({ address, ...this.#options.paging });
    this.#paging.set(address, known);
    return known;
  }

  /** Tells the view and the other listeners what a list has changed. */
  #follow(account: AccountList, change: ListChange): void {
    const { id, list, savedPages } = account;
    if (this.#accounts.get(id) !== account) {
      return;
    }
    if (this.#waiting && list === this.list && list.failure?.error !== this.#waiting.error) {
      this.#waiting.abort.abort();
    }
    if (this.session?.id === id) {
      this.#changes.fire(change);
    }
    if (change.rows !== 'same') {
      void savedPages.keep(list.loaded);
    }
    if (change.rows === 'replaced') {
      void this.reread();
    }
  }

  /** The list that is shown, with its saved pages; absent if another one is shown by then. */
  async #restored(): Promise<MonitorList | undefined> {
    const account = this.#current;
    if (account === undefined) {
      return undefined;
    }
    const restore = async (): Promise<void> => {
      await account.paging.load();
      await this.#adoptSavedPages(account, () => account.list.loaded.nextPageIndex === 0);
    };
    account.restored ??= restore();
    await account.restored;
    return account === this.#current ? account.list : undefined;
  }

  /** Shows pages from disk that are newer or go further than those that are shown. */
  async #adoptSavedPages({ list, savedPages }: AccountList, wanted = (): boolean => true): Promise<void> {
    const shown = list.loaded;
    const pages = await savedPages.findNewer(shown);
    if (pages && list.loaded === shown && list.progress === undefined && wanted()) {
      list.restore(pages);
    }
  }

  /** @returns whether the time has come; not where the wait was cancelled. */
  async #waitUntil(time: number, error: unknown): Promise<boolean> {
    const wait = time - this.#options.now();
    if (wait <= 0) {
      return true;
    }
    const abort = new AbortController();
    this.#waiting = { until: time, error, abort };
    this.#changes.fire(SAME_ROWS);
    const isDue = await delay(wait, true, { signal: abort.signal }).catch(() => false);
    this.#waiting = undefined;
    this.#changes.fire(SAME_ROWS);
    return isDue;
  }

  /** Another session reads nothing by itself, unless somebody has just signed in. */
  #followSession(): void {
    const { session, list } = this;
    const isKnown = session !== undefined && this.#signIns.has(toSignIn(session));
    this.#signIns = new Set(this.#options.sessions.sessions.map(toSignIn));
    if (isKnown && list !== this.#shown) {
      list?.waitForUser();
    }
  }

  /** Rows of one address never stand under another, and another address reads nothing by itself. */
  #followAddress(): void {
    const address = this.baseUrl?.href;
    if (address !== this.#address) {
      this.#address = address;
      [...this.#accounts.keys()].forEach((id) => this.#close(id));
      this.list?.waitForUser();
    }
    this.#fireAccountChange();
  }

  /** The rows are others where another list is shown now than before. */
  #fireAccountChange(): void {
    const { list } = this;
    const change = list === this.#shown ? SAME_ROWS : REPLACED_ROWS;
    this.#shown = list;
    this.#waiting = change === REPLACED_ROWS ? void this.#waiting?.abort.abort() : this.#waiting;
    this.#changes.fire(change);
  }

  /** Ends what runs and forgets the rows. What is on disk stays. */
  #close(id: string): void {
    const account = this.#accounts.get(id);
    this.#accounts.delete(id);
    account?.list.clear();
  }
}

/** One sign-in, at whatever address its session is. */
function toSignIn({ id, issuedAt }: Session): string {
  return `${issuedAt} ${id}`;
}

/** Whether the service has rejected the token of the session. A new one that it doesn't take at all is another matter. */
export function isTokenRejected(error: unknown): boolean {
  return isCallError(error, 'expired');
}

/** Whether it takes a sign-in to go on. */
export function isStoppedBySession(failure: Pick<ListFailure, 'error'> | undefined): boolean {
  return isTokenRejected(failure?.error) || failure?.error instanceof SessionExpiredError;
}
