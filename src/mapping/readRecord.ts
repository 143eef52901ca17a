import {
  firstEntries,
  isArray,
  isFilled,
  isObject,
  type JsonObject,
  readAmount,
  readFlag,
  readText,
  toText,
} from '../base/json';
import { toGetter, type Path } from '../base/path';
import { remember } from '../base/remember';
import { DAY, readDuration, readTime, readUnit, SECOND } from '../base/time';
import { PROBLEMS, type Monitor, type MonitorStatus } from '../monitors/monitor';
import type { Sample } from './candidate';
import { meaningOf } from './findStatus';
import { toStatusKey, type RecordMapping, type Signal, type StatusMapping } from './mapping';

export type FieldReader<T> = (entry: Sample) => T | undefined;

/** Returns a function that reads the first of these places that has a fitting value. */
export function toFieldReader<T>(
  paths: readonly Path[] = [],
  read: (value: unknown, entry: Sample) => T | undefined,
): FieldReader<T> {
  const getters = paths.map(toGetter);
  return (entry) => {
    for (const get of getters) {
      const value = read(get(entry.value, entry.key), entry);
      if (value !== undefined) {
        return value;
      }
    }
    return undefined;
  };
}

/**
 * Returns a function that reads a record. Id and name may be empty.
 * @param readAt epoch milliseconds of the service's clock; a `since` after it is ignored
 */
export function toRecordReader({ fields, status, unit, unitMs }: RecordMapping, readAt: number) {
  const unitOf = toFieldReader(unit === undefined ? [] : [unit], readText);
  const idOf = toFieldReader(fields.id, readText);
  const nameOf = toFieldReader(fields.name, readText);
  const targetOf = toFieldReader(fields.target, readText);
  const typeOf = toFieldReader(fields.type, readText);
  const lastCheckOf = toFieldReader(fields.lastCheck, readTime);
  const changeOf = toFieldReader(fields.changedAt, readTime);
  const sinceOf = toFieldReader(fields.since, readTime);
  const tagsOf = toFieldReader(fields.tags, readTags);
  const errorOf = toFieldReader(fields.lastError, readSentence);
  const statusOf = toStatusReader(status);
  const intervalOf = toFieldReader(fields.interval, (value, entry) =>
    readInterval(value, unitMs ?? readUnit(unitOf(entry) ?? '')),
  );
  return (
    entry: Sample & Pick<Monitor, 'parent'>,
    place: NonNullable<Monitor['place']>,
  ): Monitor => {
    const id = idOf(entry) ?? '';
    const target = targetOf(entry);
    const lastCheck = lastCheckOf(entry);
    const change = changeOf(entry);
    const since = sinceOf(entry);
    const lacksZone =
      lastCheck?.hasZone === false || change?.hasZone === false || since?.hasZone === false;
    const { status: ownStatus, rawStatus } = statusOf(entry);
    return {
      id,
      name: nameOf(entry) ?? target ?? id,
      place,
      parent: entry.parent,
      status: ownStatus,
      rawStatus,
      target,
      type: typeOf(entry),
      lastCheckedAt: lastCheck?.at,
      changedAt: change?.at,
      timesLackZone: lacksZone || undefined,
      since: since && since.at <= readAt ? since.at : undefined,
      lastError: PROBLEMS.includes(ownStatus) ? errorOf(entry) : undefined,
      intervalMs: intervalOf(entry),
      tags: tagsOf(entry) ?? [],
      raw: entry.value,
    };
  };
}

/** Returns milliseconds between checks. `unitMs` is the milliseconds per 1. */
export function readInterval(value: unknown, unitMs: number | undefined): number | undefined {
  if (isObject(value)) {
    // `{"value": 5, "unit": "minutes"}`
    const [part, unit] = firstEntries(value, 3).map(([, inner]) => inner);
    return readInterval(readAmount(part) ?? 0, readUnit(toText(unit)));
  }
  const amount = readAmount(value);
  const ms = amount === undefined ? readDuration(toText(value)) : amount * (unitMs ?? 0);
  // A time below a second is no interval: "1.1 ms" is a latency.
  return ms !== undefined && ms >= SECOND && ms < 400 * DAY ? ms : undefined;
}

