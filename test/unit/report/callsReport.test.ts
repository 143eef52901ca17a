import assert from 'node:assert/strict';
import { callsScenarios } from '../../report/callsScenarios';
import { Stage } from '../../report/stage';

describe('The calls of', () => {
  for (const { name, needed, service = {}, run } of callsScenarios) {
    it(`${name}: ${needed}`, async function () {
      this.timeout(60_000);
      const { made, writtenDown } = await Stage.play(service, async (stage) => {
        await run(stage);
        assert.deepEqual(stage.service.violations, []);
      });
      assert.deepEqual({ made, writtenDown }, { made: needed, writtenDown: needed });
    });
  }
});
