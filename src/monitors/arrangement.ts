import { toFoldedText } from '../base/text';
import { matchesFilter, type MonitorFilter } from './filter';
import { countStatuses, isProblem, type Monitor, type MonitorStatus, type StatusCounts } from './monitor';
import { sinceOfRecord, type SinceOf } from './since';

export type FieldKey = `field:${string}`;

/** `change`: by time of the last change. */
export type Grouping = 'status' | 'change' | 'type' | 'tag' | 'host' | 'none' | FieldKey;

/** `service`: the service's order. */
export type Order = 'service' | 'status' | 'change' | 'name' | 'lastCheck' | FieldKey;

export function toFieldPath(key: Grouping | Order): string | undefined {
  return key.startsWith('field:') ? key.slice('field:'.length) : undefined;
}

export interface ArrangementOptions {
  readonly grouping: Grouping;
  readonly order: Order;
  readonly filter: MonitorFilter | undefined;
  /** Compares in the user's language. */
  readonly compareNames: (one: string, other: string) => number;
  /** Default: the record's time. */
  readonly sinceOf?: SinceOf;
  /** Speeds up sorting. */
  readonly before?: Arrangement | undefined;
  /** Default: true. */
  readonly tellsStatus?: boolean;
  readonly fieldOf?: (monitor: Monitor, path: string) => string | number | undefined;
  /** Epoch milliseconds at which the day began. */
  readonly today?: number;
}

/** Replaces unsuitable choices: without statuses, one list with the latest change first. */
export function toArrangementChoice(
  { grouping, order }: { readonly grouping?: Grouping; readonly order?: Order },
  tellsStatus: boolean,
): { readonly grouping: Grouping; readonly order: Order } {
  return tellsStatus
    ? { grouping: grouping ?? 'status', order: order ?? 'service' }
    : {
        grouping: grouping === undefined || grouping === 'status' ? 'none' : grouping,
        order: order === undefined || order === 'status' ? 'change' : order,
      };
}

/** Most urgent first. */
const STATUS_ORDER: readonly MonitorStatus[] = ['down', 'degraded', 'unknown', 'pending', 'paused', 'up'];

/** By time of the last change. */
const RECENCIES = ['today', 'week', 'earlier', 'never'] as const;
export type Recency = (typeof RECENCIES)[number];

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** Order of the status shown for a group: its first one counts. */
const WORST_FIRST: readonly MonitorStatus[] = ['down', 'degraded', 'unknown', 'pending', 'up', 'paused'];

/**
 * Limits siblings, because VS Code asks for each one per new row and keeps 240 bytes per answer: 10,000 rows loaded by
 * 100 are 505,000 questions in one list, but 55,000 in ranges of 1,000.
 */
export const RANGE_SIZE = 1_000;

/** Up to so many rows, all groups are open. */
export const FEW_ROWS = 200;

/** Groups with a heading; all further values share one group. */
export const MAX_GROUPS = 500;

export interface Group {
  readonly kind: 'group';
  /** Stays the same while the group exists. */
  readonly key: string;
  readonly grouping: Grouping;
  /** The shared value, if the monitors have one. */
  readonly value: string | undefined;
  /** Holds the values beyond {@link MAX_GROUPS}. */
  readonly isRest: boolean;
  readonly monitors: readonly Monitor[];
  readonly counts: StatusCounts;
  /** The most urgent status. */
  readonly worst: MonitorStatus;
  /** Until the user changes it. */
  readonly isOpen: boolean;
}

/** A part of a long group: "1–1,000". */
export interface Range {
  readonly kind: 'range';
  readonly key: string;
  readonly group: Group;
  /** From 1. */
  readonly from: number;
  readonly to: number;
  readonly monitors: readonly Monitor[];
  /** Only the last range, because it grows. */
  readonly isOpen: boolean;
}

export interface Arrangement {
  /** In display order. */
  readonly groups: readonly Group[];
  readonly matches: number;
}

type Compare = (one: Monitor, other: Monitor) => number;

interface Part {
  readonly value: string | undefined;
  readonly isRest: boolean;
  readonly monitors: Monitor[];
}

/** @param monitors in the service's order */
export function arrange(monitors: readonly Monitor[], options: ArrangementOptions): Arrangement {
  const { grouping, filter, compareNames, tellsStatus = true } = options;
  const shown = filter ? monitors.filter((monitor) => matchesFilter(filter, monitor)) : monitors;
  const parts = new Map<string, Part>();
  const partOf = (value: string | undefined): Part => {
    const own = `${grouping}:${toFoldedText(value ?? '')}`;
    const isRest = parts.size >= MAX_GROUPS && !parts.has(own);
    const key = isRest ? `${grouping}/rest` : own;
    const part = parts.get(key) ?? { value: isRest ? undefined : value, isRest, monitors: [] };
    parts.set(key, part);
    return part;
  };
  const partsByValue = new Map<string | undefined, Part>();
  for (const monitor of shown) {
    for (const value of toGroupValues(options, monitor)) {
      const part = partsByValue.get(value) ?? partOf(value);
      partsByValue.set(value, part);
      part.monitors.push(monitor);
    }
  }
  const areAllOpen = monitors.length <= FEW_ROWS || filter !== undefined;
  const hasProblem = shown.some(isProblem);
  const before = new Map(options.before?.groups.map(({ key, monitors }) => [key, monitors]));
  const groups = [...parts].map(([key, part]): Group => {
    const { value, isRest } = part;
    const compare = toCompare(options, value);
    const counts = countStatuses(part.monitors);
    const isUrgent =
      (grouping === 'status' && STATUS_ORDER.indexOf(value as MonitorStatus) <= 2) ||
      (grouping === 'change' && value === 'today');
    const isUpBesideProblem = grouping === 'status' && value === 'up' && hasProblem && filter === undefined;
    return {
      kind: 'group',
      key,
      grouping,
      value,
      isRest,
      monitors: compare ? inOrderOf(before.get(key), part.monitors).sort(compare) : part.monitors,
      counts,
      worst: WORST_FIRST.find((status) => counts[status] > 0)!,
      isOpen: isUrgent || (areAllOpen && !isUpBesideProblem),
    };
  });
  const rankOf = ({ value, worst }: Group): number => {
    if (grouping === 'status') {
      return STATUS_ORDER.indexOf(value as MonitorStatus);
    }
    if (grouping === 'change') {
      return RECENCIES.indexOf(value as Recency);
    }
    return tellsStatus ? WORST_FIRST.indexOf(worst) : Number(!isProblem({ status: worst }));
  };
  // Groups without a value come last among equals.
  groups.sort(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      Number(one.isRest) - Number(other.isRest) ||
      Number(one.value === undefined) - Number(other.value === undefined) ||
      compareNames(one.value ?? '', other.value ?? ''),
  );
  return { groups, matches: shown.length };
}

