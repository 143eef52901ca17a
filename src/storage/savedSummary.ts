import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isBoolean,
  isCount,
  isOneOf,
  isTime,
  orAbsent,
  parseRecord,
  readAs,
  type Shape,
} from '../base/storedJson';
import type { StatusCounts } from '../monitors/arrangement';
import { MONITOR_STATUSES, type MonitorStatus } from '../monitors/monitor';
import { isMissing, writeAtomically } from './files';

/** A monitor that the badge doesn't count, for a while or until its status changes. */
export interface Uncounted {
  readonly status: MonitorStatus;
  /** Epoch milliseconds; absent where only a change ends it. */
  readonly until?: number | undefined;
}

/** Saved pages in numbers: what a window tells of them before it has loaded them. */
export interface SavedSummary {
  readonly counts: StatusCounts;
  /** Monitors that are loaded. */
  readonly count: number;
  /** Monitors in the account, where the service says so. */
  readonly total?: number | undefined;
  /** Whether these are all of the account, as far as the service lets anyone know. */
  readonly complete: boolean;
  /** Whether a further page may come. */
  readonly hasMore: boolean;
  /** Nothing says that more follows, and only another call can tell. */
  readonly mayBeEnd?: boolean | undefined;
  /** Epoch milliseconds of the oldest page. */
  readonly readAt: number;
  readonly hidden: readonly Uncounted[];
}

/** Beside the pages of an account at an address, and removed with them. */
const SUMMARY_FILE = 'summary.json';

const countsShape = Object.fromEntries(
  MONITOR_STATUSES.map((status) => [status, isCount]),
) as Shape<StatusCounts>;

const uncountedShape: Shape<Uncounted> = { status: isOneOf(MONITOR_STATUSES), until: orAbsent(isTime) };

const shape: Shape<SavedSummary> = {
  counts: (value) => readAs(countsShape, value) !== undefined,
  count: isCount,
  total: orAbsent(isCount),
  complete: isBoolean,
  hasMore: isBoolean,
  mayBeEnd: orAbsent(isBoolean),
  readAt: isTime,
  hidden: (value) =>
    Array.isArray(value) && value.every((one: unknown) => readAs(uncountedShape, one) !== undefined),
};

/** `undefined` where none is saved, or it can't be used. Never rejects. */
export async function readSavedSummary(folder: string): Promise<SavedSummary | undefined> {
  const text = await readFile(join(folder, SUMMARY_FILE), 'utf8').catch(() => '');
  return readAs(shape, parseRecord(text));
}

/**
 * Saves it where the account has a folder; the folder of one that has signed out is gone, and isn't made anew.
 * @throws the file system's error
 */
export async function writeSavedSummary(folder: string, summary: SavedSummary): Promise<void> {
  try {
    await writeAtomically(folder, SUMMARY_FILE, JSON.stringify(summary));
  } catch (error) {
    if (!isMissing(error)) {
      throw error;
    }
  }
}
