import { toSafeText, type SafeText, type Translate } from '../../base/text';
import type { CallOutcome } from '../../credits/calls';
import type { Caller, CallReason } from '../../monitors/call';
import type { LimitState } from '../../credits/limit';
import type { DayCount, Summary } from '../../credits/summary';
import type { CreditsLeft } from '../../explorer/budget';
import type { Translator } from '../texts/formats';
import type { Block, Fact, PageContent, Section } from '../webview/pageContent';

export interface CallsPageSources {
  readonly summary: Summary;
  /** Absent where no limit is set. */
  readonly limit:
    | (Pick<LimitState, 'left' | 'near' | 'reached' | 'resetsAt'> & {
        readonly most: number;
        /** When the limit is reached at this pace: epoch milliseconds; absent where that isn't today. */
        readonly reachedAt: number | undefined;
      })
    | undefined;
  /** As the user has set it. */
  readonly creditsPerCall: number | undefined;
  /** What the service said last of the credits that the account has left. */
  readonly creditsLeft: CreditsLeft | undefined;
  /** What couldn't be saved on this machine, as sentences. */
  readonly notSaved: readonly SafeText[];
  /** Epoch milliseconds. */
  readonly now: number;
}

export type CallsAction = 'openSettings' | 'showLog';

const CHART_DAYS = 14;

/** The calls that were made. Credits only where the user or the service has said what they are. */
export function toCallsPage(t: Translator, sources: CallsPageSources): PageContent {
  const { summary } = sources;
  const days = summary.perDay.slice(-CHART_DAYS);
  return {
    title: t('Calls'),
    tab: t('Calls'),
    subtitle: t('Calls to the service from this machine, in all windows'),
    actionsLabel: t('Actions'),
    actions: [
      { action: 'openSettings', label: t('Open Settings') },
      { action: 'showLog', label: t('Show Log') },
    ],
    sections: [
      { blocks: [{ kind: 'facts', facts: toFacts(t, sources) }, ...toLimit(t, sources)] },
      ...toNotSaved(t, sources.notSaved),
      {
        heading: t('The last {0} days', days.length),
        blocks: [toDayTable(t, days)],
      },
      ...toCounts(
        t,
        t('Calls by action, last {0} days', summary.perDay.length),
        t('Action'),
        toReasonRows(t, summary),
      ),
      ...toCounts(t, t('Who asked for the calls'), t('Asked by'), toCallerRows(t, summary)),
      ...toCounts(t, t('How the calls ended'), t('Outcome'), toOutcomeRows(t, summary)),
      ...toAccounts(t, sources),
      { heading: t('Good to know'), blocks: [{ kind: 'list', items: toNotes(t, sources) }] },
    ],
  };
}

function toFacts(t: Translator, sources: CallsPageSources): Fact[] {
  const { summary, creditsLeft, now } = sources;
  const { formats } = t;
  const fact = (term: SafeText, calls: number): Fact => ({
    term,
    value: formats.number(calls),
    ...toCreditsNote(t, calls, sources),
  });
  return [
    fact(t('Calls today'), summary.today),
    fact(t('Calls this week'), summary.thisWeek),
    ...(creditsLeft
      ? [
          {
            term: t('Credits left'),
            value: formats.number(creditsLeft.credits),
            note: t('as the service said at {0}', formats.moment(creditsLeft.at, now)),
          },
        ]
      : []),
  ];
}

function toCreditsNote(
  t: Translator,
  calls: number,
  { creditsPerCall }: CallsPageSources,
): { note?: SafeText } {
  return creditsPerCall === undefined ? {} : { note: t('{0} credits', calls * creditsPerCall) };
}

function toLimit(t: Translator, { limit, now }: CallsPageSources): Block[] {
  if (!limit) {
    return [];
  }
  const { left, most, near, reached, resetsAt, reachedAt } = limit;
  const numbers = [left, most, t.formats.moment(resetsAt, now)] as const;
  const text = reached
    ? t('Daily limit reached: {0} of {1} calls left. Resets at {2}.', ...numbers)
    : near
      ? t('Daily limit nearly reached: {0} of {1} calls left. Resets at {2}.', ...numbers)
      : t('Daily limit: {0} of {1} calls left. Resets at {2}.', ...numbers);
  const tone = reached ? 'error' : near ? 'warning' : undefined;
  return [
    { kind: 'text', text, ...(tone && { tone }) },
    ...(reachedAt === undefined
      ? []
      : [
          {
            kind: 'text',
            text: t('At this pace, the limit is reached at {0}.', t.formats.moment(reachedAt, now)),
          } as const,
        ]),
  ];
}

