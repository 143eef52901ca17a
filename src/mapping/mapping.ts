import type { Path } from '../base/path';
import { toText } from '../base/json';
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
/** Fields that may differ in each reading of a monitor, besides its status. */
export const CHANGING_FIELDS = ['lastError', 'lastCheck', 'changedAt', 'since'] as const;
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

/** Where the fields of a record are. */
export interface RecordMapping {
  /** Paths in the order to try. */
  readonly fields: { readonly [Field in PlainField]?: readonly Path[] | undefined };
  readonly status: StatusMapping;
  /** How many milliseconds 1 means in an interval without a unit. */
  readonly unitMs?: number | undefined;
  readonly unit?: Path | undefined;
  /** Fields of which the user is asked, because two places are equally likely. */
  readonly unclear: readonly Field[];
}

/** How to read a page. */
export interface Mapping extends RecordMapping {
  /** May lead through groups: `groups[*].monitors`. */
  readonly list: Path;
}

export const NO_FIELDS: RecordMapping = {
  fields: {},
  status: { paths: [], meanings: {}, off: [], alarms: [] },
  unclear: [],
};

export function toStatusKey(value: unknown): string {
  return toText(value).toLowerCase();
}
