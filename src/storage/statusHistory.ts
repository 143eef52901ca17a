import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Emitter, type Disposable } from '../base/event';
import { isTime, parseRecord } from '../base/storedJson';
import { MONITOR_STATUSES, type Monitor } from '../monitors/monitor';
import type { StatusRun } from '../monitors/since';
import { isMissing, unlessMissing, writeAtomically } from './files';
import { HISTORY_FILE, type PagesOwner, type PageStore } from './pageStore';

/** By monitor id; oldest run first. */
type Histories = Map<string, readonly StatusRun[]>;

/** Runs that are kept of a monitor. */
export const MAX_RUNS = 20;
/** Monitors that are kept of an account at an address. */
export const MAX_MONITORS = 2_000;

/**
 * What both have seen. A run stands for the snapshots at its ends, so that the order of merging doesn't matter, and
 * merging what was merged before changes nothing.
 */
export function mergeRuns(one: readonly StatusRun[], other: readonly StatusRun[]): StatusRun[] {
  const seen = [...one, ...other]
    .flatMap(({ status, from, to }) => [
      { status, at: from },
      { status, at: to },
    ])
    .sort((a, b) => a.at - b.at || a.status.localeCompare(b.status));
  const runs: StatusRun[] = [];
  for (const { status, at } of seen) {
    const last = runs.at(-1);
    if (last?.status === status) {
      runs[runs.length - 1] = { ...last, to: at };
    } else {
      runs.push({ status, from: at, to: at });
    }
  }
  return runs.slice(-MAX_RUNS);
}

/** As by {@link mergeRuns}, but quick where nothing has changed, as for most monitors of a page. */
function withSnapshot(runs: readonly StatusRun[], seen: StatusRun): readonly StatusRun[] {
  const last = runs.at(-1);
  if (last?.status !== seen.status || last.from > seen.from) {
    return last ? mergeRuns(runs, [seen]) : [seen];
  }
  return [...runs.slice(0, -1), { ...last, to: Math.max(last.to, seen.to) }];
}

/** Those that tell the most: monitors that changed or aren't up before those that always were, the newest first. */
export function pruneHistories(histories: Histories): Histories {
  if (histories.size <= MAX_MONITORS) {
    return histories;
  }
  const tells = (runs: readonly StatusRun[]): number => (runs.length > 1 || runs[0]?.status !== 'up' ? 1 : 0);
  const newest = (runs: readonly StatusRun[]): number => runs.at(-1)?.to ?? 0;
  const kept = [...histories]
    .map((entry) => ({ entry, tells: tells(entry[1]), newest: newest(entry[1]) }))
    .sort((a, b) => b.tells - a.tells || b.newest - a.newest)
    .slice(0, MAX_MONITORS);
  return new Map(kept.map(({ entry }) => entry));
}

const VERSION = 1;

export function formatHistories(histories: Histories): string {
  const monitors = [...histories].map(([id, runs]) => [
    id,
    runs.map(({ status, from, to }) => [MONITOR_STATUSES.indexOf(status), from, to]),
  ]);
  return JSON.stringify({ version: VERSION, monitors });
}

/** Reads what {@link formatHistories} made; empty where it is anything else. Never throws. */
export function parseHistories(text: string): Histories {
  const histories: Histories = new Map();
  const { version, monitors } = parseRecord(text);
  if (version !== VERSION || !Array.isArray(monitors)) {
    return histories;
  }
  for (const entry of monitors as readonly unknown[]) {
    const [id, runs] = Array.isArray(entry) ? (entry as unknown[]) : [];
    const read = Array.isArray(runs) ? (runs as readonly unknown[]).map(readRun) : [];
    if (typeof id === 'string' && read.length > 0 && read.every((run) => run !== undefined)) {
      histories.set(id, mergeRuns(read, []));
    }
  }
  return pruneHistories(histories);
}

function readRun(value: unknown): StatusRun | undefined {
  const [index, from, to] = Array.isArray(value) ? (value as unknown[]) : [];
  const status = typeof index === 'number' ? MONITOR_STATUSES[index] : undefined;
  return status && isTime(from) && isTime(to) && from <= to ? { status, from, to } : undefined;
}

export interface StatusHistoryOptions {
  /** Where the file of an account lies: beside its pages, and removed with them. */
  readonly pageStore: Pick<PageStore, 'folderOf'>;
  /** Whether anything may be written to disk. */
  readonly isKept: () => boolean;
  readonly onError: (error: unknown) => void;
}

