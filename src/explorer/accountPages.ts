import type { Disposable } from '../base/event';
import type { ListChange, MonitorList } from '../monitors/monitorList';
import type { PagesOwner, SharedPages } from './sharedPages';

export interface AccountPagesOptions {
  readonly owner: PagesOwner;
  readonly list: MonitorList;
  readonly shared: SharedPages;
  readonly onChange: (change: ListChange) => void;
  /** So many pages were taken from disk, or from another window, instead of being read. */
  readonly onRestored: (pages: number) => void;
}

/** While many pages stream in, what has arrived is written down at most so often. */
const SAVE_AT_MOST_EVERY_MS = 2_000;

/** The list of one account, kept in step with what is on disk. */
export class AccountPages implements Disposable {
  readonly #options: AccountPagesOptions;
  readonly #subscriptions: Disposable[];
  #restoring: Promise<void> | undefined;
  #saving: NodeJS.Timeout | undefined;
  #saved: unknown;

  constructor(options: AccountPagesOptions) {
    this.#options = options;
    const { list, shared, owner, onChange, onRestored } = options;
    this.#subscriptions = [
      list.onDidChange((change) => {
        onChange(change);
        this.#saveSoon();
      }),
      shared.follow(owner, list, onRestored),
    ];
  }

  get list(): MonitorList {
    return this.#options.list;
  }

  /** Takes up what is kept on disk, once, and only where nothing is loaded yet. */
  restore(): Promise<void> {
    this.#restoring ??= this.#restore();
    return this.#restoring;
  }

  /** Ends what runs and forgets the rows. What is on disk stays. */
  dispose(): void {
    clearTimeout(this.#saving);
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    this.list.clear();
  }

  async #restore(): Promise<void> {
    const { shared, owner, list, onRestored } = this.#options;
    const pages = await shared.load(owner);
    if (pages.length > 0 && list.loaded.nextPageIndex === 0 && list.progress === undefined) {
      list.restore(pages);
      onRestored(pages.length);
    }
  }

  #saveSoon(): void {
    if (this.#saving && this.list.progress) {
      return;
    }
    clearTimeout(this.#saving);
    const wait = this.list.progress ? SAVE_AT_MOST_EVERY_MS : 0;
    this.#saving = setTimeout(() => {
      this.#saving = undefined;
      void this.#save();
    }, wait);
  }

  async #save(): Promise<void> {
    const { shared, owner, list } = this.#options;
    const newest = list.loaded.pages.at(-1);
    if (newest !== this.#saved) {
      this.#saved = newest;
      await shared.save(owner, list.loaded.pages, list.loaded.complete);
    }
  }
}
