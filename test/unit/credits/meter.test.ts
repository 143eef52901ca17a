import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { mergeEvents, type CallEvent, type LedgerEvent } from '../../../src/credits/ledger';
import { limitState } from '../../../src/credits/limit';
import { Meter, type MeterOptions } from '../../../src/credits/meter';
import { AgentLimitReachedError, LedgerError, LimitReachedError } from '../../../src/credits/meterErrors';
import { aCall, anAllowance, DAY, NOON, utcCalendar } from '../../support/ledgerEvents';

/** A ledger that holds what all its windows write; broken while `trouble` is set. */
class InMemoryLedger {
  readonly written: LedgerEvent[] = [];
  trouble: Error | undefined;

  /** Called as each step begins. */
  before: (step: 'append' | 'read' | 'exclusively') => void = () => undefined;

  readonly append = async (event: LedgerEvent): Promise<void> => {
    this.before('append');
    await this.#disk();
    this.written.push(event);
  };

  readonly read = async () => {
    this.before('read');
    await this.#disk();
    return { events: mergeEvents(this.written), skipped: 0 };
  };

  readonly exclusively = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    this.before('exclusively');
    signal?.throwIfAborted();
    return work();
  };

  /** Waits for what is being written, also by those who don't wait for it. */
  async settled(): Promise<void> {
    await setImmediate();
  }

  async #disk(): Promise<void> {
    await setImmediate();
    if (this.trouble) {
      throw this.trouble;
    }
  }
}

const request = { kind: 'list', reason: 'loadMore', caller: 'user', account: 'anna', pageIndex: 2 } as const;
const RESPONSE = { status: 200 };
let ids = 0;

function aMeter(ledger: InMemoryLedger, options: Partial<MeterOptions> = {}): Meter {
  return new Meter({
    ledger,
    now: () => NOON,
    calendar: utcCalendar,
    limit: () => 0,
    agentAllowance: () => 0,
    newId: () => `id-${(ids += 1)}`,
    onLedgerError: () => undefined,
    ...options,
  });
}

describe('the meter', () => {
  let ledger: InMemoryLedger;
  beforeEach(() => (ledger = new InMemoryLedger()));

  it('passes the result on and counts one call with its status and duration', async () => {
    let now = NOON;
    const meter = aMeter(ledger, { now: () => now });
    const result = await meter.run(request, () => {
      now += 120;
      return Promise.resolve({ status: 200, monitors: [] });
    });
    assert.deepEqual(result, { status: 200, monitors: [] });
    await ledger.settled();
    const [{ id, ...event }] = mergeEvents(ledger.written) as [CallEvent];
    assert.match(id, /^id-/);
    assert.deepEqual(event, {
      type: 'call',
      at: NOON,
      ...request,
      outcome: 'ok',
      status: 200,
      durationMs: 120,
    });
  });

  it('has written the call down before it goes out, so that a window that dies still counts it', async () => {
    const died = new Promise<never>(() => undefined);
    await new Promise<void>((wentOut) => {
      void aMeter(ledger).run(request, () => {
        wentOut();
        return died;
      });
    });
    assert.deepEqual(
      mergeEvents(ledger.written).map((event) => event.type === 'call' && event.outcome),
      ['unknown'],
    );
  });

  it('does not let a result wait until its end is written down', async () => {
    const append = (event: LedgerEvent): Promise<void> =>
      event.type === 'call' && event.outcome === 'ok' ? new Promise(() => undefined) : ledger.append(event);
    const { read, exclusively } = ledger;
    const meter = aMeter(ledger, { ledger: { append, read, exclusively } });
    assert.equal(await meter.run(request, () => Promise.resolve(RESPONSE)), RESPONSE);
  });

  it('counts a failed call, and passes its failure on', async () => {
    const failure = Object.assign(new Error('no'), { status: 503 });
    const readFailure = () => ({ outcome: 'failed', status: 503 }) as const;
    const run = aMeter(ledger, { readFailure }).run(request, () => Promise.reject(failure));
    await assert.rejects(run, failure);
    const [event] = mergeEvents(ledger.written);
    assert.ok(event?.type === 'call' && event.outcome === 'failed' && event.status === 503);
  });

  it('calls it failed where nobody says what a failure means', async () => {
    await assert.rejects(aMeter(ledger).run(request, () => Promise.reject(new Error('no'))));
    const [event] = mergeEvents(ledger.written);
    assert.ok(event?.type === 'call' && event.outcome === 'failed' && event.status === undefined);
  });

  it('survives a clock that is set back during a call', async () => {
    let now = NOON;
    const meter = aMeter(ledger, { now: () => now });
    await meter.run(request, () => {
      now -= 5000;
      return Promise.resolve(RESPONSE);
    });
    await ledger.settled();
    const [event] = mergeEvents(ledger.written);
    assert.ok(event?.type === 'call' && event.durationMs === 0);
  });

  it('neither makes nor counts a call that was cancelled before', async () => {
    const signal = AbortSignal.abort(new Error('taken back'));
    for (const limit of [0, 5]) {
      const run = aMeter(ledger, { limit: () => limit }).run({ ...request, signal }, () => assert.fail());
      await assert.rejects(run, /taken back/);
    }
    assert.deepEqual(ledger.written, []);
  });

  const moments = [
    ['the lock', 5, 'exclusively'],
    ['the count', 5, 'read'],
    ['its line to be written', 5, 'append'],
    ['its line to be written without a limit', 0, 'append'],
  ] as const;
  for (const [what, limit, step] of moments) {
    it(`neither makes nor counts a call that is cancelled while it waits for ${what}`, async () => {
      const cancel = new AbortController();
      ledger.before = (name) => name === step && cancel.abort(new Error('taken back'));
      const run = aMeter(ledger, { limit: () => limit }).run({ ...request, signal: cancel.signal }, () =>
        assert.fail('it was made'),
      );
      await assert.rejects(run, /taken back/);
      assert.deepEqual(mergeEvents(ledger.written), []);
    });
  }
});

