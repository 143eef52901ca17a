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
  ...(['name', 'id', 'target', 'type', 'lastCheck', 'changedAt'] as const),
  ...(['since', 'lastError', 'interval', 'tags'] as const),
] as const;
export type PlainField = (typeof PLAIN_FIELDS)[number];
export type Field = PlainField | 'status';
export const FIELDS: readonly Field[] = [...PLAIN_FIELDS, 'status'];

/** What the values at a path mean. Keys are in lower case; `@time` is any time. */
export interface Signal {
  readonly path: Path;
  readonly meanings: Readonly<Record<string, MonitorStatus>>;
}

export interface StatusMapping {
  /** The first that has a value tells the status. */
  readonly paths: readonly Path[];
  readonly meanings: Signal['meanings'];
  /** Switches and times that say that a monitor is off. They win. */
  readonly off: readonly Signal[];
  /** Flags that turn "up" and "unknown" into something worse. */
  readonly alarms: readonly Signal[];
}

export interface ListMapping {
  readonly path: Path;
  /** Tried in their order. */
  readonly fields: { readonly [Field in PlainField]?: readonly Path[] | undefined };
  readonly status: StatusMapping;
  /** Milliseconds of an interval without a unit. */
  readonly unitMs?: number;
  /** The unit of an interval, if it is in a field beside it. */
  readonly unit?: Path;
  /** The time zone of times without one. */
  readonly zone?: Path;
  /** Any text at the target's paths is one. */
  readonly isTargetPicked?: true;
  /** Names of fields that were seen, so that new ones are noticed. */
  readonly keys: readonly string[];
}

/** How a service's pages are read. A list that a page lacks adds nothing. */
export interface Mapping {
  readonly lists: readonly ListMapping[];
  /** Fields that could not be told and that a user can pick. */
  readonly asks: readonly Field[];
}

/** What a user says about reading. It wins over what was learned. No paths are "none". */
export interface Picks {
  readonly list?: Path | undefined;
  readonly total?: readonly Path[] | undefined;
  readonly token?: readonly Path[] | undefined;
  readonly expiry?: readonly Path[] | undefined;
  readonly fields: { readonly [Picked in Field | 'paused']?: readonly Path[] };
  /** By status value in lower case. */
  readonly statusValues: Signal['meanings'];
}

export const NO_PICKS: Picks = { fields: {}, statusValues: {} };

/** Two sayings as one; what `first` says wins. */
export function mergePicks(first: Picks, second: Picks): Picks {
  const fields = { ...second.fields, ...first.fields };
  return { ...second, ...first, fields, statusValues: { ...second.statusValues, ...first.statusValues } };
}

/** The form in which a status value is looked up. */
export function toStatusKey(value: unknown): string {
  const isWord = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isWord ? String(value).trim().toLowerCase() : '';
}

/** What was learned, with what the user picked in its place. */
export function withPicks(mapping: Mapping, { fields, statusValues }: Picks): Mapping {
  const { status: paths, paused, ...plain } = fields;
  const lists = mapping.lists.map((list): ListMapping => {
    const meanings = { ...list.status.meanings, ...statusValues };
    return {
      ...list,
      fields: { ...list.fields, ...plain },
      ...(plain.target && { isTargetPicked: true }),
      status: {
        ...list.status,
        ...(paths && { paths }),
        meanings,
        // None: what says "off" or raises an alarm tells no status either.
        ...(paths?.length === 0 && { off: [], alarms: [] }),
        ...(paused && { off: paused.map(toPauseSignal) }),
      },
    };
  });
  return { lists, asks: mapping.asks.filter((field) => fields[field] === undefined) };
}

const ENABLED = /(?:^|[._\]]|is_?|ing_?)(?:enabled?|active|activated|monitored)$/i;

/** A picked field says that a monitor is paused by yes, by a time or by a word; one such as `enabled` by no. */
function toPauseSignal(path: Path): Signal {
  const yes = { true: 'paused', '@time': 'paused', paused: 'paused', disabled: 'paused' } as const;
  return { path, meanings: ENABLED.test(path) ? { false: 'paused' } : yes };
}

