import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Budget } from '../../../src/account/budget';
import { CallNotCountedError, LimitReachedError } from '../../../src/account/limit';
import { CallError } from '../../../src/service/errors';
import { Calls } from '../../../src/storage/calls';
import { Database } from '../../../src/storage/database';
import { DAY, NOON } from '../../support/aCall';
import { useTemporaryFolder } from '../../support/temporaryFolder';

const request = { kind: 'list', caller: 'user', account: 'anna', pageIndex: 2 } as const;
const RESPONSE = { status: 200 };
const answer = () => Promise.resolve(RESPONSE);
const { signal } = new AbortController();

const makeCall = (budget: Budget, send = answer) => budget.run(request, signal, send);

describe('The budget', () => {
  let database: Database;
  let calls: Calls;
  let errors: unknown[];

  const aBudget = (dailyCallLimit = 0, now = () => NOON): Budget =>
    new Budget(database, calls, { dailyCallLimit }, now, (error) => errors.push(error));
  const outcomes = () => database.transact(() => calls.list(0).map(({ outcome }) => outcome));
  const lockDatabase = (): DatabaseSync => {
    outcomes();
    const holder = new DatabaseSync(join(folder(), 'monitors.db'));
    holder.exec('BEGIN IMMEDIATE');
    return holder;
  };
  /** Makes calls one after the other until one is refused. @returns how many were made */
  const callsUntilRefused = async (budget: Budget): Promise<number> => {
    for (let made = 0; ; made += 1) {
      try {
        await makeCall(budget);
      } catch (error) {
        assert.ok(error instanceof LimitReachedError);
        return made;
      }
    }
  };

  afterEach(() => database.dispose());
  const folder = useTemporaryFolder();
  beforeEach(() => {
    database = new Database(folder());
    calls = new Calls(database);
    errors = [];
  });

  it('saves a call before it is sent, with its time, its page and who asked for it, and how it ended', async () => {
    const budget = aBudget();
    const { response, call } = await makeCall(budget, () => {
      assert.deepEqual(outcomes(), ['unknown']);
      return answer();
    });
    assert.deepEqual([response, call.begun, call.ended], [RESPONSE, NOON, NOON]);
    assert.equal(budget.readState().used, 1);
    const [recorded] = database.transact(() => calls.list(0));
    assert.deepEqual({ ...recorded }, { at: NOON, ...request, outcome: 'ok' });
    const failure = new CallError('serviceError', { status: 503 });
    await assert.rejects(
      makeCall(budget, () => Promise.reject(failure)),
      failure,
    );
    budget.readState();
    assert.deepEqual(outcomes(), ['ok', 'failed']);
  });

  it('does not count a call that is canceled before it goes out', async () => {
    const abort = new AbortController();
    const budget = aBudget();
    abort.abort();
    const made = budget.run(request, abort.signal, () => assert.fail('called'));
    await assert.rejects(made, { reason: 'canceled' });
    assert.deepEqual([budget.readState().used, outcomes()], [0, []]);
  });

  it('keeps to the limit even if many calls start at once, and says when it resets', async () => {
    const budget = aBudget(3);
    const runs = await Promise.allSettled(Array.from({ length: 10 }, () => makeCall(budget)));
    assert.equal(runs.filter(({ status }) => status === 'fulfilled').length, 3);
    await assert.rejects(
      makeCall(budget),
      (error) => error instanceof LimitReachedError && error.state.resetsAt === NOON + DAY / 2,
    );
    assert.equal(budget.state?.reached, true, 'the view says so without another read');
  });

  for (const [limit, left] of [
    [4, 3],
    [2, 3],
    [6, 5],
  ] as const) {
    it(`makes ${left} more calls if the user allows 3 after 4, with a limit of ${limit}`, async () => {
      await callsUntilRefused(aBudget(4));
      const budget = aBudget(limit);
      budget.allow(3);
      assert.deepEqual([budget.readState().left, budget.state?.left], [left, left]);
      assert.equal(await callsUntilRefused(budget), left);
    });
  }

  it('waits for a window that is about to end its transaction', async () => {
    const holder = lockDatabase();
    setTimeout(() => holder.close(), 200);
    assert.equal((await makeCall(aBudget(5))).response, RESPONSE);
    assert.deepEqual(outcomes(), ['ok']);
  });

  it('refuses calls with a limit while another process holds the database', async () => {
    const holder = lockDatabase();
    const budget = aBudget(5);
    await assert.rejects(
      makeCall(budget, () => assert.fail('called')),
      CallNotCountedError,
    );
    holder.close();
    assert.equal((await makeCall(budget)).response, RESPONSE);
  });

  it('counts a call that could not be recorded at once, even if the disk is full when it tries again', async () => {
    const holder = lockDatabase();
    const budget = aBudget();
    await makeCall(budget);
    holder.close();
    database.transact(() => database.all`PRAGMA max_page_count = 1`);
    await budget.run({ ...request, account: 'long'.repeat(10_000) }, signal, answer);
    database.transact(() => database.all`PRAGMA max_page_count = 1000000`);
    assert.equal(budget.readState().used, 2);
    assert.deepEqual(outcomes(), ['ok', 'ok']);
    assert.notEqual(errors.length, 0, 'the log says why');
  });

  it('gives calls of two windows that could not be recorded different numbers', async () => {
    const holder = lockDatabase();
    const calls = [aBudget(), aBudget()].map((budget) => makeCall(budget));
    const [first, second] = await Promise.all(calls);
    holder.close();
    assert.notEqual(first!.call.number, second!.call.number);
  });
});
