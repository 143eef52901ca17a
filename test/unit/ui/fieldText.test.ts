import assert from 'node:assert/strict';
import { readChangeCount, RecordFields } from '../../../src/mapping/picker/recordFields';
import { toFieldText } from '../../../src/ui/texts/monitorText';
import { aMonitor } from '../../support/aMonitor';

/** What a field of the first of these records is in its row. */
const CASES: readonly [what: string, text: string, path: string, ...records: object[]][] = [
  ['an amount with its currency', '€24.50', 'price', { price: 24.5, currency: 'EUR' }],
  [
    'cents as they came',
    'price cents 2,450',
    'price_cents',
    { price_cents: 2450, currency: 'EUR' },
  ],
  [
    'a percentage as it came',
    'price change percent -8.25',
    'price_change_percent',
    { price_change_percent: -8.25 },
  ],
  ['a whole amount as it came', '3990 EUR', 'price', { price: 3990, currency: 'EUR' }],
  [
    'a whole amount with its currency if another record has a fraction',
    '€39.00',
    'price',
    { price: 39, currency: 'EUR' },
    { price: 12.9, currency: 'EUR' },
  ],
  [
    'small amounts with all their figures',
    '$0.00000731',
    'price',
    { price: 0.00000731, currency: 'USD' },
  ],
  ['close numbers differently', 'rate 1.10231', 'rate', { rate: 1.10231 }],
];

describe('A field in rows', () => {
  for (const [what, text, path, ...records] of CASES) {
    it(`shows ${what}`, () => {
      const monitors = records.map((raw, index) => aMonitor({ id: `m${index}`, raw }));
      const field = new RecordFields(() => monitors).get(monitors[0]!, path)!;
      assert.equal(toFieldText(field, Date.UTC(2026, 10, 28)), text);
    });
  }

  it('is a count of changes only if its key says so', () => {
    const counts = [{ changeCount: 32 }, { number_of_changes: 7 }, { changed: 1_795_878_569 }].map(
      (raw) => readChangeCount(aMonitor({ raw })),
    );
    assert.deepEqual(counts, [32, 7, undefined]);
  });
});
