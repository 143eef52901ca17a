/** How reading pages ended. */
export type ReadingEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'failed'; readonly pageIndex: number; readonly error: unknown };

/** Which pages to read, and how. */
export interface ReadingPlan {
  /** The most calls. */
  readonly most: number;
  /** Returns the indexes of the pages that are still to be read, in order. */
  readonly next: () => readonly number[];
  /** Returns how many calls may run at the same time. */
  readonly callsAtOnce: () => number;
  /** Reads a page in one call, and takes it. @throws why it failed */
  readonly readPage: (pageIndex: number) => Promise<void>;
  /** Whether no further call may be made. */
  readonly isStopped: () => boolean;
}

/**
 * Reads pages until the plan has no more, a call fails, or it is stopped. Waits for calls that were made, because they
 * may be charged. A failure counts when its page is due, and never if the list ends earlier.
 */
export async function readPages(plan: ReadingPlan): Promise<ReadingEnd> {
  const running = new Map<number, Promise<void>>();
  const errors = new Map<number, unknown>();
  let calls = 0;
  const start = async (pageIndex: number): Promise<void> => {
    try {
      await plan.readPage(pageIndex);
    } catch (error) {
      errors.set(pageIndex, error);
    }
    running.delete(pageIndex);
  };
  for (;;) {
    if (!plan.isStopped() && errors.size === 0) {
      const free = Math.min(plan.callsAtOnce() - running.size, plan.most - calls);
      const due = plan.next().filter((pageIndex) => !running.has(pageIndex));
      for (const pageIndex of due.slice(0, Math.max(0, free))) {
        calls += 1;
        running.set(pageIndex, start(pageIndex));
      }
    }
    if (running.size === 0) {
      break;
    }
    await Promise.race(running.values());
  }
  if (plan.isStopped()) {
    return { kind: 'canceled' };
  }
  const pageIndex = plan.next().find((index) => errors.has(index));
  return pageIndex === undefined
    ? { kind: 'done' }
    : { kind: 'failed', pageIndex, error: errors.get(pageIndex) };
}
