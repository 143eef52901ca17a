import assert from 'node:assert/strict';
import { readChangeCount, RecordFields } from '../../../src/mapping/picker/recordFields';
import { toFieldText } from '../../../src/ui/texts/monitorText';
import { aRow } from '../../support/aRow';
import { aMonitor } from '../../support/aMonitor';

/** The text of a field in the first of these records. */
function textOf(path: string, ...records: readonly object[]): string {
  const monitors = records.map((raw, index) => aMonitor({ id: `m${index}`, raw }));
  const field = new RecordFields(() => monitors).get(monitors[0]!, path);
  return field ? toFieldText(field, Date.UTC(2026, 10, 28)) : '';
}

describe('A field in rows', () => {
  const lamp = {
    currency: 'EUR',
    price: 24.5,
    price_cents: 2450,
    price_change_percent: -8.25,
    price_rank: 3,
    vat_rate: 19,
  };
  const texts: readonly [what: string, path: string, text: string][] = [
    ['an amount with its currency', 'price', '€24.50'],
    ['cents as they came', 'price_cents', 'price cents 2,450'],
    ['a percentage as it came', 'price_change_percent', 'price change percent -8.25'],
    ['a rank as it came', 'price_rank', 'price rank 3'],
    ['a rate as it came', 'vat_rate', 'vat rate 19'],
  ];
  for (const [what, path, text] of texts) {
    it(`shows ${what}`, () => {
      assert.equal(textOf(path, lamp), text);
    });
  }

  it('shows a whole amount as it came, because it may be in cents', () => {
    assert.equal(textOf('price', { price: 3990, currency: 'EUR' }), '3990 EUR');
  });

  it('shows a whole amount with its currency if another record has a fraction', () => {
    const other = { price: 12.9, currency: 'EUR' };
    assert.equal(textOf('price', { price: 39, currency: 'EUR' }, other), '€39.00');
  });

  it('shows small amounts with all their figures', () => {
    assert.equal(textOf('price', { price: 0.00000731, currency: 'USD' }), '$0.00000731');
  });

  it('shows close numbers differently', () => {
    assert.equal(textOf('rate', { rate: 1.10231 }), 'rate 1.10231');
    assert.equal(textOf('rate', { rate: 1.10279 }), 'rate 1.10279');
  });
});

describe('The count of changes', () => {
  it('is a field that is named as a count', () => {
    assert.equal(readChangeCount(aMonitor({ raw: { changeCount: 32 } })), 32);
    assert.equal(readChangeCount(aMonitor({ raw: { number_of_changes: 7 } })), 7);
  });

  it('isn\'t read from a time under the key "changed"', () => {
    assert.equal(readChangeCount(aMonitor({ raw: { changed: 1_795_878_569 } })), undefined);
  });
});

describe("A fact on a monitor's page", () => {
  const factsOf = (raw: object): string[] => {
    const { toTooltip } = aRow(aMonitor({ name: 'API', raw }), { nowMs: 0 });
    return toTooltip!().split('\n').slice(2, 4);
  };

  it('has a unit if the key names it', () => {
    assert.deepEqual(factsOf({ response_time_ms: 312, uptime_percent: 99.93 }), [
      'Response time: 312 ms',
      'Uptime: 99.93%',
    ]);
  });

  it('is a bare number as it came if the key names no unit', () => {
    assert.deepEqual(factsOf({ response_time: 0.312, uptime: 57 }), [
      'Response time: 0.312',
      'Uptime: 57',
    ]);
  });
});
