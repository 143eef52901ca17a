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
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { Emitter, type Disposable } from '../base/event';
import { DELETE_ALL, NOTE_UNKNOWN_CALLS, NUMBER_ACCOUNTS_FROM_NOW, SCHEMA, SCHEMA_VERSION } from './schema';

const FILE = 'monitors.db';
const DAMAGED_FILE = 'monitors.db.damaged';
const ENDINGS = ['', '-wal', '-shm', '-journal'];
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** SQLite's wait for a lock in milliseconds. Short, because it blocks all extensions. */
const BLOCKING_WAIT_MS = 50;
/** Total wait in milliseconds. Later tries don't block. */
const MAX_WAIT_MS = 1_000;
const RETRY_EVERY_MS = 20;
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

export type Parameters = Readonly<Record<string, SQLInputValue | undefined>>;

/** A statement for use in transactions. Tables are strict, so callers may name the row type. */
export interface Statement {
  get<T>(parameters?: Parameters): T | undefined;
  all<T>(parameters?: Parameters): readonly T[];
  /** @returns the number of changed rows */
  run(parameters?: Parameters): number;
}

interface Task {
  readonly begin: 'BEGIN' | 'BEGIN IMMEDIATE';
  readonly work: () => unknown;
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The SQLite file that all windows share; in memory if the file is unusable. */
export class Database implements Disposable {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #changes = new Emitter<void>();
  readonly #replacements = new Emitter<void>();
  readonly #found = new Emitter<{ readonly problem: DatabaseProblem; readonly error: unknown }>();
  readonly #problems = new Set<DatabaseProblem>();
  readonly #version = this.statement('PRAGMA user_version');
  readonly #tasks: Task[] = [];
  #isRunning = false;
  #blockingWaitMs = BLOCKING_WAIT_MS;
  #connection: DatabaseSync | undefined;
  /** Shows if another file replaced this one. */
  #fileId = '';
  #dataVersion: SQLOutputValue | undefined;
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
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

  /** Returns a statement that is prepared once per connection. */
  statement(sql: string): Statement {
    const prepared = new WeakMap<DatabaseSync, StatementSync>();
    const prepare = (connection: DatabaseSync): StatementSync => {
      const statement = connection.prepare(sql);
      statement.setAllowUnknownNamedParameters(true);
      prepared.set(connection, statement);
      return statement;
    };
    const find = (): StatementSync => prepared.get(this.#connection!) ?? prepare(this.#connection!);
    return {
      get: <T>(parameters = {}) => find().get(withNulls(parameters)) as T | undefined,
      all: <T>(parameters = {}) => find().all(withNulls(parameters)) as T[],
      run: (parameters = {}) => Number(find().run(withNulls(parameters)).changes),
    };
  }

  read<T>(work: () => T): Promise<T> {
    return this.#add('BEGIN', work);
  }

  /**
   * Runs synchronous work in a transaction, in order. Simultaneous work shares one; if that fails, each runs alone.
   * @throws DatabaseError, SQLite's errors, and errors of `work`
   */
  write<T>(work: () => T): Promise<T> {
    return this.#add('BEGIN IMMEDIATE', work);
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
      // A transaction handles a broken file.
      this.read(() => undefined).catch(() => undefined);
    }
  }

