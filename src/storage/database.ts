import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Emitter, type Disposable } from '../base/event';
import { DELETE_ALL, OPTIONS, SCHEMA_VERSION, UPGRADES } from './schema';
import { sql } from './sql';

const ENDINGS = ['', '-wal', '-shm', '-journal'];

/** Another window may be making a younger file of 0 bytes. */
const MAKING_MS = 10_000;
/** If the disk is broken, a new file is, too. */
const MAX_RECOVERIES = 2;

/** Primary result codes: https://sqlite.org/rescode.html */
const BUSY = 5;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** Messages of SQLite if a table or a column is missing, or if a new file has one. */
const OTHER_SCHEMA = /no such (?:table|column|index)|no column named|already exists/;

/** `busy`: locked. `newer`: by a newer extension. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';

  constructor(
    readonly kind: 'busy' | 'closed' | 'newer',
    cause?: unknown,
  ) {
    super(`the database is ${kind}`, { cause });
  }
}

/** Why rows aren't saved. `unusable`, `newer`: rows are in memory. `damaged`: a new file was begun. */
export type DatabaseProblem = 'unusable' | 'newer' | 'damaged';

/** The SQLite file that all windows share; in memory if the file is unusable. */
export class Database implements Disposable {
  readonly #changes = new Emitter<void>();
  readonly #replacements = new Emitter<void>();
  readonly #statements = new Map<string, StatementSync>();
  readonly #file: string;
  readonly #damagedFile: string;
  #connection: DatabaseSync | undefined;
  /** The inode; undefined in memory. */
  #fileId: bigint | undefined;
  #dataVersion: unknown;
  #isDisposed = false;

  /** Fires in {@link checkForChanges} after another window wrote. */
  readonly onDidChange = this.#changes.event;
  /** Fires when a file is opened, which may be a new one without the rows. */
  readonly onDidReplace = this.#replacements.event;

  constructor(
    private readonly folder: string,
    private readonly onProblem?: (problem: DatabaseProblem, error: unknown) => void,
  ) {
    this.#file = join(folder, 'monitors.db');
    this.#damagedFile = `${this.#file}.damaged`;
  }

  /** For transactions. Tables are strict, so callers may name the row type. */
  all<T>(...template: Parameters<typeof sql>): readonly T[] {
    const { text, values } = sql(...template);
    return this.#prepare(text).all(...values) as T[];
  }

  /**
   * Runs work in a transaction, at once. Runs it again if another process writes at the same time, or in another file or
   * the memory if the file is unusable.
   * @throws DatabaseError, SQLite's errors, and errors of `work`
   */
  transact<T>(work: () => T): T {
    for (let tries = 1; ; tries += 1) {
      try {
        this.#open();
        return this.#run(work, tries === 1 ? 'BEGIN' : 'BEGIN IMMEDIATE');
      } catch (error) {
        this.#recover(error, tries);
      }
    }
  }

  /** Fires {@link onDidChange} after writes of other windows. Takes microseconds. */
  checkForChanges(): void {
    try {
      const version = this.#connection && this.#readPragma('data_version');
      if (version !== this.#dataVersion || (version !== undefined && this.#isReplaced())) {
        this.#dataVersion = version;
        this.#changes.fire();
      }
    } catch {
      // The next transaction handles a broken file.
    }
  }

