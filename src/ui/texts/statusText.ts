import type { Monitor, MonitorStatus } from '../../monitors/monitor';
import { t } from '../l10n';
import { toSafeText, type SafeText } from '../../base/text';

type Worded = Pick<Monitor, 'status' | 'rawStatus'>;

/** Returns the service's own word if the status is unknown. */
export function toStatusText({ status, rawStatus }: Worded) {
  if (status === 'unknown' && rawStatus) {
    return t('status {0}', toSafeText(rawStatus, 40));
  }
  return STATUS_NAMES[status];
}

/** Such as "down", for use in a sentence. */
export const STATUS_NAMES: Record<MonitorStatus, SafeText> = {
  up: t('up'),
  down: t('down'),
  degraded: t('degraded'),
  paused: t('paused'),
  pending: t('pending'),
  unknown: t('unknown'),
};

/** Returns "Down", or "Status zesty" if the status is unknown. */
export function toStatusHeading(monitor: Worded) {
  const text = toStatusText(monitor);
  return toSafeText(text.charAt(0).toUpperCase() + text.slice(1));
}

/** Codicons with different shapes, because color alone is not accessible. */
export const STATUS_ICONS: Record<MonitorStatus, string> = {
  up: 'pass',
  down: 'error',
  degraded: 'warning',
  paused: 'debug-pause',
  pending: 'clock',
  unknown: 'question',
};

/** High-contrast themes have these colors too. */
export const STATUS_COLORS: Record<MonitorStatus, string> = {
  up: 'charts.green',
  down: 'charts.red',
  degraded: 'charts.yellow',
  paused: 'disabledForeground',
  pending: 'descriptionForeground',
  unknown: 'descriptionForeground',
};

export const NEUTRAL_ICON = 'circle-small-filled';

/** Theme color for icons of outdated or muted rows. */
export const DIMMED = 'disabledForeground';
