import type { Page } from '../monitors/page';
import type { Snapshot } from './snapshot';

/** A reading that claims to be from further in the future than this was made under a wrong clock. */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/**
 * What to keep where one window wants to save and another has saved before. `undefined`: what is stored is newer.
 *
 * 1. The time at which page 0 was read tells readings apart: a window that takes up a snapshot and goes on from
 *    there has the same page 0. Within one reading, the pages of both are kept, of each the one read last, so a
 *    window that is behind never takes away what another has paid for.
 * 2. Of two readings, the one begun later is kept, and nothing of the other: pages are offsets into a list that
 *    may have moved, and pages of two readings do not fit together.
 */
export function mergeSnapshots(stored: Snapshot, incoming: Snapshot, now: number): Snapshot | undefined {
  const storedAt = beginning(stored);
  const incomingAt = beginning(incoming);
  const same =
    storedAt === incomingAt && stored.origin === incoming.origin && stored.pageSize === incoming.pageSize;
  if (!same) {
    return storedAt > incomingAt && storedAt <= now + CLOCK_TOLERANCE_MS ? undefined : incoming;
  }
  const deeper = stored.pages.length > incoming.pages.length ? stored : incoming;
  const pages = deeper.pages.map((page, index) => newer(stored.pages[index], incoming.pages[index]) ?? page);
  return { ...deeper, pages, savedAt: incoming.savedAt };
}

/** Whether two snapshots hold the same pages of the same reading, so that writing one over the other says nothing. */
export function holdsTheSame(one: Snapshot, other: Snapshot): boolean {
  return (
    one.origin === other.origin &&
    one.pageSize === other.pageSize &&
    one.total === other.total &&
    one.complete === other.complete &&
    one.pages.length === other.pages.length &&
    one.pages.every((page, index) => page.readAt === other.pages[index]?.readAt)
  );
}

function beginning(snapshot: Snapshot): number {
  return snapshot.pages[0]?.readAt ?? -1;
}

function newer(stored: Page | undefined, incoming: Page | undefined): Page | undefined {
  if (!stored || !incoming) {
    return incoming ?? stored;
  }
  return stored.readAt > incoming.readAt ? stored : incoming;
}
