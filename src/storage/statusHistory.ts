import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Emitter, type Disposable } from '../base/event';
import type { Monitor, MonitorStatus } from '../monitors/monitor';
import {
  ensureFolder,
  listFolder,
  modifiedAt,
  removeFile,
  toFileKey,
  unlessMissing,
  writeAtomically,
} from './files';

/** A time over which a monitor was seen in one status: at `from`, at `to`, and never otherwise between. */
export interface StatusRun {
  readonly status: MonitorStatus;
  /** Epoch milliseconds of the first and the last reading. */
  readonly from: number;
  readonly to: number;
}

/** By monitor id; oldest run first. */
type Histories = Map<string, readonly StatusRun[]>;

/** Runs that are kept of a monitor. */
export const MAX_RUNS = 20;
/** Monitors that are kept of an account. */
export const MAX_MONITORS = 2_000;

/**
 * What both have seen. A run stands for the readings at its ends, so that the order of merging doesn't matter, and
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

/** As by {@link mergeRuns}; the common cases, a first reading and one in which nothing has changed, at next to no cost. */
function withReading(
  runs: readonly StatusRun[] | undefined,
  status: MonitorStatus,
  readAt: number,
): readonly StatusRun[] {
  const last = runs?.at(-1);
  if (runs === undefined || last === undefined) {
    return [{ status, from: readAt, to: readAt }];
  }
  return last.status === status && last.from <= readAt
    ? [...runs.slice(0, -1), { ...last, to: Math.max(last.to, readAt) }]
    : mergeRuns(runs, [{ status, from: readAt, to: readAt }]);
}

/** Those that tell the most: monitors that changed or aren't up before those that always were, the newest first. */
export function pruneHistories(histories: Histories, maxMonitors = MAX_MONITORS): Histories {
  if (histories.size <= maxMonitors) {
    return histories;
  }
  const tells = (runs: readonly StatusRun[]): number => (runs.length > 1 || runs[0]?.status !== 'up' ? 1 : 0);
  const newest = (runs: readonly StatusRun[]): number => runs.at(-1)?.to ?? 0;
  const kept = [...histories]
    .map((entry) => ({ entry, tells: tells(entry[1]), newest: newest(entry[1]) }))
    .sort((a, b) => b.tells - a.tells || b.newest - a.newest)
    .slice(0, maxMonitors);
  return new Map(kept.map(({ entry }) => entry));
}

const VERSION = 1;
const STATUSES = [
  'up',
  'down',
  'degraded',
  'paused',
  'pending',
  'unknown',
] as const satisfies MonitorStatus[];

export function formatHistories(histories: Histories): string {
  const monitors = [...histories].map(([id, runs]) => [
    id,
    runs.map(({ status, from, to }) => [STATUSES.indexOf(status), from, to]),
  ]);
  return JSON.stringify({ version: VERSION, monitors });
}

/** Reads what {@link formatHistories} made; empty where it is anything else. Never throws. */
export function parseHistories(text: string): Histories {
  const histories: Histories = new Map();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return histories;
  }
  const { version, monitors } = (value ?? {}) as { readonly version?: unknown; readonly monitors?: unknown };
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
  const status = typeof index === 'number' ? STATUSES[index] : undefined;
  const isTime = (at: unknown): at is number => typeof at === 'number' && at >= 0 && at <= 8.64e15;
  return status && isTime(from) && isTime(to) && from <= to ? { status, from, to } : undefined;
}

export interface StatusHistoryOptions {
  /** Made when first needed; shared by all windows. */
  readonly folder: string;
  /** Whether anything may be written to disk. */
  readonly isKept: () => boolean;
  readonly onError: (error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds between a reading and its being written; 2,000 unless given. */
  readonly delayMs?: number;
}

const DELAY_MS = 2_000;
const LEFTOVER_AFTER_MS = 60 * 60 * 1000;

/**
 * In which status each monitor was seen, and when, as far as this machine has read it: a file for each account,
 * written some time after a reading. Of two windows that write at once one may lose its last readings, no more.
 */
export class StatusHistory implements Disposable {
  readonly #options: StatusHistoryOptions;
  readonly #changes = new Emitter<void>();
  readonly #accounts = new Map<string, Histories>();
  /** What is in the file but not yet in memory is read once, before the first question or write. */
  readonly #loaded = new Map<string, Promise<void>>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #queue: Promise<unknown> = Promise.resolve();

  readonly onDidChange = this.#changes.event;

  constructor(options: StatusHistoryOptions) {
    this.#options = options;
  }

