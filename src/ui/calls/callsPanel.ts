import { DAY } from '../../base/time';
import { anyOf } from '../../base/event';
import type { SafeText } from '../../base/text';
import type { App } from '../../account/app';
import { startOfDay } from '../../account/calendar';
import type { LimitState } from '../../account/limit';
import type { Caller, CallOutcome, CallRecord } from '../../monitors/call';
import { html, toTable } from '../panels/html';
import type { PanelKind } from '../panels/panel';
import type { Settings } from '../settings';
import { formats, t } from '../l10n';
import { toCountText } from '../texts/costText';

/** Including today. */
const DAYS = 30;
const MAX_LAST_CALLS = 50;

export function createCallsPanel(app: App, settings: Settings): PanelKind {
  const { budget, sessions } = app;
  return {
    name: 'calls',
    commands: [],
    render: () => {
      const nowMs = app.now();
      const calls = app.listCalls(startOfDay(nowMs - (DAYS - 1) * DAY));
      return toCalls(calls, budget.state, nowMs);
    },
    onDidChange: anyOf(budget.onDidChange, settings.onDidChange, sessions.onDidChange),
  };
}

/** @param calls of the last {@link DAYS} days, oldest first */
export function toCalls(
  calls: readonly CallRecord[],
  limit: LimitState | undefined,
  nowMs: number,
) {
  const { longDay, moment, number } = formats;
  const days = Map.groupBy(calls.toReversed(), ({ at }) => startOfDay(at));
  const dayRows = [...days].map(([day, { length }]) => [longDay(day), number(length)]);
  const callers: Record<Caller, SafeText> = {
    user: t('You'),
    autoRefresh: t('Auto refresh'),
    agent: t('Agents'),
  };
  // A response that came counts as answered, even if it couldn't be read.
  const outcomes: Record<CallOutcome, SafeText> = {
    ok: t('Answered'),
    failed: t('Failed'),
    canceled: t('Canceled'),
    unknown: t('Running or interrupted'),
  };
  const callRows = calls
    .slice(-MAX_LAST_CALLS)
    .toReversed()
    .map(({ at, pageIndex, caller, outcome }) => [
      moment(at, nowMs),
      pageIndex === null ? t('Sign In') : t('Page {0}', pageIndex + 1),
      callers[caller],
      outcomes[outcome],
    ]);
  return {
    tab: t('Calls'),
    body: html`<header>
        <h1>${t('Calls')}</h1>
        <small>${t('Calls from this machine, in all windows')}</small>
      </header>
      ${limit && html`<p class="${limit.reached && 'error'}">${toTodayText(limit)}</p>`}
      ${toSection(t('Days with calls, of the last {0}', DAYS), [t('Day'), t('Calls')], dayRows)}
      ${toSection(t('Last calls'), [t('Time'), t('Call'), t('Asked by'), t('Result')], callRows)}
      <p>${t('Failed and canceled calls count too: they may have been charged.')}</p>`,
  };
}

/** Returns "7 calls today" or "7 of 50 calls today, resets at 00:00". */
function toTodayText({ limit, used, resetsAt }: LimitState) {
  return limit === 0
    ? t('{0} today', toCountText(used))
    : t('{0} of {1} calls today, resets at {2}', used, limit, formats.moment(resetsAt, resetsAt));
}

function toSection(
  heading: SafeText,
  columns: readonly SafeText[],
  rows: readonly (readonly SafeText[])[],
) {
  return rows.length === 0
    ? undefined
    : html`<section>
        <h2>${heading}</h2>
        ${toTable(columns, rows)}
      </section>`;
}
