import type { Disposable } from '../base/event';
import { MINUTE } from '../base/time';
import type { Core } from './createCore';

/**
 * Refreshes in the background, in one window at a time, within the daily limit, while the view is visible in a focused
 * window. Waits while the list says that a call failed.
 */
export function startAutoRefresh(
  { controller, budget, database, leases, now }: Core,
  settings: { readonly autoRefreshMinutes: number },
  isWatched: () => boolean,
  lookEveryMs = 5_000,
): Disposable {
  /** Epoch milliseconds. Prevents an immediate retry after a cancel. */
  let triedAt = -Infinity;

  const isDue = (): boolean => {
    const { list, sessionState } = controller;
    const intervalMs = settings.autoRefreshMinutes * MINUTE;
    if (!list?.loaded.readAt || intervalMs <= 0 || sessionState !== 'active' || !isWatched()) {
      return false;
    }
    const { loaded, progress, failure, refreshDepth } = list;
    const isAffordable = (budget.state?.left ?? 0) >= refreshDepth;
    // A future time comes from a wrong clock.
    const isRecent = (at = now()): boolean => at <= now() && now() - at < intervalMs;
    return !progress && !failure && isAffordable && !isRecent(loaded.readAt) && !isRecent(triedAt);
  };

  const refreshWhenDue = async (): Promise<void> => {
    const lease = `auto refresh of ${controller.session?.id}`;
    const acquire = () => database.transact(() => leases.acquire(lease)).catch(() => false);
    // Another window has the lease, or the disk isn't writable.
    if (!isDue() || !(await acquire())) {
      return;
    }
    // Another window may have just refreshed.
    await controller.synchronize();
    if (isDue()) {
      triedAt = now();
      await controller.refresh({ caller: 'autoRefresh' });
    }
    // Saves the rows for the next holder of the lease.
    await controller.synchronize();
    leases.release(lease);
  };

  const timer = setInterval(() => void refreshWhenDue(), lookEveryMs);
  return { dispose: () => clearInterval(timer) };
}
