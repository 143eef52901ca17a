/** What an action is going to cost, known before it begins. */
export interface CallPlan {
  /** Calls, 0 or more. */
  readonly calls: number;
  readonly bound: 'exactly' | 'upTo' | 'atLeast';
}

/** Where a list stands when "Load all" is offered. */
export interface LoadAllSituation {
  /** Monitors in the whole account, where the service says so. */
  readonly total?: number | undefined;
  /** Different monitors loaded so far. */
  readonly loaded: number;
  /** The page that would be read next. */
  readonly nextPageIndex: number;
  readonly pageSize: number;
  /** Calls at which the action ends in any case. */
  readonly maxPages?: number | undefined;
}

export function planFirstPage(): CallPlan {
  return { calls: 1, bound: 'exactly' };
}

export function planLoadMore(): CallPlan {
  return { calls: 1, bound: 'exactly' };
}

/**
 * One call for each page that is loaded, and one where nothing is. Never more; fewer only where the list
 * has become so short in the meantime that it ends before that depth.
 */
export function planRefresh(loadedPages: number): CallPlan {
  return { calls: Math.max(1, loadedPages), bound: 'exactly' };
}

/**
 * With a total: the pages of ceil(total / pageSize) that are still to come.
 * Without: up to `maxPages`, and at least one where nothing bounds it.
 */
export function planLoadAll(situation: LoadAllSituation): CallPlan {
  const { total, loaded, nextPageIndex, pageSize, maxPages } = situation;
  if (total === undefined) {
    return planPages(undefined, maxPages);
  }
  const pagesLeft = loaded >= total ? 0 : Math.ceil(total / pageSize) - nextPageIndex;
  return planPages(pagesLeft, maxPages);
}

/** The same where the list itself knows how many pages are left; `undefined` where it does not. */
export function planPages(pagesLeft: number | undefined, maxPages = Infinity): CallPlan {
  const most = Math.max(0, maxPages);
  if (pagesLeft !== undefined) {
    return { calls: Math.max(0, Math.min(pagesLeft, most)), bound: 'exactly' };
  }
  return Number.isFinite(most) ? { calls: most, bound: 'upTo' } : { calls: 1, bound: 'atLeast' };
}

/** Whether to ask first. What has no upper bound always wants a yes. */
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

/**
 * The most that auto refresh can call in 24 hours; 0 where it is off. Less in truth: it pauses while the view
 * is hidden or the window is not in front.
 * @param minutes between two refreshes; 0 or less is off
 * @param pages loaded pages that each refresh reads again
 */
export function autoRefreshCallsPerDay(minutes: number, pages: number): number {
  return minutes > 0 ? Math.floor((24 * 60) / minutes) * Math.max(1, pages) : 0;
}
