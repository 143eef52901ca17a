import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DAY } from '../../../src/base/time';
import type { Run } from '../../../src/monitors/run';
import { Accounts } from '../../../src/storage/accounts';
import { Calls } from '../../../src/storage/calls';
import { Database } from '../../../src/storage/database';
import { Pages } from '../../../src/storage/pages';
import { Runs } from '../../../src/storage/runs';
import { Views } from '../../../src/storage/views';
import { useTemporaryFolder } from '../../support/temporaryFolder';

const key = { id: 'https://api.example.com|anna@example.com', baseUrl: 'https://api.example.com' };
const other = { ...key, id: 'https://api.example.com|ben@example.com' };
const NOW = 20_000 * DAY + 5_000;
const call = { kind: 'list', caller: 'user', pageIndex: 1 } as const;

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

describe('The tables', () => {
  let database: Database;
  const folder = useTemporaryFolder();

  beforeEach(() => {
    database = new Database(folder());
  });
  afterEach(() => database.dispose());

  const transact = <T>(work: () => T): T => database.transact(work);
  const use = (account = key): number =>
    transact(() => {
      new Accounts(database).use({ ...account, issuedAt: 1 });
      return new Accounts(database).find(account)!.number;
    });

  describe('account', () => {
    const accounts = () => new Accounts(database);

    it('loses all of an account that signs out, and nothing of another', () => {
      const [first, second] = [use(), use(other)] as const;
      const save = (number: number) => {
        const page = { index: 0, size: 1, response: null, headers: {} };
        const pages = [{ ...page, call: { number: 1, begun: 1, ended: 2 } }];
        new Pages(database, 'page').saveList(number, { pages, replaced: [] }, new Set());
        new Runs(database, 'runs').saveAll(number, [run], []);
        new Views(database).save(String(number), 'pins', [1]);
        new Calls(database).admit({ ...call, account: String(number) }, NOW, 0, 0);
      };
      transact(() => [first, second].forEach(save));
      transact(() => accounts().remove(key));
      const lines = transact(
        () => database.all<{ owner: unknown }>`SELECT account AS owner FROM result UNION ALL
          SELECT owner FROM view UNION ALL
          SELECT number FROM account UNION ALL SELECT account FROM call ORDER BY 1`,
      );
      const owners = lines.map(({ owner }) => String(owner));
      assert.deepEqual(owners.filter(Boolean), Array(5).fill(String(second)));
      assert.equal(owners.length, 6, 'a call without an account');
    });
  });

  const startOfDay = (now = NOW) => Math.floor(now / DAY) * DAY;

  describe('call', () => {
    const calls = () => new Calls(database);
    const admit = (at = NOW, limit = 0) =>
      transact(() => calls().admit({ ...call, account: '5' }, at, limit, startOfDay(at)));
    const usedAt = (now: number) => transact(() => calls().readDay(startOfDay(now)).used);

    it('never gives a number again, even if the file is new', async () => {
      const first = admit()!;
      await database.deleteAll();
      assert.ok(admit()! > first);
    });

    it('counts a call of the future today, and moves it to now once', () => {
      admit(NOW + 91 * DAY);
      assert.equal(usedAt(NOW), 1);
      transact(() => calls().tidy(NOW));
      assert.equal(usedAt(NOW), 1);
      transact(() => calls().tidy(NOW + DAY));
      assert.equal(usedAt(NOW + DAY), 0);
    });

    it('keeps the calls of 90 days, and does not count days without calls', () => {
      const days = [300, 200, ...Array(89).keys()];
      const numbers = days.flatMap((day) => [admit(NOW - day * DAY)!, admit(NOW - day * DAY)!]);
      assert.equal(
        transact(() => calls().oldest()),
        numbers[0],
      );
      transact(() => calls().tidy(NOW));
      const times = transact(() => calls().list(0)).map(({ at }) => (NOW - at) / DAY);
      assert.deepEqual([times.length, times[0]], [180, 200]);
      assert.equal(
        transact(() => calls().oldest()),
        numbers[2],
      );
    });

    it('counts exactly up to the limit in three processes, even if one is killed', async function () {
      this.timeout(30_000);
      const script = `
        const { Database } = require(${JSON.stringify(require.resolve('../../../src/storage/database'))});
        const { Calls } = require(${JSON.stringify(require.resolve('../../../src/storage/calls'))});
        const database = new Database(process.argv[1]);
        const calls = new Calls(database);
        const call = ${JSON.stringify({ ...call, account: '' })};
        (async () => {
          for (;;) {
            const id = await database.retry(() => calls.admit(call, ${NOW}, 300, ${startOfDay()}));
            if (id === undefined) break;
            process.stdout.write('.');
          }
          process.exit(0);
        })();`;
      const windows = [0, 1, 2].map(() => spawn(process.execPath, ['-e', script, folder()]));
      windows[0]!.stdout.once('data', () => windows[0]!.kill('SIGKILL'));
      await Promise.all(windows.map((window) => once(window, 'close')));
      assert.equal(usedAt(NOW), 300);
    });
  });

  describe('run', () => {
    const runs = () => new Runs(database, 'runs');
    const load = (account: number) => transact(() => runs().loadAll(account));

    it('lists runs by their calls, replaces a run of the same call, and deletes a run', () => {
      const account = use();
      const later = { ...run, call: 3, value: 'up' };
      const longer = { ...run, lastReadAt: 30 };
      transact(() => runs().saveAll(account, [later, run, longer], []));
      assert.deepEqual(load(account), [longer, later]);
      transact(() => runs().saveAll(account, [], [run]));
      assert.deepEqual(load(account), [later]);
    });
  });
});
