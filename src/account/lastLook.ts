import { rememberLast } from '../base/rememberLast';
import { MINUTE } from '../base/time';
import { changesSince } from '../monitors/changes';
import type { Views } from '../storage/views';
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
    views: Views,
    attemptToSave: OwnerAttempt<number>,
    private readonly now: () => number,
    private readonly onDidChange: () => void,
  ) {
    this.#saved = new Saved<Looks>(views, attemptToSave);
    this.#change();
  }

  /** Changes since the last look; `undefined` if nothing changed, or before the first look. */
  get changes() {
    const { look } = this.#saved.values;
    if (look === undefined) {
      return undefined;
    }
    const { version, fields } = this.memory;
    const { tellsStatus } = this.list.loaded;
    const changes = this.#seenChanges(look.call, look.at, version, fields.join(), tellsStatus);
    return changes.monitors.length + changes.meanwhile.length > 0 ? changes : undefined;
  }

  /** Sets whether the view is visible and VS Code focused. */
  setLooking(isLooking: boolean): void {
    if (isLooking === this.#isLooking) {
      return;
    }
    this.#isLooking = isLooking;
    if (isLooking) {
      this.#change();
      this.#noteReturn();
    } else {
      this.#keep('left', this.#toLook());
    }
  }

  /** Compares with the loaded rows from now on. */
  markSeen(): void {
    this.#keep('look', this.#toLook());
    this.onDidChange();
  }

  /** @param call the number of the last call that was seen */
  changesSince(call: number) {
    const { fields, mapping, runs } = this.memory;
    const { tellsStatus } = this.list.loaded;
    return changesSince(runs, call, { fields, mapping, tellsStatus });
  }

  #toLook() {
    return { at: this.now(), call: this.list.loaded.lastCall };
  }

  /** Compares with the first rows, or after an absence with the rows that the user left. */
  #noteReturn(): void {
    const { look, left } = this.#saved.values;
    if (look === undefined) {
      this.#keep('look', this.#toLook());
    } else if (left && this.now() - left.at >= ABSENCE_MS && isLater(left, look)) {
      this.#keep('look', left);
    }
    this.onDidChange();
  }

  /** Keeps the latest look of any window. */
  #keep(name: keyof Looks, look: Look): void {
    this.#change(({ [name]: saved }) => (saved && isLater(saved, look) ? {} : { [name]: look }));
  }

  #change(...changes: readonly ((saved: Looks) => Looks)[]): void {
    this.#saved.change(...changes);
    this.memory.look = this.#saved.values.look?.call ?? 0;
  }
}

/** The clock only decides between looks at the same rows, because it may have been wrong. */
function isLater(look: Look, other: Look): boolean {
  return look.call === other.call ? look.at > other.at : look.call > other.call;
}
