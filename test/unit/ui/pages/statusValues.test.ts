import assert from 'node:assert/strict';
import { toStatusValues, toStatusValueText } from '../../../../src/ui/mapping/statusValues';
import { aMonitor } from '../../../support/aMonitor';
import { inEnglish } from '../../../support/inEnglish';

const monitors = [
  aMonitor({ id: '1', name: 'Checkout API', rawStatus: '2', status: 'unknown' }),
  aMonitor({ id: '2', rawStatus: 'OK', status: 'up' }),
  aMonitor({ id: '3', rawStatus: 'ok ', status: 'up' }),
  aMonitor({ id: '4', rawStatus: 'ok', status: 'up' }),
  aMonitor({ id: '5', name: '', target: 'a.test', rawStatus: '9', status: 'down' }),
  aMonitor({ id: '6' }),
];

describe('the values of the status', () => {
  it('are each there once, with how many have it, those that are not understood first', () => {
    assert.deepEqual(
      toStatusValues(monitors).map(({ value, status, count }) => `${value} ${status} ${count}`),
      ['2 unknown 1', 'OK up 3', '9 down 1'],
    );
  });

  it('count as what was just chosen for them', () => {
    const [first] = toStatusValues(monitors, new Map([['2', 'paused']]));
    assert.equal(first?.value, 'OK');
  });

  it('come with an example', () => {
    const texts = toStatusValues(monitors).map((value) =>
      toStatusValueText(inEnglish, value, inEnglish(value.status)),
    );
    assert.deepEqual(texts, [
      'not understood — 1 monitor: Checkout API',
      'means up — 3 monitors, e.g. Monitor 2',
      'means down — 1 monitor: a.test',
    ]);
  });
});
