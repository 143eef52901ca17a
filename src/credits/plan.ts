/** What an action costs, known before it begins. */
export interface CallPlan {
  /** Calls, 0 or more. */
  readonly calls: number;
  readonly bound: 'exactly' | 'upTo' | 'atLeast';
}

/** One page: the first, the next, or one that is read again. */
export function planOnePage(): CallPlan {
  return { calls: 1, bound: 'exactly' };
}

/**
 * One call for each page that is loaded, and one where nothing is. Never more; fewer only where the list
 * has become so short in the meantime that it ends before that depth.
 */
export function planRefresh(loadedPages: number): CallPlan {
  return { calls: Math.max(1, loadedPages), bound: 'exactly' };
}

/** The pages that are left, up to `maxPages`; `pagesLeft` is `undefined` where the service gives no total. */
export function planPages(pagesLeft: number | undefined, maxPages = Infinity): CallPlan {
  const most = Math.max(0, maxPages);
  if (pagesLeft !== undefined) {
    return { calls: Math.max(0, Math.min(pagesLeft, most)), bound: 'exactly' };
  }
  return Number.isFinite(most) ? { calls: most, bound: 'upTo' } : { calls: 1, bound: 'atLeast' };
}

/** Another way to load the whole list. */
export interface LoadAllAlternative {
  /** Monitors per page, more than now. */
  readonly pageSize: number;
  /** All pages of that size from the first on: what is loaded doesn't fit together with them. */
  readonly plan: CallPlan;
}

/** Page sizes that are offered in place of a smaller one; 1,000 is the most that the setting allows. */
const LARGER_PAGE_SIZES = [100, 200, 500, 1000];

/**
 * Larger page sizes with which loading all takes fewer calls than going on does, fewest calls last: "19 calls, or 2 with
 * 500 per page". Of page sizes that take the same number of calls, only the smallest. Whether the service gives so many
 * monitors in one page shows only when it is asked.
 * @param list.total monitors in the account
 * @param list.pagesLeft calls that going on takes
 */
export function planLargerPages(list: {
  readonly total: number;
  readonly pagesLeft: number;
  readonly pageSize: number;
}): LoadAllAlternative[] {
  const alternatives: LoadAllAlternative[] = [];
  let fewest = list.pagesLeft;
  for (const pageSize of LARGER_PAGE_SIZES) {
    const calls = Math.max(1, Math.ceil(list.total / pageSize));
    if (pageSize > list.pageSize && calls < fewest) {
      alternatives.push({ pageSize, plan: { calls, bound: 'exactly' } });
      fewest = calls;
    }
  }
  return alternatives;
}

/** Whether to ask first; always where there is no upper bound. */
export function needsConfirmation(plan: CallPlan, confirmAboveCalls: number): boolean {
  return plan.bound === 'atLeast' || plan.calls > confirmAboveCalls;
}

/**
 * Credits for the calls of a plan, with the same bound; `undefined` where nobody has said what a call costs.
 * @param creditsPerCall credits, 0 or more
 */
export function toCredits(plan: CallPlan, creditsPerCall: number | undefined): number | undefined {
  if (creditsPerCall === undefined || !Number.isFinite(creditsPerCall) || creditsPerCall < 0) {
    return undefined;
  }
  return plan.calls * creditsPerCall;
}
