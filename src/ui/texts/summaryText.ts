import type { StatusCounts } from '../../monitors/arrangement';
import { noCounts, type MonitorStatus } from '../../monitors/monitor';
import type { MutedProblem } from '../../storage/summary';
import { toStatusName } from './statusText';
import { joinTexts, toSafeText, type SafeText, type Translate } from '../../base/text';
import type { Translator } from './formats';

/** Coverage of the loaded rows. */
export interface Scope {
  readonly count: number;
  /** Monitors in the account, if the service says so. */
  readonly total: number | undefined;
  /** Whether all monitors are loaded, as far as the service shows. */
  readonly complete: boolean;
  /** Whether another page may follow. */
  readonly hasMore: boolean;
  /** This may be the last page. Only another call can show that. */
  readonly mayBeEnd?: boolean | undefined;
  /** Whether the view shows statuses. Default: true. */
  readonly tellsStatus?: boolean | undefined;
}

/** Input of the texts about the loaded rows. */
export interface Summary extends Scope {
  readonly counts: StatusCounts;
  /** Muted problems by status. `counts` includes them. */
  readonly muted?: StatusCounts | undefined;
  /** Epoch milliseconds when the oldest page was loaded. */
  readonly readAt: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Filter text and its number of matches. Absent without a filter. */
  readonly filter?: { readonly text: string; readonly matches: number } | undefined;
}

/** Cuts longer filters, so that the line has room for the rest. */
const MAX_FILTER = 24;

/** Older rows count as stale, and the text no longer says "None down". */
const STALE_AFTER_MS = 60 * 60_000;

/** Statuses that the line counts. */
const COUNTED: readonly MonitorStatus[] = ['down', 'degraded', 'unknown'];

/** Returns whether rows are too old to pass for current. */
export function isStale(readAt: number, now: number): boolean {
  return now - readAt > STALE_AFTER_MS;
}

/**
 * Returns "4 down · 5 degraded — 120 of 340 · 4 min": counts, coverage and age.
 * Says "None down" only if all monitors are loaded and fresh, with known statuses.
 * The filter comes before its matches: "4 down — status:problem · 4 of 340 · 4 min".
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

/** Returns "4 down — checkout · 3 in 120 of 340". Counts hidden problems too, so a filter can't hide an outage. */
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

/** Returns "4 down · 1 down, muted". Includes muted problems, so that nobody reads it as an all-clear. */
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

/** Counts the problems whose mute hasn't expired. */
export function countMuted(muted: readonly MutedProblem[], now: number): StatusCounts {
  const counts = noCounts();
  for (const { status, until = Infinity } of muted) {
    counts[status] += until > now ? 1 : 0;
  }
  return counts;
}

/** Returns "4 down · 5 degraded", or an empty text. */
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

/** Returns text for screen readers: "in 120 of 340 loaded", "in 25 loaded". */
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

/** Returns the badge on the view's icon, or `undefined` for zero. The tooltip shows what it covers. */
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
