import type { App } from '../../account/app';
import type { LastReading } from '../../account/memory';
import { toText } from '../../base/json';
import { toSafeText, type SafeText } from '../../base/text';
import { readTime } from '../../base/time';
import { FACT_KEYS, findFact } from '../../mapping/picker/recordFields';
import { serviceNow } from '../../mapping/serviceNow';
import { isProblem, type Monitor } from '../../monitors/monitor';
import { serviceIdOf } from '../../monitors/identity';
import { toIsoTime, type Since } from '../../monitors/since';
import { formats, t } from '../l10n';
import { toSinceTexts } from './monitorText';

interface MonitorFact {
  readonly term: SafeText;
  readonly value: SafeText;
  readonly note?: SafeText | undefined;
}

/** Lists what name and news of a monitor leave out, for its page and the tooltip of its row. */
export function toMonitorFacts({ list, shown, now }: App, { monitor, page }: LastReading) {
  const { id, status, rawStatus = '', lastError = '', intervalMs } = monitor;
  const { age, dateTime, dayReceived, duration } = formats;
  const since = shown?.sinceOf(monitor);
  const mute = shown?.choices.muteOf(id);
  const toFact = (term: SafeText, text = '') => ({ term, value: toSafeText(text, 1_000) });
  const toTimeFact = (term: SafeText, at: number | undefined) => {
    if (at === undefined || monitor.timesLackZone) {
      return toFact(term, at === undefined ? '' : dayReceived(at));
    }
    return { term, value: age(at, serviceNow(page, now())), note: dateTime(at) };
  };
  // A monitor that is gone has no news.
  const isErrorInNews = isProblem(monitor) && list?.loaded.readingOf(id) !== undefined;
  const expiry = readTime(findFact(monitor, FACT_KEYS.certificateExpiry)?.value)?.at;
  const facts: readonly (MonitorFact | undefined)[] = [
    since && (status !== 'unknown' || rawStatus) ? toSinceTexts(since, now()) : undefined,
    toFact(t('Status in the service'), rawStatus.toLowerCase() === status ? '' : rawStatus),
    toFact(t('Last error'), isErrorInNews ? '' : lastError),
    toFact(t('Muted'), mute && (mute.note ?? t('yes'))),
    toTimeFact(t('Last change'), monitor.changedAt),
    toTimeFact(t('Last check'), monitor.lastCheckedAt),
    toFact(t('Response time'), toFactText(monitor, FACT_KEYS.responseTime)),
    toFact(t('Uptime'), toFactText(monitor, FACT_KEYS.uptime)),
    toFact(t('HTTP status'), toFactText(monitor, FACT_KEYS.statusCode)),
    toFact(t('Certificate expires'), expiry === undefined ? '' : dateTime(expiry)),
    toFact(t('Region'), toFactText(monitor, FACT_KEYS.region)),
    toFact(t('Type'), monitor.type),
    toFact(t('Part of'), monitor.parent),
    toFact(t('Tags'), monitor.tags.join(', ')),
    toFact(t('Interval'), intervalMs === undefined ? '' : t('every {0}', duration(intervalMs))),
    toFact(t('Address'), monitor.target),
    {
      term: t('Loaded'),
      value: age(page.call.ended, now()),
      note: t('{0}, page {1}', dateTime(page.call.ended), page.index + 1),
    },
    toFact(t('ID'), serviceIdOf(monitor)),
  ];
  return facts.flatMap((fact) => (fact?.value ? fact : []));
}

/** Returns "338 ms", "99.95%", or a number without a unit in its key as it came. */
function toFactText(monitor: Monitor, keys: RegExp) {
  const { key = '', value } = findFact(monitor, keys) ?? {};
  if (typeof value !== 'number') {
    return toSafeText(toText(value));
  }
  const number = formats.number(value);
  if (/(?:ms|millis|milliseconds)$/.test(key)) {
    return t('{0} ms', number);
  }
  return /(?:percent|percentage|pct)$/.test(key) ? t('{0}%', number) : number;
}

/** For exports and tools. Times are ISO 8601, or days without a zone. `sinceAfter`: last seen in another status. */
export function factsOf(monitor: Monitor, since: Since | undefined) {
  const { name, status, rawStatus, target, type, parent, tags, lastError, intervalMs } = monitor;
  const toTime = (at: number | undefined) =>
    at === undefined ? undefined : toIsoTime(at, monitor.timesLackZone);
  return {
    name,
    status,
    serviceStatus: rawStatus,
    target,
    type,
    parent,
    tags,
    lastCheckedAt: toTime(monitor.lastCheckedAt),
    changedAt: toTime(monitor.changedAt),
    since: since && toIsoTime(since.at, since.lacksZone),
    sinceAfter: since?.before && toIsoTime(since.before.to),
    sinceSource: since?.source,
    lastError,
    intervalMs,
    id: serviceIdOf(monitor),
  };
}
