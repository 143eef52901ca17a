import { env, l10n } from 'vscode';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "14:03", with the date where that is not today. `at` is epoch milliseconds. */
export function toTimeText(at: number, now = Date.now()): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  return new Date(at).toLocaleString(env.language, {
    hour: '2-digit',
    minute: '2-digit',
    ...(sameDay ? {} : { day: 'numeric', month: 'short' }),
  });
}

/** "just now", "5 minutes ago", "3 days ago"; a time ahead of the clock counts as now. */
export function toAgeText(at: number, now = Date.now()): string {
  const age = now - at;
  const count = (unit: number): number => Math.floor(age / unit);
  if (age < MINUTE) {
    return l10n.t('just now');
  }
  // Sentences of their own, as languages bend the words after "ago" differently.
  if (age < HOUR) {
    return count(MINUTE) === 1 ? l10n.t('1 minute ago') : l10n.t('{0} minutes ago', count(MINUTE));
  }
  if (age < DAY) {
    return count(HOUR) === 1 ? l10n.t('1 hour ago') : l10n.t('{0} hours ago', count(HOUR));
  }
  return count(DAY) === 1 ? l10n.t('1 day ago') : l10n.t('{0} days ago', count(DAY));
}

/** "20 minutes", "1 hour", "3 days": one unit, rounded down, for milliseconds of at least a minute. */
export function toDurationText(ms: number): string {
  const count = (unit: number): number => Math.floor(ms / unit);
  if (ms < HOUR) {
    return count(MINUTE) === 1 ? l10n.t('1 minute') : l10n.t('{0} minutes', count(MINUTE));
  }
  if (ms < DAY) {
    return count(HOUR) === 1 ? l10n.t('1 hour') : l10n.t('{0} hours', count(HOUR));
  }
  return count(DAY) === 1 ? l10n.t('1 day') : l10n.t('{0} days', count(DAY));
}
