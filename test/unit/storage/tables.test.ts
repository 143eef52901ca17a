import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DAY } from '../../../src/base/time';
import type { Page } from '../../../src/monitors/page';
import type { Run } from '../../../src/monitors/run';
import { Accounts } from '../../../src/storage/accounts';
import { Calls } from '../../../src/storage/calls';
import { Database } from '../../../src/storage/database';
import { Pages } from '../../../src/storage/pages';
import { Runs } from '../../../src/storage/runs';
import { Views } from '../../../src/storage/views';
import { useTemporaryFolder } from '../../support/temporaryFolder';

const key = { id: 'https://api.example.com|anna@example.com', baseUrl: 'https://api.example.com' };
const NOW = 20_000 * DAY + 5_000;
const request = { kind: 'list', caller: 'user', pageIndex: 1 } as const;

const run: Run = {
  monitor: 'a',
  field: 'status',
  value: 'down',
  firstReadAt: 10,
  lastReadAt: 20,
  saidAt: 5,
  call: 1.5,
  lastCall: 2,
  lastBegunAt: 15,
  mapping: 7,
};

function aPage(number: number): Page {
  const call = { number, begun: 1_000 + number, ended: 2_000 + number };
  const response = { monitors: [{ id: number }] };
  return { index: number - 1, size: 50, call, response, headers: { total: '340' } };
}

describe('The tables', () => {
  let database: Database;
  let accounts: Accounts;
  let calls: Calls;
  let pages: Pages;
  let runs: Runs;
  const folder = useTemporaryFolder();

  beforeEach(() => {
    database = new Database(folder());
    accounts = new Accounts(database);
    calls = new Calls(database);
    pages = new Pages(database, 'page');
    runs = new Runs(database, 'runs');
  });
  afterEach(() => database.dispose());

  const transact = <T>(work: () => T): T => database.transact(work);
  const use = (account = key): number =>
    transact(() => {
      accounts.use({ ...account, issuedAt: 1 });
      return accounts.find(account)!.number;
    });
  const savePages = (account: number, shown: readonly Page[], gone = aPage(9), refreshes = 0) =>
    transact(() => {
      const list = { pages: shown, replaced: [{ ...gone, refreshes }] };
      pages.saveList(account, list, pages.list(account));
    });
  const loadPages = (account: number) => transact(() => pages.loadList(account));

  it('lose all of an account that signs out, and nothing of another', () => {
    const numbers = [use(), use({ ...key, id: 'https://api.example.com|ben@example.com' })];
    for (const number of numbers) {
      savePages(number, [aPage(1)]);
      transact(() => {
        runs.saveAll(number, [run], []);
        new Views(database).save(number, 'pins', [1]);
        calls.admit({ ...request, account: String(number) }, NOW, 0, 0);
      });
    }
    transact(() => accounts.remove(key));
    const lines = transact(
      () => database.all<{ owner: unknown }>`SELECT account AS owner FROM result UNION ALL
        SELECT owner FROM view UNION ALL SELECT number FROM account UNION ALL
        SELECT account FROM call`,
    );
    const owners = lines.map(({ owner }) => String(owner)).filter(Boolean);
    assert.deepEqual(owners, Array(6).fill(String(numbers[1])));
    assert.equal(lines.length, 7, 'a call without an account');
  });

  it('return pages in their order, with how many refreshes lacked them, and without unmasked addresses', () => {
    const account = use();
    const addresses = new Map([['masked', 'https://user:secret@shop']]);
    savePages(account, [aPage(2), { ...aPage(1), addresses }]);
    for (const refreshes of [0, 1]) {
      savePages(account, [aPage(2), aPage(1)], aPage(9), refreshes);
      const replaced = [{ ...aPage(9), refreshes }];
      assert.deepEqual(loadPages(account), { pages: [aPage(1), aPage(2)], replaced });
    }
  });

  it('count a page as not saved if it is not as it was saved', () => {
    const account = use();
    savePages(account, [aPage(1), aPage(2)]);
    transact(
      () => database.all`
        UPDATE result SET value = replace(value, 'monitors', 'monitora') WHERE call = 1`,
    );
    assert.deepEqual(loadPages(account).pages, [aPage(2)]);
  });

  it('list runs by their calls, keep the later one of the same call, and delete a run', () => {
    const account = use();
    const load = () => transact(() => runs.loadAll(account));
    const later = { ...run, call: 3, value: 'up' };
    const longer = { ...run, lastReadAt: 30, lastCall: 4 };
    transact(() => {
      runs.saveAll(account, [later, longer], []);
      runs.saveAll(account, [run], []);
    });
    assert.deepEqual(load(), [longer, later]);
    transact(() => runs.saveAll(account, [], [longer]));
    assert.deepEqual(load(), [later]);
  });

  describe('of calls', () => {
    const startOfDay = (now = NOW) => Math.floor(now / DAY) * DAY;
    const admit = (at = NOW) =>
      transact(() => calls.admit({ ...request, account: '5' }, at, 0, startOfDay(at)))!;
    const usedAt = (now: number) => transact(() => calls.readDay(startOfDay(now)).used);

    it('never give a number again, even if the file is new', () => {
      const first = admit();
      database.deleteAll();
      assert.ok(admit() > first);
    });

    it('count a call of the future today, and move it to now once', () => {
      admit(NOW + 91 * DAY);
      assert.equal(usedAt(NOW), 1);
      transact(() => calls.tidy(NOW));
      assert.equal(usedAt(NOW), 1);
      transact(() => calls.tidy(NOW + DAY));
      assert.equal(usedAt(NOW + DAY), 0);
    });

    it('keep the calls of 90 days, and do not count days without calls', () => {
      const days = [300, 200, ...Array(89).keys()];
      const numbers = days.flatMap((day) => [admit(NOW - day * DAY), admit(NOW - day * DAY)]);
      transact(() => calls.tidy(NOW));
      const times = transact(() => calls.list(0)).map(({ at }) => (NOW - at) / DAY);
      assert.deepEqual([times.length, times[0]], [180, 200]);
      assert.equal(
        transact(() => calls.oldest()),
        numbers[2],
      );
    });

    it('count exactly up to the limit in three processes, even if one is killed', async function () {
      this.timeout(30_000);
      const script = `
        const { Database } = require(${JSON.stringify(require.resolve('../../../src/storage/database'))});
        const { Calls } = require(${JSON.stringify(require.resolve('../../../src/storage/calls'))});
        const database = new Database(process.argv[1]);
        const calls = new Calls(database);
        const call = ${JSON.stringify({ ...request, account: '' })};
        while (database.transact(() => calls.admit(call, ${NOW}, 300, ${startOfDay()}))) {
          process.stdout.write('.');
        }`;
      const windows = [0, 1, 2].map(() => spawn(process.execPath, ['-e', script, folder()]));
      windows[0]!.stdout.once('data', () => windows[0]!.kill('SIGKILL'));
      const ends = await Promise.all(windows.map((window) => once(window, 'close')));
      assert.deepEqual(ends.slice(1), Array(2).fill([0, null]));
      assert.equal(usedAt(NOW), 300);
    });
  });
});
