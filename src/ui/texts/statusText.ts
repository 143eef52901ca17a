import type { Monitor, MonitorStatus } from '../../monitors/monitor';
import { toSafeText, type SafeText, type Translate } from '../../base/text';

/** Returns the status as a word. If it is unknown, returns the service's own word. */
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

/** Returns the status for use inside a sentence: "down". */
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

/** Returns the status as a heading: "Down". */
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

/** Codicons by status. Each has its own shape, because color alone is not accessible. */
export const STATUS_ICONS: Readonly<Record<MonitorStatus, string>> = {
  up: 'pass',
  down: 'error',
  degraded: 'warning',
  paused: 'debug-pause',
  pending: 'clock',
  unknown: 'question',
};

/** Icon for a monitor without a shown status. */
export const NEUTRAL_ICON = 'circle-small-filled';

/** Theme color for outdated icons. */
export const DIMMED = 'disabledForeground';
