import assert from 'node:assert/strict';
import { toMonitorId } from '../../../src/ui/tree/rows';
import { aMonitor } from '../../support/aMonitor';

describe('The argument of a command', () => {
  it('names a monitor only if it is a row, whatever is passed', () => {
    assert.equal(toMonitorId({ monitor: aMonitor({ id: 'm1' }) }), 'm1');
    assert.equal(toMonitorId({ pin: { id: 'm1', name: 'API' } }), 'm1');
    for (const row of [undefined, null, 'm1', 7, [], {}, { monitor: null }, { pin: { id: 7 } }]) {
      assert.equal(toMonitorId(row), undefined);
    }
  });
});
