import { isArray, isObject } from '../base/json';
import { maskSecretValues } from '../base/secretValues';
import {
  isBoolean,
  isCount,
  isName,
  isOneOf,
  isText,
  isTime,
  orAbsent,
  parseRecord,
  readAs,
  type Shape,
} from '../base/storedJson';
import { MONITOR_STATUSES, type Monitor } from '../monitors/monitor';
import type { Page } from '../monitors/page';
import { MappedMonitor, recordsFromText, type MonitorFields } from '../monitors/mappedMonitor';
import type { StoredPage } from '../storage/snapshots';

/** A page as it is kept: the records, and what was read out of them. The values of secrets are masked. */
export function toStoredPage({
  monitors,
  snapshotId,
  pageIndex,
  pageSize,
  readAt,
  ...said
}: Page): StoredPage {
  const answer = JSON.stringify({ ...said, earlier: undefined, monitors: monitors.map(toFields) });
  const records = `[${monitors.map((monitor) => toText(toRecord(monitor))).join(',')}]`;
  return { snapshotId, pageIndex, pageSize, readAt, answer, records };
}

/** Reads what {@link toStoredPage} made; undefined if any part of it isn't as it must be. */
export function toPage({ answer, records, ...about }: StoredPage): Page | undefined {
  const said = parseRecord(answer);
  const page = readAs(answerShape, said);
  const fields = isArray(said['monitors'])
    ? said['monitors'].map((monitor) => readAs(monitorShape, monitor))
    : [undefined];
  if (!page || !fields.every((monitor) => monitor !== undefined)) {
    return undefined;
  }
  const all = recordsFromText(records);
  const monitors = fields.map((monitor, index) => new MappedMonitor(monitor, all, index, about.pageIndex));
  return { ...about, ...page, monitors };
}

/** What was read out of a record. A mapped monitor has no other enumerable fields of its own. */
function toFields(monitor: Monitor): unknown {
  return monitor instanceof MappedMonitor
    ? monitor
    : Object.fromEntries(Object.keys(monitorShape).map((name) => [name, monitor[name as keyof Monitor]]));
}

/** The getter of a mapped monitor masks its record already. */
function toRecord(monitor: Monitor): unknown {
  return monitor instanceof MappedMonitor ? monitor.raw : maskSecretValues(monitor.raw);
}

/** A record that is nested too deeply to be written is left out; its monitor is kept. */
function toText(record: unknown): string {
  try {
    return JSON.stringify(isObject(record) || isArray(record) ? record : (record ?? null));
  } catch {
    return 'null';
  }
}

type Answer = Omit<Page, 'snapshotId' | 'pageIndex' | 'pageSize' | 'readAt' | 'monitors' | 'earlier'>;

const answerShape: Shape<Answer> = {
  lengths: orAbsent((value) => Array.isArray(value) && value.every(isCount)),
  total: orAbsent(isCount),
  isLowerBound: orAbsent((value) => value === true),
  hasMore: orAbsent(isBoolean),
  cutFrom: orAbsent(isCount),
};

const monitorShape: Shape<MonitorFields> = {
  id: isName,
  name: isText,
  status: isOneOf(MONITOR_STATUSES),
  rawStatus: orAbsent(isText),
  target: orAbsent(isText),
  type: orAbsent(isText),
  lastCheckedAt: orAbsent(isTime),
  intervalMs: orAbsent(Number.isFinite),
  tags: (value) => Array.isArray(value) && value.every(isText),
  parent: orAbsent(isText),
  since: orAbsent(isTime),
  lastError: orAbsent(isText),
};