describe('the meter at the limit', () => {
  let ledger: InMemoryLedger;
  let made: number;
  const call = () => {
    made += 1;
    return Promise.resolve(RESPONSE);
  };
  beforeEach(() => {
    ledger = new InMemoryLedger();
    made = 0;
  });

  it('stops the call, and says when the limit resets', async () => {
    const meter = aMeter(ledger, { limit: () => 1 });
    await meter.run(request, call);
    await assert.rejects(meter.run(request, call), (failure) => {
      assert.ok(failure instanceof LimitReachedError);
      const { limit, used, resetsAt } = failure.state;
      assert.deepEqual([limit, used, resetsAt], [1, 1, Date.UTC(2026, 0, 16)]);
      return true;
    });
    assert.equal(made, 1);
  });

  it('is not overrun by ten calls at once', async () => {
    const meter = aMeter(ledger, { limit: () => 4 });
    const runs = await Promise.allSettled(Array.from({ length: 10 }, () => meter.run(request, call)));
    assert.equal(made, 4);
    assert.equal(runs.filter((run) => run.status === 'rejected').length, 6);
  });

  it('counts the calls and allowances of the local day alone', async () => {
    const midnight = utcCalendar.startOfDay(NOON);
    ledger.written.push(
      aCall({ at: midnight - 1 }),
      aCall({ at: midnight }),
      aCall({ at: midnight + DAY }),
      anAllowance({ at: NOON - DAY, calls: 50 }),
    );
    const { used, left } = await aMeter(ledger, { limit: () => 10 }).readState();
    assert.deepEqual([used, left], [1, 9]);
  });

  it('counts the calls of other windows', async () => {
    await aMeter(ledger).run(request, call);
    await assert.rejects(aMeter(ledger, { limit: () => 1 }).run(request, call), LimitReachedError);
  });

  it('goes on by one call where a user allows one more', async () => {
    const meter = aMeter(ledger, { limit: () => 1 });
    await meter.run(request, call);
    await meter.allowMore();
    await meter.run(request, call);
    await assert.rejects(meter.run(request, call), LimitReachedError);
    assert.equal(made, 2);
  });

  it('allows one more call even where the limit was lowered below what is used', async () => {
    let limit = 5;
    const meter = aMeter(ledger, { limit: () => limit });
    await Promise.all([1, 2, 3, 4].map(() => meter.run(request, call)));
    limit = 1;
    for (let more = 0; more < 2; more++) {
      await meter.allowMore();
      await meter.run(request, call);
      await assert.rejects(meter.run(request, call), LimitReachedError);
    }
  });

  it('allows one more call, and no more, where no limit is set', async () => {
    const meter = aMeter(ledger);
    await meter.run(request, call);
    await meter.allowMore();
    assert.equal((await meter.readState()).allowance, 1);
  });

  it('does not hold calls back while one is under way', async () => {
    const meter = aMeter(ledger, { limit: () => 2 });
    let answer: () => void = () => assert.fail('did not go out');
    const first = meter.run(
      request,
      () => new Promise<typeof RESPONSE>((resolve) => (answer = () => resolve(RESPONSE))),
    );
    await meter.run(request, call);
    answer();
    await first;
  });
});

