import type { Path } from '../base/path';
import { toText } from '../base/scalar';
import type { MonitorStatus } from '../monitors/monitor';

// The paths of fields in a service's responses. Plain JSON, without values except status words.

/** Fields that are read from one value. */
export const PLAIN_FIELDS = [
  'name',
  'id',
  'target',
  'type',
  'lastCheck',
  'changedAt',
  'since',
  'lastError',
  'interval',
  'tags',
] as const;
export type PlainField = (typeof PLAIN_FIELDS)[number];
export type Field = PlainField | 'status';
export const FIELDS: readonly Field[] = [...PLAIN_FIELDS, 'status'];

/** The meanings of values. Keys are in lower case. `@time` matches any time. */
export interface Signal {
  readonly path: Path;
  readonly meanings: Readonly<Record<string, MonitorStatus>>;
}

export interface StatusMapping {
  /** The first with a value gives the status. */
  readonly paths: readonly Path[];
  readonly meanings: Signal['meanings'];
  /** Say that the monitor is paused, whatever its status. */
  readonly off: readonly Signal[];
  /** These worsen "up" and "unknown". */
  readonly alarms: readonly Signal[];
}

export interface ListMapping {
  readonly path: Path;
  /** Paths in the order to try. */
  readonly fields: { readonly [Field in PlainField]?: readonly Path[] | undefined };
  readonly status: StatusMapping;
  /** How many milliseconds 1 means in an interval without a unit. */
  readonly unitMs?: number;
  readonly unit?: Path;
  /** Known field names, to notice new ones. */
  readonly keys: readonly string[];
}

/** How to read pages, each of which may lack a list. */
export interface Mapping {
  readonly lists: readonly ListMapping[];
  /** Fields of which the user is asked, because two places are equally likely. */
  readonly unclear: readonly Field[];
  /** Lists that may have monitors, too. */
  readonly unread?: readonly Path[] | undefined;
}

export const pathsOf = (mapping?: Mapping): readonly Path[] =>
  mapping?.lists.map(({ path }) => path) ?? [];

export const toStatusKey = (value: unknown): string => toText(value).toLowerCase();

/** Adds new fields and lists without changing known ones. */
export function mergeMappings(known: Mapping | undefined, found: Mapping): Mapping {
  const lists = new Map(known?.lists.map((list) => [list.path, list]));
  found.lists.forEach((list) => lists.set(list.path, mergeLists(list, lists.get(list.path))));
  return {
    lists: [...lists.values()],
    unclear: found.unclear,
    unread: union(known?.unread, found.unread),
  };
}

function mergeLists(found: ListMapping, known = found): ListMapping {
  const { fields, status, keys } = known;
  // Two paths to an id could give one monitor two ids.
  const others = (fields.id ?? []).length > 0 ? { ...found.fields, id: [] } : found.fields;
  const merged = PLAIN_FIELDS.map((field) => [field, union(fields[field], others[field])] as const);
  return {
    ...found,
    ...known,
    fields: Object.fromEntries(merged),
    status: {
      paths: union(status.paths, found.status.paths),
      meanings: { ...found.status.meanings, ...status.meanings },
      off: union(status.off, found.status.off),
      alarms: union(status.alarms, found.status.alarms),
    },
    keys: union(keys, found.keys),
  };
}

function union<T extends Path | Signal>(
  known: readonly T[] = [],
  found: readonly T[] = [],
): readonly T[] {
  const pathOf = (one: T): Path => (typeof one === 'string' ? one : one.path);
  const paths = new Set(known.map(pathOf));
  return [...known, ...found.filter((one) => !paths.has(pathOf(one)))];
}
