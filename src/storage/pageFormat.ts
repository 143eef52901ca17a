import { setImmediate } from 'node:timers/promises';
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

// The file of a saved page: a line of JSON with the page and what was read out of its records, then the records
// themselves as JSON, which needn't be parsed until someone looks at one.

/** What another version of the extension wrote isn't read by guessing. */
const VERSION = 1;

/** Monitors that are written in one go: a few milliseconds. */
const SLICE = 250;

/** The elements of a JSON array, without its brackets. */
function toElements(values: readonly unknown[]): string {
  return JSON.stringify(values).slice(1, -1);
}

/** What was read out of a record. A mapped monitor has no other enumerable fields of its own. */
function toFields(monitor: Monitor): unknown {
  return monitor instanceof MappedMonitor
    ? monitor
    : Object.fromEntries(MONITOR_FIELDS.map((name) => [name, monitor[name]]));
}

/** The getter of a mapped monitor masks its record already. */
function toRecord(monitor: Monitor): unknown {
  return monitor instanceof MappedMonitor ? monitor.raw : maskSecretValues(monitor.raw);
}

/** What is nested too deeply to be written, or can't be written as JSON, is left out; the monitor itself is kept. */
function toRecordElements(monitors: readonly Monitor[]): string {
  const records = monitors.map(toRecord);
  try {
    return toElements(records);
  } catch {
    return records.map(toRecordText).join(',');
  }
}

function toRecordText(record: unknown): string {
  try {
    return JSON.stringify(record) ?? 'null';
  } catch {
    return 'null';
  }
}

/** The page as the content of its file; the values of secrets are masked. Others have their turn between two slices. */
export async function formatPage(page: Page): Promise<Buffer> {
  const { monitors, ...about } = page;
  const heads: string[] = [];
  const records: string[] = [];
  for (let from = 0; from < monitors.length; from += SLICE) {
    if (from > 0) {
      await setImmediate();
    }
    const slice = monitors.slice(from, from + SLICE);
    heads.push(toElements(slice.map(toFields)));
    records.push(toRecordElements(slice));
  }
  const text = `[${records.join(',\n')}]`;
  const names = ['version', 'recordsLength', ...Object.keys(pageShape)];
  const head = JSON.stringify({ version: VERSION, recordsLength: text.length, ...about }, names);
  return Buffer.from(`${head.slice(0, -1)},"monitors":[${heads.join(',')}]}\n${text}`);
}

/** Reads what {@link formatPage} made; `undefined` where any part of it isn't as it must be. Never throws. */
export function parsePage(content: Buffer): Page | undefined {
  const headEnd = content.indexOf('\n');
  const head = parseRecord(content.toString('utf8', 0, Math.max(0, headEnd)));
  const text = content.toString('utf8', headEnd + 1);
  if (head['version'] !== VERSION || head['recordsLength'] !== text.length) {
    return undefined;
  }
  const page = readAs(pageShape, head);
  const fields = page?.monitors.map((monitor) => readAs(monitorShape, monitor));
  if (!page || !fields?.every((monitor) => monitor !== undefined)) {
    return undefined;
  }
  const records = recordsFromText(text);
  const { pageIndex } = page;
  return {
    ...page,
    monitors: fields.map((monitor, index) => new MappedMonitor(monitor, records, index, pageIndex)),
  };
}

const pageShape: Shape<Omit<Page, 'earlier'>> = {
  snapshotId: isName,
  pageIndex: isCount,
  pageSize: (value) => isCount(value) && value !== 0,
  monitors: Array.isArray,
  lengths: orAbsent((value) => Array.isArray(value) && value.every(isCount)),
  total: orAbsent(isCount),
  isLowerBound: orAbsent((value) => value === true),
  hasMore: orAbsent(isBoolean),
  cutFrom: orAbsent(isCount),
  readAt: isTime,
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

const MONITOR_FIELDS = Object.keys(monitorShape) as (keyof MonitorFields)[];