/** Starts from the earlier order: sorting an almost sorted list is fast. */
function inOrderOf(before: readonly Monitor[] = [], monitors: readonly Monitor[]): Monitor[] {
  const left = new Set(monitors);
  return [...before.filter((monitor) => left.delete(monitor)), ...left];
}

/** Returns an empty list for a short group. */
export function toRanges(group: Group): readonly Range[] {
  const { key, monitors } = group;
  const count = monitors.length > RANGE_SIZE ? Math.ceil(monitors.length / RANGE_SIZE) : 0;
  return Array.from({ length: count }, (_, index) => {
    const part = monitors.slice(index * RANGE_SIZE, (index + 1) * RANGE_SIZE);
    const from = index * RANGE_SIZE + 1;
    return {
      kind: 'range',
      key: `${key}/${index}`,
      group,
      from,
      to: from + part.length - 1,
      monitors: part,
      isOpen: index === count - 1,
    };
  });
}

function toGroupValues(
  { grouping, fieldOf, today = 0 }: ArrangementOptions,
  monitor: Monitor,
): readonly (string | undefined)[] {
  const { status, type, tags, target, changedAt } = monitor;
  const path = toFieldPath(grouping);
  if (path !== undefined) {
    return [fieldOf?.(monitor, path)?.toString()];
  }
  switch (grouping as Exclude<Grouping, FieldKey>) {
    case 'change':
      return [toRecency(changedAt, today)];
    case 'none':
      return [undefined];
    case 'status':
      return [status];
    case 'type':
      return [type === '' ? undefined : type];
    case 'tag':
      return tags.length === 0 ? [undefined] : uniqueFolded(tags);
    case 'host':
      return [target === undefined ? undefined : toHost(target)];
  }
}

function toRecency(at: number | undefined, today: number): Recency {
  return at === undefined ? 'never' : at >= today ? 'today' : at >= today - WEEK_MS ? 'week' : 'earlier';
}

/** The headings Down and Degraded show the newest first, even in the service's order. */
function toCompare(
  { grouping, order, compareNames, sinceOf = sinceOfRecord, fieldOf }: ArrangementOptions,
  value: string | undefined,
): Compare | undefined {
  // A monitor without a time was just loaded: its history is read a moment later, and must not move its row.
  const bySince = byTime((monitor) => sinceOf(monitor)?.at ?? Infinity);
  const byChange = byTime(({ changedAt }) => changedAt);
  const path = toFieldPath(order);
  if (path !== undefined) {
    return (one, other) => compareValues(fieldOf?.(one, path), fieldOf?.(other, path), compareNames);
  }
  switch (order as Exclude<Order, FieldKey>) {
    case 'service':
      if (grouping === 'change') {
        return byChange;
      }
      return grouping === 'status' && isProblem({ status: value as MonitorStatus }) ? bySince : undefined;
    case 'status':
      return (one, other) =>
        STATUS_ORDER.indexOf(one.status) - STATUS_ORDER.indexOf(other.status) ||
        (isProblem(one) ? bySince(one, other) : 0);
    case 'change':
      return (one, other) => Number(isProblem(other)) - Number(isProblem(one)) || byChange(one, other);
    case 'name':
      return (one, other) => compareNames(one.name, other.name);
    case 'lastCheck':
      return byTime(({ lastCheckedAt }) => lastCheckedAt);
  }
}

/** The latest first, and monitors without a time last. */
function byTime(timeOf: (monitor: Monitor) => number | undefined): Compare {
  return (one, other) => (timeOf(other) ?? -Infinity) - (timeOf(one) ?? -Infinity) || 0;
}

/** Sorts numbers, then texts, then missing values. */
function compareValues(
  one: string | number | undefined,
  other: string | number | undefined,
  compareTexts: (one: string, other: string) => number,
): number {
  const rank = (value: unknown): number => (value === undefined ? 2 : Number(typeof value === 'string'));
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : rank(one) - rank(other) || compareTexts(String(one), String(other));
}

/** Accepts an address with or without scheme, path or port. */
export function toHost(target: string): string | undefined {
  const address = target.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const host = /^(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:\s]+)/.exec(address)?.[1];
  return host?.toLowerCase();
}

function uniqueFolded(values: readonly string[]): readonly string[] {
  const seen = new Map(values.map((value) => [toFoldedText(value), value]));
  return [...seen.values()];
}
