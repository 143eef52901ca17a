import {
  joinTexts,
  toBold,
  toSafeMarkdown,
  toSafeText,
  type SafeMarkdown,
  type SafeText,
  type Translate,
} from '../../base/text';
import type { Monitor } from '../../monitors/monitor';
import { findNotableFields } from './notableFields';
import { formatsFor } from './formats';
import { MAX_NAME, toMonitorName, toShortTarget } from './monitorText';
import { toStatusText } from './statusText';

/** Paragraphs: name, status and time, target, and what a person would look for ("every 60 sec · 338 ms"). */
export function toMonitorTooltip(
  t: Translate,
  language: string,
  monitor: Monitor,
  now: number,
): readonly SafeMarkdown[] {
  const status = joinTexts([toStatusText(t, monitor), toCheckedText(t, language, monitor, now)], ', ');
  const facts = joinTexts(
    [
      monitor.type === undefined ? undefined : toSafeText(monitor.type, 40),
      monitor.intervalMs === undefined
        ? undefined
        : t('every {0}', formatsFor(language).interval(monitor.intervalMs)),
      ...toNotableTexts(language, monitor.raw),
      toSafeText(monitor.tags.join(', '), 120),
    ],
    ' · ',
  );
  const paragraphs = [
    toBold(toSafeMarkdown(toMonitorName(monitor), MAX_NAME)),
    toSafeMarkdown(status, MAX_NAME),
    toMonitorName(monitor) === toShortTarget(monitor.target)
      ? undefined
      : toSafeMarkdown(monitor.target ?? '', 300),
    toSafeMarkdown(facts, 300),
  ];
  return paragraphs.filter((text) => text !== undefined).filter((text) => text !== '');
}

function toCheckedText(
  t: Translate,
  language: string,
  { lastCheckedAt }: Monitor,
  now: number,
): SafeText | undefined {
  return lastCheckedAt === undefined
    ? undefined
    : t('checked {0}', formatsFor(language).age(lastCheckedAt, now));
}

/** Response time and place. A response time whose key names no unit is taken for milliseconds, as nearly all are. */
function toNotableTexts(language: string, raw: unknown): SafeText[] {
  return findNotableFields(raw).flatMap(({ kind, value, unit }) => {
    if (kind === 'responseTime' && typeof value === 'number' && value >= 0) {
      return [formatsFor(language).milliseconds(unit === 's' ? value * 1_000 : value)];
    }
    return kind === 'region' && typeof value === 'string' ? [toSafeText(value, 60)] : [];
  });
}
