import { firstEntries, isArray, isObject, tryParseJson } from '../base/json';
import { readAmount, readText, toText } from '../base/scalar';
import { DAY, readDuration, SECOND } from '../base/time';

/** Returns milliseconds between checks. `unitMs` is the milliseconds per 1. */
export function readInterval(value: unknown, unitMs: number | undefined): number | undefined {
  if (isObject(value)) {
    // `{"value": 5, "unit": "minutes"}`
    const entries = firstEntries(value, 3);
    const [[, amount] = [], [key, unit] = ['']] = entries;
    const isPair = entries.length === 2 && /unit/i.test(key) && readAmount(amount) !== undefined;
    return isPair ? readDuration(toText(amount) + toText(unit)) : undefined;
  }
  const amount = readAmount(value);
  const isTold = amount === undefined && typeof value === 'string';
  const ms = isTold ? readDuration(value) : (amount ?? 0) * (unitMs ?? 0);
  // A time below a second is no interval: "1.1 ms" is a latency.
  return ms !== undefined && ms > 0 && (!isTold || ms >= SECOND) && ms < 400 * DAY ? ms : undefined;
}

const MAX_TAGS = 100;
const TAG_NAMES = [
  'name',
  'Name',
  'key',
  'Key',
  'label',
  'tag',
  'title',
  'text',
  'Text',
  'slug',
  'tag_name',
];

export function readTags(value: unknown): readonly string[] {
  const isJson = typeof value === 'string' && /^\s?[[{]/.test(value);
  const given = isJson ? (tryParseJson(value) ?? value) : value;
  if (typeof given === 'string') {
    // Split at spaces only if all is lower case: "Customer facing" is one tag.
    const separator =
      /[,;|]/.exec(given)?.[0] ?? (/^[a-z\d][a-z\d_:.\s-]*$/.test(given) ? /\s/ : '\n');
    return given.split(separator, MAX_TAGS).flatMap((tag) => readText(tag) ?? []);
  }
  const entries = isObject(given) ? firstEntries(given, MAX_TAGS) : [];
  // `{"tag": ["a", "b"]}`
  const list = entries.length === 1 ? entries[0]![1] : given;
  if (isArray(list)) {
    const tags = list.map(readTag);
    return tags.length > MAX_TAGS || tags.includes('')
      ? tags.filter(Boolean).slice(0, MAX_TAGS)
      : tags;
  }
  return entries.map(([key, text]) =>
    typeof text === 'object' ? key : `${key}:${String(text as string)}`,
  );
}

/** Converts `{"name": "environment", "value": "prod"}` to `environment:prod`. */
function readTag(tag: unknown): string {
  if (!isObject(tag)) {
    return readText(tag) ?? '';
  }
  const name = readText(tag[TAG_NAMES.find((key) => readText(tag[key]) !== undefined) ?? '']);
  const values = isArray(tag['values']) ? tag['values'] : [];
  const all = values.flatMap((value) => readText(value) ?? []).join(', ');
  const value = readText(tag['value'] ?? tag['Value'] ?? tag['tag_value'] ?? all);
  return name === undefined || value === undefined ? (name ?? value ?? '') : `${name}:${value}`;
}
