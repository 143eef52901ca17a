/** The used part of VS Code's `Memento`: small values that survive restarts. */
export interface Memento {
  get<T>(key: string): T | undefined;
  /** Stores a JSON value. `undefined` removes it. */
  update(key: string, value: unknown): PromiseLike<void>;
}