/** What this window knows of an account at an address. */
interface OwnHistory {
  readonly owner: PagesOwner;
  histories: Histories;
  /** Settled once what is on disk was read. */
  loaded?: Promise<void>;
  /** Runs as long as something waits to be written. */
  timer?: NodeJS.Timeout | undefined;
}

/** Milliseconds from a change of the history until it is written. */
const DELAY_MS = 2_000;

/**
 * In which status each monitor was seen, and when, as far as this machine has read it: a file beside the saved pages,
 * written some time after pages were read. Of two windows that write at once, one may lose the last statuses that it saw.
 */
export class StatusHistory implements Disposable {
  readonly #options: StatusHistoryOptions;
  readonly #changes = new Emitter<void>();
  /** By account and address. */
  readonly #known = new Map<string, OwnHistory>();
  #queue: Promise<unknown> = Promise.resolve();

  readonly onDidChange = this.#changes.event;

  constructor(options: StatusHistoryOptions) {
    this.#options = options;
  }

  /** Takes a page. `readAt` in epoch milliseconds; taking it again changes nothing. */
  record(owner: PagesOwner, monitors: readonly Monitor[], readAt: number): void {
    const known = this.#knownOf(owner);
    for (const { id, status } of monitors) {
      known.histories.set(
        id,
        withSnapshot(known.histories.get(id) ?? [], { status, from: readAt, to: readAt }),
      );
    }
    if (known.histories.size > 2 * MAX_MONITORS) {
      known.histories = pruneHistories(known.histories);
    }
    known.timer ??= setTimeout(() => this.#saveNow(known), DELAY_MS).unref();
  }

  /** Tells that pages were recorded: once for all that came together. */
  tell(): void {
    this.#changes.fire();
  }

  /** Oldest first; empty where the monitor was never seen. What another window saw is there after `load`. */
  get(owner: PagesOwner, id: string): readonly StatusRun[] {
    return this.#known.get(toKey(owner))?.histories.get(id) ?? [];
  }

  /** Takes up what is on disk, once however often it is called. Never rejects. */
  load(owner: PagesOwner): Promise<void> {
    const known = this.#knownOf(owner);
    known.loaded ??= this.#enqueue(async () => {
      await this.#merge(known);
      this.#changes.fire();
    });
    return known.loaded;
  }

  /** Forgets an account that was signed out. What is on disk stays or goes with its pages. */
  forget(account: string): void {
    for (const [key, known] of this.#known) {
      if (known.owner.account === account) {
        this.#saveNow(known);
        this.#known.delete(key);
      }
    }
  }

  /** Writes what waits to be written. Never rejects. */
  async flush(): Promise<void> {
    this.#known.forEach((known) => this.#saveNow(known));
    await this.#queue;
  }

  dispose(): void {
    void this.flush();
    this.#changes.dispose();
  }

  #knownOf(owner: PagesOwner): OwnHistory {
    const key = toKey(owner);
    const known = this.#known.get(key) ?? { owner, histories: new Map<string, readonly StatusRun[]>() };
    this.#known.set(key, known);
    return known;
  }

  async #merge(known: OwnHistory): Promise<void> {
    const file = join(this.#options.pageStore.folderOf(known.owner), HISTORY_FILE);
    const read = parseHistories(await unlessMissing(readFile(file, 'utf8'), ''));
    for (const [id, runs] of read) {
      known.histories.set(id, mergeRuns(runs, known.histories.get(id) ?? []));
    }
    known.histories = pruneHistories(known.histories);
  }

  #saveNow(known: OwnHistory): void {
    if (known.timer === undefined) {
      return;
    }
    clearTimeout(known.timer);
    known.timer = undefined;
    void this.#enqueue(async () => {
      if (this.#options.isKept()) {
        await this.#merge(known);
        const folder = this.#options.pageStore.folderOf(known.owner);
        await writeAtomically(folder, HISTORY_FILE, formatHistories(known.histories));
      }
    });
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const mine = this.#queue.then(work).catch((error: unknown) => {
      // The account was signed out, here or in another window, and its folder is removed.
      if (!isMissing(error)) {
        this.#options.onError(error);
      }
    });
    this.#queue = mine;
    return mine;
  }
}

function toKey({ account, address }: PagesOwner): string {
  return `${account} ${address}`;
}
