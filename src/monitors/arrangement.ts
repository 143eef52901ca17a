import { remember } from '../base/remember';
import { toFoldedText } from '../base/text';
import { DAY } from '../base/time';
import { matchesFilter, type MonitorFilter } from './filter';
import {
  countStatuses,
  isProblem,
  type Monitor,
  type MonitorStatus,
  type StatusCounts,
} from './monitor';
import type { SinceOf } from './since';

export type FieldKey = `field:${string}`;

type Values = readonly (string | undefined)[];

/** The values of a monitor, by grouping. `change`: by time of the last change. */
const VALUES = {
  status: ({ status }: Monitor): Values => [status],
  change: ({ changedAt }: Monitor, today: number): Values => [toRecency(changedAt, today)],
  type: ({ type }: Monitor): Values => [type === '' ? undefined : type],
  tag: ({ tags }: Monitor): Values =>
    tags.length === 0
      ? [undefined]
      : [...new Map(tags.map((tag) => [toFoldedText(tag), tag])).values()],
  host: ({ target }: Monitor): Values => [target === undefined ? undefined : toHost(target)],
  none: (): Values => [undefined],
};

/** `service`: the service's order. */
export const ORDERS = ['service', 'status', 'change', 'name', 'lastCheck'] as const;
export const GROUPINGS = Object.keys(VALUES) as (keyof typeof VALUES)[];

export type Grouping = keyof typeof VALUES | FieldKey;
export type Order = (typeof ORDERS)[number] | FieldKey;

export function toFieldKey(path: string): FieldKey {
  return `field:${path}`;
}

export function toFieldPath(key: string): string | undefined {
  return key.startsWith('field:') ? key.slice('field:'.length) : undefined;
}

export interface ArrangementChoice {
  readonly grouping: Grouping;
  readonly order: Order;
}

export interface ArrangementOptions extends ArrangementChoice {
  readonly filter: MonitorFilter | undefined;
  /** Compares in the user's language. */
  readonly compareNames: (one: string, other: string) => number;
  readonly sinceOf: SinceOf;
  /** The last arrangement, which speeds up sorting. */
  readonly before: Arrangement | undefined;
  readonly tellsStatus: boolean;
  readonly fieldOf: (monitor: Monitor, path: string) => string | number | undefined;
  /** Epoch milliseconds at which the day began. */
  readonly today: number;
}

/** Replaces unsuitable choices: without statuses, one list with the latest change first. */
export function toArrangementChoice(
  { grouping = 'status', order }: Partial<ArrangementChoice>,
  tellsStatus: boolean,
): ArrangementChoice {
  return tellsStatus
    ? { grouping, order: order ?? 'service' }
    : {
        grouping: grouping === 'status' ? 'none' : grouping,
        order: order === undefined || order === 'status' ? 'change' : order,
      };
}

/** Most urgent first. */
const STATUS_ORDER: readonly MonitorStatus[] = [
  'down',
  'degraded',
  'unknown',
  'pending',
  'paused',
  'up',
];

/** A group shows the first of these that one of its monitors has. */
const WORST_FIRST: readonly MonitorStatus[] = [
  'down',
  'degraded',
  'unknown',
  'pending',
  'up',
  'paused',
];

/** Groups in a fixed order. */
const FIXED: Partial<Record<Grouping, readonly (string | undefined)[]>> = {
  status: STATUS_ORDER,
  change: ['today', 'week', 'earlier', 'never'],
};

/** Groups in a fixed order that are always open. */
const URGENT: readonly (string | undefined)[] = ['down', 'degraded', 'unknown', 'today'];

const WEEK_MS = 7 * DAY;

/**
 * Limits siblings, because VS Code asks for each one per new row and keeps 240 bytes per answer: 10,000 rows loaded by
 * 100 are 505,000 questions in one list, but 55,000 in ranges of 1,000.
 */
export const RANGE_SIZE = 1_000;

/** With at most this many rows, all groups are open. */
export const FEW_ROWS = 200;

/** Largest number of groups. All further values share one more. */
export const MAX_GROUPS = 500;

export interface Group {
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
  /** Whether the group is open, until the user changes that. */
  readonly isOpen: boolean;
}

/** A part of a long group: "1–1,000". */
export interface Range {
  readonly key: string;
  readonly group: Group;
  /** From 1. */
  readonly from: number;
  readonly to: number;
  readonly monitors: readonly Monitor[];
  /** Whether the range is open at first. Only the last one is, because it grows. */
  readonly isOpen: boolean;
}

export interface Arrangement {
  /** In display order. */
  readonly groups: readonly Group[];
  readonly matches: number;
}

type Part = Pick<Group, 'value' | 'isRest'> & { readonly monitors: Monitor[] };

type Compare = (one: Monitor, other: Monitor) => number;