/** A hostile record may have millions of tags, and a tag millions of keys. */
const MAX_TAGS = 100;

/** Reads `["a", "b"]`, `"a, b"`, `{"environment": "prod"}`, and `[{"name": "environment", "value": "prod"}]`. */
export function readTags(value: unknown): readonly string[] | undefined {
  if (isArray(value)) {
    return value.slice(0, MAX_TAGS).map(readTag).filter(Boolean);
  }
  if (isObject(value)) {
    return firstEntries(value, MAX_TAGS).flatMap(([key, inner]) =>
      isArray(inner) ? (readTags(inner) ?? []) : joinTag(key, toText(inner)),
    );
  }
  const texts = typeof value === 'string' ? value.split(/[,;|\n]/, MAX_TAGS) : undefined;
  return texts?.flatMap((text) => readText(text) ?? []);
}

function readTag(tag: unknown): string {
  if (!isObject(tag)) {
    return toText(tag);
  }
  const name = textUnder(tag, /^(?:tag_?)?(?:name|key|label|title|text|slug)$|^tag$/i);
  return joinTag(name, textUnder(tag, /^(?:tag_?)?values?$/i));
}

function textUnder(tag: JsonObject, keys: RegExp): string {
  for (const key in tag) {
    const text = keys.test(key) ? toText(tag[key]) : '';
    if (text !== '') {
      return text;
    }
  }
  return '';
}

const joinTag = (name: string, value: string): string =>
  name && value ? `${name}:${value}` : name || value;

function readSentence(value: unknown): string | undefined {
  if (typeof value !== 'string' || !isFilled(value) || meaningOf(value)?.status === 'up') {
    return undefined;
  }
  return readText(value.slice(0, 1_000));
}

/** Reads a status as text. */
export function toRawStatusReader({ paths }: StatusMapping): FieldReader<string> {
  return toFieldReader(paths, (value) => toText(value) || undefined);
}

/** A pause wins, and an alarm beats up. */
function toStatusReader(mapping: StatusMapping) {
  const rawStatusOf = toRawStatusReader(mapping);
  const toMeaning = toLookUp(mapping.meanings);
  const toKnownMeaning = remember(meaningOf);
  const pauses = mapping.off.map(toSignReader);
  const alarms = mapping.alarms.map(toSignReader);
  return (entry: Sample): Pick<Monitor, 'status' | 'rawStatus'> => {
    const rawStatus = rawStatusOf(entry);
    const said = toMeaning(rawStatus) ?? toKnownMeaning(rawStatus)?.status ?? 'unknown';
    if (pauses.some((read) => read(entry) === 'paused')) {
      return { status: 'paused', rawStatus };
    }
    const isAlarm = alarms.length > 0 && (said === 'up' || said === 'unknown');
    const statuses = isAlarm ? alarms.map((read) => read(entry)) : [];
    const status = PROBLEMS.find((problem) => statuses.includes(problem)) ?? said;
    return { status, rawStatus };
  };
}

function toSignReader({ path, meanings }: Signal) {
  return toFieldReader([path], toLookUp(meanings));
}

/** Finds the meaning of a word, a yes or no, or a time. */
function toLookUp(meanings: Signal['meanings']) {
  return remember((value: unknown): MonitorStatus | undefined => {
    const flag = readFlag(value);
    const keys = [
      toStatusKey(value),
      flag === undefined ? '' : String(flag),
      readTime(value) ? '@time' : '',
    ];
    const key = keys.find((each) => each !== '' && Object.hasOwn(meanings, each));
    return key === undefined ? undefined : meanings[key];
  });
}
