import { firstEntries, isArray, isObject } from './json';
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
    const { length } = Object.keys(value);
    const members = firstEntries(value, MAX_KEYS);
    const inner = new Set(members.map(([, each]) => isObject(each) && Object.keys(each).join()));
    const areRecords = members.length > 1 && inner.size === 1 && !inner.has(false);
    if (areRecords || members.filter(([key]) => isValueLike(key)).length * 2 > members.length) {
      return `{<key>: ${describe(members[0]![1])} × ${length}}`;
    }
    const shown = members.map(([key, each]) => `${toShownKey(key)}: ${describe(each)}`);
    return `{${shown.join(', ')}${length > MAX_KEYS ? ', …' : ''}}`;
  };
  return toPlainText(describe(json), 4_000);
}

/** Replaces a key that looks like a value by `<key>`. */
const toShownKey = (key: string): string =>
  isValueLike(key) ? '<key>' : toPlainText(key, 40).replace(/[{}[\]:,|×]/g, '_') || '<key>';

/** Checks for ids, addresses and dates, which aren't field names. */
function isValueLike(key: string): boolean {
  const digits = key.replace(/\D/g, '').length;
  return (
    (digits > 2 && digits * 4 >= key.length) || key.length > 48 || /^[\d.,:+-]+$|[@/\\\s]/.test(key)
  );
}
