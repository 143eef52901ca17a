import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DAY } from '../../../src/base/time';
import { Accounts } from '../../../src/storage/accounts';
import { Calls } from '../../../src/storage/calls';
import { Database } from '../../../src/storage/database';
import { Views } from '../../../src/storage/views';
import { useTemporaryFolder } from '../../support/temporaryFolder';
import { FORMER_SCHEMA } from './formerSchema';

const NOW = 20_000 * DAY + 5_000;
const anna = { id: 'https://api.example.com|anna@example.com', baseUrl: 'https://api.example.com' };
const ben = { ...anna, id: 'https://api.example.com|ben@example.com' };
const call = { kind: 'list', caller: 'user', account: '1000' } as const;

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

describe('A database', () => {
  let database: Database;
  const folder = useTemporaryFolder();

  /** Opens the file by other statements than today's. */
  const openFile = (): DatabaseSync => new DatabaseSync(join(folder(), 'monitors.db'));
  const transact = <T>(work: () => T): T => database.transact(work);
  const listCalls = () => transact(() => new Calls(database).list(0)).map((row) => ({ ...row }));
  const loadViews = (owner: string) => transact(() => new Views(database).load(owner));

  beforeEach(() => {
    database = new Database(folder(), (problem) => assert.fail(problem));
  });
  afterEach(() => database.dispose());

  describe('of version 1', () => {
    let former: DatabaseSync;
    beforeEach(() => {
      former = openFile();
      former.exec('PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
      former.exec(FORMER_SCHEMA + FORMER_ROWS);
    });
    afterEach(() => former.isOpen && former.close());

    it('keeps the account that is signed in, with its number, and is left alone by windows of version 1', () => {
      const rows = transact(() => new Accounts(database).list()).map((row) => ({ ...row }));
      assert.deepEqual(rows, [{ ...anna, number: 1000, issuedAt: 1 }]);
      assert.ok(Number(former.prepare('PRAGMA user_version').get()?.['user_version']) > 1);
    });

    it('keeps calls of the last 90 days, with the number of the account, and later calls have later numbers', () => {
      const record = { caller: 'user', pageIndex: null, outcome: 'ok' };
      assert.deepEqual(listCalls(), [
        { ...record, at: NOW - 89 * DAY, kind: 'token', account: '' },
        { ...record, at: NOW, kind: 'list', caller: 'agent', account: '1000' },
      ]);
      const calls = new Calls(database);
      const day = transact(() => calls.readDay(NOW - 5_000));
      assert.deepEqual({ ...day }, { used: 1, allowance: 3 });
      assert.ok(transact(() => calls.admit(call, NOW, 0, 0))! > 1_000_000);
    });

    it('keeps by account or address what the user chose, but not what was learned', () => {
      assert.deepEqual(loadViews('1000'), { arrangement: { sort: 'name' }, pins: ['m'] });
      const picked = { token: 'data.token', picks: { fields: {} } };
      assert.deepEqual(loadViews(anna.baseUrl), { rowFields: ['price'], ...picked });
      assert.deepEqual(loadViews('damaged'), {});
    });

    it('loses its saved pages, and each e-mail outside of the table account', () => {
      former.close();
      transact(() => database.all`DELETE FROM account`);
      database.removeTraces();
      for (const name of readdirSync(folder())) {
        assert.doesNotMatch(readFileSync(join(folder(), name), 'latin1'), /telltale|anna@|ben@/);
      }
    });
  });

  it('of a build between the versions keeps calls', () => {
    transact(() => new Calls(database).admit(call, NOW, 0, 0));
    const file = openFile();
    file.exec(`
      ALTER TABLE result RENAME TO page;
      CREATE TABLE run (account INTEGER) STRICT;
      ALTER TABLE account ADD used_at INTEGER;
      PRAGMA user_version = 3;
    `);
    file.close();
    database.dispose();
    database = new Database(folder());
    assert.equal(listCalls().length, 1);
  });
});
