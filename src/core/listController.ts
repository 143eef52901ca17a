import { setImmediate } from 'node:timers/promises';
import { Emitter, type Disposable } from '../base/event';
import type { Caller } from '../monitors/call';
import { MonitorList, type ListChange, type ListFailure, type ListOutcome } from '../monitors/monitorList';
import type { BaseUrl } from '../service/address';
import { isCallError } from '../service/errors';
import { isExpired, SessionExpiredError, type Session } from '../session/session';
import type { AccountKey } from '../storage/accounts';
import { createPages } from './pages';
import { SavedPages, type ListParts } from './savedPages';

/** `expired`: the token is too old, or the service rejects it. */
export type SessionState = 'none' | 'active' | 'expired';

interface AccountList {
  readonly owner: AccountKey;
  readonly list: MonitorList;
  readonly savedPages: SavedPages;
  /** Loads saved pages once. */
  readonly restore: () => Promise<void>;
  /** Settles when saved pages are loaded. */
  restored: Promise<void> | undefined;
}

/** Shows the monitors of the chosen account. All other code uses the list through this class. */
export class ListController implements Disposable {
  readonly #changes = new Emitter<ListChange>();
  /** Lists at the address, by account. */
  readonly #accounts = new Map<string, AccountList>();
  readonly #subscriptions: Disposable[];
  #shown: MonitorList | undefined;
  #example: MonitorList | undefined;

  /** Fires when account, session, list or rows change. */
  readonly onDidChange = this.#changes.event;

  constructor(private readonly parts: ListParts) {
    this.#shown = this.list;
    this.#subscriptions = [
      parts.settings.onDidChange(() => {
        this.#followAccount();
        void this.reread();
      }),
      parts.sessions.onDidChange(({ added }) => {
        this.#example = undefined;
        this.#followAccount(added);
      }),
      parts.database.onDidChange(() => {
        const account = this.#current;
        // Only if the user has opened the account in this window.
        void account?.restored?.then(() => this.#adoptSavedPages(account)).then(() => this.reread());
      }),
    ];
  }

  get baseUrl(): BaseUrl | undefined {
    return this.parts.settings.baseUrl;
  }

  /** Chosen account at the address, expired or not. */
  get session(): Session | undefined {
    return this.baseUrl && this.parts.sessions.current(this.baseUrl.href);
  }

  /** Chosen account and its address. */
  get owner(): AccountKey | undefined {
    const { session, baseUrl } = this;
    return session && baseUrl && { account: session.id, address: baseUrl.href };
  }

  /** See {@link SignIns.attempt}, for the chosen account. */
  async attempt<T>(work: (account: number) => Promise<T>): Promise<T | undefined> {
    return this.owner && this.parts.signIns.attempt(this.owner, work);
  }

  get sessionState(): SessionState {
    const { session } = this;
    if (session === undefined) {
      return 'none';
    }
    return isExpired(session, this.parts.now()) ? 'expired' : 'active';
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
    this.#followAccount();
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
      await this.parts.mapping.rereadList(ownList, baseUrl);
    }
  }

  /** Saves the rows, and loads pages from other windows. Never rejects. */
  async synchronize(): Promise<void> {
    const account = this.#current;
    await account?.savedPages.keep(account.list.loaded);
    await (account && this.#adoptSavedPages(account));
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
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    this.#accounts.forEach((account) => this.#close(account));
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
    const { settings, services } = this.parts;
    const savedPages = new SavedPages(owner, this.parts);
    const paging = services.pagingOf(owner.address);
    const list = new MonitorList({
      paging,
      fetchPage: createPages(owner, savedPages, this.parts),
      pageSize: () => settings.pageSize,
      onDidChange: (change) => this.#follow(account, change),
    });
    const restore = async (): Promise<void> => {
      await paging.load();
      await this.#adoptSavedPages(account);
    };
    const account: AccountList = { owner, list, savedPages, restore, restored: undefined };
    return account;
  }

  #follow(account: AccountList, change: ListChange): void {
    const { owner, list, savedPages } = account;
    if (this.#accounts.get(owner.account) !== account) {
      return;
    }
    if (list === this.list) {
      this.#changes.fire(change);
    }
    if (list.progress === undefined) {
      void savedPages.keep(list.loaded);
    }
    if (change === 'replaced') {
      void this.reread();
    }
  }

  /** Loads saved pages, then returns the list; undefined if the user switched accounts. */
  async #restored(): Promise<MonitorList | undefined> {
    const account = this.#current;
    if (account) {
      account.restored ??= account.restore();
      await account.restored;
    }
    return account === this.#current ? account?.list : undefined;
  }

  /** Shows saved pages that are newer or go further. */
  async #adoptSavedPages({ list, savedPages }: AccountList): Promise<void> {
    const shown = list.loaded;
    const pages = await savedPages.findNewer(shown);
    if (pages && list.loaded === shown) {
      await list.restore(pages, () => setImmediate());
    }
  }

  /** Closes lists of other addresses and of signed-out accounts. Loads another list only after a sign-in. */
  #followAccount(signIns: readonly Session[] = []): void {
    const { sessions } = this.parts;
    for (const account of this.#accounts.values()) {
      const { owner } = account;
      if (owner.address !== this.baseUrl?.href || !sessions.find(owner.account, owner.address)) {
        this.#close(account);
      }
    }
    const { list, session } = this;
    if (list === this.#shown) {
      this.#changes.fire('same');
      return;
    }
    this.#shown = list;
    if (!signIns.some((signIn) => signIn === session)) {
      list?.waitForUser();
    }
    this.#changes.fire('replaced');
  }

  /** Stops the list and clears its rows, but keeps saved pages. */
  #close({ owner, list }: AccountList): void {
    this.#accounts.delete(owner.account);
    list.clear();
  }
}

/** Whether only a sign-in can help. */
export function isStoppedBySession(failure: Pick<ListFailure, 'error'> | undefined): boolean {
  return isCallError(failure?.error, 'expired') || failure?.error instanceof SessionExpiredError;
}
