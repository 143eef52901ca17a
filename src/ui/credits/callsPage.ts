import { env } from 'vscode';
import { localCalendar } from '../../credits/calendar';
import type { AvoidedReason } from '../../credits/ledger';
import type { CallOutcome, CallReason } from '../../credits/call';
import type { LedgerReading } from '../../credits/ledger';
import type { LimitState } from '../../credits/limit';
import { summarise, type DayCount, type Summary } from '../../credits/summary';
import { toTimeText } from '../texts/timeText';
import { toCountText } from './costText';
import { t } from '../l10n';
import { toSafeMarkdown, toSafeText, type SafeText } from '../../base/text';

export interface CallsPageSources {
  readonly ledger: LedgerReading;
  readonly limit: LimitState | undefined;
  readonly creditsPerCall: number | undefined;
  /** What the service said last of the credits that are left, and when. */
  readonly creditsLeft: { readonly credits: number; readonly at: number } | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

const CHART_DAYS = 14;
const CHART_WIDTH = 30;

/** What was spent and what was not, as a page of Markdown. Credits only where somebody has said what they are. */
export function toCallsPage(sources: CallsPageSources): string {
  const { ledger, now } = sources;
  const summary = summarise(ledger.events, now, { calendar: localCalendar });
  return [
    `# ${t('Calls')}`,
    toHeadline(summary, sources),
    `## ${t('The last {0} days', CHART_DAYS)}`,
    toChart(summary.perDay.slice(-CHART_DAYS).reverse()),
    `## ${t('What asked for them, in 30 days')}`,
    toTable(t('Asked for by'), reasonRows(summary)),
    toTable(t('How they ended'), outcomeRows(summary)),
    `## ${t('Calls avoided, in 30 days: {0}', summary.avoided)}`,
    toTable(t('Why no call was needed'), avoidedRows(summary)),
    toAccounts(summary),
    toNotes(ledger),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function toHeadline(summary: Summary, { limit, creditsPerCall, creditsLeft, now }: CallsPageSources): string {
  const withCredits = (calls: number): SafeText =>
    creditsPerCall === undefined
      ? toCountText(t, calls)
      : t('{0}, {1} credits', toCountText(t, calls), calls * creditsPerCall);
  const lines = [
    t('Today: {0}', withCredits(summary.today)),
    t('This week: {0}', withCredits(summary.thisWeek)),
    t('Sign-ins: {0}. Pages of monitors: {1}.', summary.byKind.token, summary.byKind.list),
  ];
  if (limit && limit.limit > 0) {
    const most = limit.limit + limit.allowance;
    lines.push(
      t(
        'Daily limit: {0} of {1} left. It turns at {2}.',
        limit.left,
        most,
        toTimeText(env.language, limit.turnsAt, now),
      ),
    );
  }
  if (creditsLeft) {
    const { credits, at } = creditsLeft;
    lines.push(
      t('The service said that {0} credits are left, at {1}.', credits, toTimeText(env.language, at, now)),
    );
  }
  return lines.map((line) => `- ${line}`).join('\n');
}

/** A bar of blocks for each day: read by eye and, by its number, aloud. */
function toChart(days: readonly DayCount[]): string {
  const most = Math.max(1, ...days.map(({ calls }) => calls));
  const rows = days.map(({ startsAt, calls, avoided }) => {
    const day = new Date(startsAt).toLocaleDateString(undefined, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
    });
    const bar = '█'.repeat(Math.ceil((calls / most) * CHART_WIDTH));
    return `| ${day} | ${calls} | ${bar} | ${avoided} |`;
  });
  const head = `| ${t('Day')} | ${t('Calls')} | | ${t('Avoided')} |\n|:--|--:|:--|--:|`;
  return [head, ...rows].join('\n');
}

function toTable(title: string, rows: readonly (readonly [string, number])[]): string {
  const used = rows.filter(([, count]) => count > 0);
  return used.length === 0
    ? ''
    : [`| ${title} | |\n|:--|--:|`, ...used.map(([name, count]) => `| ${name} | ${count} |`)].join('\n');
}

function reasonRows({ byReason }: Summary): [string, number][] {
  const names: Record<CallReason, string> = {
    signIn: t('Sign In'),
    firstPage: t('Opening the view'),
    loadMore: t('Load More'),
    loadAll: t('Load All'),
    refresh: t('Refresh'),
    autoRefresh: t('Auto refresh'),
    retry: t('Retry'),
  };
  return Object.entries(names).map(([reason, name]) => [name, byReason[reason as CallReason]]);
}

function outcomeRows({ byOutcome }: Summary): [string, number][] {
  const names: Record<CallOutcome, string> = {
    ok: t('Answered'),
    failed: t('Failed'),
    cancelled: t('Cancelled'),
    unknown: t('Not known: still under way, or the window was closed'),
  };
  return Object.entries(names).map(([outcome, name]) => [name, byOutcome[outcome as CallOutcome]]);
}

function avoidedRows({ avoidedByReason }: Summary): [string, number][] {
  const names: Record<AvoidedReason, string> = {
    loaded: t('The rows were kept from before'),
    otherWindow: t('Another window had just read the page'),
    coalesced: t('The same page was already on its way'),
    stopped: t('Stopped: session over, limit reached or not wanted'),
  };
  return Object.entries(names).map(([reason, name]) => [name, avoidedByReason[reason as AvoidedReason]]);
}

/** Told apart only where there is more than one account: a sign-in alone belongs to its service. */
function toAccounts({ perAccount }: Summary): string {
  const rows = perAccount.map(({ account, calls }): [string, number] => [toAccountName(account), calls]);
  const accounts = perAccount.filter(({ account }) => account === '' || account.includes('|'));
  return accounts.length < 2 ? '' : toTable(t('By account'), rows);
}

/** An account is `origin|e-mail`, an origin where nobody was signed in yet, or nothing once it was forgotten. */
function toAccountName(account: string): string {
  const [origin, email] = account.split('|');
  const name = email ? `${email} (${origin})` : origin ? t('Sign-ins at {0}', toSafeText(origin, 120)) : '';
  return name === '' ? t('Signed out since') : toSafeMarkdown(name, 120);
}

function toNotes({ skipped }: LedgerReading): string {
  const notes = [
    t('A call that failed or was cancelled counts too: nothing says that it was free.'),
    t('Calls are kept for 90 days, on this machine only.'),
    ...(skipped > 0 ? [t('{0} damaged lines were skipped.', skipped)] : []),
  ];
  return notes.map((note) => `_${note}_`).join('\n\n');
}
