import { isArray, isObject } from './json';
import { parsePath, toPath, type Path } from './path';
import { toPlainText } from './text';

const MAX_KEYS = 40;
const MAX_VISITS = 1_000;

/** Describes keys and types, never values: `{data: [{id: number} × 50]}`. Keys that are values become `<key>`. */
export function describeShape(json: unknown): string {
  let visits = 0;
  const describe = (value: unknown): string => {
    if ((!isArray(value) && !isObject(value)) || ++visits > MAX_VISITS) {
      return value === null ? 'null' : typeof value;
    }
    if (isArray(value)) {
      const shapes = new Set(value.slice(0, 5).map(describe));
      return value.length === 0 ? '[]' : `[${[...shapes].join(' | ')} × ${value.length}]`;
    }
    const all = Object.keys(value);
    const keys = all.slice(0, MAX_KEYS);
    const inner = new Set(
      keys.map((key) => (isObject(value[key]) ? Object.keys(value[key]).join() : '')),
    );
    const areRecords = keys.length > 1 && inner.size === 1 && !inner.has('');
    if (areRecords || keys.filter(isValueLike).length * 2 > keys.length) {
      return `{<key>: ${describe(value[keys[0]!])} × ${all.length}}`;
    }
    const shown = keys.map((key) => `${toShownKey(key)}: ${describe(value[key])}`).join(', ');
    return `{${shown}${all.length > MAX_KEYS ? ', …' : ''}}`;
  };
  return toPlainText(describe(json), 4_000);
}

/** Replaces keys that look like values by `<key>`. */
export function describePath(path: Path): string {
  const steps = path === '@key' ? undefined : parsePath(path);
  return steps
    ? toPath(steps.map((step) => (typeof step === 'string' ? toShownKey(step) : step)))
    : path;
}

const toShownKey = (key: string): string =>
  isValueLike(key) ? '<key>' : toPlainText(key, 40).replace(/[{}[\]:,|×]/g, '_') || '<key>';

/** Checks for ids, addresses and dates, which aren't field names. */
function isValueLike(key: string): boolean {
  const digits = key.replace(/\D/g, '').length;
  return (
    (digits > 2 && digits * 4 >= key.length) || key.length > 48 || /^[\d.,:+-]+$|[@/\\\s]/.test(key)
  );
}
