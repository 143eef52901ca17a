import { Emitter, type Disposable } from '../base/event';
import { DatabaseFullError, NoSqliteError, type Database } from '../storage/database';

/**
 * Why rows aren't kept. `full`: no room on the disk. `unusable`: the database can't be opened. `newer`: a newer version of
 * the extension uses it, so this window must be reloaded. `damaged`: it was set aside, and a new one has begun.
 * `unsupported`: this VS Code is too old for a database.
 */
export type StorageProblem = 'full' | 'unusable' | 'newer' | 'damaged' | 'unsupported';

/** The problems of storage that the user should know of, each once. */
export class StorageProblems implements Disposable {
  readonly #found = new Set<StorageProblem>();
  readonly #changes = new Emitter<StorageProblem>();
  readonly #subscription: Disposable;

  readonly onDidFind = this.#changes.event;

  constructor(database: Pick<Database, 'onDidEncounterProblem' | 'problem'>) {
    this.#subscription = database.onDidEncounterProblem(({ kind }) => this.#add(kind));
    if (database.problem) {
      this.#found.add(database.problem.kind);
    }
  }

  get all(): readonly StorageProblem[] {
    return [...this.#found];
  }

  /** Takes an error of a transaction. */
  noteError(error: unknown): void {
    if (error instanceof DatabaseFullError) {
      this.#add('full');
    } else if (error instanceof NoSqliteError) {
      this.#add('unsupported');
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  #add(problem: StorageProblem): void {
    if (!this.#found.has(problem)) {
      this.#found.add(problem);
      this.#changes.fire(problem);
    }
  }
}
