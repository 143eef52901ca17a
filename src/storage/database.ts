import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  watch,
  type FSWatcher,
} from 'node:fs';
import { join } from 'node:path';
import type * as Sqlite from 'node:sqlite';
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { Emitter, type Disposable } from '../base/event';
import { SerialQueue } from '../base/serialQueue';
import { Throttle } from '../base/throttle';
import { DELETE_ALL, NOTE_UNKNOWN_CALLS, NUMBER_ACCOUNTS_FROM_NOW, SCHEMA, SCHEMA_VERSION } from './schema';
import { sql } from './sql';

const FILE = 'monitors.db';
const DAMAGED_FILE = 'monitors.db.damaged';
const ENDINGS = ['', '-wal', '-shm', '-journal'];
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Wait for a lock in milliseconds. SQLite's own wait would block all extensions. */
const MAX_WAIT_MS = 1_000;
const RETRY_EVERY_MS = 5;
/** Milliseconds that combine the file events of a transaction. */
const WATCH_DELAY_MS = 100;
const EMPTY_AGAIN_MS = 2_000;

/** Primary result codes: https://sqlite.org/rescode.html */
const BUSY = 5;
const CORRUPT = 11;
const FULL = 13;
const NOT_A_DATABASE = 26;

/**
 * `busy`: locked for over a second. `unsupported`: this VS Code lacks `node:sqlite`. `newer`: a newer extension changed
 * the file.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';

  constructor(
    readonly kind: 'busy' | 'full' | 'closed' | 'unsupported' | 'newer',
    cause?: unknown,
  ) {
    super(`the database is ${kind}`, { cause });
  }
}

/**
 * Why rows aren't saved. `unusable`: rows are in memory. `newer`: the same, until a reload. `damaged`: replaced by a
 * new file.
 */
export type DatabaseProblem = 'full' | 'unusable' | 'newer' | 'damaged' | 'unsupported';

type Begin = 'BEGIN' | 'BEGIN IMMEDIATE';

