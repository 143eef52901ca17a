import assert from 'node:assert/strict';
import { toSince } from '../../../src/monitors/since';
import { aMonitor } from '../../support/aMonitor';

const NOON = Date.UTC(2026, 0, 15, 12);
const up = { status: 'up', from: NOON, to: NOON + 1_000 } as const;
const down = { status: 'down', from: NOON + 2_000, to: NOON + 3_000 } as const;

describe('The start of a status', () => {
  it('comes from the record, or else is between the last other status and the first with this one', () => {
    const told = aMonitor({ status: 'down', since: NOON + 1_500 });
    assert.deepEqual(toSince(told, [up, down]), { source: 'service', at: NOON + 1_500 });
    const seen = { source: 'seen', at: down.from } as const;
    assert.deepEqual(toSince(aMonitor({ status: 'down' }), [down]), seen);
    assert.deepEqual(toSince(aMonitor({ status: 'down' }), [down, up, down]), {
      ...seen,
      before: up,
    });
  });
});
