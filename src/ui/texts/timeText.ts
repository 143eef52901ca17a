import { env } from 'vscode';
import { t } from '../l10n';
import { toSafeText, type SafeText } from '../../base/text';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "14:03", with the date where that is not today. `at` is epoch milliseconds. */
export function toTimeText(at: number, now = Date.now()): SafeText {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  const text = new Date(at).toLocaleString(env.language, {
    hour: '2-digit',
    minute: '2-digit',
    ...(sameDay ? {} : { day: 'numeric', month: 'short' }),
  });
  return toSafeText(text, 60);
}

/** "just now", "5 minutes ago", "3 days ago"; a time ahead of the clock counts as now. */
export function toAgeText(at: number, now = Date.now()): SafeText {
  const age = now - at;
  const count = (unit: number): number => Math.floor(age / unit);
  if (age < MINUTE) {
    return t('just now');
  }
  // Sentences of their own, as languages bend the words after "ago" differently.
  if (age < HOUR) {
    return count(MINUTE) === 1 ? t('1 minute ago') : t('{0} minutes ago', count(MINUTE));
  }
  if (age < DAY) {
    return count(HOUR) === 1 ? t('1 hour ago') : t('{0} hours ago', count(HOUR));
  }
  return count(DAY) === 1 ? t('1 day ago') : t('{0} days ago', count(DAY));
}

/** "20 minutes", "1 hour", "3 days": one unit, rounded down, for milliseconds of at least a minute. */
export function toDurationText(ms: number): SafeText {
  const count = (unit: number): number => Math.floor(ms / unit);
  if (ms < HOUR) {
    return count(MINUTE) === 1 ? t('1 minute') : t('{0} minutes', count(MINUTE));
  }
  if (ms < DAY) {
    return count(HOUR) === 1 ? t('1 hour') : t('{0} hours', count(HOUR));
  }
  return count(DAY) === 1 ? t('1 day') : t('{0} days', count(DAY));
}
