import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAccounts } from '../../../src/storage/accounts';
import { createCalls } from '../../../src/storage/calls';
import { Database, type DatabaseProblem } from '../../../src/storage/database';
import { createViewTable } from '../../../src/storage/views';
import { until, useTemporaryFolder } from '../../support/temporaryFolder';

const key = { id: 'https://api.example.com|anna@example.com', baseUrl: 'https://api.example.com/' };
const call = {
  kind: 'list',
  caller: 'user',
  account: key.id,
  pageIndex: 1,
} as const;

describe('The database', () => {
  const opened: Database[] = [];

  const open = (): Database => {
    const database = new Database(folder());
    opened.push(database);
    return database;
  };
  const file = (name = 'monitors.db'): string => join(folder(), name);
  const problemsOf = (database: Database): DatabaseProblem[] => {
    const problems: DatabaseProblem[] = [];
    database.onDidEncounterProblem(({ problem }) => problems.push(problem));
    return problems;
  };

  afterEach(() => opened.splice(0).forEach((database) => database.dispose()));
  const folder = useTemporaryFolder();

  it('is made by the first transaction, as a file that only its owner can read', async () => {
    const accounts = createAccounts(open());
    assert.deepEqual(readdirSync(folder()), []);
    await accounts.list();
    assert.equal(statSync(file()).mode & 0o777, 0o600);
  });

  it('reports a change by another window once', async () => {
    const [one, other] = [open(), open()];
    const accounts = createAccounts(other);
    await accounts.list();
    let changes = 0;
    other.onDidChange(() => (changes += 1));
    await createAccounts(one).use(key, 1, 1);
    other.checkForChanges();
    other.checkForChanges();
    assert.equal(changes, 1);
    assert.equal((await accounts.list()).length, 1);
  });

  it('waits for another process that holds it for less than a second', async () => {
    const database = open();
    const accounts = createAccounts(database);
    await accounts.list();
    const holder = new DatabaseSync(file());
    holder.exec('BEGIN IMMEDIATE');
    setTimeout(() => holder.exec('COMMIT'), 300);
    await accounts.use(key, 1, 1);
    holder.close();
  });

  it('keeps the end of a call if the window closes right after it, even if other work fails', async () => {
    const database = open();
    const calls = createCalls(database);
    const id = await calls.admit(call, 5, { dayStartsAt: 0, dayEndsAt: 9, limit: 0 });
    calls.finish(id!, 'ok');
    const failing = database.transact(() => {
      throw new Error('stop');
    });
    database.dispose();
    await assert.rejects(failing, /stop/);
    assert.equal((await createCalls(open()).list(0))[0]?.outcome, 'ok');
  });

  it('keeps the end of a call if another process held it for over a second before', async () => {
    const calls = createCalls(open());
    const day = { dayStartsAt: 0, dayEndsAt: 9, limit: 0 };
    const ids = [await calls.admit(call, 5, day), await calls.admit(call, 6, day)];
    const holder = new DatabaseSync(file());
    holder.exec('BEGIN IMMEDIATE');
    calls.finish(ids[0]!, 'ok');
    await delay(1_500);
    holder.close();
    calls.finish(ids[1]!, 'ok');
    const other = createCalls(open());
    const areWritten = async () => (await other.list(0)).every(({ outcome }) => outcome === 'ok');
    await until(areWritten);
  });

  it('empties its log after much was written', async () => {
    const views = createViewTable(open());
    await views.save('ines', 'long', 'x'.repeat(13_000_000));
    await until(() => statSync(file('monitors.db-wal')).size === 0);
    assert.equal(String((await views.load('ines')).get('long')).length, 13_000_000);
  });

  it('leaves no deleted text in its files, even if its log is just being emptied', async () => {
    const database = open();
    const views = createViewTable(database);
    for (const ms of [0, 10, 30, 60, 100]) {
      await views.save('ines', 'long', 'telltale'.repeat(1_700_000));
      await delay(ms);
      await views.forget('ines');
      await database.removeTraces();
      assert.ok(
        readdirSync(folder()).every((name) => !readFileSync(file(name)).includes('telltale')),
      );
    }
  });

  it('undoes a transaction that fails, but not one that waited with it', async () => {
    const database = open();
    const accounts = createAccounts(database);
    const work = database.transact(() => {
      database.all`INSERT INTO account (session, address, issued_at, used_at) VALUES ('a', 'b', 1, 1)`;
      throw new Error('stop');
    });
    const used = accounts.use(key, 1, 1);
    await assert.rejects(work, /stop/);
    await used;
    assert.deepEqual(
      (await accounts.list()).map(({ id }) => id),
      [key.id],
    );
  });

  it('moves a damaged file away, begins a new one, and deletes both with all data', async () => {
    const first = open();
    await createAccounts(first).use(key, 1, 1);
    first.dispose();
    writeFileSync(file(), 'not a database '.repeat(1_000));
    const database = open();
    const problems = problemsOf(database);
    assert.deepEqual(await createAccounts(database).list(), []);
    assert.deepEqual(problems, ['damaged']);
    assert.ok(readdirSync(folder()).includes('monitors.db.damaged'));
    await database.deleteAll();
    assert.deepEqual(readdirSync(folder()), []);
  });

  it('continues in the new file if another window has moved the old one away', async () => {
    const [one, other] = [open(), open()];
    await createAccounts(one).use(key, 1, 1);
    await createAccounts(other).list();
    one.dispose();
    rmSync(file());
    const third = open();
    await createAccounts(third).use({ ...key, id: 'other' }, 1, 1);
    assert.deepEqual(
      (await createAccounts(other).list()).map(({ id }) => id),
      ['other'],
    );
  });

  it('is in memory at once if the file cannot be opened', async () => {
    mkdirSync(file());
    const database = open();
    const problems = problemsOf(database);
    const accounts = createAccounts(database);
    await accounts.use(key, 1, 1);
    assert.equal((await accounts.list()).length, 1);
    assert.deepEqual(problems, ['unusable']);
  });

  it('never writes to the file of a newer version, even if that appears while it is open', async () => {
    const database = open();
    const problems = problemsOf(database);
    const accounts = createAccounts(database);
    await accounts.use(key, 1, 1);
    const newer = new DatabaseSync(file());
    newer.exec('PRAGMA user_version = 99');
    newer.close();
    await accounts.use({ ...key, id: 'other' }, 1, 1);
    assert.deepEqual(problems, ['newer']);
    const check = new DatabaseSync(file());
    assert.equal(check.prepare('SELECT count(*) AS count FROM account').get()?.['count'], 1);
    check.close();
  });

  it('counts exactly up to the limit in three processes, even if one is killed', async function () {
    this.timeout(30_000);
    const script = `
      const { Database } = require(${JSON.stringify(require.resolve('../../../src/storage/database'))});
      const { createCalls } = require(${JSON.stringify(require.resolve('../../../src/storage/calls'))});
      const calls = createCalls(new Database(process.argv[1]));
      const limits = { dayStartsAt: 0, dayEndsAt: 1e15, limit: 300 };
      (async () => {
        for (;;) {
          const id = await calls.admit(${JSON.stringify(call)}, 5, limits);
          if (id === undefined) break;
          process.stdout.write('.');
        }
        process.exit(0);
      })();`;
    const windows = [0, 1, 2].map(() => spawn(process.execPath, ['-e', script, folder()]));
    windows[0]!.stdout.once('data', () => windows[0]!.kill('SIGKILL'));
    await Promise.all(windows.map((window) => once(window, 'close')));
    const calls = createCalls(open());
    assert.equal((await calls.list(0)).length, 300);
  });
});
