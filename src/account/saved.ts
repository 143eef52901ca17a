import type { Path } from '../base/path';
import type { Mapping } from '../mapping/mapping';
import type { Picks } from '../mapping/picker/picks';
import type { Views } from '../storage/views';

/**
 * Runs work in a transaction, with an account's number or an address. Returns undefined if it fails, which is logged,
 * or after a sign-out.
 */
export type OwnerAttempt<Owner = number | string> = <T>(
  work: (owner: Owner, views: Views) => T,
) => T | undefined;

type Change<T> = (values: T) => Partial<T>;

/** What was learned of a service, and the user's choices; by address. */
export interface ServiceValues {
  readonly learned?: Mapping | null;
  /** Path of the token in a sign-in response. */
  readonly token?: Path;
  readonly picks?: Picks;
  readonly rowFields?: readonly Path[];
}

/** Named values of an account or an address, which all windows share. What can't be saved holds for this window. */
export class Saved<T extends object> {
  #unsaved: readonly Change<T>[] = [];

  /** As of the last {@link change}. Another object after each one. */
  values = {} as T;

  /** @param attempt absent if nothing is saved */
  constructor(private readonly attempt: OwnerAttempt = () => undefined) {
    this.change();
  }

  /** Reads what any window has saved, and changes it. What can't be saved is saved at the next call. */
  change(...added: readonly Change<T>[]): void {
    const changes = [...this.#unsaved, ...added];
    const saved = this.attempt((owner, views) => {
      const before = views.load(owner);
      let values: T = { ...this.values, ...before };
      for (const change of changes) {
        values = { ...values, ...change(values) };
      }
      // A new file, after a damaged one, has none of them.
      for (const [name, value] of Object.entries(values)) {
        if (value !== before[name]) {
          views.save(owner, name, value);
        }
      }
      return values;
    });
    this.#unsaved = saved ? [] : changes;
    this.values =
      saved ?? added.reduce((values, change) => ({ ...values, ...change(values) }), this.values);
  }
}
