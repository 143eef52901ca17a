import type { Monitor, MonitorStatus } from '../../monitors/monitor';
import { t } from '../l10n';
import { toSafeText, type SafeText } from '../../base/text';

/** Returns the service's own word if the status is unknown. */
export function toStatusText({
  status,
  rawStatus,
}: Pick<Monitor, 'status' | 'rawStatus'>): SafeText {
  if (status === 'unknown' && rawStatus !== undefined && rawStatus !== '') {
    return t('status {0}', toSafeText(rawStatus, 40));
  }
  return toStatusName(status);
}

/** Returns "down", for use in a sentence. */
export function toStatusName(status: MonitorStatus): SafeText {
  switch (status) {
    case 'up':
      return t('up');
    case 'down':
      return t('down');
    case 'degraded':
      return t('degraded');
    case 'paused':
      return t('paused');
    case 'pending':
      return t('pending');
    case 'unknown':
      return t('unknown');
  }
}

export function toStatusHeading(status: MonitorStatus): SafeText {
  const name = toStatusName(status);
  return toSafeText(name.charAt(0).toUpperCase() + name.slice(1), 40);
}

/** Codicons with different shapes, because color alone is not accessible. */
export const STATUS_ICONS: Readonly<Record<MonitorStatus, string>> = {
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
