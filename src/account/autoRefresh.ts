import type { Disposable } from '../base/event';
import { MINUTE } from '../base/time';
import type { App } from './app';

/** Milliseconds between two looks at the clock. */
const LOOK_EVERY_MS = 5_000;

/**
 * Refreshes in the background, within the daily limit, while the view is visible in the window that has the focus.
 * Waits while the list says that a call failed.
 */
export function startAutoRefresh(
  app: App,
  settings: { readonly autoRefreshMinutes: number },
  isWatched: () => boolean,
  lookEveryMs = LOOK_EVERY_MS,
): Disposable {
  /** Epoch milliseconds. Prevents an immediate retry after a cancel. */
  let triedAt = -Infinity;

  const isDue = (): boolean => {
    const { account, budget } = app;
    const intervalMs = settings.autoRefreshMinutes * MINUTE;
    const readAt = account?.list.loaded.readAt;
    if (!account?.isActive || readAt === undefined || intervalMs <= 0 || !isWatched()) {
      return false;
    }
    const { progress, failure, refreshDepth } = account.list;
    const isAffordable = (budget.state?.left ?? 0) >= refreshDepth;
    // A future time comes from a wrong clock.
    const isRecent = (at: number): boolean => at <= app.now() && app.now() - at < intervalMs;
    return !progress && !failure && isAffordable && !isRecent(readAt) && !isRecent(triedAt);
  };

  const refreshWhenDue = (): void => {
    if (!isDue()) {
      return;
    }
    // Another window may have just refreshed.
    app.synchronize();
    if (isDue()) {
      triedAt = app.now();
      void app.account?.list.refresh({ caller: 'autoRefresh' });
    }
  };

  const timer = setInterval(refreshWhenDue, lookEveryMs);
  return { dispose: () => clearInterval(timer) };
}
