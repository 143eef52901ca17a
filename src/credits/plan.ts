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

/** The pages that are left; `undefined` where the service gives no total. */
export function planPages(pagesLeft: number | undefined): CallPlan {
  return pagesLeft === undefined ? { calls: 1, bound: 'atLeast' } : { calls: pagesLeft, bound: 'exactly' };
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
