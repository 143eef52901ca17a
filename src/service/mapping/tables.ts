import type { Path } from './extraction';
import type { JsonObject } from './json';
import { firstEntries, isArray, isObject, ownValue, toPlain, valuesAt } from './json';
import { COLUMN_KEYS, COLUMN_NAME_KEYS } from './lexicon';

// A module of rules: lists whose records are rows without keys, and hosts with a map of services each.

/** Rows without keys, and the names of their columns, which are there once for all of them. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

const MAX_COLUMNS = 200;

/**
 * The tables at a path: `{columns: ["id", "name"], rows: [[1, "a"]]}` where the path leads to the rows, and
 * `[["id", "name"], [1, "a"]]` (Livestatus, CSV turned into JSON), whose first row is the names.
 * Empty unless every array at the path is one.
 */
export function tablesAt(root: unknown, path: Path): readonly Table[] {
  const key = path.at(-1);
  const holders = typeof key === 'string' && key !== '*' ? valuesAt(root, path.slice(0, -1)) : [];
  const found =
    holders.length > 0
      ? holders.map((holder) => (isObject(holder) ? tableUnder(holder, String(key)) : undefined))
      : valuesAt(root, path).map((rows) => (isArray(rows) ? tableWithHead(rows) : undefined));
  return found.every((table) => table !== undefined) ? found : [];
}

function tableUnder(holder: JsonObject, key: string): Table | undefined {
  const rows = ownValue(holder, key);
  if (!isArray(rows)) {
    return undefined;
  }
  const entry = firstEntries(holder, 40).find(
    ([name, value]) => name !== key && COLUMN_KEYS.has(toPlain(name)) && isArray(value),
  );
  const columns = isArray(entry?.[1]) ? namesOf(entry[1]) : undefined;
  if (columns && isGrid(rows, columns.length)) {
    return { columns, rows };
  }
  return tableWithHead(rows);
}

/** Names are in the first row only where they are names, and the rows below hold something else too. */
function tableWithHead(rows: readonly unknown[]): Table | undefined {
  const [head, ...body] = rows.slice(0, 20);
  if (!isArray(head) || head.length < 2 || body.length === 0) {
    return undefined;
  }
  const columns = namesOf(head);
  if (!columns || !columns.every((name) => /^[A-Za-z_][\w .-]{0,60}$/.test(name))) {
    return undefined;
  }
  const below = rows.slice(1);
  if (!isGrid(below, columns.length)) {
    return undefined;
  }
  const repeated = body.some((row) => isArray(row) && row.some((cell, i) => cell === columns[i]));
  return repeated || !columns.some((name) => HEAD_NAME.test(name)) ? undefined : { columns, rows: below };
}

/** A first row that has none of these is more likely a row like the others. */
const HEAD_NAME = /(?:^|[_ .-])(?:id|name|host_?name|title|description|display_name|alias|status|state)$/i;

/** The names of columns, given as texts or as objects that describe them. */
function namesOf(columns: readonly unknown[]): readonly string[] | undefined {
  if (columns.length < 2 || columns.length > MAX_COLUMNS) {
    return undefined;
  }
  const names = columns.map((column) => {
    if (!isObject(column)) {
      return column;
    }
    return COLUMN_NAME_KEYS.map((key) => ownValue(column, key)).find((name) => typeof name === 'string');
  });
  const unique = new Set(names).size === names.length;
  return unique && names.every((name) => typeof name === 'string' && name !== '')
    ? (names as string[])
    : undefined;
}

function isGrid(rows: readonly unknown[], width: number): rows is readonly (readonly unknown[])[] {
  return rows.slice(0, 50).every((row) => isArray(row) && row.length === width);
}

/** The rows of a table as records. */
export function recordsOfTable({ columns, rows }: Table): readonly JsonObject[] {
  return rows
    .filter(isArray)
    .map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i] ?? null] as const)));
}

/** `{web01: {HTTP: 16}}`: one entry for each inner key, named by both. */
export function entriesOfMaps(holder: unknown): readonly (readonly [string, unknown])[] {
  if (!isObject(holder)) {
    return [];
  }
  return Object.entries(holder).flatMap(([outer, inner]) =>
    isObject(inner) ? Object.entries(inner).map(([key, value]) => [`${outer}/${key}`, value] as const) : [],
  );
}
