import { setImmediate as pause } from 'node:timers/promises';
import { finish } from '../base/finish';
import { parseJson } from '../base/json';
import { SerialQueue } from '../base/serialQueue';
import type { Page, PageRequest } from '../monitors/page';
import type { PagedMonitors } from '../monitors/pagedMonitors';
import { pagesToAdopt } from '../monitors/pagesToAdopt';
import { isUnread, NO_LIST, toStoredPage, toUnreadPage } from '../monitors/storedPage';
import type { FoundPage, StoredPage } from '../monitors/storedPage';
import type { HttpResponse } from '../service/httpResponse';
import type { ServiceClient } from '../service/serviceClient';
import type { AccountKey } from '../storage/snapshots';
import type { KnownServices } from './knownServices';
import type { Parts } from './parts';
import type { ResponseMapping } from './responseMapping';
import type { SignIns } from './signIns';

export interface ListParts extends Parts {
  readonly signIns: SignIns;
  readonly services: KnownServices;
  readonly mapping: ResponseMapping;
  readonly client: ServiceClient;
}

/** Saved pages of an account. Restarts and other windows don't pay for them again. */
export class SavedPages {
  readonly #queue = new SerialQueue();
  /** The snapshot that this window last made current, or last showed as the current one. */
  #currentId: string | undefined;

  constructor(
    private readonly owner: AccountKey,
    private readonly parts: ListParts,
  ) {}

  /**
   * Finds a page that another window saved, or acquires a lease to read it. Never rejects.
   * @returns false if another window has the lease; undefined if saving is off or the database fails
   */
  findOrAcquire(request: PageRequest, lease: string): Promise<FoundPage | boolean | undefined> {
    const { database, snapshots, leases } = this.parts;
    const { pageIndex, pageSize, snapshotId, reason } = request;
    return this.#attempt((account) =>
      database.transact(() => {
        // A first page may be of any snapshot.
        const stored = snapshots.find(account, pageIndex, pageIndex === 0 ? undefined : snapshotId);
        const isWanted = stored?.pageSize === pageSize && !(reason === 'retry' && isUnread(stored));
        return isWanted ? stored : leases.acquire(lease);
      }),
    );
  }

  /** Reads a saved page; undefined if it can't be read. @throws CallError if the user hasn't picked its list. */
  async read(stored: FoundPage): Promise<Page | undefined> {
    const { mapping } = this.parts;
    const service = { href: this.owner.baseUrl };
    if (isUnread(stored)) {
      return mapping.readPage(toUnreadResponse(stored), { ...stored, baseUrl: service }, '');
    }
    const page = await finish(toUnreadPage(stored), pause);
    return page && mapping.reread(page, service);
  }

  /**
   * Saves a page before the next call goes out. Never rejects.
   * @param signIn number from before the call; after a sign-out nothing is saved
   * @param isCurrent whether windows load its snapshot from now on
   */
  async save(signIn: number | undefined, page: StoredPage, isCurrent: boolean): Promise<void> {
    const { snapshots } = this.parts;
    await this.#attempt(async () => {
      if (signIn !== undefined && (await snapshots.save(signIn, page, isCurrent)) && isCurrent) {
        await this.#makeCurrent(signIn, page.snapshotId);
      }
    });
  }

  /** Saves the shown pages that aren't saved, and makes their snapshot current. Never rejects. */
  keep({ id, pages }: PagedMonitors): Promise<void> {
    const { snapshots } = this.parts;
    const work = async (account: number): Promise<void> => {
      const current = await snapshots.findCurrent(account);
      const isReplaced = current !== undefined && current !== id && this.#currentId === id;
      if (pages.length === 0 || isReplaced) {
        return;
      }
      const saved = await snapshots.findTimes(id);
      // Another window may have saved a newer page.
      for (const page of pages.filter(({ pageIndex, readAt }) => !(saved[pageIndex]! >= readAt))) {
        await snapshots.save(account, await finish(toStoredPage(page), pause));
      }
      if (current !== id) {
        await this.#makeCurrent(account, id);
      }
    };
    return this.#queue.run(() => this.#attempt(work));
  }

  /** Finds saved pages that are newer or go further than the shown ones. `undefined` without any. Never rejects. */
  findNewer(shown: PagedMonitors): Promise<readonly Page[] | undefined> {
    const { database, snapshots, now } = this.parts;
    return this.#attempt(async (account) => {
      const current = (await snapshots.findCurrent(account)) ?? '';
      const stored: Page[] = [];
      for (const [index, readAt] of (await snapshots.findTimes(current)).entries()) {
        const known = shown.pages[index];
        const isKnown = known?.snapshotId === current && known.readAt === readAt;
        const find = () => database.transact(() => snapshots.find(account, index, current));
        const found = isKnown ? undefined : await find();
        const page = isKnown ? known : found && (await this.read(found));
        if (page === undefined || page.pageSize > (stored.at(-1) ?? page).pageSize) {
          break;
        }
        stored.push(page);
      }
      const pages = pagesToAdopt(shown.pages, stored, now());
      this.#currentId = pages ? current : this.#currentId;
      return pages;
    });
  }

  async #makeCurrent(account: number, snapshotId: string): Promise<void> {
    this.#currentId = snapshotId;
    await this.parts.snapshots.makeCurrent(account, snapshotId);
  }

  #attempt<T>(work: (account: number) => Promise<T>): Promise<T | undefined> {
    return this.parts.signIns.attempt(this.owner, work);
  }
}

/** @param response with masked secrets */
export function toStoredResponse(
  { snapshotId, pageIndex, pageSize }: PageRequest,
  { text, receivedAt }: HttpResponse,
): StoredPage {
  return { snapshotId, pageIndex, pageSize, readAt: receivedAt, answer: NO_LIST, records: text };
}

/** Restores a response without a list. Its headers aren't stored. */
function toUnreadResponse({ records, readAt }: FoundPage): HttpResponse {
  const text = new TextDecoder().decode(records);
  return {
    status: 200,
    header: () => undefined,
    contentType: 'application/json',
    json: parseJson(text),
    text,
    bytes: records.length,
    receivedAt: readAt,
  };
}
