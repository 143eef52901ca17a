import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Accounts } from '../../../src/storage/accounts';
import { Database, type DatabaseProblem } from '../../../src/storage/database';
import { Views } from '../../../src/storage/views';
import { useTemporaryFolder } from '../../support/temporaryFolder';

const key = {
  id: 'https://api.example.com|anna@example.com',
  baseUrl: 'https://api.example.com',
  issuedAt: 1,
};

describe('The database', () => {
  const opened: Database[] = [];
  /** Of all databases of a test. */
  const problems: DatabaseProblem[] = [];

  const open = (): Database => {
    const database = new Database(folder(), (problem) => problems.push(problem));
    opened.push(database);
    return database;
  };
  const file = (name = 'monitors.db'): string => join(folder(), name);
  const use = (database = open(), id = key.id): void =>
    database.transact(() => new Accounts(database).use({ ...key, id }));
  const list = (database = open()): readonly string[] =>
    database.transact(() => new Accounts(database).list().map(({ id }) => id));
  const saveView = (database: Database, value: unknown): void =>
    database.transact(() => new Views(database).save('ines', 'long', value));
  /** Another process that runs statements, and then waits until it is killed. */
  const hold = async (statements: string) => {
    const script = `
      const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync(process.argv[1]);
      for (const statement of ${JSON.stringify(statements)}.split(';')) database.prepare(statement).all();
      process.stdout.write('.');
      setInterval(() => undefined, 1_000);`;
    const holder = spawn(process.execPath, ['-e', script, file()]);
    await once(holder.stdout, 'data');
    return holder;
  };
  const release = async (holder: ChildProcess): Promise<void> => {
    holder.kill('SIGKILL');
    await once(holder, 'close');
  };
  const holdsText = (text: string): boolean =>
    readdirSync(folder()).some((name) => readFileSync(file(name)).includes(text));

  const dispose = (): void => opened.splice(0).forEach((database) => database.dispose());
  /** Runs statements as another program. */
  const edit = (statements: string): void => {
    const other = new DatabaseSync(file());
    other.exec(statements);
    other.close();
  };

  beforeEach(() => (problems.length = 0));
  afterEach(dispose);
  const folder = useTemporaryFolder();

  it('is made by the first transaction, as a file that only its owner can read', () => {
    const database = open();
    assert.deepEqual(readdirSync(folder()), []);
    use(database);
    assert.equal(statSync(file()).mode & 0o777, 0o600);
  });

  it('writes after a read in one transaction, even if another process wrote in between', () => {
    const database = open();
    list(database);
    let isFirst = true;
    database.transact(() => {
      new Accounts(database).list();
      if (isFirst) {
        isFirst = false;
        edit(`INSERT INTO view (owner, name, value) VALUES ('a', 'b', '1')`);
      }
      new Accounts(database).use(key);
    });
    assert.deepEqual(list(database), [key.id]);
  });

  it('removes traces at the next start if a reader kept them', async () => {
    const database = open();
    saveView(database, 'telltale');
    const reader = await hold('BEGIN; SELECT * FROM view');
    saveView(database, '');
    assert.throws(() => database.removeTraces(), { name: 'DatabaseError', kind: 'busy' });
    assert.ok(holdsText('telltale'));
    // A killed window doesn't close its files, as if the computer lost power.
    const window = await hold('SELECT * FROM view');
    database.dispose();
    await release(reader);
    await release(window);
    list();
    assert.ok(!holdsText('telltale'));
  });

  it('moves a damaged file away, begins a new one, and deletes both with all data', () => {
    use();
    dispose();
    writeFileSync(file(), 'not a database '.repeat(1_000));
    const database = open();
    assert.deepEqual(list(database), []);
    assert.deepEqual(problems, ['damaged']);
    assert.ok(readdirSync(folder()).includes('monitors.db.damaged'));
    database.deleteAll();
    database.onDidChange(() => assert.fail('reads again'));
    database.checkForChanges();
    assert.deepEqual(readdirSync(folder()), []);
  });

  for (const [what, made, expected] of [
    ['is damaged if its file was emptied', 1, ['damaged']],
    ['uses a file that another window is just making', Infinity, []],
  ] as const) {
    it(what, () => {
      writeFileSync(file(), '');
      utimesSync(file(), 1, Math.min(made, Date.now() / 1_000));
      use();
      assert.deepEqual(problems, expected);
    });
  }

  for (const damage of ['DROP TABLE account', 'ALTER TABLE account DROP COLUMN issued_at']) {
    it(`moves a file away that lacks a part of the schema (${damage})`, () => {
      use();
      dispose();
      edit(`PRAGMA foreign_keys = OFF; ${damage}`);
      const database = open();
      use(database);
      assert.deepEqual(list(database), [key.id]);
      assert.deepEqual(problems, ['damaged']);
    });
  }

  it('continues in the new file if another window has moved the old one away', () => {
    const [first, other] = [open(), open()] as const;
    use(first);
    list(other);
    first.dispose();
    rmSync(file());
    use(undefined, 'other');
    assert.deepEqual(list(other), ['other']);
  });

  it('is in memory at once if the file cannot be opened', () => {
    mkdirSync(file());
    const database = open();
    use(database);
    assert.deepEqual(list(database), [key.id]);
    assert.deepEqual(problems, ['unusable']);
  });

  it('never writes to the file of a newer version, even if that appears while it is open', () => {
    const database = open();
    use(database);
    const newer = new DatabaseSync(file());
    newer.exec('PRAGMA user_version = 99');
    use(database, 'other');
    assert.deepEqual(problems, ['newer']);
    assert.equal(newer.prepare('SELECT count(*) AS count FROM account').get()?.['count'], 1);
    newer.close();
  });
});
