import assert from 'node:assert/strict';
import type { LimitState } from '../../../src/account/limit';
import { LimitReachedError } from '../../../src/account/limit';
import type { App, SessionState } from '../../../src/account/app';
import type { MonitorList } from '../../../src/account/monitorList';
import { CallError } from '../../../src/service/errors';
import type { Persistence } from '../../../src/account/sessionStore';
import { toNotices, type Notice } from '../../../src/ui/tree/notices';
import { aLoadedList, turn } from '../../support/aDrivenList';
import { monitorsFrom } from '../../support/aMonitor';
import { inEnglish as t } from '../../support/inEnglish';

const limit = (fields: Partial<LimitState>): LimitState => ({
  ...{ limit: 10, allowance: 0, used: 0, left: 10, resetsAt: 99 },
  ...{ near: false, reached: false },
  ...fields,
});

interface Situation {
  list?: MonitorList | undefined;
  sessionState?: SessionState;
  msLeft?: number;
  persistence?: Persistence;
  limit?: LimitState;
  isSaved?: boolean;
  nowMs?: number;
}

const aList = () => aLoadedList(1, monitorsFrom(0, 30));

/** By default, a user is signed in, with one page of three loaded. */
async function rowsIn(situation: Situation = {}): Promise<readonly Notice[]> {
  const { list } = await aList();
  const { sessionState = 'active', persistence = 'kept', isSaved = true } = situation;
  const app = {
    account: { lastLook: {}, isSaved },
    list: 'list' in situation ? situation.list : list,
    sessionState,
    sessions: { persistence },
    budget: { state: situation.limit ?? limit({}) },
    now: () => situation.nowMs ?? 0,
    msLeft: situation.msLeft,
  } as unknown as App;
  return toNotices(t, app, 10);
}

/** "Session ended — Sign In (1 call)". */
const told = async (situation?: Situation): Promise<string[]> =>
  (await rowsIn(situation)).map(({ text: { label, description } }) =>
    description ? `${label} — ${description}` : label,
  );

async function failedWith(error: unknown, load: 'loadMore' | 'refresh' = 'loadMore') {
  const { list, service } = await aList();
  const outcome = list[load]();
  await turn();
  await service.fail(error);
  await outcome;
  return list;
}

