import type { MonitorStatus } from '../monitors/monitor';
import { meaningOf } from './findStatus';
import * as lexicon from './lexicon';
import { parsePath, toGetter, toStatusKey, type Getter, type ListMapping, type Path } from './mapping';
import type { PlainField, Signal } from './mapping';
import * as values from './values';
import { toWords } from './words';

export interface FieldsRead {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly status: MonitorStatus;
  readonly rawStatus: string | undefined;
  readonly target: string | undefined;
  readonly type: string | undefined;
  readonly lastCheckedAt: number | undefined;
  readonly changedAt: number | undefined;
  readonly since: number | undefined;
  readonly lastError: string | undefined;
  readonly intervalMs: number | undefined;
  readonly tags: readonly string[];
  readonly timesLackZone: true | undefined;
}

export interface ReadContext {
  /** Epoch milliseconds. A later `since` is ignored. */
  readonly receivedAt: number;
  readonly zone?: string | undefined;
}

type Read<T> = (record: unknown, key: string | undefined) => T;

const NO_TAGS: readonly string[] = [];
const MAX_SENTENCE = 1_000;

export function toReader(list: ListMapping, { receivedAt, zone }: ReadContext): Read<FieldsRead> {
  const zones = new Map<unknown, values.Zone | undefined>([[undefined, values.toZone(zone)]]);
  let localZone = zones.get(undefined);
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
  const reader = <T>(
    field: PlainField,
    read: (value: unknown) => T | undefined,
    not?: Side,
  ): Read<T | undefined> => {
    const paths = (list.fields[field] ?? []).filter((path) => not === undefined || sideOf(path) !== not);
    return firstOf(paths, read);
  };
  const [id, name] = [reader('id', values.readText), reader('name', values.readText)];
  const [target, type] = [
    reader('target', list.isTargetPicked ? values.readText : readTarget),
    reader('type', values.readText),
  ];
  const [lastCheck, change] = [reader('lastCheck', toTime), reader('changedAt', toTime)];
  const [sinceUp, sinceDown] = [reader('since', toPast, 'down'), reader('since', toPast, 'up')];
  const [errorUp, errorDown] = [
    reader('lastError', readSentence, 'down'),
    reader('lastError', readSentence, 'up'),
  ];
  const interval = reader('interval', (value) => value);
  const tags = reader('tags', values.readTags);
  const [zoneAt, unitAt] = [list.zone, list.unit].map((path) =>
    path === undefined ? undefined : toGetter(path),
  );
  const status = toStatusReader(list);
  return (record, key) => {
    const named = zoneAt?.(record, key) ?? undefined;
    if (!zones.has(named)) {
      zones.set(named, values.toZone(named));
    }
    localZone = zones.get(named);
    lacksZone = false;
    const told = status(record, key);
    const isDown = told.status === 'down' || told.status === 'degraded';
    const unit = unitAt && values.readUnit(values.toText(unitAt(record, key)));
    const address = target(record, key);
    return {
      id: id(record, key),
      name: name(record, key) ?? address,
      status: told.status,
      rawStatus: told.rawStatus,
      target: address,
      type: type(record, key),
      lastCheckedAt: lastCheck(record, key),
      changedAt: change(record, key),
      since: (isDown ? sinceDown : sinceUp)(record, key),
      lastError: (isDown ? errorDown : errorUp)(record, key),
      intervalMs: values.readInterval(interval(record, key), unit ?? list.unitMs),
      tags: tags(record, key) ?? NO_TAGS,
      timesLackZone: lacksZone || undefined,
    };
  };
}

function firstOf<T>(paths: readonly Path[], read: (value: unknown) => T | undefined): Read<T | undefined> {
  const getters = paths.map(toGetter);
  return (record, key) => {
    for (const get of getters) {
      const value = get(record, key);
      const result = value === undefined || value === null ? undefined : read(value);
      if (result !== undefined) {
        return result;
      }
    }
    return undefined;
  };
}

function readTarget(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return values.isTarget(text) ? text : undefined;
}

function readSentence(value: unknown): string | undefined {
  const isGood = meaningOf(value)?.status === 'up';
  return typeof value === 'string' && !isGood ? values.readText(value.slice(0, MAX_SENTENCE)) : undefined;
}

type Side = 'up' | 'down';

/** Returns the status that a path applies to: `up_since`, `down_since`. Undefined means any. */
function sideOf(path: Path): Side | undefined {
  const key = toWords(String(parsePath(path)?.findLast((step) => typeof step === 'string') ?? ''));
  const has = (set: ReadonlySet<string>) => key.some((word) => set.has(word));
  const isSince = has(lexicon.START_WORDS) || key.includes('created');
  const isDown =
    has(lexicon.MESSAGE_WORDS) || key.join('') === 'reason' || (isSince && has(lexicon.DOWN_WORDS));
  return isDown ? 'down' : isSince && has(lexicon.UP_WORDS) ? 'up' : undefined;
}

function toStatusReader({
  status: { paths, meanings, off, alarms },
}: ListMapping): Read<Pick<FieldsRead, 'status' | 'rawStatus'>> {
  const readRaw = firstOf(paths, (value) => (typeof value === 'object' ? undefined : value));
  const offs = off.map(toSignalReader);
  const alarmed = alarms.map(toSignalReader);
  // A page has few different values.
  const known = new Map<unknown, MonitorStatus>();
  const statusOf = (value: unknown): MonitorStatus => {
    const status = known.get(value) ?? lookUp(meanings, value) ?? meaningOf(value)?.status ?? 'unknown';
    known.set(value, status);
    return status;
  };
  return (record, key) => {
    const raw = readRaw(record, key);
    const isOff = offs.find(({ read }) => read(record, key) !== undefined);
    const told = isOff ? 'paused' : statusOf(raw);
    const raised = told === 'up' || told === 'unknown' ? alarmed.map(({ read }) => read(record, key)) : [];
    const alarm = raised.includes('down') ? 'down' : raised.find((status) => status !== undefined);
    return { status: alarm ?? told, rawStatus: toRawText(raw ?? isOff?.get(record, key)) };
  };
}

function toSignalReader({ path, meanings }: Signal): {
  readonly get: Getter;
  readonly read: Read<MonitorStatus | undefined>;
} {
  const get = toGetter(path);
  const atTime = meanings['@time'];
  const known = new Map<unknown, MonitorStatus | undefined>();
  const read: Read<MonitorStatus | undefined> = (record, key) => {
    const value = get(record, key);
    if (atTime !== undefined && values.readTime(value)) {
      return atTime;
    }
    if (!known.has(value) && typeof value !== 'object') {
      known.set(value, lookUp(meanings, value));
    }
    return known.get(value);
  };
  return { get, read };
}

function lookUp(meanings: Signal['meanings'], value: unknown): MonitorStatus | undefined {
  const key = [toStatusKey(value), String(values.readFlag(value))].find((one) =>
    Object.hasOwn(meanings, one),
  );
  return key === undefined ? undefined : meanings[key];
}

function toRawText(value: unknown): string | undefined {
  return values.toText(value) || undefined;
}
