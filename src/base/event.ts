/** Something that ends when it is disposed; disposing twice does no harm. */
export interface Disposable {
  dispose(): void;
}

/** Subscribes until the result is disposed. */
export type Event<T> = (listener: (change: T) => void) => Disposable;

/** Fires whenever one of the events does. */
export function anyOf(...events: readonly Event<unknown>[]): Event<unknown> {
  return (listener) => {
    const subscriptions = events.map((event) => event(listener));
    return { dispose: () => subscriptions.forEach((subscription) => subscription.dispose()) };
  };
}

/**
 * Tells listeners of changes. VS Code's own emitter exists only inside its extension host;
 * this one also runs where the unit tests do.
 */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(change: T) => void>();

  readonly event: Event<T> = (listener) => {
    // A wrapper of its own, so that one function may listen twice and leave once.
    const own = (change: T) => listener(change);
    this.#listeners.add(own);
    return { dispose: () => void this.#listeners.delete(own) };
  };

  /** Calls every listener now. One that throws keeps no other from hearing; its error surfaces as uncaught. */
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
