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
  readonly paging: Pick<AddressPagingOptions, 'store' | 'onError'>;
}

/** `expired`: the token is too old, or the service rejects it. */
export type SessionState = 'none' | 'active' | 'expired';

/** Retry that waits for the service's retry time. */
interface RetryWait {
  /** Epoch milliseconds. */
  readonly until: number;
  /** Cause of the retry. */
  readonly error: unknown;
  readonly abort: AbortController;
}

interface AccountList {
  readonly id: string;
  readonly list: MonitorList;
  readonly savedPages: SavedPages;
  readonly paging: AddressPaging;
  /** Settles when saved pages are loaded. */
  restored: Promise<void> | undefined;
}

/** Shows the monitors of the chosen account. All other code uses the list through this class. */
export class ListController implements Disposable {
  readonly #options: ListControllerOptions;
  readonly #changes = new Emitter<ListChange>();
  readonly #accounts = new Map<string, AccountList>();
  readonly #subscriptions: Disposable[];
  #address: string | undefined;
  /** Known sign-ins. Switching accounts or moving a session isn't a sign-in. */
  #signIns: ReadonlySet<string> = new Set();
  #shown: MonitorList | undefined;
  #example: MonitorList | undefined;
  readonly #paging = new Map<string, AddressPaging>();
  #waiting: RetryWait | undefined;

  /** Fires when account, session, list or rows change. */
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
        // Skip accounts that the user hasn't opened.
        void account?.restored?.then(() => this.#adoptSavedPages(account)).then(() => this.reread());
      }),
      options.database.onDidReplace(() => {
        // Save the shown rows again, in the new file.
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

  /** Chosen account at the address, expired or not. */
  get session(): Session | undefined {
    return this.baseUrl && this.#options.sessions.current(this.baseUrl.href);
  }

  /** Chosen account and its address. */
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

  /** Monitors of the account, or an example. */
  get list(): MonitorList | undefined {
    return this.ownList ?? this.#example;
  }

  /** Monitors of the account; undefined if signed out. */
  get ownList(): MonitorList | undefined {
    return this.#current?.list;
  }

  /** Shows example monitors until a sign-in; `undefined` hides them. */
  showExample(list: MonitorList | undefined): void {
    this.#example = list;
    this.#fireAccountChange();
  }

  /** Epoch milliseconds at which a waiting retry starts. */
  get retriesAt(): number | undefined {
    return this.#waiting?.until;
  }

  /** Counts the monitors that this window has loaded. */
  loadedCount(accountId: string): number | undefined {
    return this.#accounts.get(accountId)?.list.loaded.count;
  }

  /**
   * Shows saved pages, or else reads the first page with one call. Does nothing if rows are loaded or no
   * session is active.
   */
  async ensureFirstPage(): Promise<ListOutcome> {
    const list = await this.#restored();
    return list && this.sessionState === 'active' ? list.ensureFirstPage() : 'idle';
  }

  /** Shows saved pages, then reads one more. */
  async loadMore(caller?: Caller): Promise<ListOutcome> {
    return (await this.#restored())?.loadMore(caller) ?? 'idle';
  }

  async loadAll(maxPages: number, caller?: Caller): Promise<ListOutcome> {
    return (await this.#restored())?.loadAll(maxPages, caller) ?? 'idle';
  }

  /**
   * Reads all loaded pages again, or only the first `pages`. Loads saved pages first, so that a shorter list
   * doesn't replace them. Those keep their age.
   */
  async refresh(options: Parameters<MonitorList['refresh']>[0] = {}): Promise<ListOutcome> {
    const pages = options.pages ?? this.list?.refreshDepth ?? 1;
    return (await this.#restored())?.refresh({ ...options, pages }) ?? 'idle';
  }

  /** Reads these pages again, with one call each. */
  async refreshPages(pageIndexes: readonly number[]): Promise<ListOutcome> {
    return this.ownList?.refreshPages(pageIndexes) ?? 'idle';
  }

  /** Applies a changed mapping to the rows. Costs no calls. */
  async reread(): Promise<void> {
    const { ownList, baseUrl } = this;
    if (ownList && baseUrl) {
      await this.#options.mapping.rereadList(ownList, baseUrl);
    }
  }

  /** Saves the rows, and loads pages from other windows. Never rejects. */
  async synchronize(): Promise<void> {
    const account = this.#current;
    await account?.savedPages.keep(account.list.loaded);
    if (account && account === this.#current) {
      await this.#adoptSavedPages(account);
    }
  }

  /** Retries the failed page, at the service's retry time if any. */
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

  /** Stops the running operation or waiting retry. */
  cancel(): void {
    this.#waiting?.abort.abort();
    this.list?.cancel();
  }

  /**
   * Continues after a sign-in at the page that failed. Doesn't retry a refused new token: the call would cost
   * and fail again.
   */
  async resume(): Promise<ListOutcome> {
    return isStoppedBySession(this.list?.failure) ? this.list!.retry() : 'idle';
  }

  /** Most calls that {@link resume} makes, or 1 if the first page will load by itself. */
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

  /** Loads saved pages, then returns the list; undefined if the user switched accounts. */
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

  /** Shows saved pages that are newer or go further. */
  async #adoptSavedPages({ list, savedPages }: AccountList, wanted = (): boolean => true): Promise<void> {
    const shown = list.loaded;
    const pages = await savedPages.findNewer(shown);
    if (pages && list.loaded === shown && list.progress === undefined && wanted()) {
      list.restore(pages);
    }
  }

  /** @returns false if canceled */
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

  /** Loads another session only on request, except after a sign-in. */
  #followSession(): void {
    const { session, list } = this;
    const isKnown = session !== undefined && this.#signIns.has(toSignIn(session));
    this.#signIns = new Set(this.#options.sessions.sessions.map(toSignIn));
    if (isKnown && list !== this.#shown) {
      list?.waitForUser();
    }
  }

  /** Clears the rows of the old address. Loads the new one only on request. */
  #followAddress(): void {
    const address = this.baseUrl?.href;
    if (address !== this.#address) {
      this.#address = address;
      [...this.#accounts.keys()].forEach((id) => this.#close(id));
      this.list?.waitForUser();
    }
    this.#fireAccountChange();
  }

  #fireAccountChange(): void {
    const { list } = this;
    const change = list === this.#shown ? SAME_ROWS : REPLACED_ROWS;
    this.#shown = list;
    this.#waiting = change === REPLACED_ROWS ? void this.#waiting?.abort.abort() : this.#waiting;
    this.#changes.fire(change);
  }

  /** Stops the list and clears its rows, but keeps saved pages. */
  #close(id: string): void {
    const account = this.#accounts.get(id);
    this.#accounts.delete(id);
    account?.list.clear();
  }
}

/** Identifies a sign-in, even after its session moves. */
function toSignIn({ id, issuedAt }: Session): string {
  return `${issuedAt} ${id}`;
}

/** Whether the service rejected the session's token. Refused new tokens don't count. */
export function isTokenRejected(error: unknown): boolean {
  return isCallError(error, 'expired');
}

/** Whether only a sign-in can help. */
export function isStoppedBySession(failure: Pick<ListFailure, 'error'> | undefined): boolean {
  return isTokenRejected(failure?.error) || failure?.error instanceof SessionExpiredError;
}
