import { toSafeText, type SafeText, type Translate } from '../../base/text';
import type { ActionCount } from '../../credits/actions';
import type { CallOutcome } from '../../credits/calls';
import type { LimitState } from '../../credits/limit';
import type { Summary } from '../../credits/summary';
import type { CreditsLeft } from '../../core/budget';
import type { Caller, CallReason } from '../../monitors/call';
import { html, type Html } from '../panels/html';
import type { PanelContent } from '../panels/panels';
import { toBar, toButton, toFacts, toTable, type Fact } from '../panels/parts';
import { toTodayTexts } from '../texts/costText';
import type { Translator } from '../texts/formats';

export interface CallsSources {
  readonly summary: Summary;
  /** Newest first. */
  readonly actions: readonly ActionCount[];
  /** Absent until known. */
  readonly limit: LimitState | undefined;
  /** Epoch milliseconds, at this pace. Absent if not today. */
  readonly reachedAt: number | undefined;
  readonly creditsPerCall: number | undefined;
  /** As the service last reported. */
  readonly creditsLeft: CreditsLeft | undefined;
  /** Errors about data that couldn't be saved. */
  readonly notSaved: readonly SafeText[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Shows credits only if the user or service defines them. */
export function toCalls(t: Translator, sources: CallsSources): PanelContent {
  const { summary, creditsPerCall, notSaved } = sources;
  const { perDay } = summary;
  const days = perDay.filter(({ calls }) => calls > 0).toReversed();
  const most = Math.max(...days.map(({ calls }) => calls));
  const notes = [
    t('A call that failed or was canceled counts too: it may have been charged.'),
    t('This page makes no call. Its figures are kept for 90 days, on this machine only.'),
    ...(creditsPerCall === undefined
      ? [t('Set "monitorExplorer.creditsPerCall" to see credits beside calls.')]
      : []),
  ];
  return {
    tab: t('Calls'),
    body: html`<header>
        <h1>${t('Calls')}</h1>
        <p class="muted">${t('Calls to the service from this machine, in all windows')}</p>
        <div class="buttons">
          ${toButton(t('Open Settings'), 'openSettings')} ${toButton(t('Show Log'), 'showLog')}
        </div>
      </header>
      ${toFacts(toCallFacts(t, sources))} ${toLimit(t, sources)}
      ${notSaved.map((text) => html`<p class="warning">${text}</p>`)} ${toActions(t, sources)}
      ${toCounts(
        t,
        t('Days with calls, of the last {0}', perDay.length),
        t('Day'),
        days.map(({ startsAt, calls }) => [t.formats.longDay(startsAt), calls, toBar(calls / most)]),
      )}
      ${toCounts(t, t('By action'), t('Action'), mostFirst(toReasonNames(t), summary.byReason))}
      ${toCounts(t, t('Who asked for the calls'), t('Asked by'), mostFirst(toCallerNames(t), summary.byCaller))}
      ${toCounts(t, t('How the calls ended'), t('Outcome'), mostFirst(toOutcomeNames(t), summary.byOutcome))}
      ${toAccounts(t, summary)}
      <section>
        <h2>${t('Good to know')}</h2>
        <ul>
          ${notes.map((note) => html`<li>${note}</li>`)}
        </ul>
      </section>`,
  };
}

function toCallFacts(t: Translator, { summary, creditsPerCall, creditsLeft, now }: CallsSources): Fact[] {
  const { number, moment } = t.formats;
  const toFact = (term: SafeText, calls: number): Fact => ({
    term,
    value: number(calls),
    note: creditsPerCall === undefined ? undefined : t('{0} credits', calls * creditsPerCall),
  });
  const left = creditsLeft && {
    term: t('Credits left'),
    value: number(creditsLeft.credits),
    note: t('as the service said at {0}', moment(creditsLeft.at, now)),
  };
  const facts = [toFact(t('Calls today'), summary.today), toFact(t('Calls this week'), summary.thisWeek)];
  return left ? [...facts, left] : facts;
}

function toLimit(t: Translator, { limit, reachedAt, now }: CallsSources): Html | undefined {
  const today = limit && toTodayTexts(t, limit, now);
  if (!today || !('share' in today)) {
    return undefined;
  }
  const pace = t('At this pace, the limit is reached at {0}.', t.formats.moment(reachedAt ?? now, now));
  const line = html`${today.text} ${toBar(Math.min(1, today.share))}${today.percent}`;
  return html`<section>
    ${
      limit.reached
        ? html`<p class="error">${line}</p>`
        : limit.near
          ? html`<p class="warning">${line}</p>`
          : html`<p>${line}</p>`
    }
    ${reachedAt === undefined ? undefined : html`<p>${pace}</p>`}
  </section>`;
}

function toActions(t: Translator, { actions, now }: CallsSources): Html | undefined {
  const columns = [t('Time'), t('Action'), t('Asked by'), t('Announced'), t('Took')];
  const { moment, number } = t.formats;
  const rows = actions.map(({ at, reason, caller, announced, calls }) => [
    moment(at, now),
    toReasonNames(t)[reason],
    toCallerNames(t)[caller],
    number(announced),
    number(calls),
  ]);
  return toSection(t('Last actions'), columns, rows, 2);
}

type CountRow = readonly [name: SafeText, calls: number, bar?: Html];

function toCounts(
  t: Translator,
  heading: SafeText,
  what: SafeText,
  rows: readonly CountRow[],
): Html | undefined {
  const cells = rows.map(([name, calls, bar]) => [name, html`${bar}${t.formats.number(calls)}`]);
  return toSection(heading, [what, t('Calls')], cells, 1);
}

function toSection(heading: SafeText, ...table: Parameters<typeof toTable>): Html | undefined {
  const [, rows] = table;
  return rows.length === 0
    ? undefined
    : html`<section>
        <h2>${heading}</h2>
        ${toTable(...table)}
      </section>`;
}

/** Sorts by calls, and leaves out zeros. */
function mostFirst<Key extends string>(
  names: Readonly<Record<Key, SafeText>>,
  counts: Readonly<Record<Key, number>>,
): CountRow[] {
  return (Object.keys(names) as Key[])
    .map((key): CountRow => [names[key], counts[key]])
    .filter(([, calls]) => calls > 0)
    .sort(([, one], [, other]) => other - one);
}

function toReasonNames(t: Translate): Readonly<Record<CallReason, SafeText>> {
  return {
    signIn: t('Sign In'),
    firstPage: t('Opening the view'),
    loadMore: t('Load More'),
    loadAll: t('Load All'),
    refresh: t('Refresh'),
    retry: t('Retry'),
  };
}

function toCallerNames(t: Translate): Readonly<Record<Caller, SafeText>> {
  return { user: t('You'), autoRefresh: t('Auto refresh'), agent: t('Agents') };
}

function toOutcomeNames(t: Translate): Readonly<Record<CallOutcome, SafeText>> {
  return {
    ok: t('Got a response'),
    failed: t('Failed'),
    cancelled: t('Canceled'),
    unknown: t('Unknown: still running, or the window was closed'),
  };
}

/** Returns `undefined` for a single account. */
function toAccounts(t: Translator, { perAccount }: Summary): Html | undefined {
  const isAccount = (account: string): boolean => account === '' || account.includes('|');
  return perAccount.filter(({ account }) => isAccount(account)).length < 2
    ? undefined
    : toCounts(
        t,
        t('By account'),
        t('Account'),
        perAccount.map(({ account, calls }) => [toAccountName(t, account), calls]),
      );
}

/** Takes `origin|e-mail`, an origin before any sign-in, or '' after a sign-out. */
function toAccountName(t: Translate, account: string): SafeText {
  const toHost = (origin: string): SafeText => toSafeText(origin.replace(/^https?:\/\//, ''), 120);
  const separator = account.indexOf('|');
  if (separator === -1) {
    return account === '' ? t('Accounts that signed out') : t('Signing in at {0}', toHost(account));
  }
  return t(
    { message: '{0} at {1}', comment: '{0} is an e-mail address, {1} the host of a service' },
    toSafeText(account.slice(separator + 1), 120),
    toHost(account.slice(0, separator)),
  );
}
