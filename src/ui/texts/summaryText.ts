import type { ListEnd } from '../../monitors/listing';
import type { Account } from '../../account/account';
import { isProblem, noCounts, type MonitorStatus, type StatusCounts } from '../../monitors/monitor';
import { toAgeText } from './monitorText';
import { toStatusName } from './statusText';
import { joinTexts, toSafeText, type SafeText, type Translate } from '../../base/text';
import { HOUR, MINUTE } from '../../base/time';
import type { Translator } from './formats';

export interface MutedProblem {
  readonly status: MonitorStatus;
  /** Epoch milliseconds; absent if muted without an end. */
  readonly until?: number | undefined;
}

/** Numbers of the loaded monitors. */
export interface LoadedSummary {
  /** Includes muted problems. */
  readonly counts: StatusCounts;
  readonly count: number;
  /** Monitors in the account, if known. */
  readonly total?: number | undefined;
  /** Whether all are surely loaded. */
  readonly complete: boolean;
  readonly end: ListEnd;
  readonly tellsStatus: boolean;
  /** Epoch milliseconds of the oldest page. */
  readonly readAt: number;
  readonly muted: readonly MutedProblem[];
}

/** Returns `undefined` if nothing is loaded. */
export function toLoadedSummary({
  list,
  choices,
}: Pick<Account, 'list' | 'choices'>): LoadedSummary | undefined {
  const { loaded } = list;
  const { count, total, complete, end, counts, tellsStatus, readAt } = loaded;
  if (readAt === undefined) {
    return undefined;
  }
  const muted = choices.mutes.flatMap(({ id, until }) => {
    const monitor = loaded.find(id);
    const isMuted = monitor && isProblem(monitor);
    return isMuted ? [{ status: monitor.status, ...(typeof until === 'number' && { until }) }] : [];
  });
  const shown = tellsStatus ? counts : { ...counts, unknown: 0 };
  return { count, total, complete, end, tellsStatus, readAt, counts: shown, muted };
}

/** Coverage of the loaded rows. */
type Scope = Pick<LoadedSummary, 'count' | 'total' | 'complete' | 'end'>;

interface FilterResult {
  readonly text: string;
  readonly matches: number;
}

/** "12 down since 2:02 PM, 10 tagged eu", and how many are down. */
export interface LastingEvent {
  readonly text: SafeText;
  readonly count: number;
}

/** Leaves room for the rest of the line. */
const MAX_FILTER = 24;

/** Older rows are stale. The text no longer says "None down". */
const STALE_AFTER_MS = HOUR;

const COUNTED: readonly MonitorStatus[] = ['down', 'degraded', 'unknown'];

export function isStale(readAt: number, nowMs: number): boolean {
  return nowMs - readAt > STALE_AFTER_MS;
}

/**
 * Returns "4 down · 5 degraded — 120 of 340 · 4m" or, filtered, "tag:eu · 3 matching — 4 down in 120 of 340 · 4m".
 * Says "None down" only if all monitors are loaded and fresh, with known statuses.
 * @param shown.state progress. Replaces the failure, and the age unless rows are stale.
 * @param shown.event replaces the number of monitors that are down
 */
export function toSummaryText(
  t: Translator,
  summary: LoadedSummary,
  nowMs: number,
  shown: {
    readonly filter?: FilterResult | undefined;
    readonly state?: SafeText | undefined;
    readonly failure?: SafeText | undefined;
    readonly event?: LastingEvent | undefined;
  } = {},
): SafeText {
  const { filter, state, failure, event } = shown;
  const { readAt } = summary;
  const duration = t.formats.shortDuration(Math.max(0, nowMs - readAt));
  const age = nowMs - readAt < MINUTE ? t('just now') : duration;
  const freshAge = state ? undefined : age;
  const ageIfNeeded = isStale(readAt, nowMs) ? t('{0} old', duration) : freshAge;
  return joinTexts(
    [state ?? failure, toFindings(t, summary, nowMs, filter, event), ageIfNeeded],
    ' · ',
  );
}

