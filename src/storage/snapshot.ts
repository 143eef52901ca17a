import type { Monitor, MonitorStatus } from '../monitors/monitor';
import type { Page } from '../monitors/page';

/** The pages that were paid for, of one account, as they are written to disk. Never a token or a password. */
export interface Snapshot {
  /** The session id of the account. */
  readonly account: string;
  /** Where the pages were read. */
  readonly origin: string;
  readonly pageSize: number;
  /** From page 0 on, without a gap, each with the time at which it was read. */
  readonly pages: readonly Page[];
  /** Monitors in the whole account, where the service says so. */
  readonly total?: number;
  /** Whether these are all pages. */
  readonly complete: boolean;
  /** The page to read next; the number of pages. */
  readonly nextPageIndex: number;
  /** Epoch milliseconds. */
  readonly savedAt: number;
}

/** Part of the file's name: windows that run different versions of the extension never meet in one file. */
export const SNAPSHOT_VERSION = 1;

/** Why there is no snapshot in a file that is there. */
export type SnapshotDamage = 'damaged' | 'otherVersion' | 'otherAccount';

type ReadSnapshot =
  | { readonly snapshot: Snapshot; readonly damage?: never }
  | { readonly snapshot?: never; readonly damage: SnapshotDamage };

/**
 * As much of a snapshot as fits into `maxBytes` bytes of JSON, as text, and what that text holds: pages are left
 * off at the end, and what is left is then not complete. `undefined` where not even one page fits.
 * @throws TypeError or RangeError where a record cannot be written as JSON
 */
export function formatSnapshot(
  snapshot: Snapshot,
  maxBytes: number,
): { readonly text: string; readonly snapshot: Snapshot } | undefined {
  // What becomes shorter or longer when pages are left off are a few digits.
  let bytes = Buffer.byteLength(toHead(snapshot)) + 100;
  const texts: string[] = [];
  for (const page of snapshot.pages) {
    const text = JSON.stringify({ ...page, monitors: page.monitors.map(withRecord) });
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > maxBytes) {
      break;
    }
    texts.push(text);
  }
  if (texts.length === 0) {
    return undefined;
  }
  const fits = texts.length === snapshot.pages.length ? snapshot : firstPages(snapshot, texts.length);
  return { text: `${toHead(fits).slice(0, -1)},"pages":[${texts.join(',')}]}`, snapshot: fits };
}

/** A monitor's record is a getter, which JSON leaves out. */
function withRecord(monitor: Monitor): Monitor {
  return { ...monitor, raw: monitor.raw };
}

/** Reads what {@link formatSnapshot} made. Trusts nothing: every field is checked, and no other is taken. */
export function readSnapshot(text: string, account: string): ReadSnapshot {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { damage: 'damaged' };
  }
  if (!isRecord(value)) {
    return { damage: 'damaged' };
  }
  if (value['version'] !== SNAPSHOT_VERSION) {
    return { damage: 'otherVersion' };
  }
  const head = readAs(snapshotShape, value);
  if (!head) {
    return { damage: 'damaged' };
  }
  if (head.account !== account) {
    return { damage: 'otherAccount' };
  }
  const pages = head.pages.map(readPage);
  const fitting = pages.every((page, index) => page?.pageIndex === index && page.pageSize === head.pageSize);
  if (!fitting || pages.length !== head.nextPageIndex) {
    return { damage: 'damaged' };
  }
  return { snapshot: { ...head, pages: pages as Page[] } };
}

function firstPages(snapshot: Snapshot, count: number): Snapshot {
  return { ...snapshot, pages: snapshot.pages.slice(0, count), complete: false, nextPageIndex: count };
}

/** The fields of a snapshot and no others, whatever else an object of a caller may carry; pages come after. */
function toHead(snapshot: Snapshot): string {
  const fields = Object.keys(snapshotShape).filter((field) => field !== 'pages');
  return JSON.stringify({ version: SNAPSHOT_VERSION, ...snapshot }, ['version', ...fields]);
}

/** A check for each field of `T`; a field added to `T` does not compile until it is checked here. */
type Shape<T> = { readonly [K in keyof T]-?: (value: unknown) => boolean };

const statuses: Readonly<Record<MonitorStatus, true>> = {
  up: true,
  down: true,
  degraded: true,
  paused: true,
  pending: true,
  unknown: true,
};

const isText = (value: unknown) => typeof value === 'string';
const isName = (value: unknown) => typeof value === 'string' && value !== '';
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isTime = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 8.64e15;
const isFlag = (value: unknown) => typeof value === 'boolean';
const orAbsent = (check: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || check(value);

const snapshotShape: Shape<Snapshot> = {
  account: isName,
  origin: isName,
  pageSize: (value) => isCount(value) && value !== 0,
  pages: (value) => Array.isArray(value) && value.length > 0,
  total: orAbsent(isCount),
  complete: isFlag,
  nextPageIndex: isCount,
  savedAt: isTime,
};

const pageShape: Shape<Page> = {
  readingId: isName,
  cutFrom: orAbsent(isCount),
  pageIndex: isCount,
  pageSize: isCount,
  monitors: Array.isArray,
  total: orAbsent(isCount),
  hasMore: orAbsent(isFlag),
  readAt: isTime,
};

const monitorShape: Shape<Monitor> = {
  id: isName,
  name: isText,
  status: (value) => typeof value === 'string' && Object.hasOwn(statuses, value),
  rawStatus: orAbsent(isText),
  target: orAbsent(isText),
  type: orAbsent(isText),
  lastCheckedAt: orAbsent((value) => typeof value === 'number'),
  intervalMs: orAbsent((value) => typeof value === 'number'),
  tags: (value) => Array.isArray(value) && value.every(isText),
  raw: () => true,
};

function readPage(value: unknown): Page | undefined {
  const page = readAs(pageShape, value);
  const monitors = page?.monitors.map((monitor) => readAs(monitorShape, monitor));
  return page && monitors?.every((monitor) => monitor !== undefined) ? { ...page, monitors } : undefined;
}

/** Takes the fields of a shape and no others, own ones only. `null` is absent: JSON has it for NaN. */
function readAs<T extends object>(shape: Shape<T>, value: unknown): T | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const read: Record<string, unknown> = {};
  for (const [key, fits] of Object.entries<(value: unknown) => boolean>(shape)) {
    const field = Object.hasOwn(value, key) ? (value[key] ?? undefined) : undefined;
    if (!fits(field)) {
      return undefined;
    }
    if (field !== undefined) {
      read[key] = field;
    }
  }
  return read as T;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
