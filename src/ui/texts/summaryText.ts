import type { StatusCounts } from '../../monitors/arrangement';
import { noCounts, type MonitorStatus } from '../../monitors/monitor';
import type { MutedProblem } from '../../storage/summary';
import { toStatusName } from './statusText';
import { joinTexts, toSafeText, type SafeText, type Translate } from '../../base/text';
import type { Translator } from './formats';

/** Coverage of the loaded rows. */
export interface Scope {
  readonly count: number;
  /** Monitors in the account, if known. */
  readonly total: number | undefined;
  /** Whether the service shows that all are loaded. */
  readonly complete: boolean;
  /** Whether another page may follow. */
  readonly hasMore: boolean;
  /** May be the last page: only another call can show that. */
  readonly mayBeEnd?: boolean | undefined;
  /** Default: true. */
  readonly tellsStatus?: boolean | undefined;
}

export interface Summary extends Scope {
  readonly counts: StatusCounts;
  /** Muted problems, which `counts` includes. */
  readonly muted?: StatusCounts | undefined;
  /** Oldest page, epoch milliseconds. */
  readonly readAt: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Filter text and number of matches. */
  readonly filter?: { readonly text: string; readonly matches: number } | undefined;
}

/** Leaves room for the rest of the line. */
const MAX_FILTER = 24;

/** Older rows are stale. The text no longer says "None down". */
const STALE_AFTER_MS = 60 * 60_000;

const COUNTED: readonly MonitorStatus[] = ['down', 'degraded', 'unknown'];

export function isStale(readAt: number, now: number): boolean {
  return now - readAt > STALE_AFTER_MS;
}

/**
 * Returns "4 down · 5 degraded — 120 of 340 · 4 min" or, filtered, "4 down — status:problem · 4 of 340 · 4 min".
 * Says "None down" only if all monitors are loaded and fresh, with known statuses.
 * @param state progress or failure. Replaces the age, unless rows are stale.
 */
export function toSummaryText(t: Translator, summary: Summary, state?: SafeText): SafeText {
  const { readAt, now, filter } = summary;
  const duration = t.formats.shortDuration(Math.max(0, now - readAt));
  const found = filter ? toMatches(t, summary, filter) : toFindings(t, summary);
  const age = now - readAt < 60_000 ? t('just now') : duration;
  const ageIfNeeded = isStale(readAt, now)
    ? t({ message: '{0} old', comment: '{0} is a duration: 20 min old' }, duration)
    : state
      ? undefined
      : age;
  return joinTexts([state, found, ageIfNeeded], ' · ');
}

/** Counts hidden problems too, so a filter can't hide an outage. */
function toMatches(
  t: Translator,
  summary: Summary,
  { text, matches }: NonNullable<Summary['filter']>,
): SafeText {
  const { counts, muted, count, complete, readAt, now, tellsStatus = true } = summary;
  const none = complete && !isStale(readAt, now) ? t('None down') : t('0 down');
  const found = complete
    ? t({ message: '{0} of {1}', comment: 'The filter matches {0} of {1} monitors' }, matches, count)
    : t(
        { message: '{0} in {1}', comment: 'The filter matches {0} monitors in {1}, such as 100 of 250' },
        matches,
        toScopeText(t, summary),
      );
  const matching = joinTexts([toSafeText(text, MAX_FILTER), found], ' · ');
  const problems = toFoundText(t, counts, muted) || (tellsStatus && none);
  return problems ? t('{0} — {1}', problems, matching) : matching;
}

function toFindings(t: Translator, summary: Summary): SafeText {
  const { counts, muted, count, complete, readAt, now, tellsStatus = true } = summary;
  const scope = toScopeText(t, summary);
  const problem = counts.down + counts.degraded > 0;
  if (!problem && !tellsStatus) {
    return scope;
  }
  if (!problem && counts.unknown > 0) {
    return t('Status unknown for {0} of {1}', counts.unknown, count);
  }
  if (!problem) {
    return complete && !isStale(readAt, now) ? t('None down in {0}', scope) : t('0 down in {0}', scope);
  }
  return t('{0} — {1}', toFoundText(t, counts, muted), scope);
}

