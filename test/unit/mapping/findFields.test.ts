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

describe('A field of something else', () => {
  const others = {
    name: ['store_name', 'Alpha'],
    target: ['diff_url', 'https://a.example/lamp'],
    type: ['media_type', 'text'],
    intervalMs: ['cooldown_interval_seconds', 60],
    changedAt: ['password_changed_at', '2026-03-01T10:00:00Z'],
  } as const;
  for (const [field, [key, value]] of Object.entries(others)) {
    it(`isn't the ${field} of a monitor`, () => {
      const [monitor] = readAll([{ id: 1, product: 'Lamp', [key]: value }]);
      assert.notEqual(monitor?.[field as keyof typeof others], value);
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
    assert.deepEqual(keys.filter(sinceOf), keys);
  });

  it('is no other time since when something is so', () => {
    const keys = ['customer_since', 'monitored_since', 'muted_since', 'price_since'];
    assert.deepEqual(keys.filter(sinceOf), []);
  });
});