describe('the meter and the calls of agents', () => {
  const ofAgent = { ...request, caller: 'agent' } as const;
  const ofBert = { ...ofAgent, account: 'bert' } as const;
  let ledger: InMemoryLedger;
  let made: number;
  const call = () => {
    made += 1;
    return Promise.resolve(RESPONSE);
  };
  beforeEach(() => {
    ledger = new InMemoryLedger();
    made = 0;
  });

  it('makes none where the user has allowed none, and counts nothing', async () => {
    await assert.rejects(aMeter(ledger).run(ofAgent, call), AgentLimitReachedError);
    assert.deepEqual([made, ledger.written], [0, []]);
  });

  it('makes as many as the allowance of the day has, for all accounts together', async () => {
    const meter = aMeter(ledger, { agentAllowance: () => 3 });
    await meter.run(ofAgent, call);
    await meter.run(ofBert, call);
    assert.deepEqual(await meter.readAgentState('anna'), { used: 1, left: 1 });
    await meter.run(ofAgent, call);
    await assert.rejects(meter.run(ofAgent, call), AgentLimitReachedError);
    await assert.rejects(meter.run(ofBert, call), AgentLimitReachedError);
    assert.equal(made, 3);
  });

  it('is not overrun by ten calls of agents at once', async () => {
    const meter = aMeter(ledger, { agentAllowance: () => 4 });
    await Promise.allSettled(Array.from({ length: 10 }, () => meter.run(ofAgent, call)));
    assert.equal(made, 4);
  });

  it("doesn't count the user's own calls to the allowance, and holds none of them back", async () => {
    const meter = aMeter(ledger, { agentAllowance: () => 1 });
    await meter.run(request, call);
    await meter.run({ ...request, caller: 'autoRefresh' }, call);
    await meter.run(ofAgent, call);
    await meter.run(request, call);
    assert.equal(made, 4);
  });

  it('has the allowance anew on the next day', async () => {
    let now = NOON;
    const meter = aMeter(ledger, { agentAllowance: () => 1, now: () => now });
    await meter.run(ofAgent, call);
    await meter.allowAgents('anna', 5);
    now += DAY;
    await meter.run(ofAgent, call);
    await assert.rejects(meter.run(ofAgent, call), AgentLimitReachedError);
  });

  it('makes as many for an account as the user has allowed today, those already made included', async () => {
    const meter = aMeter(ledger, { agentAllowance: () => 1 });
    await meter.run(ofAgent, call);
    await meter.allowAgents('anna', 3);
    assert.deepEqual(await meter.readAgentState('anna'), { used: 1, left: 2 });
    await assert.rejects(meter.run(ofBert, call), AgentLimitReachedError, 'asked for another account');
    await meter.run(ofAgent, call);
    await meter.run(ofAgent, call);
    await assert.rejects(meter.run(ofAgent, call), AgentLimitReachedError);
  });

  it('makes the calls that a permission is for, while it lasts, for its account alone', async () => {
    const meter = aMeter(ledger);
    await meter.withPermission('anna', 2, async () => {
      await assert.rejects(meter.run(ofBert, call), AgentLimitReachedError);
      await meter.run(ofAgent, call);
      await meter.run(ofAgent, call);
      await assert.rejects(meter.run(ofAgent, call), AgentLimitReachedError);
    });
    await meter.withPermission('anna', 5, () => meter.run(ofAgent, call));
    await assert.rejects(meter.run(ofAgent, call), AgentLimitReachedError, 'the other four ended with it');
    const failed = meter.withPermission('anna', 5, () => Promise.reject(new Error('no')));
    await assert.rejects(failed, /no/);
    await assert.rejects(meter.run(ofAgent, call), AgentLimitReachedError);
    assert.equal(made, 3);
  });

  it('counts the calls of a permission to the allowance', async () => {
    const meter = aMeter(ledger, { agentAllowance: () => 2 });
    await meter.withPermission('anna', 2, async () => {
      await meter.run(ofAgent, call);
      await meter.run(ofAgent, call);
    });
    assert.equal((await meter.readAgentState('anna')).left, 0);
  });

  it('keeps the daily limit, whatever agents may do', async () => {
    const meter = aMeter(ledger, { limit: () => 1, agentAllowance: () => 5 });
    await meter.run(ofAgent, call);
    await assert.rejects(
      meter.withPermission('anna', 1, () => meter.run(ofAgent, call)),
      LimitReachedError,
    );
  });

  it('makes none where the record of calls is unusable', async () => {
    ledger.trouble = new Error('no space left');
    const meter = aMeter(ledger, { agentAllowance: () => 5 });
    await assert.rejects(meter.run(ofAgent, call), LedgerError);
    await assert.rejects(meter.readAgentState('anna'), LedgerError);
    await assert.rejects(meter.allowAgents('anna', 5), LedgerError);
    assert.equal(made, 0);
  });
});

