import assert from 'node:assert/strict';
import { createDistinctions, findNews } from '../../../src/mapping/picker/usualFields';
import { aMonitor } from '../../support/aMonitor';

const keywords = ['garden chair', 'bird house'].flatMap((name) =>
  ['DE', 'FR'].map((country, i) => {
    const raw = { id: i, keyword: name, country, device: 'phone', search: { position: 7 + i } };
    return aMonitor({ name, raw });
  }),
);

describe('A list without a status', () => {
  it('shows price, position, rank or value by itself', () => {
    assert.deepEqual(findNews(keywords), ['search.position']);
    const product = aMonitor({ raw: { value: '7', price: 24.5, price_rank: 3, old_price: 30 } });
    assert.deepEqual(findNews([product]), ['price', 'value']);
    assert.deepEqual(findNews([aMonitor({ raw: { value: 'none', price: null } })]), []);
  });
});

describe('Rows with one name', () => {
  it('show what differs', () => {
    const distinctionsOf = createDistinctions((name) =>
      keywords.filter((keyword) => keyword.name === name),
    );
    assert.deepEqual(keywords.map(distinctionsOf), [['DE'], ['FR'], ['DE'], ['FR']]);
  });

  it('show nothing more if the name is unique', () => {
    const [monitor] = keywords;
    assert.deepEqual(createDistinctions(() => [monitor!])(monitor!), []);
  });
});