  /** Empties the log, which may hold deleted rows. */
  async emptyLog(): Promise<void> {
    await this.read(() => undefined);
    if (readPragma(this.#connection!, 'wal_checkpoint(TRUNCATE)', 'busy') === 1) {
      setTimeout(() => void this.emptyLog().catch(() => undefined), EMPTY_AGAIN_MS).unref();
    }
  }

  /** @throws the file system's error */
  removeDamaged(): void {
    ENDINGS.forEach((ending) => rmSync(join(this.#folder, DAMAGED_FILE + ending), { force: true }));
  }

  /** Deletes all rows and files. @throws the file system's error */
  async deleteAll(): Promise<void> {
    try {
      // Windows can't delete a file that others have open.
      await this.write(() => this.#connection!.exec(DELETE_ALL));
      await this.emptyLog();
    } catch {
      // Deleting the file below removes the rows.
    }
    this.#close();
    this.removeDamaged();
    ENDINGS.forEach((ending) => rmSync(join(this.#folder, FILE + ending), { force: true }));
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#close();
    [this.#changes, this.#replacements, this.#found].forEach((emitter) => emitter.dispose());
  }

  #add<T>(begin: Task['begin'], work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#tasks.push({
        begin,
        work,
        startedAt: performance.now(),
        resolve: resolve as Task['resolve'],
        reject,
      });
      if (!this.#isRunning) {
        this.#isRunning = true;
        void this.#runTasks();
      }
    });
  }

  async #runTasks(): Promise<void> {
    while (this.#tasks.length > 0) {
      await setImmediate();
      const tasks = this.#tasks.splice(0);
      if (tasks.length === 1 || !this.#runTogether(tasks)) {
        for (const task of tasks) {
          await this.#run(task).then(task.resolve, task.reject);
        }
      }
    }
    this.#isRunning = false;
  }

  /** @returns false if everything was rolled back */
  #runTogether(tasks: readonly Task[]): boolean {
    if (this.#connection === undefined || this.#isReplaced()) {
      return false;
    }
    try {
      const begin = tasks.some((task) => task.begin !== 'BEGIN') ? 'BEGIN IMMEDIATE' : 'BEGIN';
      const results = this.#transact(begin, () => tasks.map(({ work }) => work()));
      tasks.forEach(({ resolve }, index) => resolve(results[index]));
      return true;
    } catch (error) {
      this.#setBlockingWait(toPrimaryCode(error) === BUSY ? 0 : BLOCKING_WAIT_MS);
      return false;
    }
  }

  async #run({ begin, work, startedAt }: Task): Promise<unknown> {
    const sqlite = await import('node:sqlite').catch((error: unknown) => {
      this.#tell('unsupported', error);
      throw new DatabaseError('unsupported', error);
    });
    for (;;) {
      if (this.#isDisposed) {
        throw new DatabaseError('closed');
      }
      try {
        this.#open(sqlite);
        return this.#transact(begin, work);
      } catch (error) {
        const code = toPrimaryCode(error);
        if (error instanceof DatabaseError) {
          this.#useMemory(sqlite, 'newer', error);
        } else if (code === CORRUPT || code === NOT_A_DATABASE) {
          this.#setDamagedAside(error);
        } else if (code === FULL) {
          this.#tell('full', error);
          throw new DatabaseError('full', error);
        } else if (code !== BUSY) {
          throw error;
        } else if (performance.now() - startedAt > MAX_WAIT_MS) {
          throw new DatabaseError('busy', error);
        } else {
          this.#setBlockingWait(0);
          await delay(RETRY_EVERY_MS);
        }
      }
    }
  }

  #transact<T>(begin: Task['begin'], work: () => T): T {
    const connection = this.#connection!;
    connection.exec(begin);
    try {
      this.#readVersion();
      const result = work();
      connection.exec('COMMIT');
      this.#setBlockingWait(BLOCKING_WAIT_MS);
      return result;
    } catch (error) {
      if (connection.isTransaction) {
        connection.exec('ROLLBACK');
      }
      throw error;
    }
  }

  #setBlockingWait(ms: number): void {
    if (ms !== this.#blockingWaitMs) {
      this.#blockingWaitMs = ms;
      this.#connection?.exec(`PRAGMA busy_timeout = ${ms}`);
    }
  }

