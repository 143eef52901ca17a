import assert from 'node:assert/strict';
import { callsScenarios, playScenario } from '../../report/callsScenarios';

describe('The calls of', () => {
  for (const scenario of callsScenarios) {
    const { name, needed } = scenario;
    it(`${name}: ${needed}`, async function () {
      this.timeout(60_000);
      assert.deepEqual(await playScenario(scenario), {
        made: needed,
        writtenDown: needed,
        violations: [],
      });
    });
  }
});
