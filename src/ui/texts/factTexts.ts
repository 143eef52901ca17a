import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import type { Monitor } from '../../monitors/monitor';
import type { Translator } from './formats';
import { toTimeText } from './monitorText';
import { findNotableFields, type NotableField, type NotableKind } from '../../mapping/notableFields';

interface FactText {
  readonly kind: FactKind;
  readonly value: SafeText;
  /** Detail, such as the exact time. */
  readonly note?: SafeText | undefined;
}

type FactKind =
  NotableKind | 'lastError' | 'lastChange' | 'lastCheck' | 'type' | 'interval' | 'parent' | 'tags';

const MAX_TAG = 30;
const MAX_TAGS = 50;

/** Kinds that often share a value, which is shown once. */
const NAMES: readonly FactKind[] = ['group', 'type', 'parent', 'tags'];

/** Omits status, address and ID. */
export function toFactTexts(t: Translator, monitor: Monitor, now: number): FactText[] {
  const { lastError, changedAt, lastCheckedAt, timesLackZone, type, intervalMs, parent, tags } = monitor;
  const { dateTime, interval } = t.formats;
  const toTimes = (kind: FactKind, at: number | undefined): FactText[] =>
    at === undefined
      ? []
      : [
          {
            kind,
            value: toTimeText(t, 'age', monitor, at, now),
            note: timesLackZone ? undefined : dateTime(at),
          },
        ];
  const facts: (FactText | undefined | false)[] = [
    lastError !== undefined && { kind: 'lastError', value: toSafeText(lastError, 300) },
    ...toTimes('lastChange', changedAt),
    ...toTimes('lastCheck', lastCheckedAt),
    ...findNotableFields(monitor.raw)
      .filter(({ kind, value }) => kind !== 'statusCode' || !lastError?.includes(String(value)))
      .map((field) => toNotableText(t, field, now)),
    type !== undefined && { kind: 'type', value: toSafeText(type, 60) },
    intervalMs !== undefined && {
      kind: 'interval',
      value: t('every {0}', interval(intervalMs)),
    },
    parent !== undefined && { kind: 'parent', value: toSafeText(parent, 200) },
    tags.length > 0 && { kind: 'tags', value: toTagsText(t, tags) },
  ];
  const known = new Set<string>();
  return facts.filter((fact): fact is FactText => {
    if (!fact) {
      return false;
    }
    const key = NAMES.includes(fact.kind) ? fact.value : fact.kind;
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
}

export function toFactTerm(t: Translator, kind: FactKind): SafeText {
  const terms: Readonly<Record<FactKind, SafeText>> = {
    lastError: t('Last error'),
    lastChange: t('Last change'),
    lastCheck: t('Last check'),
    responseTime: t('Response time'),
    uptime: t('Uptime'),
    statusCode: t('HTTP status'),
    region: t('Region'),
    certificateExpiry: t('Certificate expires'),
    lastIncident: t('Last incident'),
    group: t('Group'),
    createdAt: t('Created'),
    type: t('Type'),
    interval: t('Interval'),
    parent: t('Part of'),
    tags: t('Tags'),
  };
  return terms[kind];
}

function toTagsText(t: Translator, tags: readonly string[]): SafeText {
  const more = tags.length - MAX_TAGS;
  const shown = tags.slice(0, MAX_TAGS).map((tag) => toSafeText(tag, MAX_TAG));
  const rest = t('+{0}', more);
  return joinTexts(more > 0 ? [...shown, rest] : shown, ', ');
}

function toNotableText(t: Translator, { kind, value, at }: NotableField, now: number): FactText {
  const { age, dateTime, number } = t.formats;
  if (at !== undefined) {
    return { kind, value: age(at, now, 'future'), note: dateTime(at) };
  }
  if (typeof value === 'string') {
    return { kind, value: toSafeText(value, 300) };
  }
  // Nearly all response times without a unit are in milliseconds.
  if (kind === 'responseTime') {
    return { kind, value: t('{0} ms', value) };
  }
  // A ratio, or percent.
  const isShare = kind === 'uptime' && value >= 0 && value <= 100;
  return { kind, value: isShare ? t('{0}%', value <= 1 ? 100 * value : value) : number(value) };
}
