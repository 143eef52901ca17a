import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  watch,
} from 'node:fs';
import { join } from 'node:path';
import type * as Sqlite from 'node:sqlite';
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Emitter, type Disposable } from '../base/event';
import { SerialQueue } from '../base/serialQueue';
import { Throttle } from '../base/throttle';
import { DELETE_ALL, NOTE_UNKNOWN_CALLS, OPTIONS, SCHEMA, SCHEMA_VERSION } from './schema';
import { sql } from './sql';

const ENDINGS = ['', '-wal', '-shm', '-journal'];

/** Longest wait for a lock, in milliseconds. SQLite's own wait would block all extensions. */
const MAX_WAIT_MS = 1_000;
const RETRY_EVERY_MS = 5;
const CHECK_EVERY_MS = 100;
const EMPTY_AGAIN_MS = 2_000;
/** Bytes of the write-ahead log above which another thread empties it. At 16 MB, SQLite itself does, and blocks. */
const LONG_LOG = 12_000_000;

/** Runs in another thread, because waiting for the disk would block all extensions. */
const CHECKPOINT = `
  const database = new (require('node:sqlite').DatabaseSync)(require('node:worker_threads').workerData);
  database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  database.close();`;

/** Primary result codes: https://sqlite.org/rescode.html */
const BUSY = 5;
const CORRUPT = 11;
const FULL = 13;
const NOT_A_DATABASE = 26;

/** `busy`: locked for over a second. `unsupported`: this VS Code lacks `node:sqlite`. `newer`: by a newer extension. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';

  constructor(
    readonly kind: 'busy' | 'full' | 'closed' | 'unsupported' | 'newer',
    cause?: unknown,
  ) {
    super(`the database is ${kind}`, { cause });
  }
}

/** Why rows aren't saved. `unusable`, `newer`: rows are in memory. `damaged`: a new file was begun. */
export type DatabaseProblem = 'full' | 'unusable' | 'newer' | 'damaged' | 'unsupported';

interface Waiting {
  readonly work: () => unknown;
  readonly startedAt: number;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** The SQLite file that all windows share; in memory if the file is unusable. */
export class Database implements Disposable {
  readonly #changes = new Emitter<void>();
  readonly #replacements = new Emitter<void>();
  readonly #found = new Emitter<{ readonly problem: DatabaseProblem; readonly error: unknown }>();
  readonly #transactions = new SerialQueue();
  readonly #waiting: Waiting[] = [];
  #next: Promise<void> | undefined;
  readonly #statements = new Map<string, StatementSync>();
  readonly #file: string;
  readonly #damagedFile: string;
  #connection: DatabaseSync | undefined;
  #fileId = '';
  #dataVersion: SQLOutputValue | undefined;
  #watcher: ReturnType<typeof watch> | undefined;
  #checkpoint: Promise<unknown> | undefined;
  #isDisposed = false;

  /** Fires after another window wrote. */
  readonly onDidChange = this.#changes.event;
  readonly problems = new Set<DatabaseProblem>();
  /** Fires when a file is opened, which may be a new one without the rows. */
  readonly onDidReplace = this.#replacements.event;
  /** Fires once per problem, but for every damaged file. */
  readonly onDidEncounterProblem = this.#found.event;

  constructor(
    private readonly folder: string,
    private readonly now: () => number = Date.now,
  ) {
    this.#file = join(folder, 'monitors.db');
    this.#damagedFile = `${this.#file}.damaged`;
  }

  /** Whether the file is unusable, so that nothing in it can be changed. */
  get isInMemory(): boolean {
    return this.#connection !== undefined && this.#fileId === '';
  }

  /** For transactions. Tables are strict, so callers may name the row type. */
  all<T>(...template: Parameters<typeof sql>): readonly T[] {
    const { text, values } = sql(...template);
    return this.#prepare(text).all(...values) as T[];
  }