/** Adds what is new to what is known. Nothing that is known changes. */
export function mergeMappings(known: Mapping, found: Mapping): Mapping {
  const lists = known.lists.map((list) => {
    const other = found.lists.find(({ path }) => path === list.path);
    return other ? mergeLists(list, other) : list;
  });
  const added = found.lists.filter(({ path }) => !known.lists.some((list) => list.path === path));
  return { lists: [...lists, ...added], asks: found.asks };
}

function mergeLists(known: ListMapping, found: ListMapping): ListMapping {
  const union = (a: readonly string[] = [], b: readonly string[] = []) => [...new Set([...a, ...b])];
  const signals = (a: readonly Signal[], b: readonly Signal[]) => [
    ...a,
    ...b.filter(({ path }) => !a.some((one) => one.path === path)),
  ];
  const fields = { ...known.fields };
  for (const field of PLAIN_FIELDS) {
    // Two paths to an id could give one monitor two ids.
    const isFixed = field === 'id' && (known.fields.id ?? []).length > 0;
    fields[field] = union(known.fields[field], isFixed ? [] : found.fields[field]);
  }
  const { paths, meanings, off, alarms } = known.status;
  const status = {
    paths: union(paths, found.status.paths),
    meanings: { ...found.status.meanings, ...meanings },
    off: signals(off, found.status.off),
    alarms: signals(alarms, found.status.alarms),
  };
  return { ...found, ...known, fields, status, keys: union(known.keys, found.keys) };
}

// Paths.

export function toPath(steps: readonly Step[]): Path {
  const names = steps.map((step) => {
    const isPlain = typeof step === 'string' && /^[^\s.[\]"@$*]+$/.test(step);
    return isPlain
      ? `.${step}`
      : `[${typeof step === 'number' || step === '*' ? step : JSON.stringify(step)}]`;
  });
  return names.length === 0 ? '$' : names.join('').replace(/^\./, '');
}

const PATH_PART = /\[(-?\d{1,6}|\*)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([^\s.[\]"]+)/y;

/** The steps of a path; undefined if it is none. */
export function parsePath(path: Path): readonly Step[] | undefined {
  const steps: Step[] = [];
  for (let at = path === '$' ? 1 : 0; at < path.length; at = PATH_PART.lastIndex) {
    PATH_PART.lastIndex = at;
    const [found, index, quoted, name] = PATH_PART.exec(path) ?? [];
    if (found === undefined) {
      return undefined;
    }
    const step = name ?? unquote(quoted) ?? (index === '*' ? '*' : Number(index));
    if (typeof step === 'number' && Number.isNaN(step)) {
      return undefined;
    }
    steps.push(step);
  }
  return path === '' ? undefined : steps;
}

function unquote(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as string);
  } catch {
    return undefined;
  }
}

export function stepInto(value: unknown, step: Step): unknown {
  if (typeof step === 'number') {
    return isArray(value) ? value.at(step) : undefined;
  }
  // Kubernetes lists conditions: `[{"type": "Ready", "status": "True"}, …]`; a step names one by its type.
  return isArray(value)
    ? value.slice(0, 20).find((one) => isObject(one) && one['type'] === step && 'status' in one)
    : isObject(value)
      ? ownValue(value, step)
      : undefined;
}

export type Getter = (record: unknown, key: string | undefined) => unknown;

/** A path as a function, which is quick on many records. */
export function toGetter(path: Path): Getter {
  const steps = path === '@key' ? undefined : parsePath(path);
  const arePlain = steps?.every((step) => typeof step === 'string' && !(step in Object.prototype));
  const [first = '', second] = arePlain ? (steps as readonly string[]) : [];
  if (steps?.length === 1 && first !== '') {
    return (record) => (isObject(record) ? record[first] : undefined);
  }
  if (steps?.length === 2 && second !== undefined) {
    return (record) => {
      const holder = isObject(record) ? record[first] : undefined;
      return isObject(holder) ? holder[second] : undefined;
    };
  }
  return steps
    ? (record) => steps.reduce(stepInto, record)
    : (_record, key) => (path === '@key' ? key : undefined);
}
