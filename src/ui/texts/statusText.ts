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
  const names: Readonly<Record<MonitorStatus, SafeText>> = {
    up: t('up'),
    down: t('down'),
    degraded: t('degraded'),
    paused: t('paused'),
    pending: t('pending'),
    unknown: t('unknown'),
  };
  return names[status];
}

/** Returns "Down". */
export function toStatusHeading(t: Translate, status: MonitorStatus): SafeText {
  const headings: Readonly<Record<MonitorStatus, SafeText>> = {
    up: t('Up'),
    down: t('Down'),
    degraded: t('Degraded'),
    paused: t('Paused'),
    pending: t('Pending'),
    unknown: t('Unknown'),
  };
  return headings[status];
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

/** Theme color for outdated icons. */
export const DIMMED = 'disabledForeground';