/** Counts hidden problems too, so a filter can't hide an outage. */
function toFindings(
  t: Translator,
  summary: LoadedSummary,
  nowMs: number,
  filter?: FilterResult,
  event?: LastingEvent,
): SafeText {
  const { complete, tellsStatus, readAt } = summary;
  const scope = toScopeText(t, summary);
  const problems = toFoundText(t, summary, nowMs, event);
  if (problems && !filter) {
    return t('{0} — {1}', problems, scope);
  }
  const isCertain = complete && !isStale(readAt, nowMs);
  const none = isCertain ? t('None down in {0}', scope) : t('0 down in {0}', scope);
  const noProblems = tellsStatus ? none : scope;
  const findings = problems ? t('{0} in {1}', problems, scope) : noProblems;
  if (!filter) {
    return findings;
  }
  const filterText = toSafeText(filter.text, MAX_FILTER);
  const matching = joinTexts([filterText, toMatchingText(t, filter.matches)], ' · ');
  return t('{0} — {1}', matching, findings);
}

export function toMatchingText(t: Translate, count: number): SafeText {
  return t('{0} matching', count);
}

/** Includes muted problems ("1 down, muted"), to avoid a false all-clear. */
export function toFoundText(
  t: Translate,
  summary: LoadedSummary,
  nowMs: number,
  event?: LastingEvent,
): SafeText {
  const { muted, others } = splitCounts(summary, nowMs);
  const mutedText = toCountsText(t, muted);
  const mutedPart = mutedText && t('{0}, muted', mutedText);
  if (event === undefined) {
    return joinTexts([toCountsText(t, others), mutedPart], ' · ');
  }
  const down = others.down - event.count;
  const more = down > 0 && t('{0} more', down);
  const rest = toCountsText(t, { ...others, down: 0 });
  return joinTexts([event.text, more, rest, mutedPart], ' · ');
}

/** Expired mutes don't count as muted. */
export function splitCounts({ counts, muted: all }: LoadedSummary, nowMs: number) {
  const muted = noCounts();
  for (const { status, until = Infinity } of all) {
    muted[status] += until > nowMs ? 1 : 0;
  }
  const others = {
    ...counts,
    down: counts.down - muted.down,
    degraded: counts.degraded - muted.degraded,
  };
  return { muted, others };
}

export function toCountsText(
  t: Translate,
  counts: StatusCounts,
  statuses: readonly MonitorStatus[] = COUNTED,
): SafeText {
  const texts = statuses
    .filter((status) => counts[status] > 0)
    .map((status) => t('{0} {1}', counts[status], toStatusName(t, status)));
  return joinTexts(texts, ' · ');
}

export function toMonitorsText(t: Translate, count: number): SafeText {
  return count === 1 ? t('1 monitor') : t('{0} monitors', count);
}

/** Returns "all 340", "120 of 340", "120+", "25 loaded" or "50 loaded, may not be all". */
export function toScopeText(t: Translator, { count, total, complete, end }: Scope): SafeText {
  const loaded = t.formats.number(count);
  if (complete) {
    return t('all {0}', loaded);
  }
  if (total !== undefined && total > count) {
    return t('{0} of {1}', loaded, total);
  }
  if (end === 'more') {
    return t({ message: '{0}+', comment: '{0} monitors are loaded, and there are more' }, loaded);
  }
  return end === 'end' ? t('{0} loaded, may not be all', loaded) : t('{0} loaded', loaded);
}

/** Returns `undefined` for zero. The tooltip shows the coverage, and other accounts. */
export function toBadge(
  t: Translator,
  summary: LoadedSummary,
  nowMs: number,
  accounts: readonly SafeText[] = [],
) {
  const { muted, others } = splitCounts(summary, nowMs);
  if (others.down <= 0) {
    return undefined;
  }
  const found = t(
    '{0} in {1}, read {2}',
    toCountsText(t, others, ['down']),
    toScopeText(t, summary),
    toAgeText(t, summary.readAt, nowMs),
  );
  const hidden = muted.down > 0 && t('{0} muted', muted.down);
  const shown = joinTexts([found, hidden], ' · ');
  return { value: others.down, tooltip: joinTexts([shown, ...accounts], '\n') };
}
