import {
  isProblem,
  type Monitor,
  type MonitorStatus,
  type RecordField,
  type RecordFieldsByPath,
} from './monitor';

/** The part of a monitor that is compared. */
export interface ComparedMonitor extends Pick<Monitor, 'id' | 'name' | 'status' | 'changedAt'> {
  /** What its row showed of its record. */
  readonly fields?: RecordFieldsByPath | undefined;
}

/** The loaded monitors of an account at one time. */
export interface ComparedSnapshot<M extends ComparedMonitor = ComparedMonitor> {
  /** In the service's order, from the first page on. */
  readonly monitors: readonly M[];
  /** Whether these are all monitors of the account. */
  readonly complete: boolean;
  /** Monitors in the whole account, if the service says so. */
  readonly total?: number | undefined;
  /** Without statuses, a change of the last change is told. */
  readonly tellsStatus?: boolean | undefined;
}

/** From what wants attention first to what wants it least. */
const CHANGE_KINDS = ['wentDown', 'gotWorse', 'changed', 'gotBetter', 'recovered'] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface StatusChange {
  readonly kind: ChangeKind;
  /** As it is now. */
  readonly monitor: Monitor;
  readonly was: MonitorStatus;
}

/** Something else that rows show is different: a field of the record, or when it last changed. */
export interface RecordChange {
  readonly monitor: Monitor;
  readonly fields: readonly { readonly was: RecordField; readonly is: RecordField }[];
}

/** The changes between two snapshots. Each monitor is in one list at most. */
export interface Comparison extends Readonly<Record<ChangeKind, readonly StatusChange[]>> {
  /** Of monitors that are in no other list. */
  readonly records: readonly RecordChange[];
  /** New in the account. As they are now. */
  readonly added: readonly Monitor[];
  /** No longer in the account. As they last were. */
  readonly removed: readonly ComparedMonitor[];
  /** Loaded now but not before; they may be new or not. */
  readonly cameIntoView: readonly Monitor[];
}

/**
 * Compares two snapshots by monitor id.
 *
 * A complete snapshot settles what was removed (if `after` is complete) and what is new (if `before` was). An
 * incomplete one ends somewhere: an insertion pushes monitors past its end, a deletion draws others in. So it
 * settles only what stood before a monitor that is in both snapshots, and that only while those in both kept
 * their order and the totals, where known, agree with the result. New ones that are left have come into view.
 * @param fieldsOf what rows show of a record now.
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

/** Those of `one` that `other` does not have, as far as the last monitor that is in both. */
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

/** Worse and better are said only between up, degraded and down: what is paused or unknown is neither. */
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

/** All changes of status, what wants attention first. */
export function statusChanges(comparison: Comparison): readonly StatusChange[] {
  return CHANGE_KINDS.flatMap((kind) => comparison[kind]);
}

/** Monitors that moved in or out of what is loaded have not changed. */
export function hasChanges(comparison: Comparison): boolean {
  const { added, removed, records } = comparison;
  return added.length + removed.length + records.length + statusChanges(comparison).length > 0;
}
