/** Something to dispose of, once or more often. */
export interface Disposable {
  dispose(): void;
}

/** Subscribes until the result is disposed. */
export type Event<T> = (listener: (change: T) => void) => Disposable;

export function anyOf(...events: readonly Event<unknown>[]): Event<unknown> {
  return (listener) => {
    const subscriptions = events.map((event) => event(listener));
    return { dispose: () => subscriptions.forEach((subscription) => subscription.dispose()) };
  };
}

/** Like VS Code's emitter, which exists only in the extension host. Unit tests run without it. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(change: T) => void>();

  readonly event: Event<T> = (listener) => {
    // A new function, so that a listener that was added twice can be removed once.
    const own = (change: T) => listener(change);
    this.#listeners.add(own);
    return { dispose: () => void this.#listeners.delete(own) };
  };

  /** Calls all listeners, even if one throws. The error becomes an uncaught exception. */
  fire(change: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(change);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