  /**
   * Runs synchronous work in a transaction, in order. Runs it again if another process locks the file, or if other work
   * in the transaction fails.
   * @throws DatabaseError, SQLite's errors, and errors of `work`
   */
  transact<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, startedAt: performance.now(), resolve, reject });
      this.#next ??= this.#transactions.run(() => this.#runWaiting());
    });
  }

  /** Runs one statement in its own transaction. @returns its rows */
  execute<T>(...template: Parameters<typeof sql>): Promise<readonly T[]> {
    return this.transact(() => this.all<T>(...template));
  }

  /** Runs a statement in its own time, even if the file is locked for long. It is lost if the disk is full. */
  executeLater(...template: Parameters<typeof sql>): void {
    this.execute(...template).catch((error: unknown) => {
      if (error instanceof DatabaseError && error.kind === 'busy') {
        this.executeLater(...template);
      }
    });
  }

  /** Fires {@link onDidChange} after writes of other windows. Takes microseconds. */
  checkForChanges(): void {
    try {
      const version = this.#connection && this.#readPragma('data_version');
      if (version !== this.#dataVersion || this.#isReplaced()) {
        this.#dataVersion = version;
        this.#changes.fire();
      }
    } catch {
      // A transaction also handles a broken file, so an empty one is enough.
      void this.transact(() => undefined).catch(() => undefined);
    }
  }

  /** Removes files that may hold deleted rows. @throws also the file system's error */
  async removeTraces(): Promise<void> {
    removeFiles(this.#damagedFile);
    await this.transact(() => undefined);
    await this.#checkpoint;
    if (this.#connection && this.#readPragma('wal_checkpoint(TRUNCATE)') === 1) {
      setTimeout(() => void this.removeTraces().catch(() => undefined), EMPTY_AGAIN_MS).unref();
    }
  }

  /** Deletes all rows and files. @throws the file system's error */
  async deleteAll(): Promise<void> {
    try {
      // On Windows, a file that other windows have open can't be deleted.
      await this.transact(() => this.#connection!.exec(DELETE_ALL));
      await this.removeTraces();
    } catch {
      // Deleting the file below removes the rows.
    }
    this.#close();
    [this.#damagedFile, this.#file].forEach(removeFiles);
  }

  dispose(): void {
    for (const one of this.#connection ? this.#waiting.splice(0) : []) {
      try {
        one.resolve(this.#transact(one.work));
      } catch (error) {
        one.reject(error);
      }
    }
    this.#isDisposed = true;
    this.#close();
  }

  /** Runs what waits in one transaction, which saves time, or in one each if anything fails. */
  async #runWaiting(): Promise<void> {
    // Lets other work run between transactions.
    await setImmediate();
    this.#next = undefined;
    const all = this.#waiting.splice(0);
    try {
      this.#open();
      const results = this.#transact(() => all.map(({ work }) => work()));
      all.forEach((one, index) => one.resolve(results[index]));
    } catch {
      for (const one of all) {
        await this.#runAlone(one).catch((error: unknown) => one.reject(error));
      }
    }
  }

  async #runAlone({ work, startedAt, ...one }: Waiting): Promise<void> {
    for (;;) {
      try {
        this.#open();
        return one.resolve(this.#transact(work));
      } catch (error) {
        await this.#recover(error, startedAt);
      }
    }
  }

  #prepare(text: string): StatementSync {
    const statement = this.#statements.get(text) ?? this.#connection!.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  #readPragma(pragma: string): SQLOutputValue | undefined {
    return Object.values(this.#prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
  }

  #transact<T>(work: () => T): T {
    this.#prepare('BEGIN').run();
    try {
      if (Number(this.#readPragma('user_version')) > SCHEMA_VERSION) {
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
  async #recover(error: unknown, startedAt: number): Promise<void> {
    const code = toPrimaryCode(error);
    if (error instanceof DatabaseError) {
      if (error.kind !== 'newer') {
        throw error;
      }
      this.#useMemory('newer', error);
    } else if (code === CORRUPT || code === NOT_A_DATABASE) {
      this.#setDamagedAside(error);
    } else if (code === BUSY && performance.now() - startedAt > MAX_WAIT_MS) {
      throw new DatabaseError('busy', error);
    } else if (code === BUSY) {
      await delay(RETRY_EVERY_MS);
    } else if (this.#connection === undefined) {
      this.#useMemory('unusable', error);
    } else if (code === FULL) {
      this.#report('full', error);
      throw new DatabaseError('full', error);
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
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      appendFileSync(this.#file, '', { mode: 0o600 });
      this.#connect(this.#file, existsSync(this.#damagedFile));
      this.#fileId = this.#readFileId();
      this.#dataVersion = this.#readPragma('data_version');
      this.#watch();
    } catch (error) {
      this.#close();
      throw error;
    }
  }

  #useMemory(problem: DatabaseProblem, error: unknown): void {
    const mayHoldCalls = this.#fileId !== '';
    this.#close();
    this.#connect(':memory:', mayHoldCalls);
    this.#report(problem, error);
  }

  /** @param lacksCalls whether another file had calls of today */
  #connect(path: string, lacksCalls: boolean): void {
    const sqlite = process.getBuiltinModule('node:sqlite') as typeof Sqlite | undefined;
    if (sqlite === undefined) {
      const error = new DatabaseError('unsupported');
      this.#report('unsupported', error);
      throw error;
    }
    const connection = new sqlite.DatabaseSync(path);
    this.#connection = connection;
    connection.exec(OPTIONS);
    connection.exec('BEGIN IMMEDIATE');
    if (this.#readPragma('user_version') === 0) {
      connection.exec(SCHEMA);
      if (lacksCalls) {
        connection.prepare(NOTE_UNKNOWN_CALLS).run(Math.floor(this.now()));
      }
    }
    connection.exec('COMMIT');
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
    this.#report('damaged', error);
  }

  #report(problem: DatabaseProblem, error: unknown): void {
    if (problem === 'damaged' || !this.problems.has(problem)) {
      this.problems.add(problem);
      this.#found.fire({ problem, error });
    }
  }

  #close(): void {
    this.#watcher?.close();
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
    const stats = statSync(this.#file, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? 'none' : `${stats.dev} ${stats.ino}`;
  }

  async #check(): Promise<void> {
    this.checkForChanges();
    const log = statSync(`${this.#file}-wal`, { throwIfNoEntry: false });
    if (this.#fileId !== '' && log && log.size > LONG_LOG) {
      // Doesn't create a file that another window has just deleted.
      const workerData = `${pathToFileURL(this.#file).href}?mode=rw`;
      const worker = new Worker(CHECKPOINT, { eval: true, workerData, execArgv: [] });
      this.#checkpoint = once(worker, 'exit').catch(() => undefined);
      await this.#checkpoint;
      this.#connection?.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    }
  }

  /** Some file systems report nothing, so this is only a hint. */
  #watch(): void {
    const checks = new Throttle(CHECK_EVERY_MS, this.now, () =>
      this.#check().catch(() => undefined),
    );
    try {
      const watcher = watch(this.folder, { persistent: false }, () => void checks.run());
      this.#watcher = watcher.on('error', () => watcher.close());
    } catch {
      // The system is out of watches.
    }
  }
}

function removeFiles(path: string): void {
  ENDINGS.forEach((ending) => rmSync(path + ending, { force: true }));
}

function toPrimaryCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}
