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

/** Fills in what wasn't chosen: without statuses, one list with the latest change first. */
export function toArrangementChoice(
  choice: Partial<ArrangementChoice>,
  tellsStatus: boolean,
): ArrangementChoice {
  const { grouping, order } = choice;
  // A former version had further groupings, and a keybinding may pass anything.
  const isThere = (names: readonly string[], key = '') => {
    return names.includes(key) || toFieldPath(key);
  };
  const usualGrouping = tellsStatus ? 'status' : 'none';
  const usualOrder = tellsStatus ? 'service' : 'change';
  return {
    grouping: isThere(Object.keys(VALUES), grouping) ? grouping! : usualGrouping,
    order: isThere(ORDERS, order) ? order! : usualOrder,
  };
}

/** Their groups are always open. */
const URGENT: readonly unknown[] = ['down', 'degraded', 'unknown'];

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

/** Values that decide the order, the most important first. */
type SortKey = (string | number | undefined)[];

/** @param monitors in the service's order */
export function arrange(monitors: readonly Monitor[], options: ArrangementOptions): Arrangement {
  const { grouping, filter, compareNames } = options;
  const shown = filter ? monitors.filter((monitor) => matchesFilter(filter, monitor)) : monitors;
  const hasProblem = shown.some(isProblem);
  const groups = toParts(shown, options).map((part): Group => {
    const counts = countStatuses(part.monitors);
    const worst =
      MONITOR_STATUSES.findLast((status) => status !== 'paused' && counts[status] > 0) ?? 'paused';
    const heading = grouping === 'status' ? worst : undefined;
    const isUrgent = URGENT.includes(heading);
    const isShort = monitors.length <= FEW_ROWS && !(heading === 'up' && hasProblem);
    const isOpen = isUrgent || isShort || filter !== undefined;
    return { ...part, grouping, counts, worst, isOpen, monitors: sort(part, options, heading) };
  });
  const toKey = ({ worst, value }: Group) => [-badnessOf({ status: worst }), value];
  groups.sort((a, b) => compareKeys(toKey(a), toKey(b), compareNames));
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
function sort({ key, monitors }: Part, options: ArrangementOptions, heading?: MonitorStatus) {
  const keyOf = findSortKey(options, heading);
  if (!keyOf) {
    return monitors;
  }
  const { before, compareNames } = options;
  const former = before?.groups.find((group) => group.key === key)?.monitors ?? [];
  const keys = new Map(monitors.map((monitor, place) => [monitor, keyOf(monitor).concat(place)]));
  const start = new Set([...former.filter((monitor) => keys.has(monitor)), ...monitors]);
  return [...start].sort((a, b) => compareKeys(keys.get(a)!, keys.get(b)!, compareNames));
}

/** A part of a long group: "1–1,000". */
export interface Range extends Pick<Group, 'key' | 'monitors'> {
  /** From 1. */
  readonly from: number;
  readonly to: number;
}

/** Returns one range for a short group. */
export function toRanges({ key, monitors }: Group): readonly Range[] {
  const ranges: Range[] = [];
  for (let start = 0; start < monitors.length; start += RANGE_SIZE) {
    const part = monitors.slice(start, start + RANGE_SIZE);
    ranges.push({
      key: `${key}/${start}`,
      monitors: part,
      from: start + 1,
      to: start + part.length,
    });
  }
  return ranges;
}

/** The headings Down and Degraded show the newest first, even in the service's order. */
function findSortKey(
  { order, sinceOf, fieldOf }: ArrangementOptions,
  heading?: MonitorStatus,
): ((monitor: Monitor) => SortKey) | undefined {
  // A monitor without a time was just loaded: its history is read a moment later, and must not move its row.
  const toSince = (monitor: Monitor) => -(sinceOf(monitor)?.at ?? Infinity);
  switch (order) {
    case 'service':
      return heading && isProblem({ status: heading })
        ? (monitor) => [toSince(monitor)]
        : undefined;
    case 'status':
      return (monitor) => [-badnessOf(monitor), isProblem(monitor) ? toSince(monitor) : 0];
    case 'change':
      return (monitor) => [Number(!isProblem(monitor)), -(monitor.changedAt ?? -Infinity)];
    case 'name':
      return ({ name }) => [name];
    case 'lastCheck':
      return ({ lastCheckedAt = -Infinity }) => [-lastCheckedAt];
    default:
      return (monitor) => [fieldOf(monitor, toFieldPath(order)!)];
  }
}

/** Numbers in their order, and missing values last. */
function compareKeys(a: SortKey, b: SortKey, compareTexts: ArrangementOptions['compareNames']) {
  let place = 0;
  for (const first of a) {
    const second = b[place];
    place += 1;
    if (first === second) {
      continue;
    }
    if (typeof first === 'number' && typeof second === 'number') {
      return first - second;
    }
    const areMissing = Number(first === undefined) - Number(second === undefined);
    const difference = areMissing || compareTexts(String(first), String(second));
    if (difference !== 0) {
      return difference;
    }
  }
  return 0;
}
