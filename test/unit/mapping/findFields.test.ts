import assert from 'node:assert/strict';
import { aResponse } from '../../support/corpus';
import { readList } from '../../support/readPages';

const readAll = (records: readonly object[]) => readList(aResponse({ monitors: records })).monitors;

describe('The interval', () => {
  const told: readonly [record: object, ms: number][] = [
    [{ interval_ms: 60_000 }, 60_000],
    [{ interval_seconds: 5 }, 5_000],
    [{ interval: 5, interval_unit: 'minutes' }, 300_000],
    [{ every: 2, unit: 'h' }, 7_200_000],
  ];
  for (const [record, ms] of told) {
    it(`has a unit in ${JSON.stringify(record)}`, () =>
      assert.equal(readAll([{ id: 1, ...record }])[0]?.intervalMs, ms));
  }
});

describe('The name', () => {
  const keywords = ['garden chair', 'bird house', 'lamp'];

  it('is a keyword that several countries share, and not its address', () => {
    const records = keywords.flatMap((keyword) =>
      ['de', 'fr', 'it', 'es', 'pl'].map((country) => ({
        ...{ keyword, country, position: 7 },
        url: `https://garden.example/${country}`,
      })),
    );
    const names = readAll(records.map((record, id) => ({ id, ...record }))).map(({ name }) => name);
    assert.deepEqual([...new Set(names)], keywords);
  });

  it('is a text that differs rather than a shared text', () => {
    const records = ['a', 'b', 'c'].map((host, i) => ({
      ...{ id: i, site_name: i > 1 ? 'Home' : 'Office' },
      hostname: `${host}.example`,
    }));
    assert.equal(readAll(records)[0]?.name, 'a.example');
  });
});

describe('A time', () => {
  it('may be a number of seconds or milliseconds since 1970, under the name of a time', () => {
    const [monitor] = readAll([{ id: 1, last_check: 1772623200, changed: 1772623200500 }]);
    assert.deepEqual([monitor?.lastCheckedAt, monitor?.changedAt], [1772623200000, 1772623200500]);
  });
});