describe('The notices above the monitors', () => {
  it('are empty if all is well, or nobody is signed in', async () => {
    assert.deepEqual(await told(), []);
    assert.deepEqual(await told({ list: undefined, limit: limit({ reached: true }) }), []);
  });

  it('say what failed, why in short, and the cost of a retry', async () => {
    const list = await failedWith(
      new CallError('serviceError', { status: 503, serviceMessage: 'Sorry' }),
    );
    assert.deepEqual(await told({ list }), ['Retry (1 call) — Service error (503)']);
    const [row] = await rowsIn({ list });
    const { tooltip, aria, contextValue } = row!.text;
    const sentence = 'Service error (503). The service says: “Sorry”';
    assert.equal(tooltip, `Retry (1 call)\nPage 2 failed: ${sentence}`);
    assert.equal(aria, `Retry (1 call), Page 2 failed: ${sentence}`, 'nothing twice');
    assert.equal(contextValue, 'notice retry showLog');
    const refresh = await failedWith(new CallError('serviceError', { status: 503 }), 'refresh');
    assert.match((await rowsIn({ list: refresh }))[0]!.text.aria!, /, Page 1 failed: /);
  });

  it('say how long the service wants no call', async () => {
    const error = new CallError('tooManyCalls', { status: 429, retryAt: 45_000 });
    const list = await failedWith(error);
    assert.deepEqual(await told({ list }), ['Retry (1 call) — Too many calls, 45s']);
    const later = await told({ list, nowMs: 45_000 });
    assert.deepEqual(later, ['Retry (1 call) — Too many calls']);
  });

  it('say before the end of a session that it ends, and afterwards how old the rows are', async () => {
    assert.deepEqual(await told({ msLeft: 12 * 60_000 }), [
      'Session ends in 12m — Sign In (1 call)',
    ]);
    const { list } = await aList();
    const nowMs = list.loaded.readAt! + 3 * 60_000;
    const [row] = await rowsIn({ list, msLeft: 0, sessionState: 'expired', nowMs });
    assert.match(row!.text.aria!, /^Session ended, The rows were loaded 3 minutes ago\./);
  });

  it('say what keeps a list from being all: entries, another list, monitors that were not read again', async () => {
    const { list, service } = await aList();
    const tell = async (said: typeof service.said, loaded = monitorsFrom(0, 10)) => {
      service.said = said;
      void list.refreshPages([0]);
      await turn();
      await service.answer(loaded);
      return told({ list });
    };
    assert.deepEqual(await tell({ entriesWithoutRecord: 1 }), ['1 entry without a record']);
    assert.deepEqual(await tell({ hasOtherList: true }), [
      'Another list may have monitors, too — Choose Fields…',
    ]);
    assert.deepEqual(await tell({}, monitorsFrom(2, 12)), [
      "2 monitors weren't read again — Refresh (1 call)",
    ]);
  });

  it('say that a response has no list, not that there are no monitors, and keep the rows', async () => {
    for (const refresh of [
      (list: MonitorList) => list.refresh(),
      (list: MonitorList) => list.refreshPages([0]),
    ]) {
      const { list, service } = await aList();
      service.said = { hasList: false };
      void refresh(list);
      await turn();
      await service.answer([]);
      const [row] = await told({ list });
      assert.match(row!, /^Show Log — No list of monitors was found in the response$/);
      assert.equal(list.loaded.count, 10);
    }
  });

  it('offer to remove the rows that a service no longer returns', async () => {
    const list = await failedWith(new CallError('listIsEmpty'), 'refresh');
    const [failure, question] = await rowsIn({ list });
    assert.equal(failure!.text.description, 'The service returned no monitors');
    assert.equal(question!.text.description, 'Remove Rows');
  });

  it('leave the end of a session without rows to the welcome text', async () => {
    const { list } = await aLoadedList(0);
    assert.deepEqual(await told({ list, sessionState: 'expired' }), []);
  });

  it('have one row for a session that ended during a call, which continues after a sign-in', async () => {
    for (const error of [
      new CallError('sessionEnded', { status: 401 }),
      new CallError('sessionEnded'),
    ]) {
      const list = await failedWith(error);
      assert.deepEqual(await told({ list, sessionState: 'expired' }), [
        'Session ended — Sign In and Continue (2 calls)',
      ]);
      assert.deepEqual(await told({ list }), ["Retry (1 call) — Page 2 isn't loaded yet"]);
    }
  });

  it('have one row for the daily limit, which asks before it allows a call', async () => {
    assert.deepEqual(await told({ limit: limit({ near: true, left: 2 }) }), [
      '2 calls left today — Show Calls',
    ]);
    const reached = limit({ reached: true, left: 0 });
    const list = await failedWith(new LimitReachedError(reached));
    const row = 'Daily limit of 10 calls reached';
    const page = 'Allow 1 More: Page 2';
    assert.deepEqual(await told({ limit: reached }), [`${row} — Allow 1 More Call`]);
    assert.deepEqual(await told({ limit: reached, list }), [`${row} — ${page}`]);
    assert.match((await told({ list }))[0]!, / — Page 2 isn't loaded yet$/, 'on the next day');
    const refresh = await failedWith(new LimitReachedError(reached), 'refresh');
    assert.match((await told({ list: refresh }))[0]!, / — Page 1 isn't refreshed yet$/);
    const other = await failedWith(new CallError('serviceError', { status: 503 }));
    assert.deepEqual(
      await told({ limit: reached, list: other }),
      [`${page} — Service error (503)`, `${row} — ${page}`],
      'two events, and no retry that the limit stops',
    );
  });

  it('say that a choice is open, rows are not saved, and the keyring is missing', async () => {
    const { list, service } = await aList();
    service.said = { unclearFields: ['name'], unknownStatuses: ['odd', 'even'] };
    void list.loadMore();
    await service.answerAll();
    const rows = await told({ list, persistence: 'thisWindow', isSaved: false });
    assert.deepEqual(rows, [
      'Signed in for this window only',
      'Rows are not saved — Show Log',
      'Choose the name field — Choose Fields…',
      "2 status values aren't known — Status Values…",
    ]);
  });

  it('offer a sign-in at the address that a redirect names, or at another one', async () => {
    const newAddress = 'https://api.example/v2';
    const redirect = new CallError('notTheService', {
      status: 301,
      location: newAddress,
      newAddress,
    });
    const titlesOf = async (error: CallError) =>
      (await rowsIn({ list: await failedWith(error) }))[0]!.actions.map(({ title }) => title);
    assert.equal((await titlesOf(redirect))[0], 'Sign In at https://api.example/v2…');
    assert.equal(
      (await titlesOf(new CallError('notTheService')))[0],
      'Sign In at Another Address…',
    );
  });
});