  /** @throws DatabaseError if a newer extension wrote the file */
  #readVersion(): number {
    const version = this.#version.get<{ user_version: number }>()!.user_version;
    if (version > SCHEMA_VERSION) {
      throw new DatabaseError('newer');
    }
    return version;
  }

  #open(sqlite: typeof Sqlite): void {
    if (this.#connection && !this.#isReplaced()) {
      return;
    }
    this.#close();
    try {
      this.#openFile(sqlite);
      this.#noteOpened();
    } catch (error) {
      this.#close();
      const code = toPrimaryCode(error);
      if (error instanceof DatabaseError || code === BUSY || code === CORRUPT || code === NOT_A_DATABASE) {
        throw error;
      }
      this.#useMemory(sqlite, 'unusable', error);
    }
  }

  #openFile(sqlite: typeof Sqlite): void {
    mkdirSync(this.#folder, { recursive: true, mode: PRIVATE_FOLDER });
    const path = join(this.#folder, FILE);
    closeSync(openSync(path, 'a', PRIVATE_FILE));
    const connection = new sqlite.DatabaseSync(path);
    this.#connection = connection;
    connection.exec(`PRAGMA busy_timeout = ${this.#blockingWaitMs}`);
    if (readPragma(connection, 'journal_mode = WAL', 'journal_mode') !== 'wal') {
      // Some network drives don't support WAL.
      connection.exec('PRAGMA journal_mode = DELETE');
    }
    this.#prepareTables(existsSync(join(this.#folder, DAMAGED_FILE)));
    this.#fileId = this.#readFileId();
    this.#dataVersion = readPragma(connection, 'data_version');
    this.#watch();
  }

  #useMemory(sqlite: typeof Sqlite, problem: DatabaseProblem, error: unknown): void {
    const mayHoldCalls = this.#fileId !== '';
    this.#close();
    this.#connection = new sqlite.DatabaseSync(':memory:');
    this.#prepareTables(mayHoldCalls);
    this.#noteOpened();
    this.#tell(problem, error);
  }

  /** @param lacksCalls whether another file had calls of today */
  #prepareTables(lacksCalls: boolean): void {
    const connection = this.#connection!;
    connection.exec(`
      PRAGMA foreign_keys = ON;
      PRAGMA synchronous = NORMAL;
      PRAGMA secure_delete = ON;
      PRAGMA journal_size_limit = 16777216;
    `);
    this.#transact('BEGIN IMMEDIATE', () => {
      if (this.#readVersion() < SCHEMA_VERSION) {
        const now = Math.floor(this.#now());
        connection.exec(`${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION};`);
        connection.prepare(NUMBER_ACCOUNTS_FROM_NOW).run({ now });
        if (lacksCalls) {
          connection.prepare(NOTE_UNKNOWN_CALLS).run({ now });
        }
      }
    });
  }

  #setDamagedAside(error: unknown): void {
    const isDone = this.#isReplaced();
    this.#close();
    if (!isDone) {
      for (const ending of ENDINGS) {
        rmSync(join(this.#folder, DAMAGED_FILE + ending), { force: true });
        renameIfThere(join(this.#folder, FILE + ending), join(this.#folder, DAMAGED_FILE + ending));
      }
    }
    this.#tell('damaged', error);
  }

  #noteOpened(): void {
    if (this.#wasOpen) {
      this.#replacements.fire();
    }
    this.#wasOpen = true;
  }

  #tell(problem: DatabaseProblem, error: unknown): void {
    if (problem === 'damaged' || !this.#problems.has(problem)) {
      this.#problems.add(problem);
      this.#found.fire({ problem, error });
    }
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#watcher?.close();
    this.#watcher = undefined;
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
      this.#watcher = watch(this.#folder, { persistent: false }, () => {
        this.#timer ??= setTimeout(() => {
          this.#timer = undefined;
          this.checkForChanges();
        }, WATCH_DELAY_MS).unref();
      });
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      // The system is out of watches.
    }
  }
}

function readPragma(connection: DatabaseSync, pragma: string, name = pragma): SQLOutputValue | undefined {
  return connection.prepare(`PRAGMA ${pragma}`).get()?.[name];
}

function withNulls(parameters: Parameters): Record<string, SQLInputValue> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, value ?? null]));
}

function toPrimaryCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' ? code & 0xff : undefined;
}

function renameIfThere(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false })) {
    renameSync(from, to);
  }
}
