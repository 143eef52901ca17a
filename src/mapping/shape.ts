import { toPlainText } from '../base/text';
import { toPlain } from './words';
import { isArray, isObject } from '../base/json';
import { parsePath, toPath, type Path } from './mapping';

/** Levels shown; deeper ones are an ellipsis. */
const MAX_DEPTH = 6;
/** Characters in all. */
const MAX_LENGTH = 4_000;
/** Keys shown of one object. */
const MAX_KEYS = 40;

/**
 * The keys and types of a response and never a value: `{data: [{id: number, name: string} × 50], total: number}`.
 * An object that is keyed by ids or e-mail addresses is shown as `{<key>: … × n}`, for its keys are values.
 */
export function describeShape(json: unknown): string {
  const shape = describe(json, { depth: MAX_DEPTH, budget: { left: MAX_LENGTH } });
  return shape.length > MAX_LENGTH ? `${shape.slice(0, MAX_LENGTH - 1)}…` : shape;
}

/** A path in which a key that is a value is `<key>`. */
export function describePath(path: Path): string {
  const steps = path === '@key' ? undefined : parsePath(path);
  const names = steps?.map((step) => (typeof step === 'number' || step === '*' ? step : toShownKey(step)));
  return names ? toPath(names) : path;
}

interface ShapeState {
  readonly depth: number;
  readonly budget: { left: number };
}

function describe(value: unknown, state: ShapeState): string {
  state.budget.left -= 8;
  if (isArray(value)) {
    return describeArray(value, state);
  }
  if (isObject(value)) {
    return describeObject(value, state);
  }
  return typeName(value);
}

function describeArray(list: readonly unknown[], state: ShapeState): string {
  if (list.length === 0) {
    return '[]';
  }
  if (state.depth <= 0 || state.budget.left <= 0) {
    return `[… × ${list.length}]`;
  }
  const below = { ...state, depth: state.depth - 1 };
  const sample = sampleOf(list, 5);
  const objects = sample.filter(isObject);
  // Records of one list differ in what they leave out; together they show all they can have.
  const merged = objects.length === sample.length ? [describeObject(mergeRecords(objects), below)] : [];
  const shapes = merged.length > 0 ? merged : [...new Set(sample.map((element) => describe(element, below)))];
  return `[${shapes.join(' | ')} × ${list.length}]`;
}

function mergeRecords(
  records: readonly Readonly<Record<string, unknown>>[],
): Readonly<Record<string, unknown>> {
  const merged = new Map<string, unknown>();
  for (const [key, value] of records.flatMap((record) => Object.entries(record).slice(0, 200))) {
    if ((merged.get(key) ?? null) === null) {
      merged.set(key, value);
    }
  }
  return Object.fromEntries(merged);
}

function describeObject(object: Readonly<Record<string, unknown>>, state: ShapeState): string {
  const entries = Object.entries(object);
  if (entries.length === 0) {
    return '{}';
  }
  if (state.depth <= 0 || state.budget.left <= 0) {
    return `{… × ${entries.length}}`;
  }
  const below = { ...state, depth: state.depth - 1 };
  if (isKeyedByValues(entries.map(([key]) => key)) || areOfOneMake(entries.map(([, value]) => value))) {
    return `{<key>: ${describe(entries[0]?.[1], below)} × ${entries.length}}`;
  }
  const shown: string[] = [];
  for (const [key, value] of entries.slice(0, MAX_KEYS)) {
    if (state.budget.left <= 0) {
      break;
    }
    shown.push(`${toShownKey(key)}: ${describe(value, below)}`);
    state.budget.left -= key.length;
  }
  const hidden = entries.length - shown.length;
  return `{${shown.join(', ')}${hidden > 0 ? `, … ${hidden} more` : ''}}`;
}

/** Keys are as untrusted as values, and one that is no name is a value in disguise: shown as `<key>`. */
function toShownKey(key: string): string {
  if (isValueLike(key)) {
    return '<key>';
  }
  return toPlainText(key, 40).replace(/[{}[\]:,|×]/g, '_') || '<key>';
}

function isKeyedByValues(keys: readonly string[]): boolean {
  const sample = sampleOf(keys, 20);
  return sample.filter(isValueLike).length * 2 > sample.length;
}

/** Several objects with the same keys are records, filed under what they are called. */
function areOfOneMake(values: readonly unknown[]): boolean {
  const makes = values.map((value) => (isObject(value) ? Object.keys(value).sort().join() : ''));
  return makes.length > 1 && makes[0] !== '' && new Set(makes).size === 1;
}

/** Ids, e-mail addresses, URLs, hosts, dates: what a developer would not name a field. */
function isValueLike(key: string): boolean {
  if (/^[\d.,:+-]+$/.test(key) || key.length > 48 || /[@/\\\s]|:\/\//.test(key.trim())) {
    return true;
  }
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(key)) {
    return true;
  }
  const plain = toPlain(key);
  const digits = plain.replace(/\D/g, '').length;
  return plain.length >= 8 && digits >= 3 && digits * 4 >= plain.length;
}

/** The JSON name of a value's type. */
export function typeName(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  if (value === undefined) {
    return 'nothing';
  }
  return isArray(value) ? 'array' : typeof value;
}

/**
 * At most `count` elements of a list: the first ones and a spread over the rest, so that a page
 * that is sorted by status or type does not show one side alone.
 */
export function sampleOf<T>(list: readonly T[], count: number): readonly T[] {
  if (list.length <= count) {
    return list;
  }
  const head = Math.ceil(count / 2);
  const tail = count - head;
  const stride = (list.length - head) / tail;
  const spread = Array.from({ length: tail }, (_, i) => list[head + Math.floor(i * stride)] as T);
  return [...list.slice(0, head), ...spread];
}

/** A short look at a value. Never used for tokens. */
export function toPreview(value: unknown): string {
  if (typeof value === 'string') {
    return toPlainText(value, 60);
  }
  if (isArray(value)) {
    return `[${value.length}]`;
  }
  return isObject(value) ? '{…}' : String(value);
}
