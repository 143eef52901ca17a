import { firstEntries, firstKeys, isArray, isObject, tryParseJson } from '../base/json';
import { readAmount, readText, toText } from '../base/scalar';
import { wordSet } from '../base/words';
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
/** Keys of a tag. A hostile one may have millions. */
const MAX_KEYS = 100;

export function readTags(value: unknown): readonly string[] | undefined {
  if (isArray(value)) {
    const tags = value.length > MAX_TAGS ? value.slice(0, MAX_TAGS) : value;
    return tags.map(readTag).filter((tag) => tag !== '');
  }
  if (typeof value === 'string') {
    return readTagText(value);
  }
  if (!isObject(value)) {
    return undefined;
  }
  const entries = firstEntries(value, MAX_TAGS);
  const [[, first] = []] = entries;
  // `{"tag": ["a", "b"]}`
  if (entries.length === 1 && isArray(first)) {
    return readTags(first);
  }
  return entries.map(([key, text]) => (typeof text === 'object' ? key : `${key}:${toText(text)}`));
}

/** Reads `a, b`, and `["a", "b"]` in a text. */
function readTagText(text: string): readonly string[] | undefined {
  const json = /^\s?[[{]/.test(text) ? tryParseJson(text) : undefined;
  if (typeof json === 'object') {
    return readTags(json);
  }
  // Split at spaces only if all is lower case: "Customer facing" is one tag.
  const separator = /[,;|]/.exec(text)?.[0] ?? (/^[a-z\d][a-z\d_:.\s-]*$/.test(text) ? /\s/ : '\n');
  return text.split(separator, MAX_TAGS).flatMap((tag) => readText(tag) ?? []);
}

const TAG_NAMES = wordSet('name key label tag title text slug tagname tag_name');
const TAG_VALUES = wordSet('value values tag_value');

/** Converts `{"name": "environment", "value": "prod"}` to `environment:prod`. */
function readTag(tag: unknown): string {
  if (!isObject(tag)) {
    return readText(tag) ?? '';
  }
  let name: string | undefined;
  let value: string | undefined;
  for (const key of firstKeys(tag, MAX_KEYS)) {
    const word = key.toLowerCase();
    if (TAG_NAMES.has(word)) {
      name ??= readText(tag[key]);
    } else if (TAG_VALUES.has(word)) {
      value ??= readText(tag[key]) ?? readTags(tag[key])?.join(', ');
    }
  }
  return name && value ? `${name}:${value}` : (name ?? value ?? '');
}
