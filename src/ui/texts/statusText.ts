import type { Monitor, MonitorStatus } from '../../monitors/monitor';
import { toSafeText, type SafeText, type Translate } from '../../base/text';

/** Returns the service's own word if the status is unknown. */
export function toStatusText(
  t: Translate,
  { status, rawStatus }: Pick<Monitor, 'status' | 'rawStatus'>,
): SafeText {
  if (status === 'unknown' && rawStatus !== undefined && rawStatus !== '') {
    return t('status {0}', toSafeText(rawStatus, 40));
  }
  return toStatusName(t, status);
}

/** Returns "down", for use in a sentence. */
export function toStatusName(t: Translate, status: MonitorStatus): SafeText {
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

export function toStatusHeading(t: Translate, status: MonitorStatus): SafeText {
  const name = toStatusName(t, status);
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
