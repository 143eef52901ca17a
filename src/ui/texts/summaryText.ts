import type { MonitorStatus } from '../../monitors/monitor';
import { isTrouble } from '../../monitors/monitor';
import type { MonitorList } from '../../monitors/monitorList';
import { toStatusName } from './statusText';
import { toTimeText } from './timeText';
import { t } from '../l10n';
import { joinTexts, type SafeText } from '../../base/text';

/** What wants a person's eye. The rest is told by the rows. */
const counted: readonly MonitorStatus[] = ['down', 'degraded'];

/** "2 down, 1 degraded in 100 loaded of 340, read at 14:03": counts that know how complete they are. */
export function toSummaryText({ loaded }: MonitorList): SafeText {
  const { monitors, readAt } = loaded;
  const counts = counted
    .map((status) => ({ status, count: monitors.filter((monitor) => monitor.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => t('{0} {1}', count, toStatusName(status)));
  const found = counts.length === 0 ? t('None down') : joinTexts(counts, ', ');
  const scope = toScopeText(loaded);
  return readAt === undefined
    ? t('{0} in {1}', found, scope)
    : t('{0} in {1}, read at {2}', found, scope, toTimeText(readAt));
}

/** "100 loaded of 340", "100 loaded, more to come", "all 340". */
export function toScopeText({ count, total, end, complete }: MonitorList['loaded']): SafeText {
  if (complete) {
    return t('all {0}', count);
  }
  if (total !== undefined) {
    return t('{0} loaded of {1}', count, total);
  }
  return end === undefined ? t('{0} loaded, more to come', count) : t('{0} loaded', count);
}

/** How many loaded monitors want a person's eye; none where all is well. */
export function toTroubleBadge({
  loaded,
}: MonitorList): { readonly value: number; readonly tooltip: SafeText } | undefined {
  const value = loaded.monitors.filter(isTrouble).length;
  return value === 0
    ? undefined
    : { value, tooltip: t('{0} down or degraded in {1}', value, toScopeText(loaded)) };
}
