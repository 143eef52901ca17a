import assert from 'node:assert/strict';
import { factsOf } from '../../../src/ui/export/facts';
import { aMonitor } from '../../support/aMonitor';

const NOON = Date.UTC(2026, 0, 15, 12);

describe('The facts of a monitor', () => {
  const toJson = (...given: Parameters<typeof factsOf>): unknown =>
    JSON.parse(JSON.stringify(factsOf(...given)));

  it('say since when, and how that is known', () => {
    const before = { status: 'up', from: NOON, to: NOON } as const;
    const facts = toJson(aMonitor({ id: 'a', name: 'API', status: 'down' }), {
      source: 'seen',
      at: NOON + 1_000,
      before,
    });
    assert.deepEqual(facts, {
      ...{ id: 'a', name: 'API', status: 'down', tags: [] },
      ...{ since: '2026-01-15T12:00:01.000Z', sinceAfter: '2026-01-15T12:00:00.000Z', sinceSource: 'seen' },
    });
  });

  it('show only the day of a time without a zone', () => {
    const { lastCheckedAt, changedAt } = factsOf(
      aMonitor({ lastCheckedAt: NOON, changedAt: NOON, timesLackZone: true }),
      undefined,
    );
    assert.deepEqual([lastCheckedAt, changedAt], ['2026-01-15', '2026-01-15']);
  });
});
