import type { App } from '../../account/app';
import { serviceNow } from '../../mapping/serviceNow';
import { isProblem, type Monitor, type RecordField } from '../../monitors/monitor';
import type { LastReading } from '../../account/memory';
import type { Since } from '../../monitors/since';
import { toStatusHeading, STATUS_NAMES } from './statusText';
import { DAY, MINUTE } from '../../base/time';
import { formats, t } from '../l10n';
import { joinTexts, toSafeText } from '../../base/text';

type Named = Pick<Monitor, 'id' | 'name' | 'place'> & { readonly target?: string | undefined };

/** Falls back to the target, the ID, then the position in the list. */
export function toMonitorName({ name, target, id, place }: Named) {
  if (name === '' && place) {
    return t('Monitor {0} of page {1}', place.position, place.page);
  }
  const own = toSafeText(name);
  return own !== '' ? own : toShortTarget(target) || toSafeText(id) || toSafeText('?');
}

/** Removes the scheme and the last slash. */
export function toShortTarget(target: string | undefined) {
  return toSafeText((target ?? '').replace(/^https?:\/\//i, '').replace(/\/$/, ''));
}

export function toParentText({ parent }: Monitor) {
  const shown = toSafeText(parent ?? '', 60);
  return shown === '' ? undefined : t('in {0}', shown);
}

/** Formats a time of the record. Without a zone it may be hours off, so only the day is shown. */
export function toTimeText({ timesLackZone }: Monitor, at: number, nowMs: number) {
  return timesLackZone ? formats.dayReceived(at) : formats.age(at, nowMs);
}

/** Returns "11m", or "seen since 2:02 PM" if only readings show it. `undefined` if that is too short to be certain. */
export function toLastingText(
  since: Since | undefined,
  page: LastReading['page'] | undefined,
  nowMs: number,
) {
  if (!since) {
    return undefined;
  }
  const isSaid = since.source === 'service';
  const lasts = (isSaid ? serviceNow(page, nowMs) : nowMs) - since.at;
  if (since.lacksZone) {
    return lasts < 2 * DAY ? undefined : formats.shortDuration(lasts);
  }
  if (isSaid) {
    return lasts < MINUTE ? t('just now') : formats.shortDuration(lasts);
  }
  return lasts < MINUTE ? undefined : t('seen since {0}', formats.moment(since.at, nowMs));
}

/** Returns "Since", "7:03 AM" and "reported by the service". */
export function toSinceTexts({ source, at, before, lacksZone }: Since, nowMs: number) {
  const { moment, dayReceived } = formats;
  const value = lacksZone ? dayReceived(at) : moment(at, nowMs);
  if (source === 'service') {
    return { term: t('Since'), value, note: t('reported by the service') };
  }
  if (!before) {
    return { term: t('Seen since'), value };
  }
  const last = moment(before.to, nowMs);
  return {
    term: t('Since'),
    value: last === value ? value : t('between {0} and {1}', last, value),
    note: t('seen here; {0} before that', STATUS_NAMES[before.status]),
  };
}

/** Returns "503 Service Unavailable" for "HTTP/1.1 503 Service Unavailable". */
export function toErrorSummary({ lastError = '' }: Monitor) {
  return toSafeText(lastError.slice(0, 1_000).replace(/^HTTP(?:\/[\d.]+)? /i, ''), 60);
}

/** Returns "Down 1h — HTTP 503 Service Unavailable", "Changed 2h ago" or "Up 3d". */
export function toNewsText({ shown, now }: App, { monitor, page }: LastReading) {
  const { status, rawStatus = '', changedAt, lastError = '' } = monitor;
  if (status === 'unknown' && changedAt !== undefined) {
    return t('Changed {0}', toTimeText(monitor, changedAt, serviceNow(page, now())));
  }
  if (status === 'unknown' && rawStatus === '') {
    return undefined;
  }
  const since = shown?.sinceOf(monitor);
  const lasting = toLastingText(since, page, now());
  const separator = since?.source === 'seen' ? ', ' : ' ';
  const error = isProblem(monitor) && toSafeText(lastError);
  return joinTexts([joinTexts([toStatusHeading(monitor), lasting], separator), error], ' — ');
}

/** Formats a record field: "€39.90", "3990 EUR", "position 4", "2h ago". */
export function toFieldText(field: RecordField, nowMs: number) {
  const { value, words, currency, isWhole, at } = field;
  if (at !== undefined) {
    return formats.age(at, nowMs);
  }
  if (typeof value === 'string') {
    return toSafeText(value, 40);
  }
  if (typeof value === 'number' && currency) {
    return isWhole ? toSafeText(`${value} ${currency}`) : formats.money(value, currency);
  }
  const yesOrNo = value ? t('yes') : t('no');
  const text = typeof value === 'number' ? formats.number(value) : yesOrNo;
  return joinTexts([toSafeText(words.join(' '), 40), text], ' ');
}
