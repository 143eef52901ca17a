import { remember } from '../base/remember';
import { toFoldedText } from '../base/text';
import { splitAddress } from './addressIndex';
import { matchesFilter, type MonitorFilter } from './filter';
import {
  badnessOf,
  countStatuses,
  isProblem,
  MONITOR_STATUSES,
  type Monitor,
  type MonitorStatus,
  type StatusCounts,
} from './monitor';
import type { SinceOf } from './since';

export type FieldKey = `field:${string}`;

type Value = string | undefined;

/** The values of a monitor, by grouping. */
const VALUES = {
  status: ({ status }: Monitor): readonly Value[] => [status],
  tag: ({ tags }: Monitor) => (tags.length > 0 ? tags : [undefined]),
  host: ({ target }: Monitor) => [splitAddress(target ?? '').host || undefined],
  none: () => [undefined],
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
  return /^field:(.*)$/s.exec(key)?.[1];
}

export interface ArrangementChoice {
  readonly grouping: Grouping;
  readonly order: Order;
}

export interface ArrangementOptions extends ArrangementChoice {
  readonly filter: MonitorFilter | undefined;
  /** Compares in the user's language. */
  readonly compareNames: (a: string, b: string) => number;
  readonly sinceOf: SinceOf;
  /** The arrangement before this one, which speeds up sorting. */
  readonly before?: Arrangement | undefined;
  readonly fieldOf: (monitor: Monitor, path: string) => string | number | undefined;
}

/** Replaces unsuitable choices: without statuses, one list with the latest change first. */
export function toArrangementChoice(
  { grouping: saved = 'status', order }: Partial<ArrangementChoice>,
  tellsStatus: boolean,
): ArrangementChoice {
  // A former version had further groupings.
  const grouping = saved in VALUES || toFieldPath(saved) ? saved : 'none';
  if (tellsStatus) {
    return { grouping, order: order ?? 'service' };
  }
  return {
    grouping: grouping === 'status' ? 'none' : grouping,
    order: order === undefined || order === 'status' ? 'change' : order,
  };
}

/** Their groups are always open. */
const URGENT: readonly MonitorStatus[] = ['down', 'degraded', 'unknown'];

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
  readonly value: Value;
  /** Holds the values beyond {@link MAX_GROUPS}. */
  readonly isRest: boolean;
  readonly monitors: readonly Monitor[];
  readonly counts: StatusCounts;
  /** The most urgent status; paused only if all are. */
  readonly worst: MonitorStatus;
  /** Whether the group is open, until the user changes that. */
  readonly isOpen: boolean;
}

export interface Arrangement {
  /** In display order. */
  readonly groups: readonly Group[];
  readonly matches: number;
}

type Part = Pick<Group, 'key' | 'value' | 'isRest'> & { readonly monitors: Monitor[] };

type Compare = (a: Monitor, b: Monitor) => number;

/** @param monitors in the service's order */
export function arrange(monitors: readonly Monitor[], options: ArrangementOptions): Arrangement {
  const { grouping, filter, compareNames, before } = options;
  const shown = filter ? monitors.filter((monitor) => matchesFilter(filter, monitor)) : monitors;
  const hasProblem = shown.some(isProblem);
  const groups = toParts(shown, options).map((part): Group => {
    const counts = countStatuses(part.monitors);
    const worst =
      MONITOR_STATUSES.findLast((status) => status !== 'paused' && counts[status] > 0) ?? 'paused';
    const ofStatus = grouping === 'status' ? worst : undefined;
    const compare = toCompare(options, ofStatus);
    const former = before?.groups.find(({ key }) => key === part.key)?.monitors;
    const isBesideProblem = ofStatus === 'up' && hasProblem;
    const isShort = monitors.length <= FEW_ROWS && !isBesideProblem;
    return {
      ...part,
      grouping,
      counts,
      monitors: compare ? sortFrom(former, part.monitors, compare) : part.monitors,
      worst,
      isOpen: isShort || filter !== undefined || URGENT.some((status) => status === ofStatus),
    };
  });
  // Groups without a value come last among equals.
  groups.sort(
    (a, b) =>
      badnessOf({ status: b.worst }) - badnessOf({ status: a.worst }) ||
      Number(a.value === undefined) - Number(b.value === undefined) ||
      compareNames(a.value ?? '', b.value ?? ''),
  );
  return { groups, matches: shown.length };
}

