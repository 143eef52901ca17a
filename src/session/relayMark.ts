import { randomBytes } from 'node:crypto';
import { attempt } from './attempt';
import type { VaultWitness } from './secretDocument';

export const MARK_KEY = 'monitorExplorer.relayMark';

/**
 * A random text that all windows of one browser know and others do not, kept in VS Code's global state. In a
 * browser both global state and secrets live in the browser's own storage, but changes of global state reach open
 * windows and changes of secrets do not. It is kept in the open there, so it seals nothing: it only shows
 * windows of the same browser to each other (see introduction.ts).
 */
export class RelayMark {
  readonly #memory: VaultWitness;
  #known: string | undefined;

  constructor(memory: VaultWitness) {
    this.#memory = memory;
  }

  /** Where windows made one each at once, the lowest that has been seen wins, in all of them. */
  get(): string {
    const kept = this.#memory.get(MARK_KEY);
    const candidates = [kept, this.#known].filter(
      (mark) => typeof mark === 'string' && mark !== '',
    ) as string[];
    const mark = candidates.sort()[0] ?? randomBytes(32).toString('base64url');
    this.#known = mark;
    // Not written: windows that do not share a key then stay apart for this while, and nothing else is lost.
    if (mark !== kept) {
      void attempt(() => this.#memory.update(MARK_KEY, mark));
    }
    return mark;
  }
}
