import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DAY } from '../../../src/base/time';
import { createAccounts } from '../../../src/storage/accounts';
import { createCalls } from '../../../src/storage/calls';
import { Database, type DatabaseProblem } from '../../../src/storage/database';
import { createRuns } from '../../../src/storage/runs';
import { createViews } from '../../../src/storage/views';
import { useTemporaryFolder } from '../../support/temporaryFolder';
import { FORMER_SCHEMA } from './formerSchema';

const NOW = 20_000 * DAY + 5_000;
const anna = { id: 'https://api.example.com|anna@example.com', baseUrl: 'https://api.example.com' };
const ben = { ...anna, id: 'https://api.example.com|ben@example.com' };

const FORMER_ROWS = `
INSERT INTO account (number, session, address, state, issued_at, used_at) VALUES
  (1000, '${anna.id}', '${anna.baseUrl}', 'signedIn', 1, 2),
  (1001, '${ben.id}', '${ben.baseUrl}', 'keepsRows', 1, 2);
INSERT INTO snapshot VALUES ('s', 1000);
INSERT INTO page VALUES ('s', '{"telltale": 1}');
INSERT INTO call (at, account, kind, reason, caller, calls, action, announced, outcome) VALUES
  (${NOW - 89 * DAY}, 'https://api.example.com', 'token', 'signIn', 'user', 1, NULL, NULL, 'ok'),
  (${NOW}, '${anna.id}', 'list', 'loadAll', 'agent', 1, 'a', 2, 'ok'),
  (${NOW}, '', 'allowance', NULL, NULL, 3, NULL, NULL, NULL),
  (${NOW}, '', 'unknown', NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO run VALUES (1000, 'm');
INSERT INTO look VALUES (1000);
INSERT INTO view (owner, name, value) VALUES
  ('${anna.id}', 'pins', '["m"]'), ('${anna.id}', 'arrangement', '{"sort":"name"}'),
  ('${ben.id}', 'pins', '["b"]'), ('${anna.baseUrl}', 'rowFields', '["price"]');
INSERT INTO mapping (address, value) VALUES
  ('${anna.baseUrl}', '{"mapping":{"lists":[]},"token":"data.token","picks":{"fields":{}},"paging":{}}'),
  ('damaged', '{');
INSERT INTO lease VALUES ('page ${anna.id}');
`;

/** What a window of version 1 does in each transaction. @throws like it, before it goes on in memory */
function transactLikeFormer(window: DatabaseSync, work: () => void): void {
  window.exec('BEGIN');
  try {
    const version = window.prepare('PRAGMA user_version').get()?.['user_version'];
    if (Number(version) > 1) {
      throw new Error('newer');
    }
    work();
    window.exec('COMMIT');
  } catch (error) {
    window.exec('ROLLBACK');
    throw error;
  }
}

