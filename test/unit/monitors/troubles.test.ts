import assert from 'node:assert/strict';
import { stepTrouble, toTroubles } from '../../../src/monitors/troubles';
import { aMonitor, idsOf } from '../../support/aMonitor';

const monitors = (['up', 'degraded', 'down', 'paused', 'down', 'degraded'] as const).map((status, index) =>
  aMonitor({ id: `m${index}`, status }),
);

describe('the monitors in trouble', () => {
  it('are those that are down, then those that are degraded, each in their order', () => {
    assert.deepEqual(idsOf(toTroubles(monitors)), ['m2', 'm4', 'm1', 'm5']);
  });

  it('are gone through in a circle, both ways, from the first or the last', () => {
    const troubles = toTroubles(monitors);
    const stepsFrom = (id: string | undefined) => [
      stepTrouble(troubles, id, 1)?.id,
      stepTrouble(troubles, id, -1)?.id,
    ];
    assert.deepEqual(stepsFrom('m4'), ['m1', 'm2']);
    assert.deepEqual(stepsFrom('m2'), ['m4', 'm5']);
    assert.deepEqual(stepsFrom('m5'), ['m2', 'm1']);
    assert.deepEqual(stepsFrom('m0'), ['m2', 'm5']);
    assert.deepEqual(stepsFrom(undefined), ['m2', 'm5']);
    assert.equal(stepTrouble([], 'm4', 1), undefined);
  });
});
