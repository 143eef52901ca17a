import type { Disposable } from '../base/event';
import type { MonitorList } from '../monitors/monitorList';
import type { Page } from '../monitors/page';
import type { PagedMonitors } from '../monitors/pagedMonitors';
import type { Lease, Leases } from '../storage/lease';
import type { Snapshot } from '../storage/snapshot';
import type { SnapshotFile } from '../storage/snapshotFile';

/** Whose pages, and where they were read: pages of one address never show under another. */
export interface PagesOwner {
  /** Session id. */
  readonly account: string;
  /** Base URL. */
  readonly address: string;
}

export interface SharedPagesOptions {
  readonly snapshots: SnapshotFile;
  readonly leases: Leases;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Whether the person wants pages kept at all. */
  readonly enabled: () => boolean;
}

/** Longer than any call may take, so that a window that died mid-call blocks no other for long. */
const LEASE_SLACK_MS = 5_000;

/**
 * Pages that were paid for once, shared by all windows and kept over restarts. A convenience: whatever goes wrong
 * here costs at worst a call that could have been avoided, and never an error.
 */
export class SharedPages {
  readonly #options: SharedPagesOptions;

  constructor(options: SharedPagesOptions) {
    this.#options = options;
  }

  /** What is kept of an account. */
  async load({ account, address }: PagesOwner): Promise<readonly Page[]> {
    if (!this.#options.enabled()) {
      return [];
    }
    const { snapshot } = await this.#options.snapshots.load(account);
    return snapshot?.origin === address ? snapshot.pages : [];
  }

  /** A page that another window has read since, of the reading that `loaded` goes on with. */
  async find(owner: PagesOwner, loaded: PagedMonitors, pageIndex: number): Promise<Page | undefined> {
    const pages = await this.load(owner);
    const [first] = loaded.pages;
    const sameReading = first === undefined || first.readAt === pages[0]?.readAt;
    const page = pages[pageIndex];
    return sameReading && page?.pageSize === loaded.pageSize ? page : undefined;
  }

  /** Keeps other windows from reading the same page at the same time. They wait, and then find it. */
  async reserve(
    owner: PagesOwner,
    pageIndex: number,
    wait: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<Lease | undefined> {
    if (!this.#options.enabled()) {
      return undefined;
    }
    const name = `page ${pageIndex} of ${owner.account} at ${owner.address}`;
    const ttlMs = wait.timeoutMs + LEASE_SLACK_MS;
    try {
      return await this.#options.leases.acquire(name, { ...wait, timeoutMs: ttlMs });
    } catch {
      // Taken back while waiting, or the disk does not work: then there is nothing to share.
      return undefined;
    }
  }

  async save(owner: PagesOwner, pages: readonly Page[], complete: boolean): Promise<void> {
    const last = pages.at(-1);
    if (!this.#options.enabled() || last === undefined) {
      return;
    }
    const snapshot: Snapshot = {
      account: owner.account,
      origin: owner.address,
      pageSize: last.pageSize,
      pages,
      complete,
      nextPageIndex: pages.length,
      savedAt: this.#options.now(),
      ...(last.total === undefined ? {} : { total: last.total }),
    };
    await this.#options.snapshots.save(snapshot);
  }

  /** Takes up what another window reads: a newer reading, or further pages of this one. */
  follow(owner: PagesOwner, list: MonitorList, onAdopted: (pages: number) => void): Disposable {
    return this.#options.snapshots.onDidChange(owner.account, () => {
      void this.load(owner).then((pages) => {
        const ahead = pagesAhead(list.loaded, pages);
        if (ahead > 0 && list.progress === undefined) {
          list.restore(pages);
          onAdopted(ahead);
        }
      });
    });
  }

  /** Removes everything, where the person does not want pages kept. @throws the file system's error */
  async removeUnwanted(): Promise<void> {
    if (!this.#options.enabled()) {
      await this.#options.snapshots.removeAll();
    }
  }

  /** Removes what is kept of an account. @throws the file system's error */
  remove(account: string): Promise<void> {
    return this.#options.snapshots.remove(account);
  }
}

/** How many pages are news to a list: the further ones of its own reading, or all of a newer one. */
function pagesAhead(loaded: PagedMonitors, pages: readonly Page[]): number {
  const mine = loaded.pages[0]?.readAt;
  const theirs = pages[0]?.readAt;
  if (theirs === undefined) {
    return 0;
  }
  if (mine === theirs) {
    return Math.max(0, pages.length - loaded.nextPageIndex);
  }
  return mine === undefined || theirs > mine ? pages.length : 0;
}