describe('A database of version 1', () => {
  let former: DatabaseSync;
  let database: Database;
  const problems: DatabaseProblem[] = [];
  const folder = useTemporaryFolder();

  const transact = <T>(work: () => T): T => database.transact(work);
  const addFormerCall = (): void => {
    former.exec(`INSERT INTO call (at, account, kind) VALUES (${NOW}, '${anna.id}', 'list')`);
  };
  const countCalls = (): number => transact(() => createCalls(database).list(0)).length;

  beforeEach(() => {
    former = new DatabaseSync(join(folder(), 'monitors.db'));
    former.exec('PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
    former.exec(FORMER_SCHEMA + FORMER_ROWS);
    database = new Database(folder());
    problems.length = 0;
    database.onDidEncounterProblem(({ problem }) => problems.push(problem));
  });
  afterEach(() => {
    database.dispose();
    former.close();
  });

  it('keeps the account that is signed in, with its number', () => {
    const rows = transact(() => createAccounts(database).list()).map((row) => ({ ...row }));
    const expected = { ...anna, number: 1000, state: 'signedIn' };
    assert.deepEqual(rows, [{ ...expected, issuedAt: 1, usedAt: 2 }]);
    assert.deepEqual(problems, []);
  });

  it('keeps calls of the last 90 days, with the number of the account', () => {
    const calls = transact(() => createCalls(database).list(0)).map((record) => ({ ...record }));
    const signIn = { kind: 'token', caller: 'user', account: '' };
    const page = { kind: 'list', caller: 'agent', account: '1000' };
    assert.deepEqual(calls, [
      { ...signIn, at: NOW - 89 * DAY, pageIndex: null, outcome: 'ok' },
      { ...page, at: NOW, pageIndex: null, outcome: 'ok' },
    ]);
    assert.deepEqual(
      { ...transact(() => createCalls(database).readDay(NOW - 5_000)) },
      { used: 1, allowance: 3 },
    );
  });

  it('keeps by account or address what the user chose, but not what was learned or seen', () => {
    const views = createViews(database);
    const load = (owner: string) => transact(() => Object.fromEntries(views.load(owner)));
    assert.deepEqual(load('1000'), { arrangement: { sort: 'name' }, pins: ['m'] });
    const mapping = { token: 'data.token', picks: { fields: {} } };
    assert.deepEqual(load(anna.baseUrl), { rowFields: ['price'], mapping });
    assert.deepEqual(load('damaged'), {});
    const runs = transact(() => createRuns(database).load(1000));
    assert.deepEqual(runs, []);
  });

  it('gives later numbers to new calls than to former ones', () => {
    const call = { kind: 'list', caller: 'user', account: '1000' } as const;
    const number = transact(() => createCalls(database).admit(call, NOW, 0, 0));
    assert.ok(number! > 1_000_000);
  });

  it('loses its saved pages, and each e-mail outside of the table account', async () => {
    former.close();
    transact(() => database.all`DELETE FROM account`);
    await database.removeTraces();
    for (const name of readdirSync(folder())) {
      const text = readFileSync(join(folder(), name), 'latin1');
      assert.ok(!/telltale|anna@|ben@/.test(text), name);
    }
    former = new DatabaseSync(':memory:');
  });

  it('is not changed any more by a window of version 1 that is still open', () => {
    transactLikeFormer(former, addFormerCall);
    assert.equal(countCalls(), 3);
    assert.throws(() => transactLikeFormer(former, addFormerCall), /newer/);
    assert.equal(countCalls(), 3);
  });

  it('is not changed by a transaction of version 1 that began before', () => {
    const work = (): void => {
      assert.equal(countCalls(), 2);
      addFormerCall();
    };
    assert.throws(() => transactLikeFormer(former, work), /locked/);
    assert.throws(() => transactLikeFormer(former, work), /newer/);
    assert.equal(countCalls(), 2);
  });

  it('waits for a window of version 1 that is writing', async () => {
    former.exec('BEGIN IMMEDIATE');
    addFormerCall();
    assert.throws(countCalls, { name: 'DatabaseError', kind: 'busy' });
    setTimeout(() => former.exec('COMMIT'), 100);
    const calls = await database.retry(() => createCalls(database).list(0));
    assert.equal(calls.length, 3);
    assert.deepEqual(problems, []);
  });

  it('is moved away if it lacks a table', () => {
    former.exec('DROP TABLE view');
    assert.equal(countCalls(), 0);
    assert.deepEqual(problems, ['damaged']);
  });
});

describe('A database of version 2', () => {
  const folder = useTemporaryFolder();

  it('keeps accounts, calls and picks', () => {
    const made = new Database(folder());
    made.transact(() =>
      createCalls(made).admit({ kind: 'list', caller: 'user', account: '1' }, NOW, 0, 0),
    );
    made.dispose();
    const file = new DatabaseSync(join(folder(), 'monitors.db'));
    file.exec(`
      DROP TABLE page; CREATE TABLE page (account INTEGER, response TEXT) STRICT;
      DROP TABLE run; CREATE TABLE run (account INTEGER, monitor TEXT) STRICT;
      CREATE TABLE mapping (address TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
      INSERT INTO mapping VALUES ('${anna.baseUrl}', '{"mapping":{},"token":"data.token"}');
      PRAGMA user_version = 2;
    `);
    file.close();
    const database = new Database(folder());
    const problems: DatabaseProblem[] = [];
    database.onDidEncounterProblem(({ problem }) => problems.push(problem));
    const views = createViews(database);
    const saved = database.transact(() => Object.fromEntries(views.load(anna.baseUrl)));
    assert.deepEqual(saved, { mapping: { token: 'data.token' } });
    assert.equal(database.transact(() => createCalls(database).list(0)).length, 1);
    assert.deepEqual(
      database.transact(() => createRuns(database).load(1)),
      [],
    );
    assert.deepEqual(problems, []);
    database.dispose();
  });
});
