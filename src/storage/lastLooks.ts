import { readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isTime, parseRecord } from '../base/storedJson';
import type { ComparedMonitor, ComparedSnapshot } from '../monitors/comparison';
import { MONITOR_STATUSES } from '../monitors/monitor';
import { isMissing, modifiedAt, unlessMissing, writeAtomically } from './files';
import { LOOK_FILE, type PagesOwner, type PageStore } from './pageStore';

/** The monitors of an account as the user last saw them before what they look at now. */
export interface Look extends ComparedSnapshot {
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface StoredLook {
  readonly look: Look;
  /** Epoch milliseconds at which a window last said that the user looks, or leaves. */
  readonly lookedAt: number;
}

/** Monitors that are kept of a look; changes of those beyond aren't told after a restart. */
export const MAX_SEEN = 100_000;

/** Longer names are cut. */
const MAX_NAME = 200;

const VERSION = 1;

export function formatLook({ at, total, complete, monitors }: Look): string {
  const kept = monitors
    .slice(0, MAX_SEEN)
    .map(({ id, status, name }) => [id, MONITOR_STATUSES.indexOf(status), name.slice(0, MAX_NAME)]);
  const isWhole = complete && kept.length === monitors.length;
  return JSON.stringify({ version: VERSION, at, total, complete: isWhole, monitors: kept });
}

/** Reads what {@link formatLook} made; `undefined` where it is anything else. Never throws. */
export function parseLook(text: string): Look | undefined {
  const { version, at, total, complete, monitors } = parseRecord(text);
  if (version !== VERSION || !isTime(at) || !Array.isArray(monitors)) {
    return undefined;
  }
  const read = (monitors as readonly unknown[]).map(readMonitor).filter((monitor) => monitor !== undefined);
  const isWhole = complete === true && read.length === monitors.length;
  return { at, complete: isWhole, monitors: read, ...(typeof total === 'number' && { total }) };
}

function readMonitor(value: unknown): ComparedMonitor | undefined {
  const [id, index, name] = Array.isArray(value) ? (value as unknown[]) : [];
  const status = typeof index === 'number' ? MONITOR_STATUSES[index] : undefined;
  return status && typeof id === 'string' && typeof name === 'string' ? { id, name, status } : undefined;
}

export interface LastLooksOptions {
  /** Where the file of an account lies: beside its pages, and removed with them. */
  readonly pageStore: Pick<PageStore, 'folderOf'>;
  /** Whether anything may be written to disk. */
  readonly isKept: () => boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * What the user saw last of each account at an address: a file beside the saved pages, which all windows share. It is
 * written when the user begins to look after a while. The time of its change is when a user last looked, in any window.
 */
export class LastLooks {
  readonly #options: LastLooksOptions;
  /** The time of each file as this window has read or set it, by path: another one is news. */
  readonly #times = new Map<string, number | undefined>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: LastLooksOptions) {
    this.#options = options;
  }

  /** Never rejects; `undefined` where there is nothing that this window doesn't know. */
  read(owner: PagesOwner): Promise<StoredLook | undefined> {
    return this.#enqueue(async () => {
      const path = join(this.#options.pageStore.folderOf(owner), LOOK_FILE);
      const lookedAt = await modifiedAt(path);
      if (lookedAt === this.#times.get(path)) {
        return undefined;
      }
      this.#times.set(path, lookedAt);
      const look = parseLook(await unlessMissing(readFile(path, 'utf8'), ''));
      return look && lookedAt !== undefined ? { look, lookedAt } : undefined;
    });
  }

  /** Never rejects. */
  async write(owner: PagesOwner, look: Look, lookedAt: number): Promise<void> {
    if (this.#options.isKept()) {
      const folder = this.#options.pageStore.folderOf(owner);
      await this.#enqueue(async () => {
        await writeAtomically(folder, LOOK_FILE, formatLook(look));
        await this.#setTime(folder, lookedAt);
      });
    }
  }

  /** Notes when the user has looked. Never rejects. */
  async touch(owner: PagesOwner, lookedAt: number): Promise<void> {
    await this.#enqueue(() => this.#setTime(this.#options.pageStore.folderOf(owner), lookedAt));
  }

  /** Waits for what is being written. Never rejects. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  async #setTime(folder: string, lookedAt: number): Promise<void> {
    const path = join(folder, LOOK_FILE);
    await utimes(path, lookedAt / 1_000, lookedAt / 1_000);
    this.#times.set(path, await modifiedAt(path));
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T | undefined> {
    const mine = this.#queue.then(work).catch((error: unknown) => {
      // Nothing was kept yet, or the account was signed out and its folder is removed.
      if (!isMissing(error)) {
        this.#options.onError(error);
      }
      return undefined;
    });
    this.#queue = mine;
    return mine;
  }
}
