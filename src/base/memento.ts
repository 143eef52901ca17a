/** The part of VS Code's `Memento` that is used: small values kept over restarts. */
export interface Memento {
  get<T>(key: string): T | undefined;
  /** Stores a value that can be written as JSON; `undefined` removes it. */
  update(key: string, value: unknown): PromiseLike<void>;
}
