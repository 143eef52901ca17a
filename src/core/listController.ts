import { setImmediate } from 'node:timers/promises';
import { Emitter } from '../base/event';
import { MonitorList, type ListChange, type ListOutcome } from '../monitors/monitorList';
import type { BaseUrl } from '../service/address';
import { isExpired, needsSignIn, type Session } from '../session/session';
import type { AccountKey } from '../storage/snapshots';
import type { KnownServices } from './knownServices';
import { createPages } from './pages';
import { SavedPages, type ListParts } from './savedPages';

/** `expired`: the token is too old, or the service rejects it. */
export type SessionState = 'none' | 'active' | 'expired';

interface AccountList {
  readonly owner: AccountKey;
  readonly list: MonitorList;
  readonly savedPages: SavedPages;
  readonly paging: ReturnType<KnownServices['pagingOf']>;
  /** Settles when saved pages are loaded; absent before the user opens the account. */
  adopted?: Promise<void>;
}

/** Shows the monitors of the chosen account. All other code uses the list through this class. */
export class ListController {
  readonly #changes = new Emitter<ListChange>();
  /** Lists at the address by account, so that switching back costs no calls. */
  readonly #accounts = new Map<string, AccountList>();
  #account: AccountList | undefined;
  #example: MonitorList | undefined;

  /** While a sign-in's call runs. */
  isSigningIn = false;
  /** Fires when account, session, list or rows change. */
  readonly onDidChange = this.#changes.event;

  constructor(private readonly parts: ListParts) {
    this.#account = this.session && this.#open(this.session);
    parts.subscriptions.push(
      { dispose: () => this.#accounts.forEach(({ list }) => list.clear()) },
      this.#changes,
      parts.settings.onDidChange(() => {
        this.#updateAccount();
        void this.reread();
      }),
      parts.sessions.onDidChange(({ added }) => {
        this.#example = undefined;
        this.#updateAccount(added);
      }),
      parts.database.onDidChange(() => {
        const account = this.#account;
        void account?.adopted?.then(() => this.#adoptSavedPages(account)).then(() => this.reread());
      }),
    );
  }

  get baseUrl(): BaseUrl | undefined {
    return this.parts.settings.baseUrl;
  }

  /** Chosen account at the address, expired or not. */
  get session(): Session | undefined {
    return this.baseUrl && this.parts.sessions.current(this.baseUrl.href);
  }

  /** See {@link SignIns.attempt}, for the chosen account. */
  async attempt<T>(work: (account: number) => Promise<T>): Promise<T | undefined> {
    return this.session && this.parts.signIns.attempt(this.session, work);
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
    return this.#account?.list;
  }

  /** Shows example monitors until a sign-in; `undefined` hides them. */
  showExample(list: MonitorList | undefined): void {
    this.#example = list;
    this.#changes.fire('replaced');
  }

  setSigningIn(isSigningIn: boolean): void {
    this.isSigningIn = isSigningIn;
    this.#changes.fire('same');
  }

  /** Unless rows are loaded, shows saved pages, or else reads the first one in one call if a session is active. */
  async ensureFirstPage(): Promise<ListOutcome> {
    const list = await this.#loadList();
    return list && this.sessionState === 'active' ? list.ensureFirstPage() : 'idle';
  }

  /** Shows saved pages, then reads one more. */
  async loadMore(): Promise<ListOutcome> {
    return (await this.#loadList())?.loadMore() ?? 'idle';
  }

  async loadAll(maxPages: number): Promise<ListOutcome> {
    return (await this.#loadList())?.loadAll(maxPages) ?? 'idle';
  }

  /** Reads loaded pages again, or the first `pages`. Loads saved ones first, which a shorter list doesn't replace. */
  async refresh(options: Parameters<MonitorList['refresh']>[0] = {}): Promise<ListOutcome> {
    const pages = options.pages ?? this.list?.refreshDepth ?? 1;
    return (await this.#loadList())?.refresh({ ...options, pages }) ?? 'idle';
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
    const account = this.#account;
    if (account) {
      await account.savedPages.keep(account.list.loaded);
      await this.#adoptSavedPages(account);
    }
  }

  /** After a sign-in, continues at the page that failed. A refused new token isn't tried again, because that costs. */
  async resume(): Promise<ListOutcome> {
    return needsSignIn(this.list?.failure?.error) ? this.list!.retry() : 'idle';
  }

  /** Most calls that {@link resume} makes, or 1 if the first page will load by itself. */
  get callsToResume(): number {
    const { failure, isTried = false } = this.list ?? {};
    const firstPage = isTried ? 0 : 1;
    return needsSignIn(failure?.error) ? failure!.callsLeft : firstPage;
  }

  #open(owner: AccountKey): AccountList {
    const { settings, services } = this.parts;
    const savedPages = new SavedPages(owner, this.parts);
    const paging = services.pagingOf({ href: owner.baseUrl });
    const list = new MonitorList({
      paging,
      fetchPage: createPages(owner, savedPages, this.parts),
      pageSize: () => settings.pageSize,
      onDidChange: (change) => this.#onListChange(account, change),
    });
    const account: AccountList = { owner, list, savedPages, paging };
    this.#accounts.set(owner.id, account);
    return account;
  }

  #onListChange(account: AccountList, change: ListChange): void {
    const { list, savedPages } = account;
    if (list.progress === undefined) {
      void savedPages.keep(list.loaded);
    }
    if (account === this.#account) {
      this.#changes.fire(change);
      if (change === 'replaced') {
        void this.reread();
      }
    }
  }

  /** Loads saved pages, then returns the list; undefined if the user switched accounts. */
  async #loadList(): Promise<MonitorList | undefined> {
    const account = this.#account;
    if (account) {
      account.adopted ??= this.#adoptSavedPages(account);
      await account.adopted;
    }
    return account === this.#account ? account?.list : undefined;
  }

  /** Shows saved pages that are newer or go further. */
  async #adoptSavedPages({ list, savedPages, paging }: AccountList): Promise<void> {
    await paging.load();
    const shown = list.loaded;
    const pages = await savedPages.findNewer(shown);
    if (pages && list.loaded === shown) {
      await list.adopt(pages, () => setImmediate());
    }
  }

  /** Shows the chosen account's list. Without a sign-in, a new one waits for the user. Saved pages of others stay. */
  #updateAccount(signIns: readonly Session[] = []): void {
    const { session, baseUrl } = this;
    const before = this.#account;
    for (const { owner, list } of this.#accounts.values()) {
      if (owner.baseUrl !== baseUrl?.href || !this.parts.sessions.find(owner.id, owner.baseUrl)) {
        this.#accounts.delete(owner.id);
        list.clear();
      }
    }
    this.#account = session && (this.#accounts.get(session.id) ?? this.#open(session));
    if (this.#account === before) {
      this.#changes.fire('same');
      return;
    }
    before?.list.finish();
    // Other windows may have saved newer pages meanwhile.
    delete this.#account?.adopted;
    if (!signIns.some((signIn) => signIn === session)) {
      this.#account?.list.waitForUser();
    }
    this.#changes.fire('replaced');
    void this.reread();
  }
}
