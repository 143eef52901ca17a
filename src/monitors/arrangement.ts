import { toFoldedText } from '../base/text';
import { matchesFilter, type MonitorFilter } from './filter';
import { countStatuses, isProblem, type Monitor, type MonitorStatus } from './monitor';
import { sinceOfRecord, type SinceOf } from './since';

/** A field of the record, by its path. */
export type FieldKey = `field:${string}`;

/** What stands under one heading: monitors that share this, or all in one list. `change`: how long ago they changed. */
export type Grouping = 'status' | 'change' | 'type' | 'tag' | 'host' | 'none' | FieldKey;

/** `service`: as the service sends them. */
export type Order = 'service' | 'status' | 'change' | 'name' | 'lastCheck' | FieldKey;

/** The path of a field that is grouped or ordered by. */
export function toFieldPath(key: Grouping | Order): string | undefined {
  return key.startsWith('field:') ? key.slice('field:'.length) : undefined;
}

export interface ArrangementOptions {
  readonly grouping: Grouping;
  readonly order: Order;
  readonly filter: MonitorFilter | undefined;
  /** In the user's language. */
  readonly compareNames: (one: string, other: string) => number;
  /** What the record says unless given. */
  readonly sinceOf?: SinceOf;
  /** Monitors in the same order, most of them the same: makes it fast to sort. */
  readonly before?: Arrangement | undefined;
  /** Whether the view talks of statuses; it does unless given. */
  readonly tellsStatus?: boolean;
  /** What a record has at the path of a field. */
  readonly fieldOf?: (monitor: Monitor, path: string) => string | number | undefined;
  /** Epoch milliseconds at which the user's day began. */
  readonly today?: number;
}

/** What is shown: what the user has chosen, if it makes sense. Without statuses it's one list, the newest change first. */
export function toArrangementChoice(
  { grouping, order }: { readonly grouping: Grouping | undefined; readonly order: Order | undefined },
  tellsStatus: boolean,
): { readonly grouping: Grouping; readonly order: Order } {
  return tellsStatus
    ? { grouping: grouping ?? 'status', order: order ?? 'service' }
    : {
        grouping: grouping === undefined || grouping === 'status' ? 'none' : grouping,
        order: order === undefined || order === 'status' ? 'change' : order,
      };
}

export type StatusCounts = Readonly<Record<MonitorStatus, number>>;

/** From what wants attention first to what wants it least. */
const STATUS_ORDER: readonly MonitorStatus[] = ['down', 'degraded', 'unknown', 'pending', 'paused', 'up'];

/** Groups by how long ago monitors changed. */
const RECENCIES = ['today', 'week', 'earlier', 'never'] as const;
export type Recency = (typeof RECENCIES)[number];

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** What a group shows of the monitors in it: one that is down outweighs any number that are up. */
const WORST_FIRST: readonly MonitorStatus[] = ['down', 'degraded', 'unknown', 'pending', 'up', 'paused'];

/**
 * Rows that may be siblings. VS Code asks for every sibling of a new row, and keeps about 240 bytes of each answer:
 * 10,000 rows loaded by 100 are 505,000 questions in one list, and 55,000 in ranges of 1,000.
 */
export const RANGE_SIZE = 1_000;

/** Rows up to which all groups are open: about as many as a user scrolls through. */
export const FEW_ROWS = 200;

/** Groups with a heading of their own. An account with a host for each monitor would else have a heading for each. */
export const MAX_GROUPS = 500;

/** Monitors under one heading, in order. */
export interface Group {
  readonly kind: 'group';
  /** Stays the same while the group exists. */
  readonly key: string;
  readonly grouping: Grouping;
  /** What its monitors share; absent for monitors that have none of it, and without grouping. */
  readonly value: string | undefined;
  /** Holds what is beyond {@link MAX_GROUPS}. */
  readonly isRest: boolean;
  readonly monitors: readonly Monitor[];
  readonly counts: StatusCounts;
  /** The status that wants attention most. */
  readonly worst: MonitorStatus;
  /** Unless the user says otherwise. */
  readonly isOpen: boolean;
}

