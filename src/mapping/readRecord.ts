import type { NamedFields } from '../monitors/mappedMonitor';
import type { MonitorStatus } from '../monitors/monitor';
import type { Identity } from '../monitors/monitorIds';
import { meaningOf } from './findStatus';
import { toGetter, toStatusKey } from './mapping';
import type { ListMapping, Path, PlainField, Signal, StatusMapping } from './mapping';
import * as values from './values';

export interface ReadContext {
  /** Epoch milliseconds. A later `since` is ignored. */
  readonly receivedAt: number;
  readonly zone?: string | undefined;
}

type Read<T> = (record: unknown, key: string | undefined) => T;

const NO_TAGS: readonly string[] = [];
const MAX_SENTENCE = 1_000;

export interface RecordReader {
  readonly readId: Read<string | undefined>;
  /** Reads what makes up an id if there is none. */
  readonly identify: Read<Pick<Identity, 'id' | 'name' | 'target' | 'type'>>;
  readonly read: (
    record: unknown,
    key: string | undefined,
    id: string,
    parent: string | undefined,
  ) => NamedFields;
}

/** Compiles a mapping, for speed. */
export function toReader(list: ListMapping, { receivedAt, zone }: ReadContext): RecordReader {
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
  const [readId, readName, readType] = [
    of('id', values.readText),
    of('name', values.readText),
    of('type', values.readText),
  ];
  const readTarget = of('target', list.isTargetPicked ? values.readText : toTarget);
  const [readLastCheck, readChange] = [of('lastCheck', toTime), of('changedAt', toTime)];
  const [readSince, readError] = [of('since', toPast), of('lastError', toSentence)];
  const readInterval = of('interval', (value) => value);
  const readTags = of('tags', values.readTags);
  const readUnit = list.unit === undefined ? undefined : toGetter(list.unit);
  const readRaw = firstOf(list.status.paths, (value) => (typeof value === 'object' ? undefined : value));
  const readStatus = toStatusReader(list.status);
  return {
    readId,
    identify: (record, key) => {
      const target = readTarget(record, key);
      const name = readName(record, key) ?? target;
      return { id: readId(record, key), name, target, type: readType(record, key) };
    },
    read: (record, key, id, parent) => {
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
  paths: readonly Path[] | undefined,
  read: (value: unknown) => T | undefined,
): Read<T | undefined> {
  const [first, ...others] = (paths ?? []).map(toGetter);
  if (first === undefined) {
    return () => undefined;
  }
  const next = others.length === 0 ? undefined : firstOf(paths?.slice(1), read);
  return (record, key) => {
    const value = first(record, key);
    const result = value === undefined || value === null ? undefined : read(value);
    return result ?? next?.(record, key);
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
  const statusOf = remember((value) => lookUp(meanings, value) ?? meaningOf(value)?.status ?? 'unknown');
  const readOff = toSignalsReader(off);
  const readAlarm = toSignalsReader(alarms);
  return (record: unknown, key: string | undefined, raw: unknown): MonitorStatus => {
    const told = readOff(record, key) ?? statusOf(raw);
    return (told === 'up' || told === 'unknown' ? readAlarm(record, key) : undefined) ?? told;
  };
}

/** Reads the worst of the signals. */
function toSignalsReader(signals: readonly Signal[]): Read<MonitorStatus | undefined> {
  const readers = signals.map(({ path, meanings }) => {
    const get = toGetter(path);
    const atTime = meanings['@time'];
    const read = remember((value) => (atTime && values.readTime(value) ? atTime : lookUp(meanings, value)));
    return (record: unknown, key: string | undefined) => read(get(record, key));
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

/** Caches results, because a page has few different values. */
function remember<T>(read: (value: unknown) => T): (value: unknown) => T {
  const known = new Map<unknown, T>();
  return (value) => {
    if (!known.has(value)) {
      known.set(value, read(value));
    }
    return known.get(value) as T;
  };
}

function lookUp(meanings: Signal['meanings'], value: unknown): MonitorStatus | undefined {
  const key = [toStatusKey(value), String(values.readFlag(value))].find((one) =>
    Object.hasOwn(meanings, one),
  );
  return key === undefined ? undefined : meanings[key];
}
