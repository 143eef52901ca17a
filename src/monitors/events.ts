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
  /** What most monitors of the event share, and few others have. Not a cause. */
  readonly shared?: SharedTrait | undefined;
}

export interface SharedTrait {
  readonly kind: 'tag' | 'host' | 'group' | 'type' | 'error';
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
/** A shared trait is one of at least so many of the event's monitors, and at most so many of all monitors. */
const SHARE_INSIDE = 0.8;
const SHARE_OF_ALL = 1 / 3;

/** Groups what happened at nearly the same time. @param all the loaded monitors */
export function eventsOf(
  occurrences: readonly Occurrence[],
  all: readonly Monitor[],
): readonly MonitorEvent[] {
  const told = cluster(occurrences.filter(({ since }) => since.source === 'service'));
  const seen = cluster(occurrences.filter(({ since }) => since.source === 'seen'));
  if (told.length + seen.length === 0) {
    return [];
  }
  const traits = countTraits(all);
  const toEvent = (members: readonly Occurrence[], from: number): MonitorEvent => {
    const monitors = members.map(({ monitor }) => monitor);
    const { source, at: to } = members.at(-1)!.since;
    return { monitors, source, from, to, shared: findShared(monitors, traits, all.length) };
  };
  // Changes between two readings may be an hour apart, so it's an event only if the monitors share something.
  const seenEvents = seen
    .map((members) => {
      const readBefore = members.map(({ since }) => since.before?.to ?? -Infinity);
      return toEvent(members, Math.min(...readBefore));
    })
    .filter(({ from, to, shared }) => shared !== undefined && to - from <= READINGS_MS);
  return [...told.map((members) => toEvent(members, members[0]!.since.at)), ...seenEvents];
}

function cluster(occurrences: readonly Occurrence[]): readonly (readonly Occurrence[])[] {
  const clusters: Occurrence[][] = [];
  const inTime = occurrences
    .filter(({ since }) => !since.lacksZone)
    .sort((a, b) => a.since.at - b.since.at);
  for (const occurrence of inTime) {
    const members = clusters.at(-1);
    const { at } = occurrence.since;
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
  return clusters.filter(({ length }) => length >= FEWEST);
}

/** Finds the trait that distinguishes the monitors best from all others. */
function findShared(
  monitors: readonly Monitor[],
  everywhere: ReturnType<typeof countTraits>,
  all: number,
): SharedTrait | undefined {
  let best: SharedTrait | undefined;
  let bestShare = 0;
  for (const [key, { trait, count }] of countTraits(monitors)) {
    const countOfAll = Math.max(count, everywhere.get(key)?.count ?? 0);
    const share = count / countOfAll;
    const isShared = count >= monitors.length * SHARE_INSIDE && countOfAll <= all * SHARE_OF_ALL;
    if (isShared && share > bestShare) {
      best = { ...trait, count };
      bestShare = share;
    }
  }
  return best;
}

type Trait = Pick<SharedTrait, 'kind' | 'value'>;

function countTraits(monitors: readonly Monitor[]) {
  const counts = new Map<string, { readonly trait: Trait; readonly count: number }>();
  for (const monitor of monitors) {
    const traits = new Map(
      traitsOf(monitor).map((trait) => [`${trait.kind} ${trait.value}`, trait]),
    );
    for (const [key, trait] of traits) {
      counts.set(key, { trait, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  return counts;
}

function traitsOf({ tags, target, parent, type, lastError }: Monitor): readonly Trait[] {
  const traits = [
    ...tags.map((value) => ({ kind: 'tag' as const, value })),
    { kind: 'host' as const, value: splitAddress(target ?? '').host },
    { kind: 'group' as const, value: parent },
    { kind: 'type' as const, value: type },
    { kind: 'error' as const, value: lastError },
  ];
  return traits.filter((trait): trait is Trait => trait.value !== undefined && trait.value !== '');
}
