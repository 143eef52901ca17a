import { l10n } from 'vscode';
import type { Monitor, MonitorStatus } from '../../monitors/monitor';
import { cleanText } from '../../service/reading/text';

/** The status in a word. Where it could not be told, the service's own word says more than "unknown". */
export function toStatusText({ status, rawStatus }: Pick<Monitor, 'status' | 'rawStatus'>): string {
  if (status === 'unknown' && rawStatus !== undefined && rawStatus !== '') {
    return l10n.t('status {0}', cleanText(rawStatus, 40));
  }
  return toStatusName(status);
}

export function toStatusName(status: MonitorStatus): string {
  switch (status) {
    case 'up':
      return l10n.t('up');
    case 'down':
      return l10n.t('down');
    case 'degraded':
      return l10n.t('degraded');
    case 'paused':
      return l10n.t('paused');
    case 'pending':
      return l10n.t('pending');
    case 'unknown':
      return l10n.t('unknown');
  }
}
