import type { Disposable } from './event';

/** Something that is made when it is first asked for, and disposed of once it was. */
export class OnDemand<T extends Disposable> implements Disposable {
  readonly #make: () => Promise<T>;
  #made: Promise<T> | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  /** What was asked for before; `undefined` where nobody has. */
  get made(): Promise<T> | undefined {
    return this.#made;
  }

  /** @throws what making it has thrown, each time. */
  get(): Promise<T> {
    this.#made ??= this.#make();
    return this.#made;
  }

  dispose(): void {
    this.#made?.then(
      (made) => made.dispose(),
      // Whoever asked for it has been told.
      () => undefined,
    );
  }
}
