import type { Monitor, MonitorStatus } from '../../monitors/monitor';
import { t } from '../l10n';
import { toSafeText, type SafeText } from '../../base/text';

/** The status in a word. Where it could not be told, the service's own word says more than "unknown". */
export function toStatusText({ status, rawStatus }: Pick<Monitor, 'status' | 'rawStatus'>): SafeText {
  if (status === 'unknown' && rawStatus !== undefined && rawStatus !== '') {
    return t('status {0}', toSafeText(rawStatus, 40));
  }
  return toStatusName(status);
}

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