/** The SQLite file that all windows share; in memory if the file is unusable. */
export class Database implements Disposable {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #changes = new Emitter<void>();
  readonly #replacements = new Emitter<void>();
  readonly #found = new Emitter<{ readonly problem: DatabaseProblem; readonly error: unknown }>();
  readonly #problems = new Set<DatabaseProblem>();
  readonly #transactions = new SerialQueue();
  readonly #statements = new Map<string, StatementSync>();
  readonly #checks = new Throttle({
    everyMs: WATCH_DELAY_MS,
    now: () => performance.now(),
    work: () => Promise.resolve(this.checkForChanges()),
  });
  #sqlite: typeof Sqlite | undefined;
  #connection: DatabaseSync | undefined;
  /** Identifies the open file, to notice if another one replaces it. */
  #fileId = '';
  #dataVersion: SQLOutputValue | undefined;
  #watcher: FSWatcher | undefined;
  #wasOpen = false;
  #isDisposed = false;

  /** Fires after another window wrote. */
  readonly onDidChange = this.#changes.event;
  /** Fires when a new file replaces the rows. */
  readonly onDidReplace = this.#replacements.event;
  /** Fires once per problem, but for every damaged file. */
  readonly onDidEncounterProblem = this.#found.event;

  /**
   * @param folder created if missing
   * @param now epoch milliseconds
   */
  constructor(folder: string, now: () => number = Date.now) {
    this.#folder = folder;
    this.#now = now;
  }

  get problems(): readonly DatabaseProblem[] {
    return [...this.#problems];
  }

  /** For transactions. Tables are strict, so callers may name the row type. */
  get<T>(...template: Parameters<typeof sql>): T | undefined {
    const { text, values } = sql(...template);
    return this.#prepare(text).get(...values) as T | undefined;
  }

  /** For transactions, like {@link get}. */
  all<T>(...template: Parameters<typeof sql>): readonly T[] {
    const { text, values } = sql(...template);
    return this.#prepare(text).all(...values) as T[];
  }

  /** For transactions. @returns the number of changed rows */
  run(...template: Parameters<typeof sql>): number {
    const { text, values } = sql(...template);
    return Number(this.#prepare(text).run(...values).changes);
  }

  read<T>(work: () => T): Promise<T> {
    return this.#add('BEGIN', work);
  }

  /**
   * Runs synchronous work in a transaction, in order.
   * @throws DatabaseError, SQLite's errors, and errors of `work`
   */
  write<T>(work: () => T): Promise<T> {
    return this.#add('BEGIN IMMEDIATE', work);
  }

  /** Runs one statement in its own transaction. @returns the number of changed rows */
  execute(...template: Parameters<typeof sql>): Promise<number> {
    return this.write(() => this.run(...template));
  }

  /** Repeats work until it returns 0. Separate transactions let others write in between. */
  async writeInParts(work: () => number): Promise<void> {
    while ((await this.write(work)) > 0) {
      // Other work runs before the next part.
    }
  }

  /** Fires {@link onDidChange} after writes of other windows. Takes microseconds. */
  checkForChanges(): void {
    const connection = this.#connection;
    try {
      const version = connection && readPragma(connection, 'data_version');
      if (version !== this.#dataVersion || this.#isReplaced()) {
        this.#dataVersion = version;
        this.#changes.fire();
      }
    } catch {
      // A transaction also handles a broken file, so an empty one is enough.
      this.read(() => undefined).catch(() => undefined);
    }
  }

  /** Removes files that may hold deleted rows. @throws also the file system's error */
  async removeTraces(): Promise<void> {
    this.#removeFiles(DAMAGED_FILE);
    await this.read(() => undefined);
    if (readPragma(this.#connection!, 'wal_checkpoint(TRUNCATE)', 'busy') === 1) {
      setTimeout(() => void this.removeTraces().catch(() => undefined), EMPTY_AGAIN_MS).unref();
    }
  }

  /** Deletes all rows and files. @throws the file system's error */
  async deleteAll(): Promise<void> {
    try {
      // Windows can't delete a file that others have open.
      await this.write(() => this.#connection!.exec(DELETE_ALL));
      await this.removeTraces();
    } catch {
      // Deleting the file below removes the rows.
    }
    this.#close();
    this.#removeFiles(DAMAGED_FILE);
    this.#removeFiles(FILE);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#close();
    [this.#changes, this.#replacements, this.#found].forEach((emitter) => emitter.dispose());
  }

  #prepare(text: string): StatementSync {
    const statement = this.#statements.get(text) ?? this.#connection!.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  #add<T>(begin: Begin, work: () => T): Promise<T> {
    const startedAt = performance.now();
    return this.#transactions.run(async () => {
      // Other work runs between transactions.
      await setImmediate();
      this.#sqlite ??= await this.#loadSqlite();
      for (;;) {
        if (this.#isDisposed) {
          throw new DatabaseError('closed');
        }
        try {
          this.#open(this.#sqlite);
          return transact(this.#connection!, begin, work);
        } catch (error) {
          await this.#recover(this.#sqlite, error, startedAt);
        }
      }
    });
  }

  async #loadSqlite(): Promise<typeof Sqlite> {
    try {
      return await import('node:sqlite');
    } catch (error) {
      this.#tell('unsupported', error);
      throw new DatabaseError('unsupported', error);
    }
  }

  /** Prepares another try. @throws if there's no use in one */
  async #recover(sqlite: typeof Sqlite, error: unknown, startedAt: number): Promise<void> {
    const code = toPrimaryCode(error);
    if (error instanceof DatabaseError) {
      this.#useMemory(sqlite, 'newer', error);
    } else if (code === CORRUPT || code === NOT_A_DATABASE) {
      this.#setDamagedAside(error);
    } else if (code === BUSY && performance.now() - startedAt > MAX_WAIT_MS) {
      throw new DatabaseError('busy', error);
    } else if (code === BUSY) {
      await delay(RETRY_EVERY_MS);
    } else if (this.#connection === undefined) {
      this.#useMemory(sqlite, 'unusable', error);
    } else if (code === FULL) {
      this.#tell('full', error);
      throw new DatabaseError('full', error);
    } else {
      throw error;
    }
  }

  #open(sqlite: typeof Sqlite): void {
    if (this.#connection === undefined || this.#isReplaced()) {
      this.#close();
      try {
        this.#openFile(sqlite);
      } catch (error) {
        this.#close();
        throw error;
      }
    }
  }

  #openFile(sqlite: typeof Sqlite): void {
    mkdirSync(this.#folder, { recursive: true, mode: PRIVATE_FOLDER });
    const path = join(this.#folder, FILE);
    closeSync(openSync(path, 'a', PRIVATE_FILE));
    this.#connection = new sqlite.DatabaseSync(path);
    if (readPragma(this.#connection, 'journal_mode = WAL', 'journal_mode') !== 'wal') {
      // Some network drives don't support WAL.
      this.#connection.exec('PRAGMA journal_mode = DELETE');
    }
    this.#prepareTables(this.#connection, existsSync(join(this.#folder, DAMAGED_FILE)));
    this.#fileId = this.#readFileId();
    this.#dataVersion = readPragma(this.#connection, 'data_version');
    this.#watch();
  }

  #useMemory(sqlite: typeof Sqlite, problem: DatabaseProblem, error: unknown): void {
    const mayHoldCalls = this.#fileId !== '';
    this.#close();
    this.#connection = new sqlite.DatabaseSync(':memory:');
    this.#prepareTables(this.#connection, mayHoldCalls);
    this.#tell(problem, error);
  }

  /** @param lacksCalls whether another file had calls of today */
  #prepareTables(connection: DatabaseSync, lacksCalls: boolean): void {
    connection.exec(`
      PRAGMA foreign_keys = ON;
      PRAGMA synchronous = NORMAL;
      PRAGMA secure_delete = ON;
      PRAGMA journal_size_limit = 16777216;
    `);
    transact(connection, 'BEGIN IMMEDIATE', () => {
      if (readPragma(connection, 'user_version') === 0) {
        const now = Math.floor(this.#now());
        connection.exec(`${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION};`);
        connection.prepare(NUMBER_ACCOUNTS_FROM_NOW).run({ now });
        if (lacksCalls) {
          connection.prepare(NOTE_UNKNOWN_CALLS).run({ now });
        }
      }
    });
    if (this.#wasOpen) {
      this.#replacements.fire();
    }
    this.#wasOpen = true;
  }

  #setDamagedAside(error: unknown): void {
    const isDone = this.#isReplaced();
    this.#close();
    if (!isDone) {
      this.#removeFiles(DAMAGED_FILE);
      for (const ending of ENDINGS.filter((each) => existsSync(join(this.#folder, FILE + each)))) {
        renameSync(join(this.#folder, FILE + ending), join(this.#folder, DAMAGED_FILE + ending));
      }
    }
    this.#tell('damaged', error);
  }

  #removeFiles(name: string): void {
    ENDINGS.forEach((ending) => rmSync(join(this.#folder, name + ending), { force: true }));
  }

  #tell(problem: DatabaseProblem, error: unknown): void {
    if (problem === 'damaged' || !this.#problems.has(problem)) {
      this.#problems.add(problem);
      this.#found.fire({ problem, error });
    }
  }

  #close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    this.#statements.clear();
    this.#connection?.close();
    this.#connection = undefined;
    this.#dataVersion = undefined;
    this.#fileId = '';
  }

  /** Detects that another window deleted or replaced the file. */
  #isReplaced(): boolean {
    return this.#fileId !== '' && this.#fileId !== this.#readFileId();
  }

  #readFileId(): string {
    const stats = statSync(join(this.#folder, FILE), { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? 'none' : `${stats.dev} ${stats.ino}`;
  }

  /** Some file systems report nothing, so this is only a hint. */
  #watch(): void {
    try {
      this.#watcher = watch(this.#folder, { persistent: false }, () => void this.#checks.run());
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      // The system is out of watches.
    }
  }
}

/** @throws DatabaseError if a newer extension wrote the file */
function transact<T>(connection: DatabaseSync, begin: Begin, work: () => T): T {
  connection.exec(begin);
  try {
    if (Number(readPragma(connection, 'user_version')) > SCHEMA_VERSION) {
      throw new DatabaseError('newer');
    }
    const result = work();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    if (connection.isTransaction) {
      connection.exec('ROLLBACK');
    }
    throw error;
  }
}

function readPragma(connection: DatabaseSync, pragma: string, name = pragma): SQLOutputValue | undefined {
  return connection.prepare(`PRAGMA ${pragma}`).get()?.[name];
}

function toPrimaryCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' ? code & 0xff : undefined;
}
