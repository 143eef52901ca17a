import assert from 'node:assert/strict';
import { stepProblem, toProblems } from '../../../src/monitors/problems';
import { aMonitor, idsOf } from '../../support/aMonitor';

const monitors = (['up', 'degraded', 'down', 'paused', 'down', 'degraded'] as const).map((status, index) =>
  aMonitor({ id: `m${index}`, status }),
);

describe('Problems', () => {
  it('are monitors that are down, then degraded ones', () => {
    assert.deepEqual(idsOf(toProblems(monitors)), ['m2', 'm4', 'm1', 'm5']);
  });

  it('are visited in a circle in both directions', () => {
    const problems = toProblems(monitors);
    const stepsFrom = (id: string | undefined) => [
      stepProblem(problems, id, 1)?.id,
      stepProblem(problems, id, -1)?.id,
    ];
    assert.deepEqual(stepsFrom('m4'), ['m1', 'm2']);
    assert.deepEqual(stepsFrom('m2'), ['m4', 'm5']);
    assert.deepEqual(stepsFrom('m5'), ['m2', 'm1']);
    assert.deepEqual(stepsFrom('m0'), ['m2', 'm5']);
    assert.deepEqual(stepsFrom(undefined), ['m2', 'm5']);
    assert.equal(stepProblem([], 'm4', 1), undefined);
  });
});
