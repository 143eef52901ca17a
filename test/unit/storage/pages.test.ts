import assert from 'node:assert/strict';
import type { Page, PageList } from '../../../src/monitors/page';
import { Accounts } from '../../../src/storage/accounts';
import { Database } from '../../../src/storage/database';
import { Pages } from '../../../src/storage/pages';
import { useTemporaryFolder } from '../../support/temporaryFolder';

const key = { id: 'https://api.example.com|anna@example.com', baseUrl: 'https://api.example.com' };

function aPage(number: number, response: unknown = { monitors: [{ id: number }] }): Page {
  const call = { number, begun: 1_000 + number, ended: 2_000 + number };
  return { index: number - 1, size: 50, call, response, headers: { total: '340' } };
}

const listOf = (...pages: readonly Page[]): PageList => ({ pages, replaced: [] });

describe('The table page', () => {
  let database: Database;
  let account: number;
  const folder = useTemporaryFolder();

  const store = (list: PageList): void =>
    database.transact(() => {
      const pages = new Pages(database, 'page');
      pages.saveList(account, list, pages.list(account));
    });
  const load = (): PageList =>
    database.transact(() => new Pages(database, 'page').loadList(account));
  const callsOf = (): readonly number[] =>
    database.transact(() => [...new Pages(database, 'page').list(account)]);

  beforeEach(() => {
    database = new Database(folder());
    account = database.transact(() => {
      const accounts = new Accounts(database);
      accounts.use({ ...key, issuedAt: 1 });
      return accounts.find(key)!.number;
    });
  });
  afterEach(() => database.dispose());

  it('returns a list as it was stored, in the order of its pages', () => {
    const list = { pages: [aPage(1), aPage(2)], replaced: [{ ...aPage(3), refreshes: 0 }] };
    store({ ...list, pages: list.pages.toReversed() });
    assert.deepEqual(load(), list);
    assert.deepEqual(callsOf(), [1, 2, 3]);
  });

  it('never saves addresses as they came, without masks', () => {
    store(listOf({ ...aPage(1), addresses: new Map([['masked', 'https://user:secret@shop']]) }));
    assert.deepEqual(load(), listOf(aPage(1)));
  });

  it('changes how many refreshes lacked a page', () => {
    store(listOf(aPage(1), aPage(2)));
    for (const refreshes of [1, 2]) {
      store({ pages: [aPage(2)], replaced: [{ ...aPage(1), refreshes }] });
      assert.deepEqual(load().replaced, [{ ...aPage(1), refreshes }]);
    }
  });

  it('stores nothing for an account that signed out', () => {
    store(listOf(aPage(1)));
    database.transact(() => new Accounts(database).remove(key));
    assert.throws(() => store(listOf(aPage(2))), /FOREIGN KEY/);
    assert.deepEqual(callsOf(), []);
  });

  it('counts a page as not saved if it is not as it was saved', () => {
    store(listOf(aPage(1), aPage(2)));
    database.transact(() => {
      database.all`UPDATE result SET value = replace(value, 'monitors', 'monitora') WHERE call = 1`;
    });
    assert.deepEqual(load(), listOf(aPage(2)));
    store(load());
    assert.deepEqual(callsOf(), [2]);
  });
});
