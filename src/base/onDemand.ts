import type { Disposable } from './event';

/** Makes something when it's first needed, and disposes of it if it was made. */
export class OnDemand<T extends Disposable> implements Disposable {
  readonly #make: () => Promise<T>;
  #made: Promise<T> | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  /** The made value, if it was needed before. */
  get made(): Promise<T> | undefined {
    return this.#made;
  }

  /** @throws the error of making it, each time */
  get(): Promise<T> {
    this.#made ??= this.#make();
    return this.#made;
  }

  dispose(): void {
    this.#made?.then(
      (made) => made.dispose(),
      // The caller of `get` handles the error.
      () => undefined,
    );
  }
}
