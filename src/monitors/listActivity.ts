export type ListActivity = 'loadMore' | 'loadAll' | 'refresh' | 'refreshPages';

export interface ListFailure {
  readonly activity: ListActivity;
  readonly pageIndex: number;
  /** Indexes of the pages that a retry reads, one call each. */
  readonly pagesLeft: readonly number[];
  readonly error: unknown;
}

/** Returns whether loaded pages are read again, so that older responses must not be used. */
export function isRenewal(activity: ListActivity): boolean {
  return activity === 'refresh' || activity === 'refreshPages';
}
