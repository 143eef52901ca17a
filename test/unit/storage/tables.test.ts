import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DAY } from '../../../src/base/time';
import type { Monitor } from '../../../src/monitors/monitor';
import type { StatusRun } from '../../../src/monitors/since';
import { createAccounts } from '../../../src/storage/accounts';
import { createCalls } from '../../../src/storage/calls';
import { Database } from '../../../src/storage/database';
import { createLooks } from '../../../src/storage/looks';
import { createMappings } from '../../../src/storage/mappings';
import { createPages } from '../../../src/storage/pages';
import { createRuns } from '../../../src/storage/runs';
import { createViews } from '../../../src/storage/views';
import { useTemporaryFolder } from '../../support/temporaryFolder';

const key = { id: 'https://api.example.com|anna@example.com', baseUrl: 'https://api.example.com' };
const signIn = { ...key, issuedAt: 1 };
const other = { ...key, id: 'https://api.example.com|ben@example.com' };
const NOW = 20_000 * DAY + 5_000;
const call = { kind: 'list', caller: 'user', pageIndex: 1 } as const;

describe('The tables', () => {
  let database: Database;
  const folder = useTemporaryFolder();

  beforeEach(() => {
    database = new Database(folder());
  });
  afterEach(() => database.dispose());

  const transact = <T>(work: () => T): T => database.transact(work);
  const use = (account = key): number =>
    transact(() => createAccounts(database).use(account, 1, 1));

  describe('account', () => {
    const accounts = () => createAccounts(database);

    it('gives an account one number, and another account another', () => {
      const number = use();
      assert.equal(use(), number);
      assert.notEqual(use(other), number);
      assert.notEqual(use({ ...key, baseUrl: 'https://api.example.com/v2' }), number);
    });

    it('loses all of an account that signs out, and nothing of another', () => {
      const [first, second] = [use(), use(other)] as const;
      const save = (number: number) => {
        const page = { index: 0, size: 1, response: null, headers: {} };
        const pages = [{ ...page, call: { number: 1, begun: 1, ended: 2 } }];
        createPages(database).store(number, { pages, replaced: [] });
        createLooks(database).save(number, {}, 1);
        createViews(database).save(String(number), 'pins', [1]);
        createCalls(database).admit({ ...call, account: String(number) }, NOW, limits(0));
      };
      const read = (number: number) => [
        createPages(database).callsOf(number).length,
        createLooks(database).load(number)?.lookedAt,
        createViews(database).load(String(number)).size,
        accounts()
          .list()
          .some((row) => row.number === number),
      ];
      transact(() => [first, second].forEach(save));
      transact(() => accounts().end(signIn, true));
      assert.deepEqual(
        transact(() => read(first)),
        [0, undefined, 0, false],
      );
      assert.deepEqual(
        transact(() => read(second)),
        [1, 1, 1, true],
      );
      const calls = transact(() => createCalls(database).list(0));
      assert.deepEqual(
        calls.map(({ account }) => account),
        ['', String(second)],
      );
    });
  });

  const limits = (limit: number, now = NOW) => {
    const dayStartsAt = Math.floor(now / DAY) * DAY;
    return { dayStartsAt, dayEndsAt: dayStartsAt + DAY, limit };
  };

  describe('call', () => {
    const calls = () => createCalls(database);
    const admit = (at = NOW, limit = 0) =>
      transact(() => calls().admit({ ...call, account: '5' }, at, limits(limit, at)));
    const usedAt = (now: number) => transact(() => calls().readDay(limits(0, now)).used);

    it('counts exactly up to the limit, and on after an allowance', () => {
      assert.ok(admit(NOW, 2));
      assert.ok(admit(NOW, 2));
      assert.equal(admit(NOW, 2), undefined);
      transact(() => calls().allowMore(NOW, 1));
      assert.ok(admit(NOW, 2));
      assert.equal(admit(NOW, 2), undefined);
      assert.deepEqual(
        { ...transact(() => calls().readDay(limits(2))) },
        { used: 3, allowance: 1 },
      );
    });

    it('never gives a number again, even if the last call was not sent or the file is new', async () => {
      const first = admit()!;
      transact(() => calls().remove(first));
      const second = admit()!;
      assert.ok(second > first);
      await database.deleteAll();
      assert.ok(admit()! > second);
    });

    it('counts a call of the future today after the next start', () => {
      admit(NOW + 91 * DAY);
      transact(() => calls().moveFutureTo(NOW));
      assert.equal(usedAt(NOW), 1);
      transact(() => calls().moveFutureTo(NOW + DAY));
      assert.equal(usedAt(NOW + DAY), 0);
    });

    it('loses calls that are older than 90 days, except for the last days with calls', () => {
      [100, 99, 98, 97, 96, 95].forEach((days) => admit(NOW - days * DAY));
      transact(() => calls().deleteUntil(NOW - 90 * DAY));
      const times = transact(() => calls().list(0)).map(({ at }) => (NOW - at) / DAY);
      assert.deepEqual(times, [98, 97, 96, 95]);
    });

    it('counts exactly up to the limit in three processes, even if one is killed', async function () {
      this.timeout(30_000);
      const script = `
        const { Database } = require(${JSON.stringify(require.resolve('../../../src/storage/database'))});
        const { createCalls } = require(${JSON.stringify(require.resolve('../../../src/storage/calls'))});
        const database = new Database(process.argv[1]);
        const calls = createCalls(database);
        const call = ${JSON.stringify({ ...call, account: '' })};
        const limits = ${JSON.stringify(limits(300))};
        (async () => {
          for (;;) {
            const id = await database.retry(() => calls.admit(call, ${NOW}, limits));
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
    const runs = () => createRuns(database);
    const NONE: ReadonlyMap<string, readonly StatusRun[]> = new Map();
    const up = { id: 'a', status: 'up' } as const;
    const down = { id: 'a', status: 'down' } as const;
    const record = (
      account: number,
      at: number,
      monitor: Pick<Monitor, 'id' | 'status' | 'changedAt'>,
      seen: ReadonlyMap<string, readonly StatusRun[]> = NONE,
    ) => transact(() => runs().record(account, at, [monitor], seen));
    const spansOf = (all: ReadonlyMap<string, readonly StatusRun[]>) =>
      all.get('a')?.map(({ status, from, to }) => `${status} ${from}-${to}`);

    it('extends a run while the status is the same, and begins one when it changes', () => {
      const account = use();
      let seen = record(account, 1, up);
      seen = record(account, 2, up, seen);
      seen = record(account, 3, down, seen);
      assert.deepEqual(spansOf(seen), ['up 1-2', 'down 3-3']);
      assert.deepEqual(spansOf(record(account, 4, down)), ['up 1-2', 'down 3-4']);
    });

    it('ignores a reading that is older than the last', () => {
      const account = use();
      const seen = record(account, 5, up, record(account, 3, up));
      assert.deepEqual(spansOf(record(account, 4, down, seen)), ['up 3-5']);
    });

    it('begins again if the same reading has another status, because another mapping applies', () => {
      const account = use();
      const seen = record(account, 3, down, record(account, 2, up));
      assert.deepEqual(spansOf(record(account, 3, up, seen)), ['up 3-3']);
      assert.deepEqual(spansOf(record(account, 4, up)), ['up 4-4']);
    });

    it('keeps the last 20 runs of a monitor', () => {
      const account = use();
      let seen: ReadonlyMap<string, readonly StatusRun[]> = NONE;
      for (let at = 1; at <= 50; at += 1) {
        seen = record(account, at, at % 2 === 0 ? up : down, seen);
      }
      assert.equal(seen.get('a')?.length, 20);
      const saved = transact(
        () => database.all<{ from: number }>`SELECT from_at AS "from" FROM run`,
      );
      assert.deepEqual(
        saved.map(({ from }) => from),
        Array.from({ length: 20 }, (_, index) => 31 + index),
      );
    });

    it('saves nothing after a sign-out', () => {
      const account = use();
      transact(() => createAccounts(database).end(signIn, false));
      record(account, 2, down, record(account, 1, up));
      assert.deepEqual(
        transact(() => database.all`SELECT * FROM run`),
        [],
      );
    });

    it('is deleted in parts', () => {
      const account = use();
      const ids = Array.from({ length: 3_000 }, (_, index) => String(index));
      const read = (at: number, status: 'up' | 'down', seen = NONE) => {
        const monitors = ids.map((id) => ({ id, status }));
        return transact(() => runs().record(account, at, monitors, seen));
      };
      read(3, 'up', read(2, 'down', read(1, 'up')));
      const deletePart = () => transact(() => runs().deleteUntil(3));
      assert.deepEqual([deletePart(), deletePart()], [true, false]);
      const [left] = transact(() => database.all<{ n: number }>`SELECT count(*) AS n FROM run`);
      assert.equal(left?.n, 3_000);
    });
  });

  describe('look', () => {
    const looks = () => createLooks(database);

    it('saves nothing after a sign-out', () => {
      const account = use();
      transact(() => createAccounts(database).end(signIn, false));
      transact(() => looks().save(account, {}, 5));
      assert.equal(
        transact(() => looks().load(account)),
        undefined,
      );
    });
  });

  describe('view', () => {
    const views = () => createViews(database);

    it('returns undefined for a damaged value', () => {
      transact(() => database.all`INSERT INTO view (owner, name, value) VALUES ('5', 'pins', '[')`);
      assert.deepEqual(
        transact(() => [...views().load('5')]),
        [['pins', undefined]],
      );
    });
  });

  describe('mapping', () => {
    const mappings = () => createMappings(database);

    it('returns nothing for another address, or if it is damaged', () => {
      transact(() => database.all`INSERT INTO mapping (address, value) VALUES ('damaged', '{')`);
      assert.deepEqual(
        transact(() => mappings().load('damaged')),
        {},
      );
      assert.deepEqual(
        transact(() => mappings().load('other')),
        {},
      );
    });
  });
});
