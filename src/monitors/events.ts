import { HOUR, MINUTE } from '../base/time';
import { splitAddress } from './addressIndex';
import type { Monitor } from './monitor';
import type { Since } from './since';

/** A monitor that got worse, or recovered; and when. */
export interface Occurrence {
  readonly monitor: Monitor;
  readonly since: Since;
}

/** Monitors that got worse, or recovered, at nearly the same time. */
export interface MonitorEvent {
  readonly monitors: readonly Monitor[];
  readonly source: Since['source'];
  /** Epoch milliseconds: the service's times; if seen, the readings around the changes. */
  readonly from: number;
  readonly to: number;
  /** A trait that most monitors of the event share, and few others have. Not a cause. */
  readonly shared?: SharedTrait | undefined;
}

export interface SharedTrait {
  /** Tag, host, group, type or error. */
  readonly kind: string;
  readonly value: string;
  /** Monitors of the event that have it. */
  readonly count: number;
}

const FEWEST = 3;
/** The longest time from one occurrence to the next, and from the first to the last. */
const NEIGHBORS_MS = 3 * MINUTE;
const LONGEST_MS = 15 * MINUTE;
/** The longest time between the readings around changes without a time. */
const READINGS_MS = HOUR;
/** At least this share of the event's monitors have a shared trait, and at most this share of all monitors. */
const SHARE_INSIDE = 0.8;
const SHARE_OF_ALL = 1 / 3;

/** Groups what happened at nearly the same time. @param all the loaded monitors */
export function eventsOf(
  occurrences: readonly Occurrence[],
  all: readonly Monitor[],
): readonly MonitorEvent[] {
  const inTime = occurrences
    .filter(({ since }) => !since.lacksZone)
    .sort((a, b) => a.since.at - b.since.at);
  const bySource = Map.groupBy(inTime, ({ since }) => since.source);
  const clusters = [...bySource.values()].flatMap(cluster).filter(({ length }) => length >= FEWEST);
  const traits = countTraits(clusters.length > 0 ? all : []);
  return clusters.flatMap((members): MonitorEvent[] => {
    const monitors = members.map(({ monitor }) => monitor);
    const { source, at: to } = members.at(-1)!.since;
    const from = Math.min(
      ...members.map(({ since }) => {
        return source === 'service' ? since.at : (since.before?.to ?? -Infinity);
      }),
    );
    const shared = findShared(monitors, traits, all.length);
    // Changes between two readings may be an hour apart, so it's an event only if the monitors share something.
    const isEvent = source === 'service' || (shared && to - from <= READINGS_MS);
    return isEvent ? [{ monitors, source, from, to, shared }] : [];
  });
}

/** @param occurrences the earliest first */
function cluster(occurrences: readonly Occurrence[]): readonly (readonly Occurrence[])[] {
  const clusters: Occurrence[][] = [];
  for (const occurrence of occurrences) {
    const { at } = occurrence.since;
    const members = clusters.at(-1);
    const isNear =
      members !== undefined &&
      at - members.at(-1)!.since.at <= NEIGHBORS_MS &&
      at - members[0]!.since.at <= LONGEST_MS;
    if (isNear) {
      members.push(occurrence);
    } else {
      clusters.push([occurrence]);
    }
  }
  return clusters;
}

/** Finds the trait that distinguishes the monitors best from all others. */
function findShared(
  monitors: readonly Monitor[],
  everywhere: ReadonlyMap<string, number>,
  all: number,
): SharedTrait | undefined {
  let best: SharedTrait | undefined;
  let bestShare = 0;
  for (const [trait, count] of countTraits(monitors)) {
    const countOfAll = everywhere.get(trait) ?? count;
    const share = count / countOfAll;
    const isShared = count >= monitors.length * SHARE_INSIDE && countOfAll <= all * SHARE_OF_ALL;
    if (isShared && share > bestShare) {
      const [kind = '', ...value] = trait.split(' ');
      best = { kind, value: value.join(' '), count };
      bestShare = share;
    }
  }
  return best;
}

/** Counts monitors by trait: "tag eu". */
function countTraits(monitors: readonly Monitor[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const monitor of monitors) {
    for (const trait of new Set(traitsOf(monitor))) {
      counts.set(trait, (counts.get(trait) ?? 0) + 1);
    }
  }
  return counts;
}

function traitsOf({ tags, target = '', parent = '', type = '', lastError = '' }: Monitor) {
  const traits = [
    ...tags.map((tag) => `tag ${tag}`),
    `host ${splitAddress(target).host}`,
    `group ${parent}`,
    `type ${type}`,
    `error ${lastError}`,
  ];
  return traits.filter((trait) => !trait.endsWith(' '));
}
