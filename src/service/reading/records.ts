import { isArray, isObject, valuesAt } from './json';
import type { ListKind } from './listResult';
import type { Path } from './reading';
import { recordsOfTable, tablesAt } from './tables';

/** The entries of a list, with the keys they are filed under where the list is an object. */
export interface Records {
  readonly values: readonly unknown[];
  readonly keys?: readonly string[];
}

/** A record with the key it is filed under, if there is one. */
export interface RecordEntry {
  readonly record: unknown;
  readonly key: string | undefined;
}

/** The entries of the list at a path, in the service's order. */
export function recordsAt(root: unknown, path: Path, kind: ListKind): Records {
  if (kind === 'table') {
    return { values: tablesAt(root, path).flatMap(recordsOfTable) };
  }
  if (kind === 'record') {
    return { values: valuesAt(root, path).filter(isObject) };
  }
  const lists = valuesAt(root, path).map(kind === 'mapOfMaps' ? recordsOfMaps : recordsOf);
  const [only] = lists;
  if (lists.length === 1 && only) {
    return only;
  }
  const values = lists.flatMap((list) => list.values);
  const keyed = lists.length > 0 && lists.every(({ keys }) => keys !== undefined);
  return keyed ? { values, keys: lists.flatMap(({ keys }) => keys ?? []) } : { values };
}

function recordsOf(holder: unknown): Records {
  if (isArray(holder)) {
    return { values: holder.includes(null) ? holder.filter((record) => record !== null) : holder };
  }
  if (!isObject(holder)) {
    return { values: [] };
  }
  const all = Object.entries(holder);
  // PHP and Lua write lists as objects, and put the envelope's own fields among the entries.
  const records = all.filter(([, record]) => isObject(record));
  const entries = records.length * 2 >= all.length ? records : all;
  return { values: entries.map(([, record]) => record), keys: entries.map(([key]) => key) };
}

/** `{web01: {HTTP: 16}}`: one entry for each inner key, named by both. */
function recordsOfMaps(holder: unknown): Records {
  if (!isObject(holder)) {
    return { values: [] };
  }
  const entries = Object.entries(holder).flatMap(([outer, inner]) =>
    isObject(inner) ? Object.entries(inner).map(([key, value]) => [`${outer}/${key}`, value] as const) : [],
  );
  return { values: entries.map(([, value]) => value), keys: entries.map(([key]) => key) };
}