describe('the meter with an unusable ledger', () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const call = () => Promise.resolve(RESPONSE);
  let ledger: InMemoryLedger;
  beforeEach(() => {
    ledger = new InMemoryLedger();
    ledger.trouble = full;
  });

  it('lets calls through without a limit, and tells of the trouble', async () => {
    const troubles: unknown[] = [];
    const meter = aMeter(ledger, { onLedgerError: (error) => troubles.push(error) });
    assert.equal(await meter.run(request, call), RESPONSE);
    await ledger.settled();
    assert.deepEqual(troubles, [full, full]);
  });

  it('stops calls with a limit, with the cause', async () => {
    const meter = aMeter(ledger, { limit: () => 5 });
    await assert.rejects(
      meter.run(request, () => assert.fail('went out')),
      (failure) => failure instanceof LedgerError && failure.cause === full,
    );
    await assert.rejects(meter.allowMore(), LedgerError);
    await assert.rejects(meter.readState(), LedgerError);
  });

  it('stops calls with a limit where it can read but not write', async () => {
    const read = () => Promise.resolve({ events: [], skipped: 0 });
    const readOnly = { read, append: ledger.append, exclusively: ledger.exclusively };
    const meter = aMeter(ledger, { ledger: readOnly, limit: () => 5 });
    await assert.rejects(
      meter.run(request, () => assert.fail('went out')),
      LedgerError,
    );
  });

  it('stops calls with a limit where another window keeps the ledger', async () => {
    const busy = {
      read: ledger.read,
      append: ledger.append,
      exclusively: () => Promise.reject(new Error('busy')),
    };
    const meter = aMeter(ledger, { ledger: busy, limit: () => 5 });
    await assert.rejects(
      meter.run(request, () => assert.fail('went out')),
      LedgerError,
    );
  });

  it('works again as soon as the ledger does', async () => {
    const meter = aMeter(ledger, { limit: () => 5 });
    await assert.rejects(meter.run(request, call), LedgerError);
    ledger.trouble = undefined;
    assert.equal(await meter.run(request, call), RESPONSE);
  });
});

describe('what the meter refuses', () => {
  it('says in the log why', () => {
    const state = limitState(2, [aCall(), aCall(), aCall(), anAllowance()], utcCalendar.nextDay(NOON));
    const errors = [new LimitReachedError(state), new AgentLimitReachedError(), new LedgerError('full')];
    assert.deepEqual(errors.map(String), [
      'LimitReachedError: 3 of 3 calls of the day are made',
      'AgentLimitReachedError: agents have made the calls that they may make today',
      'LedgerError: the ledger of calls cannot be used',
    ]);
  });
});
