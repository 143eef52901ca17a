import assert from 'node:assert/strict';
import { MappedMonitor } from '../../../src/monitors/mappedMonitor';
import { readList } from '../../support/readPages';
import { aResponse } from '../../support/corpus';

const read = (json: unknown, pageSize = 50) => readList(aResponse(json), { pageSize });

describe('The secrets of a page', () => {
  const url = 'https://admin:HUNTER2@shop.example/health?api_key=AKSECRET';
  const records = [
    { id: url, name: `Shop ${url}`, url, type: url, tags: ['eu', url], status: `down ${url}` },
    { id: url.replace('HUNTER2', 'HUNTER3'), name: 'b', url, type: 'http', tags: [], status: 'up' },
  ];

  it('are left out of all texts of a monitor', () => {
    const { monitors, unknownValues } = read({ monitors: records });
    assert.doesNotMatch(JSON.stringify([monitors, unknownValues]), /HUNTER|AKSECRET/);
    assert.equal(monitors[0]?.target, 'https://•••@shop.example/health?api_key=•••');
  });

  it('are left out of IDs, which still differ', () => {
    const idsOf = (json: unknown): string[] => read(json).monitors.map(({ id }) => id);
    const ids = idsOf({ monitors: records });
    assert.equal(new Set(ids).size, 2);
    assert.doesNotMatch(ids.join(), /HUNTER/);
    assert.deepEqual(idsOf({ monitors: records.toReversed() }), ids.toReversed());
    const unnamed = ['HUNTER2', 'HUNTER3'].map((password) => ({
      url: `https://u:${password}@h.example/`,
    }));
    assert.equal(new Set(idsOf({ monitors: unnamed })).size, 2);
  });

  it('stay in the address to open', () => {
    const [monitor] = read({ monitors: records }).monitors;
    assert.equal(monitor && MappedMonitor.addressOf(monitor), url);
  });
});

describe('A page with many monitors', () => {
  it('is cut after 20,000, and says so', () => {
    const pageOf = (length: number) =>
      read({ monitors: Array.from({ length }, (_, id) => ({ id })) });
    const [page, full] = [pageOf(20_001), pageOf(20_000)];
    assert.deepEqual([page.monitors.length, page.cutFrom], [20_000, 20_001]);
    assert.deepEqual([full.monitors.length, full.cutFrom], [20_000, undefined]);
  });
});
