export type ListActivity = 'firstPage' | 'loadMore' | 'loadAll' | 'refresh' | 'refreshPages';

export interface ListFailure {
  readonly activity: ListActivity;
  readonly pageIndex: number;
  /** The most calls that a retry makes. */
  readonly callsLeft: number;
  readonly error: unknown;
}

/** Returns whether loaded pages are read again, so that older responses must not be used. */
export function isRenewal(activity: ListActivity): boolean {
  return activity === 'refresh' || activity === 'refreshPages';
}
