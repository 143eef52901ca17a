import { isArray, isObject, ownValue } from '../base/json';
import type { MonitorStatus } from '../monitors/monitor';

// What is known of a service: where in its responses everything is. Plain JSON, with names of fields and status words of
// the service in it, but no other values.

/**
 * Where a value is: `attributes.label`, `checks[0].result`, `results[-1]` (the last), `groups[*].monitors` (of all),
 * `["a.b"]` for odd names, `$` for the whole, `@key` for the key that a record is filed under.
 */
export type Path = string;

export type Step = string | number;

/** The fields of a monitor that are read from one value; the status has more to it. */
export const PLAIN_FIELDS = [
  'id',
  'name',
  'target',
  'type',
  'lastCheck',
  'lastChange',
  'since',
  'lastError',
  'interval',
  'tags',
] as const;
export type PlainField = (typeof PLAIN_FIELDS)[number];
export type Field = PlainField | 'status';

/** What the values at a path mean. Keys are in lower case; `@time` is any time. */
export interface Signal {
  readonly path: Path;
  readonly meanings: Readonly<Record<string, MonitorStatus>>;
}

export interface StatusMapping {
  /** The first that has a value tells the status. */
  readonly paths: readonly Path[];
  readonly meanings: Readonly<Record<string, MonitorStatus>>;
  /** Switches and times that say that a monitor is off. They win. */
  readonly off: readonly Signal[];
  /** Flags that turn "up" and "unknown" into something worse. */
  readonly alarms: readonly Signal[];
}

export interface ListMapping {
  readonly path: Path;
  /** Where a record has further records of its kind. */
  readonly children?: Path;
  /** Tried in their order. */
  readonly fields: Readonly<Partial<Record<PlainField, readonly Path[]>>>;
  readonly status: StatusMapping;
  /** Milliseconds of an interval without a unit. */
  readonly unitMs?: number;
  /** The unit of an interval, if it is in a field beside it. */
  readonly unit?: Path;
  /** A time zone for times without one. */
  readonly zone?: Path;
  /** Names of fields that were seen, so that new ones are noticed. */
  readonly keys: readonly string[];
}

/** How a service's pages are read. A list that a page lacks adds nothing. */
export interface Mapping {
  readonly lists: readonly ListMapping[];
  /** Fields that could not be told and that a user can pick. */
  readonly asks: readonly Field[];
}

/** What a user says about reading. It wins over what was learned. An empty list of paths is "none". */
export interface Picks {
  readonly list?: Path;
  readonly total?: readonly Path[];
  readonly fields: Readonly<Partial<Record<Field, readonly Path[]>>>;
  /** By status value in lower case. */
  readonly statusValues: Readonly<Record<string, MonitorStatus>>;
}

export const NO_PICKS: Picks = { fields: {}, statusValues: {} };

/** The form in which a status value is looked up. */
export function toStatusKey(value: unknown): string {
  const isSimple = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isSimple ? String(value).trim().toLowerCase() : '';
}

/** What was learned with what the user picked in its place. */
export function withPicks(mapping: Mapping, { fields, statusValues }: Picks): Mapping {
  const { status: statusPaths, ...plain } = fields;
  const lists = mapping.lists.map((list) => ({
    ...list,
    fields: { ...list.fields, ...plain },
    status: {
      ...list.status,
      ...(statusPaths && { paths: statusPaths }),
      meanings: { ...list.status.meanings, ...statusValues },
    },
  }));
  return { lists, asks: mapping.asks.filter((field) => fields[field] === undefined) };
}

/** Adds what is new to what is known. Nothing that is known changes. */
export function mergeMappings(known: Mapping, found: Mapping): Mapping {
  const merged = known.lists.map((list) => {
    const other = found.lists.find(({ path }) => path === list.path);
    return other ? mergeLists(list, other) : list;
  });
  const added = found.lists.filter(({ path }) => !known.lists.some((list) => list.path === path));
  return { lists: [...merged, ...added], asks: found.asks };
}

function mergeLists(known: ListMapping, found: ListMapping): ListMapping {
  const union = <T>(a: readonly T[] = [], b: readonly T[] = []) => [...new Set([...a, ...b])];
  const addSignals = (a: readonly Signal[], b: readonly Signal[]) => [
    ...a,
    ...b.filter(({ path }) => !a.some((signal) => signal.path === path)),
  ];
  const fields = PLAIN_FIELDS.map((field) => {
    const [before, now] = [known.fields[field], found.fields[field]];
    // Two paths to an id could give one monitor two ids.
    return [field, field === 'id' && before && before.length > 0 ? before : union(before, now)] as const;
  });
  return {
    ...found,
    ...known,
    fields: Object.fromEntries(fields.filter(([, paths]) => paths.length > 0)),
    status: {
      paths: union(known.status.paths, found.status.paths),
      meanings: { ...found.status.meanings, ...known.status.meanings },
      off: addSignals(known.status.off, found.status.off),
      alarms: addSignals(known.status.alarms, found.status.alarms),
    },
    keys: union(known.keys, found.keys),
  };
}

// Paths.

const PLAIN_STEP = /^[^\s.[\]"@$*]+$/;

export function toPath(steps: readonly Step[]): Path {
  const text = steps.reduce<string>((path, step) => {
    if (typeof step === 'number' || step === '*') {
      return `${path}[${step}]`;
    }
    const name = PLAIN_STEP.test(step) ? step : `[${JSON.stringify(step)}]`;
    return path === '' || name.startsWith('[') ? path + name : `${path}.${name}`;
  }, '');
  return text === '' ? '$' : text;
}

const PATH_PART = /\[(-?\d{1,6}|\*)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([^\s.[\]"]+)/y;

/** The steps of a path; undefined if it is none. */
export function parsePath(path: Path): readonly Step[] | undefined {
  const steps: Step[] = [];
  if (path === '$') {
    return steps;
  }
  for (let at = 0; at < path.length; at = PATH_PART.lastIndex) {
    PATH_PART.lastIndex = at;
    const [found, index, quoted, name] = PATH_PART.exec(path) ?? [];
    if (found === undefined) {
      return undefined;
    }
    steps.push(
      quoted !== undefined ? (JSON.parse(quoted) as string) : (name ?? (index === '*' ? '*' : Number(index))),
    );
  }
  return steps.length === 0 ? undefined : steps;
}

export function stepInto(value: unknown, step: Step): unknown {
  if (typeof step === 'number') {
    return isArray(value) ? value.at(step) : undefined;
  }
  return isObject(value) ? ownValue(value, step) : undefined;
}

/** The value at a path without `[*]`. */
export function valueAt(root: unknown, steps: readonly Step[]): unknown {
  return steps.reduce(stepInto, root);
}

export type Getter = (record: unknown, key: string | undefined) => unknown;

/** A path as a function, which is what reading many records takes. */
export function toGetter(path: Path): Getter {
  if (path === '@key') {
    return (_record, key) => key;
  }
  const steps = parsePath(path) ?? ['@none'];
  const [first, second] = steps;
  if (steps.length === 1 && typeof first === 'string' && !(first in Object.prototype)) {
    return (record) => (isObject(record) ? record[first] : undefined);
  }
  return second === undefined && first === undefined
    ? (record) => record
    : (record) => valueAt(record, steps);
}
