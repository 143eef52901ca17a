import assert from 'node:assert/strict';
import type { LimitState } from '../../../src/credits/limit';
import { LimitReachedError } from '../../../src/credits/errors';
import { CallError } from '../../../src/service/errors';
import { SessionExpiredError } from '../../../src/session/session';
import { toStateText } from '../../../src/ui/tree/rowText';
import { toStates, type StateSources } from '../../../src/ui/tree/states';
import { aLoadedList } from '../../support/aMonitorList';
import { turn } from '../../support/handDrivenPages';
import { inEnglish as t } from '../../support/inEnglish';

const limit = (fields: Partial<LimitState>): LimitState => ({
  limit: 10,
  allowance: 0,
  used: 0,
  left: 10,
  near: false,
  mayBeMissing: false,
  reached: false,
  resetsAt: 99,
  ...fields,
});

/** A user who is well signed in, with one page of three loaded. */
async function aCalmView(fields: Partial<StateSources & StateSources['controller']> = {}) {
  const { list } = await aLoadedList(1, { size: 30, tellsTotal: true });
  const { list: shown = list, sessionState = 'active', retriesAt, ...others } = fields;
  return {
    controller: { list: shown, sessionState, retriesAt },
    msLeft: undefined,
    persistence: 'kept',
    limit: limit({}),
    question: undefined,
    unknownStatusValues: 0,
    autoRefreshStopped: false,
    now: 0,
    ...others,
  } as const;
}

/** "Session ended — Sign In (1 call)". */
const rowsOf = (sources: StateSources): string[] =>
  toStates(t, sources).rows.map(({ label, actions }) =>
    actions[0] ? `${label} — ${actions[0].title}` : label,
  );

async function failedWith(error: unknown, load: 'loadMore' | 'refresh' = 'loadMore') {
  const { list, service } = await aLoadedList(1, { size: 30, tellsTotal: true });
  const outcome = list[load]();
  await turn();
  await service.fail(load === 'refresh' ? 0 : 1, error);
  await outcome;
  return list;
}

describe('The rows above the monitors', () => {
  it('are empty if all is well, or nobody is signed in', async () => {
    assert.deepEqual(rowsOf(await aCalmView()), []);
    const sources = await aCalmView({ limit: limit({ reached: true }) });
    const controller = { list: undefined, sessionState: 'none', retriesAt: undefined } as const;
    assert.deepEqual(rowsOf({ ...sources, controller }), []);
  });

  it('say what failed, why in short, and the cost of a retry', async () => {
    const list = await failedWith(new CallError('serviceError', { status: 503 }));
    const { rows, failure } = toStates(t, await aCalmView({ list }));
    const [row] = rows;
    assert.match(row!.label, /^Page 2: [^.]*503[^.]*$/);
    assert.equal(row!.detail, failure);
    assert.deepEqual(
      row!.actions.map(({ title }) => title),
      ['Retry (1 call)', 'Show Log'],
    );
    assert.equal(toStateText(row!).contextValue, 'state retry showLog');
    const refresh = await failedWith(new CallError('serviceError', { status: 503 }), 'refresh');
    assert.match(rowsOf(await aCalmView({ list: refresh }))[0]!, /^Refresh, page 1: /);
  });

  it('say when a waiting retry starts, and offer to cancel it', async () => {
    const list = await failedWith(new CallError('tooManyCalls', { status: 429 }));
    const [row] = rowsOf(await aCalmView({ list, retriesAt: Date.UTC(2026, 0, 15, 12) }));
    assert.match(row!, /^Retries at .* — Cancel$/);
  });

  it('say before the end of a session that it ends, and afterwards how old the rows are', async () => {
    const soon = await aCalmView({ msLeft: 12 * 60_000 });
    assert.deepEqual(rowsOf(soon), ['Session ends in 12m — Sign In (1 call)']);
    const { list } = await aLoadedList(1, { size: 30, tellsTotal: true });
    const now = list.loaded.readAt! + 3 * 60_000;
    const over = await aCalmView({ list, msLeft: 0, sessionState: 'expired', now });
    assert.deepEqual(rowsOf(over), ['Session ended — Sign In (1 call)']);
    assert.match(toStates(t, over).rows[0]!.detail, /^The rows were loaded 3 minutes ago\./);
  });

  it('leave the end of a session without rows to the welcome text', async () => {
    const { list } = await aLoadedList(0);
    assert.deepEqual(rowsOf(await aCalmView({ list, sessionState: 'expired' })), []);
  });

  it('have one row for a session that ended during a call, which continues after a sign-in', async () => {
    for (const error of [new CallError('expired', { status: 401 }), new SessionExpiredError()]) {
      const list = await failedWith(error);
      assert.deepEqual(rowsOf(await aCalmView({ list, sessionState: 'expired' })), [
        'Session ended — Sign In and Continue (2 calls)',
      ]);
      assert.deepEqual(rowsOf(await aCalmView({ list })), ["Page 2 isn't loaded yet — Retry (1 call)"]);
    }
  });

  it('have one row for the daily limit, which asks before it allows a call', async () => {
    assert.deepEqual(rowsOf(await aCalmView({ limit: limit({ near: true, left: 2 }) })), [
      '2 calls left today — Show Calls',
    ]);
    const reached = limit({ reached: true, left: 0 });
    const list = await failedWith(new LimitReachedError(reached));
    const row = 'Daily limit of 10 calls reached — Allow One More Call…';
    assert.deepEqual(rowsOf(await aCalmView({ limit: reached })), [row]);
    assert.deepEqual(rowsOf(await aCalmView({ limit: reached, list })), [row]);
    const [tomorrow] = rowsOf(await aCalmView({ list }));
    assert.match(tomorrow!, /^Page 2 isn't loaded yet/);
    const other = await failedWith(new Error('no network'));
    assert.equal(rowsOf(await aCalmView({ limit: reached, list: other })).length, 2, 'two events');
  });

  it('say that a choice is open, that the keyring is missing, and that auto refresh stopped', async () => {
    const rows = rowsOf(
      await aCalmView({
        persistence: 'thisWindow',
        question: 'name',
        unknownStatusValues: 2,
        autoRefreshStopped: true,
      }),
    );
    assert.deepEqual(rows, [
      'Signed in for this window only — Learn More',
      'Choose the name field — Choose Fields…',
      "2 status values aren't known — Status Values…",
      'Auto refresh stopped — Refresh (1 call)',
    ]);
    const list = await failedWith(new Error('no network'));
    assert.equal(
      rowsOf(await aCalmView({ list, autoRefreshStopped: true })).length,
      1,
      'the failure says it',
    );
  });

  it('say that the list changed, and the cost of a refresh', async () => {
    const { list, service } = await aLoadedList(1, { size: 30, tellsTotal: true });
    service.list = { size: 29, tellsTotal: true };
    const outcome = list.loadMore();
    await service.answerAll();
    await outcome;
    assert.deepEqual(rowsOf(await aCalmView({ list })), ['1 monitor may be missing — Refresh (2 calls)']);
  });
});
