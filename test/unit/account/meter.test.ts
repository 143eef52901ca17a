import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CallNotCountedError, LimitReachedError } from '../../../src/account/limitErrors';
import { Meter, type MeterOptions } from '../../../src/account/meter';
import { CallError } from '../../../src/service/errors';
import { createCalls } from '../../../src/storage/calls';
import { Database } from '../../../src/storage/database';
import { DAY, NOON } from '../../support/aCall';
import { useTemporaryFolder } from '../../support/temporaryFolder';

const request = {
  kind: 'list',
  caller: 'user',
  account: 'anna',
  pageIndex: 2,
} as const;
const RESPONSE = { status: 200 };
const answer = () => Promise.resolve(RESPONSE);
const { signal } = new AbortController();

describe('the meter', () => {
  let database: Database;
  let calls: ReturnType<typeof createCalls>;

  const aMeter = (options: Partial<MeterOptions> = {}): Meter =>
    new Meter({
      database,
      calls,
      now: () => NOON,
      limit: () => 0,
      onError: assert.ifError,
      ...options,
    });
  const outcomes = () => database.transact(() => calls.list(0).map(({ outcome }) => outcome));
  /** Makes calls one after the other until one is refused. @returns how many were made */
  const callsUntilRefused = async (
    meter: Meter,
    wanted: Parameters<Meter['run']>[0],
  ): Promise<number> => {
    for (let made = 0; ; made += 1) {
      try {
        await meter.run(wanted, signal, answer);
      } catch (error) {
        assert.ok(error instanceof LimitReachedError);
        return made;
      }
    }
  };

  afterEach(() => database.dispose());
  const folder = useTemporaryFolder();
  beforeEach(() => {
    database = new Database(folder(), () => NOON);
    calls = createCalls(database);
  });

  it('returns the result and counts one call with its time, its page and who asked for it', async () => {
    const made = await aMeter().run(request, signal, answer);
    assert.deepEqual([made.result, made.call.begun, made.call.ended], [RESPONSE, NOON, NOON]);
    const [{ at, pageIndex, caller, account, outcome } = assert.fail(), ...others] =
      database.transact(() => calls.list(0));
    assert.deepEqual([at, pageIndex, caller, account, outcome], [NOON, 2, 'user', 'anna', 'ok']);
    assert.deepEqual(others, []);
  });

  it('saves a call before it is sent', async () => {
    await aMeter().run(request, signal, () => {
      assert.deepEqual(outcomes(), ['unknown']);
      return Promise.resolve(RESPONSE);
    });
  });

  it('counts a call that fails, and throws its error', async () => {
    const failure = new CallError('serviceError', { status: 503 });
    await assert.rejects(
      aMeter().run(request, signal, () => Promise.reject(failure)),
      failure,
    );
    assert.deepEqual(outcomes(), ['failed']);
  });

  it('does not count a call that is canceled before it goes out', async () => {
    const canceled = new AbortController();
    const meter = aMeter({
      now: () => {
        canceled.abort();
        return NOON;
      },
    });
    await assert.rejects(
      meter.run(request, canceled.signal, () => assert.fail('called')),
      { name: 'AbortError' },
    );
    assert.deepEqual(outcomes(), []);
  });

  it('keeps to the limit even if many calls start at once, and says when it resets', async () => {
    const meter = aMeter({ limit: () => 3 });
    const runs = await Promise.allSettled(
      Array.from({ length: 10 }, () => meter.run(request, signal, answer)),
    );
    assert.equal(runs.filter(({ status }) => status === 'fulfilled').length, 3);
    await assert.rejects(
      meter.run(request, signal, answer),
      (error) => error instanceof LimitReachedError && error.state.resetsAt === NOON + DAY / 2,
    );
  });

  it('counts the calls of all windows on this day only', async () => {
    const yesterday = aMeter({ now: () => NOON - DAY });
    await yesterday.run(request, signal, answer);
    await aMeter().run(request, signal, answer);
    assert.equal(await callsUntilRefused(aMeter({ limit: () => 3 }), request), 2);
  });

  it('makes one more call if the user allows it, even if the limit is below the calls so far', async () => {
    await callsUntilRefused(aMeter({ limit: () => 4 }), request);
    const meter = aMeter({ limit: () => 2 });
    await meter.allowMore();
    assert.equal(await callsUntilRefused(meter, request), 1);
  });

  it('refuses calls with a limit while another process holds the database', async () => {
    outcomes();
    const holder = new DatabaseSync(join(folder(), 'monitors.db'));
    holder.exec('BEGIN IMMEDIATE');
    const meter = aMeter({ limit: () => 5 });
    await assert.rejects(
      meter.run(request, signal, () => assert.fail('called')),
      CallNotCountedError,
    );
    holder.close();
    assert.equal((await meter.run(request, signal, answer)).result, RESPONSE);
  });

  it('counts a call that could not be recorded at once, even if the disk is full when it tries again', async () => {
    outcomes();
    const holder = new DatabaseSync(join(folder(), 'monitors.db'));
    holder.exec('BEGIN IMMEDIATE');
    const meter = aMeter({ onError: () => undefined });
    await meter.run(request, signal, answer);
    holder.close();
    database.transact(() => database.all`PRAGMA max_page_count = 1`);
    await meter.run({ ...request, account: 'long'.repeat(10_000) }, signal, answer);
    database.transact(() => database.all`PRAGMA max_page_count = 1000000`);
    assert.equal((await meter.readState()).used, 2);
    assert.deepEqual(outcomes(), ['ok', 'ok']);
  });
});