  /** Takes a reading. `readAt` in epoch milliseconds; taking it again changes nothing. */
  record(account: string, monitors: readonly Monitor[], readAt: number): void {
    const histories = this.#historiesOf(account);
    for (const { id, status } of monitors) {
      histories.set(id, withReading(histories.get(id), status, readAt));
    }
    if (histories.size > 2 * MAX_MONITORS) {
      this.#accounts.set(account, pruneHistories(histories));
    }
    this.#saveSoon(account);
    this.#changes.fire();
  }

  /** Oldest first; empty where the monitor was never seen. What another window saw is there after `load`. */
  get(account: string, id: string): readonly StatusRun[] {
    return this.#accounts.get(account)?.get(id) ?? [];
  }

  /** Takes up what is kept of an account. Never rejects. */
  load(account: string): Promise<void> {
    const known = this.#loaded.get(account);
    if (known) {
      return known;
    }
    const loading = this.#enqueue(async () => {
      this.#mergeInto(account, await this.#read(account));
      this.#changes.fire();
    });
    this.#loaded.set(account, loading);
    return loading;
  }

  /** Forgets an account. @throws the file system's error */
  async remove(account: string): Promise<void> {
    this.#forget(account);
    await this.#queue;
    this.#forget(account);
    await removeFile(this.#path(account));
  }

  /** Removes what is kept on disk of all accounts, where nothing may be kept there. Never rejects. */
  removeUnwanted(): Promise<void> {
    return this.#enqueue(async () => {
      if (!this.#options.isKept()) {
        [...this.#timers.keys()].forEach((account) => this.#cancel(account));
        const names = await listFolder(this.#options.folder);
        for (const name of names.filter((file) => file.startsWith('history-'))) {
          await removeFile(join(this.#options.folder, name));
        }
      }
    });
  }

  /** Removes what may not be kept, and what windows that crashed while saving have left. @throws the file system's error */
  async sweep(): Promise<void> {
    await this.removeUnwanted();
    const { folder, now } = this.#options;
    for (const name of (await listFolder(folder)).filter((file) => file.endsWith('.tmp'))) {
      const changedAt = (await modifiedAt(join(folder, name))) ?? Infinity;
      if (now() - changedAt > LEFTOVER_AFTER_MS) {
        await removeFile(join(folder, name));
      }
    }
  }

  /** Writes what waits to be written. */
  async flush(): Promise<void> {
    [...this.#timers.keys()].forEach((account) => this.#save(account));
    await this.#queue;
  }

  dispose(): void {
    void this.flush();
    this.#changes.dispose();
  }

  #historiesOf(account: string): Histories {
    const known = this.#accounts.get(account) ?? new Map<string, readonly StatusRun[]>();
    this.#accounts.set(account, known);
    return known;
  }

  #mergeInto(account: string, read: Histories): Histories {
    const histories = this.#historiesOf(account);
    for (const [id, runs] of read) {
      histories.set(id, mergeRuns(runs, histories.get(id) ?? []));
    }
    const pruned = pruneHistories(histories);
    this.#accounts.set(account, pruned);
    return pruned;
  }

  #saveSoon(account: string): void {
    if (this.#options.isKept() && !this.#timers.has(account)) {
      const timer = setTimeout(() => this.#save(account), this.#options.delayMs ?? DELAY_MS);
      this.#timers.set(account, timer.unref());
    }
  }

  #save(account: string): void {
    this.#cancel(account);
    void this.#enqueue(async () => {
      if (!this.#options.isKept() || !this.#accounts.has(account)) {
        return;
      }
      const histories = this.#mergeInto(account, await this.#read(account));
      await ensureFolder(this.#options.folder);
      // Signed out while the file was read: nothing of the account goes to disk any more.
      if (this.#accounts.get(account) === histories) {
        await writeAtomically(this.#options.folder, toFileName(account), formatHistories(histories), false);
      }
    });
  }

  #forget(account: string): void {
    this.#cancel(account);
    this.#accounts.delete(account);
    this.#loaded.delete(account);
  }

  #cancel(account: string): void {
    clearTimeout(this.#timers.get(account));
    this.#timers.delete(account);
  }

  async #read(account: string): Promise<Histories> {
    return parseHistories(await unlessMissing(readFile(this.#path(account), 'utf8'), ''));
  }

  #path(account: string): string {
    return join(this.#options.folder, toFileName(account));
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const mine = this.#queue.then(work).catch((error: unknown) => this.#options.onError(error));
    this.#queue = mine;
    return mine;
  }
}

function toFileName(account: string): string {
  return `history-${toFileKey(account)}.v${VERSION}.json`;
}