/** Puts monitors of one value together, whatever its case. */
function toParts(monitors: readonly Monitor[], options: ArrangementOptions): readonly Part[] {
  const { grouping, fieldOf } = options;
  const path = toFieldPath(grouping);
  const valuesOf =
    path === undefined
      ? VALUES[grouping as keyof typeof VALUES]
      : (monitor: Monitor) => [fieldOf(monitor, path)?.toString()];
  const parts = new Map<string, Part>();
  const partOf = remember((value: Value): Part => {
    const own = `${grouping}:${toFoldedText(value ?? '')}`;
    const isRest = parts.size >= MAX_GROUPS && !parts.has(own);
    const key = isRest ? `${grouping}/rest` : own;
    const part = parts.get(key) ?? { key, value: isRest ? undefined : value, isRest, monitors: [] };
    parts.set(key, part);
    return part;
  });
  for (const monitor of monitors) {
    for (const value of valuesOf(monitor)) {
      const part = partOf(value);
      // It may have a tag twice.
      if (part.monitors.at(-1) !== monitor) {
        part.monitors.push(monitor);
      }
    }
  }
  return [...parts.values()];
}

/** Starts from the earlier order: sorting an almost sorted list is fast. Equal monitors keep the service's order. */
function sortFrom(before: readonly Monitor[] = [], monitors: readonly Monitor[], compare: Compare) {
  const places = new Map(monitors.map((monitor, place) => [monitor, place]));
  const start = new Set([...before.filter((monitor) => places.has(monitor)), ...monitors]);
  return [...start].sort((a, b) => compare(a, b) || places.get(a)! - places.get(b)!);
}

/** A part of a long group: "1–1,000". */
export interface Range extends Pick<Group, 'key' | 'monitors'> {
  /** From 1. */
  readonly from: number;
  readonly to: number;
}

/** Returns an empty list for a short group. */
export function toRanges({ key, monitors }: Group): readonly Range[] {
  const { length } = monitors;
  const ranges: Range[] = [];
  for (let start = 0; start < length && length > RANGE_SIZE; start += RANGE_SIZE) {
    const part = monitors.slice(start, start + RANGE_SIZE);
    const to = start + part.length;
    ranges.push({ key: `${key}/${start}`, monitors: part, from: start + 1, to });
  }
  return ranges;
}

/** The headings Down and Degraded show the newest first, even in the service's order. */
function toCompare(options: ArrangementOptions, heading?: MonitorStatus): Compare | undefined {
  const { order, compareNames, sinceOf, fieldOf } = options;
  // A monitor without a time was just loaded: its history is read a moment later, and must not move its row.
  const bySince = byTime(remember((monitor) => sinceOf(monitor)?.at ?? Infinity));
  switch (order) {
    case 'service':
      return heading && isProblem({ status: heading }) ? bySince : undefined;
    case 'status':
      return (a, b) => badnessOf(b) - badnessOf(a) || (isProblem(a) ? bySince(a, b) : 0);
    case 'change': {
      const byChange = byTime(({ changedAt }) => changedAt);
      return (a, b) => Number(isProblem(b)) - Number(isProblem(a)) || byChange(a, b);
    }
    case 'name':
      return (a, b) => compareNames(a.name, b.name);
    case 'lastCheck':
      return byTime(({ lastCheckedAt }) => lastCheckedAt);
    default:
      return byField((monitor) => fieldOf(monitor, toFieldPath(order)!), compareNames);
  }
}

/** Numbers in their order, and missing values last. */
function byField(
  valueOf: (monitor: Monitor) => string | number | undefined,
  compareTexts: ArrangementOptions['compareNames'],
): Compare {
  return (a, b) => {
    const first = valueOf(a);
    const second = valueOf(b);
    if (typeof first === 'number' && typeof second === 'number') {
      return first - second;
    }
    const missing = Number(first === undefined) - Number(second === undefined);
    return missing || compareTexts(String(first), String(second));
  };
}

/** The latest first, and monitors without a time last. */
function byTime(timeOf: (monitor: Monitor) => number | undefined): Compare {
  return (a, b) => (timeOf(b) ?? -Infinity) - (timeOf(a) ?? -Infinity) || 0;
}