/** Includes muted problems ("1 down, muted"), to avoid a false all-clear. */
export function toFoundText(t: Translate, counts: StatusCounts, muted = noCounts()): SafeText {
  const mutedText = toCountsText(t, muted);
  return joinTexts(
    [
      toCountsText(t, withoutMuted(counts, muted)),
      mutedText === ''
        ? undefined
        : t({ message: '{0}, muted', comment: '{0} is such as 1 down' }, mutedText),
    ],
    ' · ',
  );
}

export function withoutMuted(counts: StatusCounts, muted = noCounts()): StatusCounts {
  return { ...counts, down: counts.down - muted.down, degraded: counts.degraded - muted.degraded };
}

/** Skips expired mutes. */
export function countMuted(muted: readonly MutedProblem[], now: number): StatusCounts {
  const counts = noCounts();
  for (const { status, until = Infinity } of muted) {
    counts[status] += until > now ? 1 : 0;
  }
  return counts;
}

/** Returns "4 down · 5 degraded". */
export function toCountsText(
  t: Translate,
  counts: StatusCounts,
  statuses: readonly MonitorStatus[] = COUNTED,
): SafeText {
  const texts = statuses
    .filter((status) => counts[status] > 0)
    .map((status) =>
      t(
        { message: '{0} {1}', comment: '{0} is a count, {1} a status: 4 down' },
        counts[status],
        toStatusName(t, status),
      ),
    );
  return joinTexts(texts, ' · ');
}

/** Returns "all 340", "120 of 340", "120+", "25 loaded" or "50 loaded, may not be all". */
export function toScopeText(t: Translator, { count, total, complete, hasMore, mayBeEnd }: Scope): SafeText {
  const loaded = t.formats.number(count);
  if (complete) {
    return t({ message: 'all {0}', comment: 'All monitors are loaded, and {0} is how many' }, loaded);
  }
  if (total !== undefined) {
    return t({ message: '{0} of {1}', comment: '{0} of {1} monitors are loaded' }, loaded, total);
  }
  if (!hasMore) {
    return t('{0} loaded, may not be all', loaded);
  }
  return mayBeEnd
    ? t({ message: '{0} loaded', comment: '{0} monitors are loaded, and these may be all' }, loaded)
    : t({ message: '{0}+', comment: '{0} monitors are loaded, and there are more' }, loaded);
}

/** Returns "in 120 of 340 loaded", for screen readers. */
export function toCoverageText(t: Translator, scope: Scope): SafeText {
  const text = toScopeText(t, scope);
  const saysLoaded = !scope.complete && scope.total === undefined && (!scope.hasMore || scope.mayBeEnd);
  return saysLoaded
    ? t({ message: 'in {0}', comment: '{0} is such as 25 loaded' }, text)
    : t({ message: 'in {0} loaded', comment: '{0} is such as 100 of 250 monitors' }, text);
}

export type BadgeSetting = 'down' | 'problems' | 'off';

export interface BadgeInput {
  readonly setting: BadgeSetting;
  readonly summary: Summary;
}

/** Returns `undefined` for zero. The tooltip shows the coverage. */
export function toBadge(
  t: Translator,
  { setting, summary }: BadgeInput,
): { readonly value: number; readonly tooltip: SafeText } | undefined {
  const statuses: MonitorStatus[] = setting === 'problems' ? ['down', 'degraded'] : ['down'];
  const { counts, muted = noCounts() } = summary;
  const shown = withoutMuted(counts, muted);
  const sum = (of: StatusCounts): number => statuses.reduce((all, status) => all + of[status], 0);
  const value = sum(shown);
  if (setting === 'off' || value <= 0) {
    return undefined;
  }
  const tooltip = joinTexts(
    [
      t(
        {
          message: '{0} in {1}, read {2}',
          comment: '{0} is such as 4 down · 5 degraded, {1} such as 100 of 250, {2} such as 5 minutes ago',
        },
        toCountsText(t, shown, statuses),
        toScopeText(t, summary),
        t.formats.age(summary.readAt, summary.now),
      ),
      sum(muted) > 0 ? t('{0} muted', sum(muted)) : undefined,
    ],
    ' · ',
  );
  return { value, tooltip };
}
