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

describe('Fields of something else', () => {
  const others: Readonly<
    Record<'name' | 'target' | 'type' | 'intervalMs' | 'changedAt', string[]>
  > = {
    name: 'store brand repo metric process manufacturer issuer event profile company batch'
      .split(' ')
      .map((other) => `${other}_name`),
    target: 'diff share thumbnail stats record resolve doc prev first last mail invoke'
      .split(' ')
      .map((other) => `${other}_url`),
    type: ['media_type', 'mime_type', 'sub_type'],
    intervalMs: 'recheck renotify remind cooldown aggregation sample baseline delay'
      .split(' ')
      .map((other) => `${other}_interval_seconds`),
    changedAt: ['password_changed_at', 'address_changed_at', 'billing_changed_at'],
  };
  const values = {
    name: ['Alpha', 'Beta'],
    target: ['https://a.example/lamp', 'https://a.example/chair'],
    type: ['text', 'image'],
    intervalMs: [60, 120],
    changedAt: ['2026-03-01T10:00:00Z', '2026-03-02T10:00:00Z'],
  };
  for (const [field, keys] of Object.entries(others)) {
    it(`aren't the ${field} of a monitor`, () => {
      const read = keys.map((key) => {
        const [first, second] = values[field as keyof typeof values];
        const [monitor] = readAll([
          { id: 1, product: 'Lamp', [key]: first },
          { id: 2, product: 'Chair', [key]: second },
        ]);
        return monitor?.[field as keyof typeof values];
      });
      const expected = keys.map(() => (field === 'name' ? 'Lamp' : undefined));
      assert.deepEqual(read, expected);
    });
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

describe('The start of a status', () => {
  const sinceOf = (key: string) =>
    readAll([{ id: 1, name: 'Shop', status: 'down', [key]: '2026-03-01T10:00:00Z' }])[0]?.since;

  it('is under a key of since and of the monitor or its status', () => {
    const keys = ['since', 'down_since', 'failing_since', 'statusSince', 'monitor_since'];
    const at = Date.parse('2026-03-01T10:00:00Z');
    assert.deepEqual(keys.map(sinceOf), [at, at, at, at, at]);
  });

  it('is no other time since when something is so', () => {
    const keys = [
      'customer_since',
      'monitored_since',
      'muted_since',
      'enabled_since',
      'price_since',
    ];
    assert.deepEqual(
      keys.map(sinceOf),
      keys.map(() => undefined),
    );
  });
});

describe('A time', () => {
  it('may be a number of seconds or milliseconds since 1970, under the name of a time', () => {
    const [monitor] = readAll([{ id: 1, last_check: 1772623200, changed: 1772623200500 }]);
    assert.deepEqual([monitor?.lastCheckedAt, monitor?.changedAt], [1772623200000, 1772623200500]);
  });
});
