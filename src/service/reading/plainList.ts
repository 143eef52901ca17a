import type { Monitor, MonitorStatus } from '../../monitors/monitor';
import type { Answer } from '../answer';
import { isArray, isObject, ownValue, valueAt } from './json';
import type { ListReading, ListReadingOptions } from './listReading';
import type { Path } from './reading';

const places: readonly Path[] = [
  [],
  ...['monitors', 'items', 'data', 'results'].map((key) => [key]),
  ...['monitors', 'items', 'results'].map((key) => ['data', key]),
];

/** The shapes of the plainest services, until the rules for the others are in. */
export function readPlainList(answer: Answer, _options: ListReadingOptions): ListReading {
  const path = places.find((place) => isArray(valueAt(answer.json, place)));
  const none = { alsoPaths: [], fields: {}, unknownStatusWords: [], questions: [], problems: [] };
  if (path === undefined) return { found: false, monitors: [], ...none };
  const records = valueAt(answer.json, path) as readonly unknown[];
  const total = isObject(answer.json) ? ownValue(answer.json, 'total') : undefined;
  const at = { sureness: 0.9, reason: 'usualName' as const, alternatives: [] };
  return {
    found: true,
    monitors: records.map(toMonitor),
    itemsPath: { value: path, path, ...at },
    itemsKind: 'array',
    ...(typeof total === 'number' && { total: { value: total, path: ['total'], ...at } }),
    ...none,
  };
}

const statuses: readonly string[] = ['up', 'down', 'degraded', 'paused', 'pending'] satisfies MonitorStatus[];

function toMonitor(record: unknown, index: number): Monitor {
  const field = (key: string) => {
    const value = isObject(record) ? ownValue(record, key) : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
  const rawStatus = field('status');
  const status = statuses.includes(String(rawStatus).toLowerCase())
    ? String(rawStatus).toLowerCase()
    : 'unknown';
  const target = field('url');
  const type = field('type');
  return {
    id: `${field('id') ?? ''}#${index}`,
    name: field('name') ?? target ?? '',
    status: status as MonitorStatus,
    ...(rawStatus !== undefined && { rawStatus }),
    ...(target !== undefined && { target }),
    ...(type !== undefined && { type }),
    tags: [],
    raw: record,
  };
}