  /**
   * Removes files that may hold deleted rows. If a reader has them open, the next start does it.
   * @throws DatabaseError, also if rows are in memory because the file is unusable; and the file system's error
   */
  removeTraces(): void {
    removeFiles(this.#damagedFile);
    this.transact(() => undefined);
    if (this.#fileId === undefined || !this.#emptyLog()) {
      throw new DatabaseError('busy');
    }
  }

  /** Deletes all rows and files. @throws the file system's error */
  deleteAll(): void {
    try {
      // On Windows, a file that other windows have open can't be deleted.
      this.transact(() => this.#connection!.exec(DELETE_ALL));
    } catch {
      // Deleting the file below removes the rows.
    }
    this.#close();
    [this.#damagedFile, this.#file].forEach(removeFiles);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#close();
  }

  #run<T>(work: () => T, begin: string): T {
    this.#prepare(begin).run();
    try {
      if (this.#readVersion() > SCHEMA_VERSION) {
        throw new DatabaseError('newer');
      }
      const result = work();
      this.#prepare('COMMIT').run();
      return result;
    } catch (error) {
      if (this.#connection?.isTransaction) {
        this.#prepare('ROLLBACK').run();
      }
      throw error;
    }
  }

  /** Prepares another try of failed work. @throws if that can't help */
  #recover(error: unknown, tries: number): void {
    const code = error instanceof Error && 'errcode' in error && Number(error.errcode) & 0xff;
    const kind = error instanceof DatabaseError ? error.kind : undefined;
    if (code === BUSY) {
      // SQLite doesn't wait if another process wrote since the transaction began to read, but for BEGIN IMMEDIATE.
      if (tries > 1) {
        throw new DatabaseError('busy', error);
      }
    } else if (tries > MAX_RECOVERIES || kind === 'closed') {
      throw error;
    } else if (code === CORRUPT || code === NOT_A_DATABASE || OTHER_SCHEMA.test(String(error))) {
      this.#setDamagedAside(error);
    } else if (kind === 'newer' || this.#connection === undefined) {
      this.#useMemory(kind === 'newer' ? kind : 'unusable', error);
    } else {
      throw error;
    }
  }

  #open(): void {
    if (this.#isDisposed) {
      throw new DatabaseError('closed');
    }
    if (this.#connection !== undefined && !this.#isReplaced()) {
      return;
    }
    this.#close();
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const former = statSync(this.#file, { throwIfNoEntry: false });
    if (former?.size === 0 && Date.now() - former.mtimeMs > MAKING_MS) {
      this.#setDamagedAside(new Error('the database is empty'));
    }
    appendFileSync(this.#file, '', { mode: 0o600 });
    this.#fileId = this.#readFileId();
    this.#connect(this.#file);
    this.#dataVersion = this.#readPragma('data_version');
    this.#emptyLog();
  }

  #useMemory(problem: DatabaseProblem, error: unknown): void {
    this.#close();
    this.#fileId = undefined;
    this.#connect(':memory:');
    this.onProblem?.(problem, error);
  }

  #connect(path: string): void {
    const connection = new DatabaseSync(path);
    try {
      this.#connection = connection;
      connection.exec(OPTIONS);
      if (this.#readVersion() < SCHEMA_VERSION) {
        connection.exec('BEGIN IMMEDIATE');
        // Another window may have made the tables before the lock.
        const version = this.#readVersion();
        connection.exec(UPGRADES[version] ?? '');
        connection.exec(`PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
      }
    } catch (error) {
      this.#close();
      throw error;
    }
    this.#replacements.fire();
  }

  #setDamagedAside(error: unknown): void {
    const isDone = this.#isReplaced();
    this.#close();
    if (!isDone) {
      removeFiles(this.#damagedFile);
      for (const ending of ENDINGS.filter((each) => existsSync(this.#file + each))) {
        renameSync(this.#file + ending, this.#damagedFile + ending);
      }
    }
    this.onProblem?.('damaged', error);
  }

  #close(): void {
    this.#statements.clear();
    this.#connection?.close();
    this.#connection = undefined;
    this.#dataVersion = undefined;
  }

  #prepare(text: string) {
    const statement = this.#statements.get(text) ?? this.#connection!.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  #readPragma(pragma: string) {
    return Object.values(this.#prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
  }

  #readVersion(): number {
    return Number(this.#readPragma('user_version'));
  }

  /** Moves the write-ahead log into the file. @returns false if a reader has it open */
  #emptyLog(): boolean {
    return this.#readPragma('wal_checkpoint(TRUNCATE)') === 0;
  }

  /** Detects that another window deleted or replaced the file. */
  #isReplaced(): boolean {
    return this.#fileId !== undefined && this.#fileId !== this.#readFileId();
  }

  #readFileId(): bigint | undefined {
    return statSync(this.#file, { bigint: true, throwIfNoEntry: false })?.ino;
  }
}

function removeFiles(path: string): void {
  ENDINGS.forEach((ending) => rmSync(path + ending, { force: true }));
}
