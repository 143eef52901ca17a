import assert from 'node:assert/strict';
import fc from 'fast-check';
import { callers, callKinds, callReasons } from '../../../src/monitors/call';
import { callOutcomes, formatLedgerLine, mergeEvents, parseLedger } from '../../../src/credits/ledger';
import type { LedgerEvent } from '../../../src/credits/ledger';
import { aCall, anAllowance, NOON } from '../../support/ledgerEvents';

const anyTime = fc.integer({ min: 0, max: 8.64e15 });
const anyName = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' });
const anyEvent: fc.Arbitrary<LedgerEvent> = fc.oneof(
  fc.record(
    {
      type: fc.constant('call' as const),
      id: fc.uuid(),
      at: anyTime,
      kind: fc.constantFrom(...callKinds),
      reason: fc.constantFrom(...callReasons),
      caller: fc.constantFrom(...callers),
      outcome: fc.constantFrom(...callOutcomes),
      account: anyName,
      status: fc.integer({ min: 100, max: 999 }),
      pageIndex: fc.nat(),
      durationMs: fc.nat(),
    },
    { requiredKeys: ['type', 'id', 'at', 'kind', 'reason', 'caller', 'outcome', 'account'] },
  ),
  fc.record({ type: fc.constant('allowance' as const), at: anyTime, calls: fc.integer({ min: 1 }) }),
  fc.record({
    type: fc.constant('agentAllowance' as const),
    at: anyTime,
    account: anyName,
    calls: fc.integer({ min: 1 }),
  }),
  fc.record({ type: fc.constant('withdrawal' as const), id: fc.uuid(), at: anyTime }),
);

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the ledger as text', () => {
  it('reads back every event that it writes', () => {
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        const parsed = parseLedger(events.map(formatLedgerLine).join(''));
        assert.deepEqual(plain(parsed), plain({ events, skipped: 0 }));
      }),
    );
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' })), (text) => {
        assert.deepEqual(parseLedger(text).events, []);
      }),
    );
  });

  it('loses no other line to one that was cut short', () => {
    fc.assert(
      fc.property(anyEvent, anyEvent, anyEvent, fc.nat(), (before, cut, after, at) => {
        const line = formatLedgerLine(cut);
        const half = line.slice(0, 2 + (at % (line.length - 3)));
        const { events, skipped } = parseLedger(formatLedgerLine(before) + half + formatLedgerLine(after));
        assert.deepEqual(plain(events), plain([before, after]));
        assert.equal(skipped, 1);
      }),
    );
  });

  it('counts a line that lost only its line feed', () => {
    const text = formatLedgerLine(aCall()).trimEnd() + formatLedgerLine(aCall());
    assert.equal(parseLedger(text).events.length, 2);
  });

  it('takes blank lines for nothing, also those of a system with other line ends', () => {
    assert.deepEqual(parseLedger('\r\n \n\n'), { events: [], skipped: 0 });
  });

  const good = { v: 1, ...aCall({ status: 200, pageIndex: 3, durationMs: 12 }) };
  const wrongFields: Record<string, unknown>[] = [
    { v: 2 },
    { type: 'other' },
    { type: 'constructor' },
    { at: -1 },
    { at: 1.5 },
    { at: '2026' },
    { at: 9e15 },
    { id: '' },
    { id: 7 },
    { kind: 'delete' },
    { reason: 'toString' },
    { outcome: null },
    { caller: 'nobody' },
    { account: '' },
    { account: ['a'] },
    { status: 20 },
    { status: 1000 },
    { status: '200' },
    { pageIndex: -1 },
    { durationMs: -5 },
    { account: 'x'.repeat(5000) },
  ];
  for (const wrong of wrongFields) {
    it(`skips and counts a call with ${JSON.stringify(wrong).slice(0, 40)}`, () => {
      assert.deepEqual(parseLedger(JSON.stringify({ ...good, ...wrong })), { events: [], skipped: 1 });
    });
  }

  it('reads a call with the smallest numbers that it may have', () => {
    const [event] = parseLedger(JSON.stringify({ ...good, status: 100, pageIndex: 0, durationMs: 0 })).events;
    assert.ok(event?.type === 'call');
    assert.deepEqual([event.status, event.pageIndex, event.durationMs], [100, 0, 0]);
  });

  for (const line of ['null', '[]', '7', '"call"', '{}', '{"__proto__":{"v":1,"type":"call"}}', '\0\0\0']) {
    it(`skips and counts the foreign line ${JSON.stringify(line)}`, () => {
      assert.deepEqual(parseLedger(line), { events: [], skipped: 1 });
    });
  }

  it('skips an allowance of less than one call, or for no account', () => {
    const ofAgents = { type: 'agentAllowance', at: NOON, account: 'anna', calls: 1 } as const;
    for (const wrong of [{ calls: 0 }, { account: '' }]) {
      assert.equal(parseLedger(formatLedgerLine({ ...ofAgents, ...wrong })).skipped, 1);
    }
    assert.equal(parseLedger(formatLedgerLine(anAllowance({ calls: 0 }))).skipped, 1);
  });

  it('takes no field that it does not know', () => {
    const [event] = parseLedger(JSON.stringify({ ...good, token: 'secret' })).events;
    assert.equal(JSON.stringify(event).includes('secret'), false);
  });
});

describe('the two lines of a call', () => {
  const out = aCall({ id: 'one', outcome: 'unknown' });
  const done = aCall({ id: 'one', outcome: 'failed', status: 500, durationMs: 8 });

  it('are one call with the known outcome, in whatever order they come', () => {
    assert.deepEqual(mergeEvents([out, done]), [done]);
    assert.deepEqual(mergeEvents([done, out]), [done]);
  });

  it('count as one call of unknown outcome if the second was never written', () => {
    assert.deepEqual(mergeEvents([out]), [out]);
  });
});

describe('the events of all windows', () => {
  it('are told oldest first, each allowance among the calls', () => {
    const [first, last] = [aCall({ at: NOON - 2 }), aCall({ at: NOON + 1 })];
    const allowances = [anAllowance({ at: NOON - 1 }), anAllowance({ at: NOON })];
    assert.deepEqual(mergeEvents([last, ...allowances, first]), [first, ...allowances, last]);
  });

  it('have no call that was withdrawn, in whatever order the lines come', () => {
    const [withdrawn, made] = [aCall({ outcome: 'unknown' }), aCall()];
    const withdrawal = { type: 'withdrawal', id: withdrawn.id, at: NOON } as const;
    assert.deepEqual(mergeEvents([withdrawn, withdrawal, made]), [made]);
    assert.deepEqual(mergeEvents([withdrawal, withdrawn, made]), [made]);
  });
});
