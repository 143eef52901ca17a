import { ownValue } from '../base/json';
import type { NamedFields } from '../monitors/mappedMonitor';
import type { MonitorStatus } from '../monitors/monitor';
import { meaningOf } from './findStatus';
import { toGetter, toStatusKey } from './mapping';
import type { ListMapping, Path, PlainField, Signal, StatusMapping } from './mapping';
import * as values from './values';

export interface ReadContext {
  /** Epoch milliseconds. A later `since` is ignored. */
  readonly receivedAt: number;
  readonly zone?: string | undefined;
}

type Key = string | undefined;
type Read<T> = (record: unknown, key: Key) => T;

const NO_TAGS: readonly string[] = [];
const MAX_SENTENCE = 1_000;

export type RecordReader = ReturnType<typeof toReader>;

/** Compiles a mapping, for speed. */
export function toReader(list: ListMapping, { receivedAt, zone }: ReadContext) {
  const localZone = values.toZone(zone);
  let lacksZone = false;
  const toTime = (value: unknown): number | undefined => {
    const time = values.readTime(value, localZone);
    lacksZone ||= time?.hasZone === false;
    return time?.at;
  };
  const toPast = (value: unknown): number | undefined => {
    const at = toTime(value);
    return at !== undefined && at <= receivedAt ? at : undefined;
  };
  const of = <T>(field: PlainField, read: (value: unknown) => T | undefined) =>
    firstOf(list.fields[field], read);
  const ofText = (field: PlainField) => of(field, values.readText);
  const [readId, readName, readType] = [ofText('id'), ofText('name'), ofText('type')];
  const readTarget = list.isTargetPicked ? ofText('target') : of('target', toTarget);
  const [readLastCheck, readChange] = [of('lastCheck', toTime), of('changedAt', toTime)];
  const [readSince, readError] = [of('since', toPast), of('lastError', toSentence)];
  const readInterval = of('interval', (value) => value);
  const readTags = of('tags', values.readTags);
  const readUnit = list.unit === undefined ? undefined : toGetter(list.unit);
  const readRaw = firstOf(list.status.paths, (value) => (typeof value === 'object' ? undefined : value));
  const readStatus = toStatusReader(list.status);
  return {
    readId,
    /** Reads what makes up an id if there is none. */
    identify: (record: unknown, key: Key) => {
      const target = readTarget(record, key);
      const name = readName(record, key) ?? target;
      return { id: readId(record, key), name, target, type: readType(record, key) };
    },
    read: (record: unknown, key: Key, id: string, parent: string | undefined): NamedFields => {
      lacksZone = false;
      const raw = readRaw(record, key);
      const status = readStatus(record, key, raw);
      const isDown = status === 'down' || status === 'degraded';
      const unitMs = readUnit ? values.readUnit(values.toText(readUnit(record, key))) : list.unitMs;
      const target = readTarget(record, key);
      return {
        id,
        name: readName(record, key) ?? target ?? readId(record, key) ?? '',
        status,
        rawStatus: values.toText(raw) || undefined,
        target,
        type: readType(record, key),
        lastCheckedAt: readLastCheck(record, key),
        changedAt: readChange(record, key),
        since: readSince(record, key),
        lastError: isDown ? readError(record, key) : undefined,
        intervalMs: values.readInterval(readInterval(record, key), unitMs),
        tags: readTags(record, key) ?? NO_TAGS,
        timesLackZone: lacksZone || undefined,
        parent,
      };
    },
  };
}

function firstOf<T>(
  paths: readonly Path[] = [],
  read: (value: unknown) => T | undefined,
): Read<T | undefined> {
  const [path, ...others] = paths;
  if (path === undefined) {
    return () => undefined;
  }
  const get = toGetter(path);
  const next = firstOf(others, read);
  return (record, key) => {
    const value = get(record, key);
    const result = value === undefined || value === null ? undefined : read(value);
    return result ?? next(record, key);
  };
}

function toTarget(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return values.isTarget(text) ? text : undefined;
}

function toSentence(value: unknown): string | undefined {
  const isGood = meaningOf(value)?.status === 'up';
  return typeof value === 'string' && !isGood ? values.readText(value.slice(0, MAX_SENTENCE)) : undefined;
}

function toStatusReader({ meanings, off, alarms }: StatusMapping) {
  const statusOf = values.remember(
    (value) => lookUp(meanings, value) ?? meaningOf(value)?.status ?? 'unknown',
  );
  const [readOff, readAlarm] = [toSignalsReader(off), toSignalsReader(alarms)];
  return (record: unknown, key: Key, raw: unknown): MonitorStatus => {
    const told = readOff(record, key) ?? statusOf(raw);
    return (told === 'up' || told === 'unknown' ? readAlarm(record, key) : undefined) ?? told;
  };
}

/** Reads the worst of the signals. */
function toSignalsReader(signals: readonly Signal[]): Read<MonitorStatus | undefined> {
  const readers = signals.map(({ path, meanings }) => {
    const atTime = meanings['@time'];
    const isTime = (value: unknown) => atTime !== undefined && values.readTime(value) !== undefined;
    return firstOf(
      [path],
      values.remember((value) => (isTime(value) ? atTime : lookUp(meanings, value))),
    );
  });
  return (record, key) => {
    let worst: MonitorStatus | undefined;
    for (const read of readers) {
      const status = read(record, key);
      worst = status === 'down' ? status : (worst ?? status);
    }
    return worst;
  };
}

function lookUp(meanings: Signal['meanings'], value: unknown): MonitorStatus | undefined {
  const keys = [toStatusKey(value), String(values.readFlag(value))];
  return keys.map((key) => ownValue(meanings, key)).find(Boolean) as MonitorStatus | undefined;
}
