import type { Monitor, MonitorStatus } from '../../monitors/monitor';
import { toSafeText, type SafeText, type Translate } from '../../base/text';

/** The status in a word. Where it isn't known, the service's own word says more than "unknown". */
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

/** Within a sentence: "down". */
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

/** As a heading: "Down". */
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

/** Codicons: a shape of its own for each status, so that none is told by color alone. */
export const STATUS_ICONS: Readonly<Record<MonitorStatus, string>> = {
  up: 'pass',
  down: 'error',
  degraded: 'warning',
  paused: 'debug-pause',
  pending: 'clock',
  unknown: 'question',
};

/** Of a monitor whose status isn't shown. */
export const NEUTRAL_ICON = 'circle-small-filled';

/** For the icons of what is old. */
export const DIMMED = 'disabledForeground';
