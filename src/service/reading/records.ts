import { isArray, isObject, valuesAt } from './json';
import type { ListKind } from './listReading';
import type { Path } from './reading';

/** One entry of a list, with the key it is filed under where the list is an object. */
export interface RecordEntry {
  readonly record: unknown;
  readonly key?: string;
}

/** The entries of the list at a path, in the service's order. */
export function entriesAt(root: unknown, path: Path, kind: ListKind): readonly RecordEntry[] {
  const holders = valuesAt(root, path);
  if (kind === 'mapOfMaps') return holders.flatMap(entriesOfMaps);
  return holders.flatMap((holder) => entriesOf(holder));
}

function entriesOf(holder: unknown): readonly RecordEntry[] {
  if (isArray(holder)) {
    return holder.filter((record) => record !== null && record !== undefined).map((record) => ({ record }));
  }
  if (!isObject(holder)) return [];
  const entries = Object.entries(holder).map(([key, record]) => ({ key, record }));
  // PHP and Lua write lists as objects, and put the envelope's own fields among the entries.
  const records = entries.filter(({ record }) => isObject(record));
  return records.length * 2 >= entries.length ? records : entries;
}

/** `{web01: {HTTP: 16}}`: one entry for each inner key, named by both. */
function entriesOfMaps(holder: unknown): readonly RecordEntry[] {
  if (!isObject(holder)) return [];
  return Object.entries(holder).flatMap(([outer, inner]) =>
    entriesOf(inner).map(({ key, record }) => ({ key: `${outer}/${key ?? ''}`, record })),
  );
}
