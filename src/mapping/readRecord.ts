import { toGetter, type Path } from '../base/path';
import { remember } from '../base/remember';
import { isFilled, readFlag, readText, toText } from '../base/scalar';
import { readTime, readUnit, type Zone } from '../base/time';
import { isProblem, type Monitor, type MonitorStatus } from '../monitors/monitor';
import { meaningOf } from './statusWords';
import { toStatusKey, type RecordMapping, type Signal, type StatusMapping } from './mapping';
import { readInterval, readTags } from './values';

export type FieldReader<T> = (record: unknown, key?: string) => T | undefined;

/** What a record says of its monitor. Id and name may be empty. */
export type ReadFields = Omit<Monitor, 'raw' | 'place' | 'parent'>;

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

/**
 * Returns a function that reads a record.
 * @param readAt epoch milliseconds of the service's clock; a `since` after it is ignored
 */
export function toRecordReader(
  { fields, status, unit, unitMs }: RecordMapping,
  readAt: number,
  zone: Zone | undefined,
): (record: unknown, key?: string) => ReadFields {
  const toTime = (value: unknown) => readTime(value, zone);
  const unitOf = toFieldReader(unit === undefined ? [] : [unit], (value) =>
    readUnit(toText(value)),
  );
  const toInterval = (value: unknown, record: unknown) =>
    readInterval(value, unitOf(record) ?? unitMs);
  const idOf = toFieldReader(fields.id, readText);
  const nameOf = toFieldReader(fields.name, readText);
  const targetOf = toFieldReader(fields.target, readTarget);
  const typeOf = toFieldReader(fields.type, readText);
  const lastCheckOf = toFieldReader(fields.lastCheck, toTime);
  const changeOf = toFieldReader(fields.changedAt, toTime);
  const sinceOf = toFieldReader(fields.since, toTime);
  const intervalOf = toFieldReader(fields.interval, toInterval);
  const tagsOf = toFieldReader(fields.tags, (value) => (value ? readTags(value) : undefined));
  const errorOf = toErrorReader(fields.lastError);
  const rawStatusOf = toFieldReader(status.paths, (value) => toText(value) || undefined);
  const statusOf = toStatusReader(status);
  return (record, key) => {
    const rawStatus = rawStatusOf(record, key);
    const ownStatus = statusOf(rawStatus, record, key);
    const target = targetOf(record, key);
    const lastCheck = lastCheckOf(record, key);
    const change = changeOf(record, key);
    const since = sinceOf(record, key);
    const lacksZone = [lastCheck, change, since].some((time) => time?.hasZone === false);
    const id = idOf(record, key) ?? '';
    return {
      id,
      name: nameOf(record, key) ?? target ?? id,
      status: ownStatus,
      rawStatus,
      target,
      type: typeOf(record, key),
      lastCheckedAt: lastCheck?.at,
      changedAt: change?.at,
      timesLackZone: lacksZone || undefined,
      since: since && since.at <= readAt ? since.at : undefined,
      lastError: errorOf(ownStatus, record, key),
      intervalMs: intervalOf(record, key),
      tags: tagsOf(record, key) ?? [],
    };
  };
}

const NO_TARGET = /^(?:[a-z]+:\/\/|\W*|\d|n\/a|none|null)$/i;

function readTarget(value: unknown): string | undefined {
  const text = readText(value);
  const isNoTarget = text !== undefined && text.length < 9 && NO_TARGET.test(text);
  return isNoTarget ? undefined : text;
}

/** Reads the error of a problem. If the status is unknown, only a text that surely is an error counts. */
function toErrorReader(paths: readonly Path[] = []) {
  const failurePaths = paths.filter((path) => /err|fail|fault|exception|down/i.test(path));
  const errorOf = toFieldReader(paths, readSentence);
  const failureOf = toFieldReader(failurePaths, readSentence);
  return (status: MonitorStatus, record: unknown, key?: string): string | undefined => {
    if (status === 'unknown') {
      return failureOf(record, key);
    }
    return isProblem({ status }) ? errorOf(record, key) : undefined;
  };
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
  const pauseOf = toSignalReader(off, (status) => status === 'paused');
  const alarmOf = toSignalReader(alarms, (status) => isProblem({ status }));
  return (raw: string | undefined, record: unknown, key?: string): MonitorStatus => {
    const pause = pauseOf(record, key);
    if (pause !== undefined) {
      return pause;
    }
    const said = toMeaning(raw) ?? toKnownMeaning(raw)?.status ?? 'unknown';
    const mayBeWorse = said === 'up' || said === 'unknown';
    return (mayBeWorse ? alarmOf(record, key) : undefined) ?? said;
  };
}

/** Reads the worst of these signals that counts. */
function toSignalReader(
  signals: readonly Signal[],
  counts: (status: MonitorStatus) => boolean,
): FieldReader<MonitorStatus> {
  const readers = signals.map(({ path, meanings }) => toFieldReader([path], toLookUp(meanings)));
  return (record, key) => {
    const statuses = readers.map((read) => read(record, key));
    const counted = statuses.filter((status) => status !== undefined && counts(status));
    return counted.includes('down') ? 'down' : counted.at(-1);
  };
}

/** Finds the meaning of a time, a word, or a yes or no. */
function toLookUp(meanings: Signal['meanings']) {
  return remember((value: unknown): MonitorStatus | undefined => {
    const keys = [
      readTime(value) ? '@time' : '',
      toStatusKey(value),
      String(readFlag(value) ?? ''),
    ];
    const key = keys.find((each) => each !== '' && Object.hasOwn(meanings, each));
    return key === undefined ? undefined : meanings[key];
  });
}
