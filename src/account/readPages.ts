/** How reading pages ended: with the page that failed, or without a failure. */
export type ReadingEnd =
  'done' | 'canceled' | { readonly pageIndex: number; readonly error: unknown };

/** Which pages to read, and how. */
export interface ReadingPlan {
  /** Returns the indexes of the next pages, in order: as many as may be read at the same time. None is read twice. */
  readonly next: () => readonly number[];
  /** Reads a page in one call, and takes it. @throws why it failed */
  readonly readPage: (pageIndex: number) => Promise<void>;
  /** Whether no further call may be made. */
  readonly isStopped: () => boolean;
}

/**
 * Reads pages until the plan has no more, a call fails, or it is stopped. Waits for calls that were made, because they
 * may be charged. A failure counts when its page is next, and never if the list ends earlier.
 */
export async function readPages(plan: ReadingPlan): Promise<ReadingEnd> {
  const running = new Map<number, Promise<void>>();
  const errors = new Map<number, unknown>();
  const read = async (pageIndex: number): Promise<void> => {
    try {
      await plan.readPage(pageIndex);
    } catch (error) {
      errors.set(pageIndex, error);
    }
    running.delete(pageIndex);
  };
  for (;;) {
    for (const pageIndex of plan.next()) {
      if (errors.size === 0 && !plan.isStopped() && !running.has(pageIndex)) {
        running.set(pageIndex, read(pageIndex));
      }
    }
    if (running.size === 0) {
      break;
    }
    await Promise.race(running.values());
  }
  if (plan.isStopped()) {
    return 'canceled';
  }
  const [pageIndex = -1] = plan.next();
  return errors.has(pageIndex) ? { pageIndex, error: errors.get(pageIndex) } : 'done';
}
