import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccounts } from '../../../src/storage/accounts';
import { createCalls } from '../../../src/storage/calls';
import { Database, type DatabaseProblem } from '../../../src/storage/database';
import { createSnapshots } from '../../../src/storage/snapshots';

const key = { account: 'https://api.example.com|anna@example.com', address: 'https://api.example.com/' };
const call = {
  kind: 'list',
  reason: 'loadMore',
  caller: 'user',
  account: key.account,
  pageIndex: 1,
} as const;
const current = { isCurrent: true, now: 1 };
const unlimited = { dayStartsAt: 0, dayEndsAt: 1e15, limit: 0 };

describe('The database', () => {
  let folder: string;
  const opened: Database[] = [];

  const open = (): Database => {
    const database = new Database(folder);
    opened.push(database);
    return database;
  };
  const file = (name = 'monitors.db'): string => join(folder, name);
  const problemsOf = (database: Database): DatabaseProblem[] => {
    const problems: DatabaseProblem[] = [];
    database.onDidEncounterProblem(({ problem }) => problems.push(problem));
    return problems;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'database-'));
  });

  afterEach(() => {
    opened.splice(0).forEach((database) => database.dispose());
    rmSync(folder, { recursive: true, force: true });
  });

  it('is a file that only its owner can read', async () => {
    await createAccounts(open()).list();
    assert.equal(statSync(file()).mode & 0o777, 0o600);
  });

  it('is opened by the first transaction', async () => {
    const accounts = createAccounts(open());
    assert.deepEqual(readdirSync(folder), []);
    await accounts.use(key, 1, 1);
    assert.ok(readdirSync(folder).includes('monitors.db'));
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

  it('fails if it is locked for longer, and works again afterwards', async () => {
    const accounts = createAccounts(open());
    await accounts.list();
    const holder = new DatabaseSync(file());
    holder.exec('BEGIN IMMEDIATE');
    await assert.rejects(accounts.use(key, 1, 1), { kind: 'busy' });
    holder.exec('COMMIT');
    holder.close();
    await accounts.use(key, 1, 1);
  });

  it('undoes a transaction that fails', async () => {
    const database = open();
    const accounts = createAccounts(database);
    const work = database.write(() => {
      database.run`INSERT INTO account (session, address, issued_at, used_at) VALUES ('a', 'b', 1, 1)`;
      throw new Error('stop');
    });
    await assert.rejects(work, /stop/);
    assert.deepEqual(await accounts.list(), []);
  });

  it('says that the disk is full', async () => {
    const database = open();
    const snapshots = createSnapshots(database);
    const account = await createAccounts(database).use(key, 1, 1);
    await database.write(() => database.get`PRAGMA max_page_count = 40`);
    const page = { snapshotId: 'one', pageIndex: 0, pageSize: 50, readAt: 1, answer: '{}' };
    const save = snapshots.save(account, { ...page, records: 'x'.repeat(1_000_000) }, current);
    await assert.rejects(save, { kind: 'full' });
    assert.equal(await snapshots.save(account, { ...page, records: '[]' }, current), true);
  });

  const assertReplaced = async (spoil: () => void): Promise<void> => {
    const first = open();
    await createAccounts(first).use(key, 1, 1);
    first.dispose();
    spoil();
    const database = open();
    const problems = problemsOf(database);
    assert.deepEqual(await createAccounts(database).list(), []);
    assert.deepEqual(problems, ['damaged']);
    assert.ok(readdirSync(folder).includes('monitors.db.damaged'));
    await database.deleteAll();
    assert.deepEqual(readdirSync(folder), []);
  };

  it('moves a file away that was overwritten with text, and begins a new one', () =>
    assertReplaced(() => writeFileSync(file(), 'not a database '.repeat(1_000))));

  it('moves a file away that was cut in the middle, and begins a new one', () =>
    assertReplaced(() => truncateSync(file(), statSync(file()).size / 2 + 100)));

  it('continues in the new file if another window has moved the old one away', async () => {
    const [one, other] = [open(), open()];
    await createAccounts(one).use(key, 1, 1);
    await createAccounts(other).list();
    one.dispose();
    rmSync(file());
    const third = open();
    await createAccounts(third).use({ ...key, account: 'other' }, 1, 1);
    assert.deepEqual(
      (await createAccounts(other).list()).map(({ account }) => account),
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
    await accounts.use({ ...key, account: 'other' }, 1, 1);
    database.dispose();
    const again = open();
    const problemsAgain = problemsOf(again);
    await createAccounts(again).use({ ...key, account: 'third' }, 1, 1);
    assert.deepEqual([problems, problemsAgain], [['newer'], ['newer']]);
    const check = new DatabaseSync(file());
    assert.equal(check.prepare('SELECT count(*) AS count FROM account').get()?.['count'], 1);
    check.close();
  });

  it('keeps no byte of a record after its account is deleted', async () => {
    const database = open();
    const [accounts, snapshots] = [createAccounts(database), createSnapshots(database)];
    const account = await accounts.use(key, 1, 1);
    for (let pageIndex = 0; pageIndex < 120; pageIndex += 1) {
      const records = JSON.stringify([{ name: `telltale ${pageIndex}`, filler: 'x'.repeat(5_000) }]);
      const page = { snapshotId: 'one', pageIndex, pageSize: 50, readAt: 1, answer: '{}', records };
      await snapshots.save(account, page, current);
    }
    await accounts.deleteRows(account);
    await accounts.delete(account);
    await database.removeTraces();
    for (const name of readdirSync(folder)) {
      assert.ok(!readFileSync(join(folder, name)).includes('telltale'), name);
    }
  });

  it('saves no page of an ended sign-in', async () => {
    const database = open();
    const [accounts, snapshots] = [createAccounts(database), createSnapshots(database)];
    const account = await accounts.use(key, 1, 1);
    await accounts.setState(key, 'signingOut');
    const page = { snapshotId: 'one', pageIndex: 0, pageSize: 50, readAt: 1, answer: '{}', records: '[]' };
    assert.equal(await snapshots.save(account, page, current), false);
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
    const windows = [0, 1, 2].map(() => spawn(process.execPath, ['-e', script, folder]));
    windows[0]!.stdout.once('data', () => windows[0]!.kill('SIGKILL'));
    await Promise.all(windows.map((window) => once(window, 'close')));
    const calls = createCalls(open());
    assert.equal((await calls.list(0)).length, 300);
  });

  it('counts calls of a day and of agents, and permits more if the user allows it', async () => {
    const calls = createCalls(open());
    const limits = { ...unlimited, limit: 2 };
    assert.ok(await calls.admit(call, 5, limits));
    assert.ok(await calls.admit(call, 5, limits));
    assert.equal(await calls.admit(call, 5, limits), undefined);
    await calls.allowMore(5, 1);
    const id = await calls.admit(call, 5, limits);
    assert.ok(id);
    await calls.remove(id);
    const ofAgent = { ...call, caller: 'agent' } as const;
    assert.equal(await calls.admit(ofAgent, 5, { ...unlimited, agentLimit: 0 }), undefined);
    await calls.allowAgents(5, key.account, 1);
    assert.ok(await calls.admit(ofAgent, 5, { ...unlimited, agentLimit: 0 }));
    assert.equal(await calls.admit(ofAgent, 5, { ...unlimited, agentLimit: 0 }), undefined);
    assert.deepEqual(await calls.readDay(unlimited, key.account), {
      used: 3,
      allowance: 1,
      mayBeMissing: false,
      agentUsed: 1,
      agentUsedHere: 1,
      agentAllowed: 1,
    });
  });
});
