import type { Monitor, MonitorStatus } from '../../monitors/monitor';
import { t } from '../l10n';
import { toSafeText, type SafeText } from '../../base/text';

/** Returns the service's own word if the status is unknown. */
export function toStatusText({ status, rawStatus }: Pick<Monitor, 'status' | 'rawStatus'>) {
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

export function toStatusHeading(status: MonitorStatus) {
  const name = STATUS_NAMES[status];
  return toSafeText(name.charAt(0).toUpperCase() + name.slice(1), 40);
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

export const NEUTRAL_ICON = 'circle-small-filled';

/** Theme color for icons of outdated or muted rows. */
export const DIMMED = 'disabledForeground';
