import assert from 'node:assert/strict';
import { Row, toMonitorIds, type RowContent } from '../../../src/ui/tree/rows';
import { toSafeText } from '../../../src/base/text';
import { aMonitor } from '../../support/aMonitor';

describe('The argument of a command', () => {
  it('names a monitor only if it is a row, whatever is passed', () => {
    const toRow = (more: Partial<RowContent>) =>
      new Row({ id: 'row', label: toSafeText('API', 10), ...more }, undefined);
    assert.deepEqual(toMonitorIds(toRow({ monitor: aMonitor({ id: 'm1' }) })), ['m1']);
    assert.deepEqual(toMonitorIds(toRow({ monitors: [aMonitor({ id: 'm1' })] })), ['m1']);
    assert.deepEqual(toMonitorIds(toRow({ pin: { id: 'm1', name: 'API' } })), ['m1']);
    for (const row of [
      undefined,
      null,
      'm1',
      7,
      [],
      {},
      toRow({}),
      { content: { pin: { id: 'm1' } } },
    ]) {
      assert.deepEqual(toMonitorIds(row), []);
    }
  });
});
