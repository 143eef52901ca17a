import {
  joinTexts,
  toBold,
  toSafeMarkdown,
  toSafeText,
  type SafeMarkdown,
  type SafeText,
} from '../../base/text';
import { isProblem, type Monitor } from '../../monitors/monitor';
import type { Since } from '../../monitors/since';
import { findNotableFields } from './notableFields';
import {
  MAX_NAME,
  toAgeText,
  toChangedText,
  toMonitorName,
  toParentText,
  toResponseTime,
  toShortTarget,
  toSinceTexts,
} from './monitorText';
import { toStatusText } from './statusText';
import type { Translator } from './formats';

/** Tags that a tooltip has room for, and the longest one. */
const MAX_TAGS = 5;
const MAX_TAG = 30;

/** Paragraphs: name, status and times, what failed, target, and what a user would look for ("every 60 sec · 338 ms"). */
export function toMonitorTooltip(
  t: Translator,
  monitor: Monitor,
  since: Since | undefined,
  now: number,
  tellsStatus = true,
): readonly SafeMarkdown[] {
  const hasStatus = tellsStatus || isProblem(monitor) || monitor.status === 'paused';
  const status = joinTexts(
    [
      hasStatus ? toStatusText(t, monitor) : undefined,
      toChangedText(t, monitor, now),
      toCheckedText(t, monitor, now),
    ],
    ', ',
  );
  const facts = joinTexts(
    [
      monitor.type === undefined ? undefined : toSafeText(monitor.type, 40),
      monitor.intervalMs === undefined
        ? undefined
        : t(
            { message: 'every {0}', comment: '{0} is the time between two checks: every 5 min' },
            t.formats.interval(monitor.intervalMs),
          ),
      ...toNotableTexts(t, monitor.raw),
      toParentText(t, monitor),
      toTagsText(monitor.tags),
    ],
    ' · ',
  );
  const paragraphs = [
    toBold(toSafeMarkdown(toMonitorName(t, monitor), MAX_NAME)),
    toSafeMarkdown(status, MAX_NAME),
    since && hasStatus ? toSafeMarkdown(toSinceText(t, since, now), MAX_NAME) : undefined,
    toSafeMarkdown(monitor.lastError ?? '', 300),
    toMonitorName(t, monitor) === toShortTarget(monitor.target)
      ? undefined
      : toSafeMarkdown(monitor.target ?? '', 300),
    toSafeMarkdown(facts, 300),
  ];
  return paragraphs.filter((text) => text !== undefined).filter((text) => text !== '');
}

/** "Since 7:03 AM (11 minutes · from the service)". */
function toSinceText(t: Translator, since: Since, now: number): SafeText {
  const { value, note } = toSinceTexts(t, since, now);
  return t('Since {0} ({1})', value, note);
}

function toCheckedText(t: Translator, monitor: Monitor, now: number): SafeText | undefined {
  return monitor.lastCheckedAt === undefined
    ? undefined
    : t(
        { message: 'checked {0}', comment: '{0} is how long ago: checked 3 minutes ago' },
        toAgeText(t, monitor.lastCheckedAt, monitor, now),
      );
}

/** "payments, eu +148": as many as there is room for. */
function toTagsText(tags: readonly string[]): SafeText {
  const shown = tags.slice(0, MAX_TAGS);
  const more = tags.length > shown.length ? toSafeText(`+${tags.length - shown.length}`, 20) : undefined;
  return joinTexts([toSafeText(shown.map((tag) => toSafeText(tag, MAX_TAG)).join(', '), 200), more], ' ');
}

/** Response time and place. */
function toNotableTexts({ formats }: Translator, raw: unknown): SafeText[] {
  return findNotableFields(raw).flatMap(({ kind, value, unit }) => {
    if (kind === 'responseTime' && typeof value === 'number' && value >= 0) {
      return [toResponseTime(formats, value, unit)];
    }
    return kind === 'region' && typeof value === 'string' ? [toSafeText(value, 60)] : [];
  });
}
