import { toGetter, type Path } from '../base/path';
import { remember } from '../base/remember';
import { isFilled, readFlag, readText, toText } from '../base/scalar';
import { readTime, readUnit, type Zone } from '../base/time';
import { isProblem, PROBLEMS, type Monitor, type MonitorStatus } from '../monitors/monitor';
import type { Entry } from './listCandidates';
import { meaningOf } from './statusWords';
import { toStatusKey, type RecordMapping, type Signal, type StatusMapping } from './mapping';
import { readInterval, readTags } from './values';

export type FieldReader<T> = (record: unknown, key?: string) => T | undefined;

/** Returns a function that reads the first of these places that has a fitting value. */
export function toFieldReader<T>(
  paths: readonly Path[] = [],
  read: (value: unknown, record: unknown) => T | undefined,
): FieldReader<T> {
  const getters = paths.map(toGetter);
  return (record, key) => {
    for (const get of getters) {
      const value = read(get(record, key), record);
      if (value !== undefined) {
        return value;
      }
    }
    return undefined;
  };
}

/** Reads a record. Id and name may be empty. */
export type RecordReader = (entry: Entry, place: { page: number; position: number }) => Monitor;

/**
 * Returns a function that reads a record.
 * @param readAt epoch milliseconds of the service's clock; a `since` after it is ignored
 */
export function toRecordReader(
  { fields, status, unit, unitMs }: RecordMapping,
  readAt: number,
  zone: Zone | undefined,
): RecordReader {
  const toTime = (value: unknown) => readTime(value, zone);
  const unitOf = toFieldReader(unit === undefined ? [] : [unit], (value) =>
    readUnit(toText(value)),
  );
  const toInterval = (value: unknown, record: unknown) =>
    readInterval(value, unitMs ?? unitOf(record));
  const idOf = toFieldReader(fields.id, readText);
  const nameOf = toFieldReader(fields.name, readText);
  const targetOf = toFieldReader(fields.target, readTarget);
  const typeOf = toFieldReader(fields.type, readText);
  const lastCheckOf = toFieldReader(fields.lastCheck, toTime);
  const changeOf = toFieldReader(fields.changedAt, toTime);
  const sinceOf = toFieldReader(fields.since, toTime);
  const intervalOf = toFieldReader(fields.interval, toInterval);
  const tagsOf = toFieldReader(fields.tags, readTags);
  const errorOf = toFieldReader(fields.lastError, readSentence);
  const rawStatusOf = toFieldReader(status.paths, (value) => toText(value) || undefined);
  const statusOf = toStatusReader(status);
  return ({ value: record, key, parent }, place) => {
    const id = idOf(record, key) ?? '';
    const target = targetOf(record, key);
    const rawStatus = rawStatusOf(record, key);
    const ownStatus = statusOf(rawStatus, record, key);
    const lastCheck = lastCheckOf(record, key);
    const change = changeOf(record, key);
    const since = sinceOf(record, key);
    const lacksZone =
      lastCheck?.hasZone === false || change?.hasZone === false || since?.hasZone === false;
    return {
      id,
      name: nameOf(record, key) ?? target ?? id,
      place,
      parent,
      status: ownStatus,
      rawStatus,
      target,
      type: typeOf(record, key),
      lastCheckedAt: lastCheck?.at,
      changedAt: change?.at,
      timesLackZone: lacksZone || undefined,
      since: since && since.at <= readAt ? since.at : undefined,
      lastError: isProblem({ status: ownStatus }) ? errorOf(record, key) : undefined,
      intervalMs: intervalOf(record, key),
      tags: tagsOf(record, key) ?? [],
      raw: record,
    };
  };
}

const NO_TARGET = /^(?:[a-z]+:\/\/|\W*|\d|n\/a|none|null)$/i;

function readTarget(value: unknown): string | undefined {
  const text = readText(value);
  const isNoTarget = text !== undefined && text.length < 9 && NO_TARGET.test(text);
  return isNoTarget ? undefined : text;
}

function readSentence(value: unknown): string | undefined {
  if (typeof value !== 'string' || !isFilled(value) || meaningOf(value)?.status === 'up') {
    return undefined;
  }
  return readText(value.slice(0, 1_000));
}

/** A pause wins, and an alarm beats up. */
function toStatusReader({ meanings, off, alarms }: StatusMapping) {
  const toMeaning = toLookUp(meanings);
  const toKnownMeaning = remember(meaningOf);
  const offSigns = off.map(toSignReader);
  const alarmSigns = alarms.map(toSignReader);
  return (raw: string | undefined, record: unknown, key?: string): MonitorStatus => {
    if (offSigns.some((read) => read(record, key) === 'paused')) {
      return 'paused';
    }
    const said = toMeaning(raw) ?? toKnownMeaning(raw)?.status ?? 'unknown';
    if (alarmSigns.length === 0 || (said !== 'up' && said !== 'unknown')) {
      return said;
    }
    const alarmsNow = alarmSigns.map((read) => read(record, key));
    return PROBLEMS.find((problem) => alarmsNow.includes(problem)) ?? said;
  };
}

function toSignReader({ path, meanings }: Signal): FieldReader<MonitorStatus> {
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