/** A part of a long group: "1–1,000". */
export interface Range {
  readonly kind: 'range';
  readonly key: string;
  readonly group: Group;
  /** Positions of the first and the last monitor, from 1. */
  readonly from: number;
  readonly to: number;
  readonly monitors: readonly Monitor[];
  /** Only the last one is, because it's the one that grows. */
  readonly isOpen: boolean;
}

export interface Arrangement {
  /** In the order of the headings; one group without grouping. */
  readonly groups: readonly Group[];
  /** How many of the monitors match the filter. */
  readonly matches: number;
}

type Compare = (one: Monitor, other: Monitor) => number;

interface Part {
  readonly value: string | undefined;
  readonly isRest: boolean;
  readonly monitors: Monitor[];
}

/** Filters, groups and orders monitors, given in the service's order. */
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
      (grouping === 'status' && ['down', 'degraded', 'unknown'].includes(value!)) ||
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
  // Those without a value come last among equals.
  groups.sort(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      Number(one.isRest) - Number(other.isRest) ||
      Number(one.value === undefined) - Number(other.value === undefined) ||
      compareNames(one.value ?? '', other.value ?? ''),
  );
  return { groups, matches: shown.length };
}

/** Those that were in order before, and the others behind them: sorting a list that is nearly in order takes little time. */
function inOrderOf(before: readonly Monitor[] = [], monitors: readonly Monitor[]): Monitor[] {
  const left = new Set(monitors);
  return [...before.filter((monitor) => left.delete(monitor)), ...left];
}

/** The parts of a group that is too long for one list; none of a shorter one. */
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

/**
 * Sorting keeps the service's order between equals. Under the headings Down and Degraded the newest come first, even if
 * the rest of the list is as the service sends it.
 */
function toCompare(
  { grouping, order, compareNames, sinceOf = sinceOfRecord, fieldOf }: ArrangementOptions,
  value: string | undefined,
): Compare | undefined {
  // What has no time comes last.
  const bySince: Compare = (one, other) =>
    (sinceOf(other)?.at ?? -Infinity) - (sinceOf(one)?.at ?? -Infinity) || 0;
  const byChange: Compare = (one, other) =>
    (other.changedAt ?? -Infinity) - (one.changedAt ?? -Infinity) || 0;
  const path = toFieldPath(order);
  if (path !== undefined) {
    return (one, other) => compareValues(fieldOf?.(one, path), fieldOf?.(other, path), compareNames);
  }
  switch (order as Exclude<Order, FieldKey>) {
    case 'service':
      if (grouping === 'change') {
        return byChange;
      }
      return grouping === 'status' && (value === 'down' || value === 'degraded') ? bySince : undefined;
    case 'status':
      return (one, other) =>
        STATUS_ORDER.indexOf(one.status) - STATUS_ORDER.indexOf(other.status) ||
        (isProblem(one) ? bySince(one, other) : 0);
    case 'change':
      return (one, other) => Number(isProblem(other)) - Number(isProblem(one)) || byChange(one, other);
    case 'name':
      return (one, other) => compareNames(one.name, other.name);
    case 'lastCheck':
      return (one, other) => (other.lastCheckedAt ?? -Infinity) - (one.lastCheckedAt ?? -Infinity) || 0;
  }
}

/** Numbers before texts, and what has no value last. */
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

/** Host of an address, with or without a scheme, path or port; `undefined` if there is none. */
export function toHost(target: string): string | undefined {
  const address = target.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const host = /^(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:\s]+)/.exec(address)?.[1];
  return host?.toLowerCase();
}

function uniqueFolded(values: readonly string[]): readonly string[] {
  const seen = new Map(values.map((value) => [toFoldedText(value), value]));
  return [...seen.values()];
}