/** @param monitors in the service's order */
export function arrange(monitors: readonly Monitor[], options: ArrangementOptions): Arrangement {
  const { grouping, filter, compareNames, tellsStatus } = options;
  const shown = filter ? monitors.filter((monitor) => matchesFilter(filter, monitor)) : monitors;
  const parts = new Map<string, Part>();
  const partOf = remember((value: string | undefined): Part => {
    const own = `${grouping}:${toFoldedText(value ?? '')}`;
    const isRest = parts.size >= MAX_GROUPS && !parts.has(own);
    const key = isRest ? `${grouping}/rest` : own;
    const part = parts.get(key) ?? { value: isRest ? undefined : value, isRest, monitors: [] };
    parts.set(key, part);
    return part;
  });
  for (const monitor of shown) {
    toGroupValues(options, monitor).forEach((value) => partOf(value).monitors.push(monitor));
  }
  const areAllOpen = monitors.length <= FEW_ROWS || filter !== undefined;
  const isUpClosed = filter === undefined && shown.some(isProblem);
  const fixed = FIXED[grouping];
  const before = new Map(options.before?.groups.map(({ key, monitors }) => [key, monitors]));
  const groups = [...parts].map(([key, part]): Group => {
    const { value, isRest } = part;
    const compare = toCompare(options, value);
    const counts = countStatuses(part.monitors);
    const isUp = grouping === 'status' && value === 'up';
    return {
      key,
      grouping,
      value,
      isRest,
      counts,
      monitors: compare ? sortFrom(before.get(key), part.monitors, compare) : part.monitors,
      worst: WORST_FIRST.find((status) => counts[status] > 0)!,
      isOpen:
        (fixed !== undefined && URGENT.includes(value)) || (areAllOpen && !(isUp && isUpClosed)),
    };
  });
  const rankOf = ({ value, worst }: Group): number =>
    fixed?.indexOf(value) ??
    (tellsStatus ? WORST_FIRST.indexOf(worst) : Number(!isProblem({ status: worst })));
  // Groups without a value come last among equals.
  groups.sort(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      Number(one.value === undefined) - Number(other.value === undefined) ||
      compareNames(one.value ?? '', other.value ?? ''),
  );
  return { groups, matches: shown.length };
}

/** Starts from the earlier order: sorting an almost sorted list is fast. Equal monitors keep the service's order. */
function sortFrom(before: readonly Monitor[] = [], monitors: readonly Monitor[], compare: Compare) {
  const places = new Map(monitors.map((monitor, place) => [monitor, place]));
  const start = new Set([...before.filter((monitor) => places.has(monitor)), ...monitors]);
  return [...start].sort(
    (one, other) => compare(one, other) || places.get(one)! - places.get(other)!,
  );
}

/** Returns an empty list for a short group. */
export function toRanges(group: Group): readonly Range[] {
  const { key, monitors } = group;
  const count = monitors.length > RANGE_SIZE ? Math.ceil(monitors.length / RANGE_SIZE) : 0;
  return Array.from({ length: count }, (_, index) => {
    const start = index * RANGE_SIZE;
    const part = monitors.slice(start, start + RANGE_SIZE);
    const isOpen = index === count - 1;
    return {
      key: `${key}/${index}`,
      group,
      monitors: part,
      isOpen,
      from: start + 1,
      to: start + part.length,
    };
  });
}

function toGroupValues({ grouping, fieldOf, today }: ArrangementOptions, monitor: Monitor): Values {
  const path = toFieldPath(grouping);
  return path === undefined
    ? VALUES[grouping as keyof typeof VALUES](monitor, today)
    : [fieldOf(monitor, path)?.toString()];
}

function toRecency(at: number | undefined, today: number): string {
  if (at === undefined) {
    return 'never';
  }
  if (at >= today) {
    return 'today';
  }
  return at >= today - WEEK_MS ? 'week' : 'earlier';
}

/** The headings Down and Degraded show the newest first, even in the service's order. */
function toCompare(
  { grouping, order, compareNames, sinceOf, fieldOf }: ArrangementOptions,
  value: string | undefined,
): Compare | undefined {
  const path = toFieldPath(order);
  // A monitor without a time was just loaded: its history is read a moment later, and must not move its row.
  const bySince = byTime(remember((monitor) => sinceOf(monitor)?.at ?? Infinity));
  const byChange = byTime(({ changedAt }) => changedAt);
  // Missing values come last.
  const byField: Compare = (one, other) => {
    const a = fieldOf(one, path!);
    const b = fieldOf(other, path!);
    return typeof a === 'number' && typeof b === 'number'
      ? a - b
      : Number(a === undefined) - Number(b === undefined) || compareNames(String(a), String(b));
  };
  const isOfProblems = grouping === 'status' && isProblem({ status: value as MonitorStatus });
  const byHeading = isOfProblems ? bySince : undefined;
  const orders: Readonly<Record<string, Compare | undefined>> = {
    service: grouping === 'change' ? byChange : byHeading,
    status: (one, other) =>
      STATUS_ORDER.indexOf(one.status) - STATUS_ORDER.indexOf(other.status) ||
      (isProblem(one) ? bySince(one, other) : 0),
    change: (one, other) =>
      Number(isProblem(other)) - Number(isProblem(one)) || byChange(one, other),
    name: (one, other) => compareNames(one.name, other.name),
    lastCheck: byTime(({ lastCheckedAt }) => lastCheckedAt),
  };
  return path === undefined ? orders[order] : byField;
}

/** The latest first, and monitors without a time last. */
function byTime(timeOf: (monitor: Monitor) => number | undefined): Compare {
  return (one, other) => (timeOf(other) ?? -Infinity) - (timeOf(one) ?? -Infinity) || 0;
}

/** Accepts an address with or without scheme, path or port. */
export function toHost(target: string): string | undefined {
  const address = target.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const host = /^(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:\s]+)/.exec(address)?.[1];
  return host?.toLowerCase();
}
