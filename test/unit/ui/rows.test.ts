import assert from 'node:assert/strict';
import { MappedMonitor, PageRecords } from '../../../src/monitors/mappedMonitor';
import { isMonitorRow, isPinRow } from '../../../src/ui/tree/rows';
import { aMonitor } from '../../support/aMonitor';

describe('The argument of a command', () => {
  const absent = { rawStatus: undefined, target: undefined, type: undefined, since: undefined };
  const times = { lastCheckedAt: undefined, intervalMs: undefined, lastError: undefined };
  const monitor = new MappedMonitor(
    { ...absent, ...times, id: 'm1', name: 'API', status: 'up', tags: [] },
    new PageRecords('[{}]'),
    0,
    0,
  );

  it('is the row of a monitor only if that came from a response or a saved page', () => {
    assert.equal(isMonitorRow({ kind: 'monitor', monitor }), true);
    const hostile = aMonitor({ target: 'command:evil' });
    for (const row of [undefined, null, 'm1', 7, [], {}, { monitor: null }, { monitor: hostile }]) {
      assert.equal(isMonitorRow(row), false);
    }
  });

  it('is a pin only if it has an ID', () => {
    assert.equal(isPinRow({ pin: { id: 'm1', name: 'API' } }), true);
    for (const pin of [undefined, null, 'm1', {}, { id: 7 }]) {
      assert.equal(isPinRow({ pin }), false);
    }
  });
});
