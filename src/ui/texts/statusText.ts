import type { Monitor, MonitorStatus } from '../../monitors/monitor';
import { toSafeText, type SafeText, type Translate } from '../../base/text';

/** Returns the service's own word if the status is unknown. */
export function toStatusText(
  t: Translate,
  { status, rawStatus }: Pick<Monitor, 'status' | 'rawStatus'>,
): SafeText {
  if (status === 'unknown' && rawStatus !== undefined && rawStatus !== '') {
    return t(
      { message: 'status {0}', comment: "{0} is a status in the service's own words" },
      toSafeText(rawStatus, 40),
    );
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

/** Returns "Down". */
export function toStatusHeading(t: Translate, status: MonitorStatus): SafeText {
  switch (status) {
    case 'up':
      return t('Up');
    case 'down':
      return t('Down');
    case 'degraded':
      return t('Degraded');
    case 'paused':
      return t('Paused');
    case 'pending':
      return t('Pending');
    case 'unknown':
      return t('Unknown');
  }
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
