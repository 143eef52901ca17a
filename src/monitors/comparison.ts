import {
  isProblem,
  type Monitor,
  type MonitorStatus,
  type RecordField,
  type RecordFieldsByPath,
} from './monitor';

export interface ComparedMonitor extends Pick<Monitor, 'id' | 'name' | 'status' | 'changedAt'> {
  /** Fields in the row. */
  readonly fields?: RecordFieldsByPath | undefined;
}

export interface ComparedSnapshot<M extends ComparedMonitor = ComparedMonitor> {
  /** In the service's order, from the first page on. */
  readonly monitors: readonly M[];
  readonly complete: boolean;
  /** Monitors in the account, if known. */
  readonly total?: number | undefined;
  /** If false, a newer `changedAt` counts as a change. */
  readonly tellsStatus?: boolean | undefined;
}

/** Most urgent first. */
const CHANGE_KINDS = ['wentDown', 'gotWorse', 'changed', 'gotBetter', 'recovered'] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface StatusChange {
  readonly kind: ChangeKind;
  readonly monitor: Monitor;
  readonly was: MonitorStatus;
}

/** A change of fields in the row, or a newer `changedAt`. */
export interface RecordChange {
  readonly monitor: Monitor;
  readonly fields: readonly { readonly was: RecordField; readonly is: RecordField }[];
}

/** Each monitor is in at most one list. */
export interface Comparison extends Readonly<Record<ChangeKind, readonly StatusChange[]>> {
  readonly records: readonly RecordChange[];
  readonly added: readonly Monitor[];
  /** In their last state. */
  readonly removed: readonly ComparedMonitor[];
  /** Loaded now but not before; may be new or not. */
  readonly cameIntoView: readonly Monitor[];
}

/**
 * Compares two snapshots by monitor id.
 *
 * A complete `after` proves what was removed; a complete `before` proves what is new. Monitors can move past the end of
 * an incomplete snapshot, so differences there prove nothing. Earlier differences count if the order stayed and known
 * totals agree. Other new monitors came into view.
 * @param fieldsOf the current fields of a row
 */
export function compare(
  before: ComparedSnapshot,
  after: ComparedSnapshot<Monitor>,
  fieldsOf: (monitor: Monitor) => RecordFieldsByPath = () => ({}),
): Comparison {
  const old = byId(before.monitors);
  const now = byId(after.monitors);
  const missing = [...old.values()].filter(({ id }) => !now.has(id));
  const unfamiliar = [...now.values()].filter(({ id }) => !old.has(id));
  const ordered = keptOrder(old, now);
  const certainlyRemoved = after.complete ? missing : ordered ? beforeLastCommon(old, now) : [];
  const certainlyNew = before.complete ? unfamiliar : ordered ? beforeLastCommon(now, old) : [];
  const settled = totalsAgree(before, after, certainlyNew, certainlyRemoved);
  const removed = after.complete || settled ? certainlyRemoved : [];
  const added = before.complete || settled ? certainlyNew : [];
  return {
    added,
    removed,
    cameIntoView: without(unfamiliar, added),
    records: compareRecords(old, now, after.tellsStatus === false, fieldsOf),
    ...compareStatus(old, now),
  };
}

type ById<M extends ComparedMonitor = ComparedMonitor> = ReadonlyMap<string, M>;

function byId<M extends ComparedMonitor>(monitors: readonly M[]): ById<M> {
  return new Map(monitors.map((monitor) => [monitor.id, monitor]));
}

function keptOrder(old: ById, now: ById): boolean {
  const stayed = [...old.keys()].filter((id) => now.has(id));
  return [...now.keys()].filter((id) => old.has(id)).every((id, index) => id === stayed[index]);
}

/** Returns monitors missing in `other`, up to the last common one. */
function beforeLastCommon<M extends ComparedMonitor>(one: ById<M>, other: ById): M[] {
  const monitors = [...one.values()];
  const last = monitors.findLastIndex(({ id }) => other.has(id));
  return monitors.slice(0, Math.max(0, last)).filter(({ id }) => !other.has(id));
}

function totalsAgree(
  before: ComparedSnapshot,
  after: ComparedSnapshot,
  added: readonly ComparedMonitor[],
  removed: readonly ComparedMonitor[],
): boolean {
  if (before.total === undefined || after.total === undefined) {
    return true;
  }
  return after.total - before.total === added.length - removed.length;
}

function without<M extends ComparedMonitor>(all: readonly M[], some: readonly M[]): M[] {
  const left = new Set(some);
  return all.filter((monitor) => !left.has(monitor));
}

function compareStatus(old: ById, now: ById<Monitor>): Record<ChangeKind, StatusChange[]> {
  const changes: Record<ChangeKind, StatusChange[]> = {
    wentDown: [],
    gotWorse: [],
    changed: [],
    gotBetter: [],
    recovered: [],
  };
  for (const [id, monitor] of now) {
    const earlier = old.get(id);
    if (earlier && earlier.status !== monitor.status) {
      const kind = toChangeKind(earlier, monitor);
      changes[kind].push({ kind, monitor, was: earlier.status });
    }
  }
  return changes;
}

function compareRecords(
  old: ById,
  now: ById<Monitor>,
  comparesChanges: boolean,
  fieldsOf: (monitor: Monitor) => RecordFieldsByPath,
): RecordChange[] {
  return [...now.values()].flatMap((monitor) => {
    const earlier = old.get(monitor.id);
    if (earlier?.status !== monitor.status) {
      return [];
    }
    const { fields: were = {}, changedAt = Infinity } = earlier;
    const paths = Object.keys(were);
    const are = paths.length > 0 ? fieldsOf(monitor) : {};
    const fields = paths.flatMap((path) => {
      const [was, is] = [were[path], are[path]];
      return was && is && was.value !== is.value ? [{ was, is }] : [];
    });
    const hasChanged = comparesChanges && (monitor.changedAt ?? -Infinity) > changedAt;
    return fields.length > 0 || hasChanged ? [{ monitor, fields }] : [];
  });
}

/** Only up, degraded and down can get better or worse. */
function toChangeKind(was: ComparedMonitor, now: ComparedMonitor): ChangeKind {
  if (now.status === 'down') {
    return 'wentDown';
  }
  if (now.status === 'up') {
    return isProblem(was) ? 'recovered' : 'changed';
  }
  if (now.status === 'degraded') {
    return was.status === 'down' ? 'gotBetter' : was.status === 'up' ? 'gotWorse' : 'changed';
  }
  return 'changed';
}

/** Most urgent first. */
export function statusChanges(comparison: Comparison): readonly StatusChange[] {
  return CHANGE_KINDS.flatMap((kind) => comparison[kind]);
}

/** Ignores monitors that only came into view. */
export function hasChanges(comparison: Comparison): boolean {
  const { added, removed, records } = comparison;
  return added.length + removed.length + records.length + statusChanges(comparison).length > 0;
}
