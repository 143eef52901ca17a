import { rememberLast } from '../base/rememberLast';
import { MINUTE } from '../base/time';
import { changesSince } from '../monitors/changes';
import type { MonitorList } from './monitorList';
import type { Memory } from './memory';
import { Saved, type OwnerAttempt } from './saved';

/** Milliseconds. Shorter absences keep the shown changes. */
const ABSENCE_MS = 5 * MINUTE;

interface Look {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The number of the last call whose response was visible. */
  readonly call: number;
}

interface Looks {
  /** Changes since then are shown. */
  readonly look?: Look;
  /** When the user left the view. */
  readonly left?: Look;
}

/**
 * Knows what the user last saw, and so what changed since. All windows share it, and it survives restarts. Changes stay
 * visible until the user has been away again or marks them as seen.
 */
export class LastLook {
  #isLooking = false;
  readonly #saved: Saved<Looks>;
  readonly #seenChanges = rememberLast(() => {
    const { at, call } = this.#saved.values.look!;
    return { ...this.changesSince(call), since: at };
  });

  constructor(
    private readonly list: MonitorList,
    private readonly memory: Memory,
    attemptToSave: OwnerAttempt<number>,
    private readonly now: () => number,
    private readonly onDidChange: () => void,
  ) {
    this.#saved = new Saved<Looks>(attemptToSave);
    this.#change();
  }

  /** Changes since the last look; `undefined` if nothing changed, or before the first look. */
  get changes() {
    const { look } = this.#saved.values;
    if (look === undefined) {
      return undefined;
    }
    const { version, fields } = this.memory;
    const changes = this.#seenChanges(look.call, look.at, version, fields.join());
    return changes.monitors.size + changes.meanwhile.length > 0 ? changes : undefined;
  }

  /**
   * Sets whether the view is visible and VS Code focused. Compares with the first rows, or after an absence with the rows
   * that the user left.
   */
  setLooking(isLooking: boolean): void {
    if (isLooking === this.#isLooking) {
      return;
    }
    this.#isLooking = isLooking;
    if (!isLooking) {
      this.#keep('left');
      return;
    }
    this.#change();
    const { look, left } = this.#saved.values;
    if (look === undefined) {
      this.#keep('look');
    } else if (left && this.now() - left.at >= ABSENCE_MS && left.call >= look.call) {
      this.#keep('look', left);
    }
    this.onDidChange();
  }

  /** Compares with the loaded rows from now on. */
  markSeen(): void {
    this.#keep('look');
    this.onDidChange();
  }

  /** @param call the number of the last call that was seen */
  changesSince(call: number) {
    const { fields, mapping, runs } = this.memory;
    return changesSince(runs, call, fields, mapping);
  }

  /** Keeps the latest look of any window. By default, that's a look at the loaded rows. */
  #keep(name: keyof Looks, look: Look = { at: this.now(), call: this.list.loaded.lastCall }): void {
    this.#change(({ [name]: saved }) => (saved && saved.call > look.call ? {} : { [name]: look }));
  }

  #change(...changes: readonly ((saved: Looks) => Looks)[]): void {
    this.#saved.change(...changes);
    this.memory.look = this.#saved.values.look?.call ?? 0;
  }
}
