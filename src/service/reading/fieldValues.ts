import { isBareHost, isHostName, isTarget } from './fieldForms';
import { childOf, isArray, isObject, ownValue } from './json';
import { toField, toFieldWords } from './keys';
import type { Path } from './reading';
import { readDuration, readTimeSpan, readUnit } from './times';
import { tagTextNames } from './vocabulary/timeWords';

/** Looks one field up in a record. */
export type Getter = (record: unknown) => unknown;

/** A lookup along a path that was decided once for the page. */
export function toGetter(path: Path): Getter {
  const [first] = path;
  if (path.length === 1 && typeof first === 'string') {
    // What the prototype does not have can't be inherited from it, and need not be asked about each time.
    if (!(first in Object.prototype)) {
      return (record) => (isObject(record) ? record[first] : undefined);
    }
    return (record) => (isObject(record) ? ownValue(record, first) : undefined);
  }
  return (record) => {
    let value = record;
    for (const step of path) {
      value = childOf(value, step);
      if (value === undefined) {
        return undefined;
      }
    }
    return value;
  };
}

/** A text or a number as text; nothing for empty ones, objects and the rest. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'string') {
    const text = value.trim();
    return text === '' ? undefined : text;
  }
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

/** A lookup of a target; one word is a host only where the key says so, and `https://` alone is none. */
export function toTargetGetter(path: Path): Getter {
  const get = toGetter(path);
  const mayBeBare = isHostName(toField(String(path.at(-1))));
  return (record) => {
    const value = get(record);
    const text = typeof value === 'string' ? value.trim() : '';
    return isTarget(text) || (mayBeBare && isBareHost(text)) ? text : undefined;
  };
}

/** The words of a record's tags: an array of texts or objects, a map of keys to values, or one text. */
export function readTags(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    const separator = value.includes(',') ? ',' : /\s+/;
    return value
      .split(separator)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
      .slice(0, mostTags);
  }
  if (isArray(value)) {
    return value.length === 0 ? noTags : value.slice(0, mostTags).map(readTag).filter(isText);
  }
  if (!isObject(value)) {
    return [];
  }
  return Object.entries(value)
    .slice(0, mostTags)
    .flatMap(([key, text]) => (typeof text === 'object' ? [key] : [`${key}:${readText(text) ?? ''}`]));
}

const mostTags = 100;
const noTags: readonly string[] = [];

function readTag(tag: unknown): string | undefined {
  if (!isObject(tag)) {
    return readText(tag);
  }
  for (const name of tagTextNames) {
    const text = readText(ownValue(tag, name));
    if (text !== undefined) {
      return text;
    }
  }
  return undefined;
}

function isText(value: string | undefined): value is string {
  return value !== undefined;
}

const second = 1_000;
const minute = 60 * second;

/** Milliseconds that one of a page's interval numbers stands for. */
export interface IntervalUnit {
  readonly ms: number;
}

/**
 * The unit of a page's intervals: by the key (`interval_seconds`), else by the numbers of the whole page.
 * Nobody checks every three seconds, so a page that has a number under ten counts in minutes; nobody waits
 * for hours by the ten thousand seconds, so round thousands are milliseconds. `undefined` where it can't be told.
 */
export function chooseIntervalUnit(key: string, values: readonly unknown[]): IntervalUnit | undefined {
  const words = toFieldWords(key);
  const named = readUnit(words.at(-1) ?? '');
  if (named !== undefined && words.length > 1) {
    return { ms: named };
  }
  const numbers = values.map(Number).filter((number) => number > 0);
  if (numbers.length === 0) {
    return { ms: second };
  }
  if (numbers.every((number) => number >= 5_000 && number % 1_000 === 0)) {
    return { ms: 1 };
  }
  const least = Math.min(...numbers);
  const most = Math.max(...numbers);
  if (least < 10 && most <= 1_440) {
    return { ms: minute };
  }
  // Ten and twenty may be either, unless something beside them is checked every two minutes and not every two hours.
  return least < 30 && most < 90 ? undefined : { ms: second };
}

/** Milliseconds between two checks. */
export function readInterval(value: unknown, unit: IntervalUnit | undefined): number | undefined {
  if (isObject(value)) {
    return readTimeSpan(value);
  }
  const amount =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value)
        ? Number(value)
        : NaN;
  if (Number.isNaN(amount)) {
    return typeof value === 'string' ? readDuration(value) : undefined;
  }
  if (unit === undefined) {
    return undefined;
  }
  const ms = amount * unit.ms;
  return ms > 0 && ms < 400 * 86_400 * second ? ms : undefined;
}
