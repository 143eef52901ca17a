import type { Monitor, RecordField, RecordFieldsByPath } from './monitor';

/** `rawStatus` is compared only if the status is unknown. */
export interface ComparedMonitor extends Pick<
  Monitor,
  'id' | 'name' | 'status' | 'rawStatus' | 'changedAt'
> {
  /** Fields in the row. */
  readonly fields?: RecordFieldsByPath | undefined;
}

export interface ComparedSnapshot<M extends ComparedMonitor = ComparedMonitor> {
  /** In the service's order, from the first page on. */
  readonly monitors: readonly M[];
  readonly complete: boolean;
  /** If false, a newer `changedAt` counts as a change, and another `rawStatus` doesn't. */
  readonly tellsStatus?: boolean | undefined;
}

export type ChangeKind = 'wentDown' | 'gotWorse' | 'changed' | 'gotBetter' | 'recovered';

export interface StatusChange {
  readonly kind: ChangeKind;
  readonly monitor: Monitor;
  readonly was: Pick<Monitor, 'status' | 'rawStatus'>;
}

/** A change of fields in the row, or a newer `changedAt`. */
export interface RecordChange {
  readonly monitor: Monitor;
  readonly fields: readonly { readonly was: RecordField; readonly is: RecordField }[];
}

/** Each monitor is in at most one list. */
export interface Comparison {
  readonly statuses: readonly StatusChange[];
  readonly records: readonly RecordChange[];
  readonly added: readonly Monitor[];
  /** In their last state. */
  readonly removed: readonly ComparedMonitor[];
  /** Loaded now but not before; may be new or not. */
  readonly cameIntoView: readonly Monitor[];
}

/**
 * Compares two snapshots by monitor id. What was there and isn't any more is gone: a monitor that wasn't read again
 * stays in the list. What is there now and wasn't is new only if all monitors were loaded before.
 * @param fieldsOf the current fields of a row
 */
export function compare(
  before: ComparedSnapshot,
  after: ComparedSnapshot<Monitor>,
  fieldsOf: (monitor: Monitor) => RecordFieldsByPath = () => ({}),
): Comparison {
  const earlier = new Map(before.monitors.map((monitor) => [monitor.id, monitor]));
  const current = new Set(after.monitors.map(({ id }) => id));
  const pairs: Pair[] = [];
  const others: Monitor[] = [];
  for (const monitor of after.monitors) {
    const was = earlier.get(monitor.id);
    if (was) {
      pairs.push({ was, monitor });
    } else {
      others.push(monitor);
    }
  }
  const hidesStatus = after.tellsStatus === false;
  const isSame = ({ was, monitor: { status, rawStatus } }: Pair): boolean =>
    was.status === status && (status !== 'unknown' || hidesStatus || was.rawStatus === rawStatus);
  return {
    added: before.complete ? others : [],
    removed: before.monitors.filter(({ id }) => !current.has(id)),
    cameIntoView: before.complete ? [] : others,
    records: compareRecords(pairs.filter(isSame), hidesStatus, fieldsOf),
    statuses: pairs.filter((pair) => !isSame(pair)).map(toStatusChange),
  };
}

/** A monitor of both snapshots. */
interface Pair {
  readonly was: ComparedMonitor;
  readonly monitor: Monitor;
}

/** Other changes to down are `wentDown`; the rest isn't better or worse. */
const KINDS: Readonly<Record<string, ChangeKind>> = {
  'up degraded': 'gotWorse',
  'down degraded': 'gotBetter',
  'down up': 'recovered',
  'degraded up': 'recovered',
};

function toStatusChange({ was, monitor }: Pair): StatusChange {
  const { status } = monitor;
  const kind = status === 'down' ? 'wentDown' : (KINDS[`${was.status} ${status}`] ?? 'changed');
  return { kind, monitor, was };
}

function compareRecords(
  pairs: readonly Pair[],
  comparesChanges: boolean,
  fieldsOf: (monitor: Monitor) => RecordFieldsByPath,
): RecordChange[] {
  return pairs.flatMap(({ was: { fields: were = {}, changedAt = Infinity }, monitor }) => {
    const paths = Object.keys(were);
    const are = paths.length > 0 ? fieldsOf(monitor) : {};
    const fields = paths.flatMap((path) => {
      const was = were[path];
      const is = are[path];
      return was && is && was.value !== is.value ? [{ was, is }] : [];
    });
    const hasChanged = comparesChanges && (monitor.changedAt ?? -Infinity) > changedAt;
    return fields.length > 0 || hasChanged ? [{ monitor, fields }] : [];
  });
}

/** Ignores monitors that only came into view. */
export function hasChanges({ statuses, records, added, removed }: Comparison): boolean {
  return statuses.length + records.length + added.length + removed.length > 0;
}

/** Monitors as the user last saw them. Plain JSON. */
export interface Look extends ComparedSnapshot {
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Monitors to save. Further ones show no changes after a restart. */
const MAX_SEEN = 20_000;
/** Monitors whose fields are compared, because reading records is slow. */
const MAX_FIELDS_SEEN = 2_000;

type FieldsOf = (monitor: Monitor) => RecordFieldsByPath;

export function toLook(
  { complete, monitors }: ComparedSnapshot<Monitor>,
  at: number,
  fieldsOf: FieldsOf,
): Look {
  return { at, complete, monitors: toSeen(monitors, 0, fieldsOf) };
}

function toSeen(monitors: readonly Monitor[], from: number, fieldsOf: FieldsOf): ComparedMonitor[] {
  return monitors.map((monitor, index) => {
    const { id, name, status, changedAt } = monitor;
    const rawStatus = status === 'unknown' ? monitor.rawStatus : undefined;
    const fields = from + index < MAX_FIELDS_SEEN ? fieldsOf(monitor) : undefined;
    return { id, name, status, rawStatus, changedAt, fields };
  });
}

/**
 * Adds monitors that came into view, which may be old ones and so are no change. Their later changes are.
 * @returns undefined if there are none
 */
export function extendLook(
  look: Look,
  { cameIntoView }: Comparison,
  { complete }: ComparedSnapshot,
  fieldsOf: FieldsOf,
): Look | undefined {
  const isExtended = cameIntoView.length > 0 || (complete && !look.complete);
  const monitors = [...look.monitors, ...toSeen(cameIntoView, look.monitors.length, fieldsOf)];
  return isExtended ? { ...look, monitors, complete: look.complete || complete } : undefined;
}

/** Adds fields that are shown only now. The user sees their values, so these are no change. */
export function addFields(
  look: Look,
  find: (id: string) => Monitor | undefined,
  fieldsOf: FieldsOf,
): Look {
  const monitors = look.monitors.map((seen, index) => {
    const monitor = index < MAX_FIELDS_SEEN ? find(seen.id) : undefined;
    return monitor ? { ...seen, fields: { ...fieldsOf(monitor), ...seen.fields } } : seen;
  });
  return { ...look, monitors };
}

/** Cuts a look to what is saved. */
export function toSavedLook(look: Look): Look {
  const monitors = look.monitors.slice(0, MAX_SEEN);
  return { ...look, monitors, complete: look.complete && monitors.length === look.monitors.length };
}
