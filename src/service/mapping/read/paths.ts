import { isArray, isObject, ownValue } from '../../../base/json';
import type { Path } from '../mapping';

/** One step down; in an array, -1 is its last element. `undefined` where there is nothing. */
function childOf(value: unknown, step: string | number): unknown {
  if (isArray(value)) {
    return typeof step === 'number' ? value.at(step) : undefined;
  }
  return isObject(value) ? ownValue(value, String(step)) : undefined;
}

/** The value at a path without `'*'`. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    value = childOf(value, step);
  }
  return value;
}

/** The values at a path in which `'*'` is every element of an array or every value of an object. */
export function valuesAt(root: unknown, path: Path): readonly unknown[] {
  return path.reduce<readonly unknown[]>(
    (values, step) =>
      step === '*' ? values.flatMap(membersOf) : values.map((value) => childOf(value, step)),
    [root],
  );
}

function membersOf(value: unknown): readonly unknown[] {
  if (isArray(value)) {
    return value;
  }
  return isObject(value) ? Object.values(value) : [];
}

/** Looks one field up in a record. */
export type Getter = (record: unknown) => unknown;

/** A lookup along a path. In objects, where most are, the keys are all that is looked at. */
export function toGetter(path: Path): Getter {
  const [key, ...rest] = path;
  if (typeof key !== 'string' || key in Object.prototype) {
    return (record) => valueAt(record, path);
  }
  const own: Getter = (record) => (isObject(record) ? record[key] : undefined);
  const inner = toGetter(rest);
  return rest.length === 0 ? own : (record) => inner(own(record));
}
