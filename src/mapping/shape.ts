import { isArray, isObject } from '../base/json';
import { toPlainText } from '../base/text';
import { parsePath, toPath, type Path } from './mapping';
import { toPlain } from './words';

const MAX_DEPTH = 6;
const MAX_LENGTH = 4_000;
const MAX_KEYS = 40;
/** Values that are looked at in all. */
const MAX_VISITS = 1_000;

/**
 * The keys and types of a response and never a value: `{data: [{id: number, name: string} × 50], total: number}`.
 * An object that is keyed by ids or e-mail addresses is shown as `{<key>: … × n}`, because its keys are values.
 */
export function describeShape(json: unknown): string {
  const shape = describe(json, 0, { left: MAX_VISITS });
  return shape.length > MAX_LENGTH ? `${shape.slice(0, MAX_LENGTH - 1)}…` : shape;
}

/** A path in which a key that is a value is `<key>`. */
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
    const sample = value.slice(0, 5);
    const records = sample.filter(isObject).map((record) => Object.entries(record).slice(0, MAX_KEYS));
    // Records of one list differ in what they leave out; together they show all they can have.
    const merged = Object.fromEntries(
      records.flat().sort(([, a], [, b]) => Number(a !== null) - Number(b !== null)),
    );
    const shapes = records.length === sample.length ? [merged] : sample;
    return value.length === 0 ? '[]' : `[${[...new Set(shapes.map(below))].join(' | ')} × ${value.length}]`;
  }
  const entries = Object.entries(value);
  const isKeyedByValues = entries.filter(([key]) => isValueLike(key)).length * 2 > entries.length;
  if (isKeyedByValues || areOfOneMake(entries.map(([, inner]) => inner))) {
    return `{<key>: ${below(entries[0]?.[1])} × ${entries.length}}`;
  }
  const shown = entries.slice(0, MAX_KEYS).map(([key, inner]) => `${toShownKey(key)}: ${below(inner)}`);
  const hidden = entries.length - shown.length;
  return `{${[...shown, ...(hidden > 0 ? [`… ${hidden} more`] : [])].join(', ')}}`;
}

/** Keys are as untrusted as values, and one that is no name is a value in disguise: shown as `<key>`. */
function toShownKey(key: string): string {
  const name = toPlainText(key, 40).replace(/[{}[\]:,|×]/g, '_');
  return isValueLike(key) || name === '' ? '<key>' : name;
}

/** Several objects with the same keys are records, filed under what they are called. */
function areOfOneMake(values: readonly unknown[]): boolean {
  const makes = values.map((value) => (isObject(value) ? Object.keys(value).sort().join() : ''));
  return makes.length > 1 && makes[0] !== '' && new Set(makes).size === 1;
}

/** Ids, e-mail addresses, URLs, hosts, dates: what a developer wouldn't name a field. */
function isValueLike(key: string): boolean {
  const plain = toPlain(key);
  const digits = plain.replace(/\D/g, '').length;
  const isNumbered = plain.length >= 8 && digits >= 3 && digits * 4 >= plain.length;
  const isOdd = /^[\d.,:+-]+$|^[\da-f]{8}-[\da-f]{4}-/i.test(key) || /[@/\\\s]|:\/\//.test(key.trim());
  return isOdd || isNumbered || key.length > 48;
}
