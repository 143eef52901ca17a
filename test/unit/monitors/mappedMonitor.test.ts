import assert from 'node:assert/strict';
import { MASK } from '../../../src/base/secretValues';
import type { Monitor } from '../../../src/monitors/monitor';
import { MappedMonitor, PageRecords } from '../../../src/monitors/mappedMonitor';
import { aPage } from '../../support/aPage';
import { aResponse } from '../../support/corpus';
import { readList, saveAndFind } from '../../support/readPages';

describe('A monitor from a response', () => {
  const all = { id: 'mon_1', name: 'Checkout', status: 'down', tags: [] } as const;

  it('knows its page and position, from 1', () => {
    assert.deepEqual(new MappedMonitor(all, new PageRecords(2), 4).place, { page: 3, position: 5 });
  });

  it('has its own record with masked secrets, even if other records have the same keys', () => {
    const secrets = ['hunter2secret', '', 'swordfish7secret'].map((password, n) => ({
      n,
      password,
    }));
    const records = new PageRecords(0, secrets);
    const rawOf = (index: number): unknown => new MappedMonitor(all, records, index).raw;
    const passwords = [0, 1, 2].map((index) => (rawOf(index) as { password: string }).password);
    assert.deepEqual(passwords, [MASK, '', MASK]);
    assert.equal(rawOf(3), undefined);
  });
});

describe('A saved page', () => {
  // The second child is a copy, which has no monitor.
  const children = [{ id: 'x', name: 'both have it', status: 'up' }];
  const recordOf = (id: number) => ({ id, name: 'é', status: 'up', ...(id < 2 && { children }) });
  const response = aResponse(Array.from({ length: 600 }, (_, id) => recordOf(id)));
  const { monitors, source } = readList(response);
  const page = aPage({ monitors, source: source! });
  const rawsOf = (all: readonly Monitor[]) => all.map(({ raw }) => raw);
  const before = rawsOf(monitors);
  const find = (saved?: string) => rawsOf(saveAndFind(page, saved).monitors);

  it('has the same records as before, also in the window that saved it', () => {
    assert.deepEqual([find(), rawsOf(monitors)], [before, before]);
  });

  it('has no records if its text cannot be read', () => {
    for (const text of [
      '',
      '[',
      '{',
      '{"a":1}',
      '{"0": "a"}',
      '"a"',
      '7',
      'null',
      '[\n,1]',
      ',,,',
    ]) {
      assert.equal(find(text)[300], undefined, text);
    }
  });
});
