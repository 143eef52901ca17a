import { isObject } from '../base/json';
import { parsePath, toPath, type Path } from '../base/path';
import { MONITOR_STATUSES, type MonitorStatus } from '../monitors/monitor';
import { toText } from './values';

// The paths of fields in a service's responses. Plain JSON, without values except status words.

/** Fields that are read from one value. */
export const PLAIN_FIELDS = [
  ...(['name', 'id', 'target', 'type', 'lastCheck', 'changedAt'] as const),
  ...(['since', 'lastError', 'interval', 'tags'] as const),
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

export const PICKABLE = [...FIELDS, 'paused', 'monitors', 'total', 'token', 'expiry'] as const;

/** The user's choices override the learned mapping. An empty list means that the field doesn't exist. */
export interface Picks {
  readonly fields: { readonly [Picked in (typeof PICKABLE)[number]]?: readonly Path[] };
  readonly statusValues: Signal['meanings'];
}

export const NO_PICKS: Picks = { fields: {}, statusValues: {} };

export function mergePicks(first: Picks, second: Picks): Picks {
  const statusValues = { ...second.statusValues, ...first.statusValues };
  return { fields: { ...second.fields, ...first.fields }, statusValues };
}

export const pathsOf = (mapping?: Mapping): readonly Path[] => mapping?.lists.map(({ path }) => path) ?? [];

export const toStatusKey = (value: unknown): string => toText(value).toLowerCase();

export function withPicks(mapping: Mapping, { fields, statusValues }: Picks): Mapping {
  const { status: paths, paused, ...plain } = fields;
  const lists = mapping.lists.map((list): ListMapping => {
    const meanings = { ...list.status.meanings, ...statusValues };
    return {
      ...list,
      fields: { ...list.fields, ...plain },
      status: {
        ...list.status,
        ...(paths && { paths }),
        meanings,
        // Without a status, ignore pauses and alarms too.
        ...(paths?.length === 0 && { off: [], alarms: [] }),
        ...(paused && { off: paused.map(toPauseSignal) }),
      },
    };
  });
  const unclear = mapping.unclear.filter((field) => fields[field] === undefined);
  return { lists, unclear, unread: fields.monitors ? [] : mapping.unread };
}

const ENABLED = /(?:^|[._\]]|is_?|ing_?)(?:enabled?|active|activated|monitored)$/i;

/** Treats true, a time or a word as paused. For a field like `enabled`, false is paused. */
function toPauseSignal(path: Path): Signal {
  const pausedValues = { true: 'paused', '@time': 'paused', paused: 'paused', disabled: 'paused' } as const;
  return { path, meanings: ENABLED.test(path) ? { false: 'paused' } : pausedValues };
}

/** Adds new fields and lists without changing known ones. */
export function mergeMappings(known: Mapping | undefined, found: Mapping): Mapping {
  const lists = new Map(known?.lists.map((list) => [list.path, list]));
  found.lists.forEach((list) => lists.set(list.path, mergeLists(list, lists.get(list.path))));
  return { lists: [...lists.values()], unclear: found.unclear, unread: union(known?.unread, found.unread) };
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

function union<T extends Path | Signal>(known: readonly T[] = [], found: readonly T[] = []): readonly T[] {
  const pathOf = (one: T): Path => (typeof one === 'string' ? one : one.path);
  const paths = new Set(known.map(pathOf));
  return [...known, ...found.filter((one) => !paths.has(pathOf(one)))];
}

/** Reads the setting `monitorExplorer.reading`. Also returns fields with a wrong path. VS Code checks all else. */
export function parseSetting(setting: unknown) {
  const values = isObject(setting) ? setting : {};
  const given = PICKABLE.filter((field) => (values[field] ?? '') !== '');
  const read = given.map((field) => [field, [values[field]].flat().map(toPlainPath)] as const);
  const wrong: readonly string[] = read.flatMap(([field, paths]) => (paths.includes(undefined) ? field : []));
  const statusValues = Object.entries(values['statusValues'] ?? {}).flatMap(([word, meaning]) => {
    const status = MONITOR_STATUSES.find((known) => known === meaning);
    return status ? [[toStatusKey(word), status] as const] : [];
  });
  const fields = Object.fromEntries(read.filter(([field]) => !wrong.includes(field)));
  const picks = { fields, statusValues: Object.fromEntries(statusValues) } as Picks;
  return { picks, wrong };
}

function toPlainPath(path: unknown): Path | undefined {
  const text = typeof path === 'string' ? path : '';
  const steps = parsePath(text);
  return /^@(?:key$|header\.\S)/.test(text) ? text : steps && toPath(steps);
}

/** Converts a mapping to a setting that a team can share. A field that the user left out gets an empty list. */
export function toSetting(mapping: Mapping | undefined, token: Path | undefined, { fields: picked }: Picks) {
  const [list] = mapping?.lists ?? [];
  const found = { token: token && [token], monitors: list && [list.path], ...list?.fields };
  const learned = Object.entries({ ...found, status: list?.status.paths });
  const isFound = ([, paths = []]: (typeof learned)[number]) => paths.length > 0;
  const fields = Object.entries({ ...Object.fromEntries(learned.filter(isFound)), ...picked });
  const shortened = fields.map(([field, paths]) => [field, paths?.length === 1 ? paths[0] : paths] as const);
  return { ...Object.fromEntries(shortened), statusValues: list?.status.meanings };
}
