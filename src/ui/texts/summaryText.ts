import type { Account } from '../../account/account';
import type { MonitorEvent } from '../../monitors/events';
import type { LoadedMonitors } from '../../monitors/loadedMonitors';
import {
  countStatuses,
  isProblem,
  PROBLEMS,
  type MonitorStatus,
  type StatusCounts,
} from '../../monitors/monitor';
import { toLastingEventText } from './changeTexts';
import { STATUS_NAMES } from './statusText';
import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import { formats, t } from '../l10n';
import { HOUR, MINUTE } from '../../base/time';

/** Numbers of the loaded monitors. */
export type LoadedSummary = NonNullable<ReturnType<typeof toLoadedSummary>>;

/** Counts muted problems apart. Returns `undefined` if nothing is loaded. */
export function toLoadedSummary({ list, choices }: Pick<Account, 'list' | 'choices'>) {
  const { loaded } = list;
  const { readAt, counts } = loaded;
  if (readAt === undefined) {
    return undefined;
  }
  const muted = choices.mutes.flatMap(({ id }) => loaded.find(id) ?? []).filter(isProblem);
  for (const { status } of muted) {
    counts[status] -= 1;
  }
  return { loaded, readAt, counts, muted: countStatuses(muted) };
}

/** Leaves room for the rest of the line. */
const MAX_FILTER = 24;

/** Older rows are stale. The text no longer says "None down". */
const STALE_AFTER_MS = HOUR;

const COUNTED: readonly MonitorStatus[] = [...PROBLEMS, 'unknown'];

export function isStale(readAt: number, nowMs: number) {
  return nowMs - readAt > STALE_AFTER_MS;
}

/**
 * Returns "4 down · 5 degraded — 120 of 340 · 4m" or, filtered, "tag:eu · 3 matching — 4 down — 120 of 340 · 4m".
 * Says "None down" only if all monitors are loaded and fresh, with known statuses.
 * @param shown.state what runs, waits or failed
 * @param shown.event replaces the number of monitors that are down
 */
export function toSummaryText(
  summary: LoadedSummary,
  nowMs: number,
  {
    filter,
    state,
    event,
  }: {
    readonly filter?: { readonly text: string; readonly matches: number } | undefined;
    readonly state?: SafeText | undefined;
    readonly event?: MonitorEvent | undefined;
  } = {},
) {
  const { loaded, readAt } = summary;
  const scope = toScopeText(loaded);
  const isCertain = loaded.complete && !isStale(readAt, nowMs);
  const none = isCertain ? t('None down in {0}', scope) : t('0 down in {0}', scope);
  const problems = toProblemsText(summary, nowMs, event);
  const noProblems = loaded.tellsStatus ? none : scope;
  // Problems that the filter hides count, too.
  const findings = problems ? joinTexts([problems, scope], ' — ') : noProblems;
  const matching = filter && toMatchingText(filter.matches);
  const filtered = joinTexts(
    [joinTexts([toSafeText(filter?.text ?? '', MAX_FILTER), matching]), findings],
    ' — ',
  );
  return joinTexts([state, filtered, toLineAge(readAt, nowMs)]);
}

/** Returns "just now", "4m" or "2h old". */
function toLineAge(readAt: number, nowMs: number) {
  const age = formats.shortDuration(nowMs - readAt);
  if (isStale(readAt, nowMs)) {
    return t('{0} old', age);
  }
  return nowMs - readAt < MINUTE ? t('just now') : age;
}

/** Returns "2 down · 3h old", without how many are loaded. */
export function toShortSummary(summary: LoadedSummary, nowMs: number) {
  const { loaded, readAt } = summary;
  const none = loaded.tellsStatus ? t('0 down') : toScopeText(loaded);
  return joinTexts([toProblemsText(summary, nowMs) || none, toLineAge(readAt, nowMs)]);
}

export function toMatchingText(count: number) {
  return t('{0} matching', count);
}

/** Includes muted problems ("1 down, muted"), to avoid a false all-clear. */
function toProblemsText(
  { loaded, counts, muted }: LoadedSummary,
  nowMs: number,
  event?: MonitorEvent,
) {
  const statuses = loaded.tellsStatus ? COUNTED : PROBLEMS;
  const shown = statuses.filter((status) => status !== 'down' || !event);
  const more = event ? counts.down - event.monitors.length : 0;
  const mutedText = toCountsText(muted);
  return joinTexts([
    event && toLastingEventText(event, nowMs),
    more > 0 && t('{0} more', more),
    toCountsText(counts, shown),
    mutedText && t('{0}, muted', mutedText),
  ]);
}

export function toCountsText(counts: StatusCounts, statuses: readonly MonitorStatus[] = COUNTED) {
  const texts = statuses
    .filter((status) => counts[status] > 0)
    .map((status) => t('{0} {1}', counts[status], STATUS_NAMES[status]));
  return joinTexts(texts);
}

export function toMonitorsText(count: number) {
  return count === 1 ? t('1 monitor') : t('{0} monitors', count);
}

/** Returns "all 340", "120 of 340", "120+", "25 loaded" or "50 loaded, may not be all". */
export function toScopeText({ count, total = 0, complete, end }: LoadedMonitors) {
  const loaded = formats.number(count);
  if (complete) {
    return t('all {0}', loaded);
  }
  if (total > count) {
    return t('{0} of {1}', loaded, total);
  }
  if (end === 'more') {
    return t('{0}+', loaded);
  }
  return end === 'end' ? t('{0} loaded, may not be all', loaded) : t('{0} loaded', loaded);
}
