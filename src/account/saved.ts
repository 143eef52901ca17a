import type { Views } from '../storage/views';

/** Runs work in a transaction. Logs why it fails, and returns undefined then. */
export type Attempt = <T>(work: () => T) => T | undefined;

/** The same with the number of an account. Returns undefined after a sign-out, too. */
export type AccountAttempt = <T>(work: (number: number) => T) => T | undefined;

type OwnerAttempt = <T>(work: (owner: number | string) => T) => T | undefined;

/** Named values of an account or an address, which all windows share. What can't be saved holds for this window. */
export class Saved<T extends object> {
  #unsaved: readonly ((values: T) => Partial<T>)[] = [];

  /** As of the last {@link change}. Another object after each one. */
  values = {} as T;

  /** @param attempt absent if nothing is saved */
  constructor(
    private readonly views?: Views,
    private readonly attempt: OwnerAttempt = () => undefined,
  ) {
    this.change();
  }

  /** Applies a change to what any window has saved. If it can't be saved, the next change saves it, too. */
  change(change: (values: T) => Partial<T> = () => ({})): void {
    const changes = [...this.#unsaved, change];
    const saved = this.attempt((owner) => {
      // A new file, after a damaged one, lacks them.
      let values: T = { ...this.values, ...this.views?.load(owner) };
      for (const apply of changes) {
        const changed = apply(values);
        for (const [name, value] of Object.entries(changed)) {
          this.views?.save(owner, name, value);
        }
        values = { ...values, ...changed };
      }
      return values;
    });
    this.#unsaved = saved ? [] : changes;
    this.values = saved ?? { ...this.values, ...change(this.values) };
  }
}
