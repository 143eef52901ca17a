import assert from 'node:assert/strict';
import { MappedMonitor, PageRecords } from '../../../src/monitors/mappedMonitor';
import { isMonitorRow, isPinRow } from '../../../src/ui/tree/rows';
import { aMonitor } from '../../support/aMonitor';

describe('The argument of a command', () => {
  const absent = {
    rawStatus: undefined,
    target: undefined,
    type: undefined,
    lastCheckedAt: undefined,
    intervalMs: undefined,
    since: undefined,
    lastError: undefined,
  };
  const monitor = new MappedMonitor(
    { ...absent, id: 'm1', name: 'API', status: 'up', tags: [] },
    new PageRecords('[{}]'),
    0,
    0,
  );

  it('is the row of a monitor only if that came from a response or a saved page', () => {
    assert.equal(isMonitorRow({ kind: 'monitor', monitor }), true);
    const hostile = aMonitor({ target: 'command:evil' });
    const others = [
      undefined,
      null,
      'm1',
      7,
      [],
      {},
      { kind: 'monitor' },
      { kind: 'monitor', monitor: null },
    ];
    for (const row of [...others, { kind: 'monitor', monitor: hostile }, { kind: 'pin', monitor: hostile }]) {
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