function toNotSaved(t: Translate, notSaved: readonly SafeText[]): Section[] {
  return notSaved.length === 0
    ? []
    : [
        {
          heading: t("What couldn't be saved"),
          blocks: notSaved.map((text) => ({ kind: 'text', text, tone: 'warning' }) as const),
        },
      ];
}

/** Today first, each day with a bar. */
function toDayTable(t: Translator, days: readonly DayCount[]): Block {
  const most = Math.max(1, ...days.map(({ calls }) => calls));
  return {
    kind: 'table',
    caption: t('Calls by day'),
    columns: [{ title: t('Day') }, { title: t('Calls'), isNumber: true }],
    rows: days
      .toReversed()
      .map(({ startsAt, calls }) => [
        t.formats.longDay(startsAt),
        { text: t.formats.number(calls), share: calls / most },
      ]),
  };
}

type CountRow = readonly [SafeText, number];

/** Most first; what never happened is left out, and so is a table without rows. */
function toCounts(t: Translator, heading: SafeText, what: SafeText, rows: readonly CountRow[]): Section[] {
  const used = rows.filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
  const columns = [{ title: what }, { title: t('Calls'), isNumber: true }];
  const cells = used.map(([name, count]) => [name, t.formats.number(count)]);
  return used.length === 0
    ? []
    : [{ heading, blocks: [{ kind: 'table', caption: heading, columns, rows: cells }] }];
}

function toReasonRows(t: Translate, { byReason }: Summary): CountRow[] {
  const names: Readonly<Record<CallReason, SafeText>> = {
    signIn: t('Sign In'),
    firstPage: t('Opening the view'),
    loadMore: t('Load More'),
    loadAll: t('Load All'),
    refresh: t('Refresh'),
    retry: t('Retry'),
  };
  return (Object.keys(names) as CallReason[]).map((reason) => [names[reason], byReason[reason]]);
}

function toCallerRows(t: Translate, { byCaller }: Summary): CountRow[] {
  const names: Readonly<Record<Caller, SafeText>> = {
    user: t('You'),
    autoRefresh: t('Auto refresh'),
    agent: t('Agents'),
  };
  return (Object.keys(names) as Caller[]).map((caller) => [names[caller], byCaller[caller]]);
}

function toOutcomeRows(t: Translate, { byOutcome }: Summary): CountRow[] {
  const names: Readonly<Record<CallOutcome, SafeText>> = {
    ok: t('Got a response'),
    failed: t('Failed'),
    cancelled: t('Canceled'),
    unknown: t('Unknown: still running, or the window was closed'),
  };
  return (Object.keys(names) as CallOutcome[]).map((outcome) => [names[outcome], byOutcome[outcome]]);
}

/** Shown only where there is more than one account: all calls are that one's otherwise. */
function toAccounts(t: Translator, sources: CallsPageSources): Section[] {
  const accounts = sources.summary.perAccount;
  const rows = accounts.map(({ account, calls }) => [toAccountName(t, account), t.formats.number(calls)]);
  const heading = t('By account');
  const columns = [{ title: t('Account') }, { title: t('Calls'), isNumber: true }];
  return accounts.filter(({ account }) => account === '' || account.includes('|')).length < 2
    ? []
    : [{ heading, blocks: [{ kind: 'table', caption: heading, columns, rows }] }];
}

/** An account is `origin|e-mail`, an origin where nobody was signed in yet, or '' once it was forgotten. */
function toAccountName(t: Translate, account: string): SafeText {
  const separator = account.indexOf('|');
  if (separator !== -1) {
    const [origin, email] = [account.slice(0, separator), account.slice(separator + 1)];
    return t(
      { message: '{0} at {1}', comment: '{0} is an e-mail address, {1} the host of a service' },
      toSafeText(email, 120),
      toHost(origin),
    );
  }
  return account === '' ? t('Accounts that signed out') : t('Signing in at {0}', toHost(account));
}

function toHost(origin: string): SafeText {
  return toSafeText(origin.replace(/^https?:\/\//, ''), 120);
}

function toNotes(t: Translator, { creditsPerCall }: CallsPageSources): SafeText[] {
  return [
    t('A call that failed or was canceled counts too: it may have been charged.'),
    t('This page makes no call. Its figures are kept for 90 days, on this machine only.'),
    ...(creditsPerCall === undefined
      ? [t('Set "monitorExplorer.creditsPerCall" to see credits beside calls.')]
      : []),
  ];
}
