import { isArray, isObject } from '../base/json';
import { toPlainText } from '../base/text';
import { parsePath, toPath, type Path } from '../base/path';
import { toPlain } from './words';

const MAX_DEPTH = 6;
const MAX_LENGTH = 4_000;
const MAX_KEYS = 40;
const MAX_VISITS = 1_000;

/** Describes keys and types, never values: `{data: [{id: number} × 50]}`. Keys that are values become `<key>`. */
export function describeShape(json: unknown): string {
  const shape = describe(json, 0, { left: MAX_VISITS });
  return shape.length > MAX_LENGTH ? `${shape.slice(0, MAX_LENGTH - 1)}…` : shape;
}

/** Replaces keys that look like values by `<key>`. */
export function describePath(path: Path): string {
  const steps = path === '@key' ? undefined : parsePath(path);
  const names = steps?.map((step) => (typeof step === 'number' || step === '*' ? step : toShownKey(step)));
  return names ? toPath(names) : path;
}

function describe(value: unknown, depth: number, budget: { left: number }): string {
  if (!isArray(value) && !isObject(value)) {
    return value === null ? 'null' : typeof value;
  }
  if (depth > MAX_DEPTH || budget.left-- <= 0) {
    return '…';
  }
  const below = (inner: unknown) => describe(inner, depth + 1, budget);
  if (isArray(value)) {
    const shapes = new Set(value.slice(0, 5).map(below));
    return value.length === 0 ? '[]' : `[${[...shapes].join(' | ')} × ${value.length}]`;
  }
  const entries = Object.entries(value);
  const areRecords = entries.length > 1 && new Set(entries.map(([, inner]) => toKeyText(inner))).size === 1;
  const areValues = entries.filter(([key]) => isValueLike(key)).length * 2 > entries.length;
  if (areValues || (areRecords && toKeyText(entries[0]?.[1]) !== '')) {
    return `{<key>: ${below(entries[0]?.[1])} × ${entries.length}}`;
  }
  const shown = entries.slice(0, MAX_KEYS).map(([key, inner]) => `${toShownKey(key)}: ${below(inner)}`);
  const hidden = entries.length - shown.length;
  return `{${[...shown, ...(hidden > 0 ? [`… ${hidden} more`] : [])].join(', ')}}`;
}

const toKeyText = (value: unknown): string => (isObject(value) ? Object.keys(value).sort().join() : '');

function toShownKey(key: string): string {
  const name = toPlainText(key, 40).replace(/[{}[\]:,|×]/g, '_');
  return isValueLike(key) || name === '' ? '<key>' : name;
}

/** Checks for ids, addresses and dates, which aren't field names. */
function isValueLike(key: string): boolean {
  const plain = toPlain(key);
  const digits = plain.replace(/\D/g, '').length;
  const isNumbered = plain.length >= 8 && digits >= 3 && digits * 4 >= plain.length;
  const isOdd = /^[\d.,:+-]+$|^[\da-f]{8}-[\da-f]{4}-/i.test(key) || /[@/\\\s]|:\/\//.test(key.trim());
  return isOdd || isNumbered || key.length > 48;
}
