import { Emitter, type Disposable } from '../base/event';
import { MINUTE } from '../base/time';
import {
  addFields,
  compare,
  extendLook,
  hasChanges,
  toLook,
  toSavedLook,
} from '../monitors/comparison';
import type { Comparison, Look } from '../monitors/comparison';
import type { LoadedMonitors } from '../monitors/loadedMonitors';
import type { Looks } from '../storage/looks';
import type { AccountAccess } from './accountAccess';
import type { ListChange } from './monitorList';
import type { RowFields } from './rowFields';

/** Milliseconds. Shorter absences keep the shown changes. */
const ABSENCE_MS = 5 * MINUTE;

/**
 * Tracks changes since the user last looked. All windows share the time, and it survives restarts. Changes
 * stay visible until the user has been away again or marks them as seen.
 */
export class LastLook implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #subscriptions: readonly Disposable[];
  #isLooking = false;
  #look: Look | undefined;
  /** Epoch milliseconds; infinite while the user looks. */
  #leftAt = -Infinity;
  #compared: LoadedMonitors | undefined;

  /** Changes since the last look, in epoch milliseconds; `undefined` if nothing changed. */
  changes: { readonly since: number; readonly comparison: Comparison } | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly account: AccountAccess,
    private readonly looks: Looks,
    private readonly rowFields: RowFields,
    private readonly now: () => number,
  ) {
    this.#subscriptions = [
      account.onDidChange((change) => this.#onListChange(change)),
      rowFields.onDidChange(() => this.#addFields()),
      this.#changed,
    ];
    this.#load();
  }

  /** Sets whether the view is visible and VS Code focused. */
  setLooking(isLooking: boolean): void {
    const wasLooking = this.#isLooking;
    this.#isLooking = isLooking;
    if (isLooking && !wasLooking) {
      this.#load();
    } else if (wasLooking && !isLooking) {
      const leftAt = this.now();
      this.#leftAt = leftAt;
      this.account.attemptToSave((number) => this.looks.touch(number, leftAt));
    }
  }

  /** Compares with the loaded rows from now on. */
  markSeen(): void {
    const { loaded } = this.account.list;
    this.#keep(toLook(loaded, this.now(), this.rowFields.of));
    this.#compare(loaded);
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
  }

  #onListChange(change: ListChange): void {
    if (change === 'mapping' && this.#look) {
      // Another mapping is no change of the monitors.
      this.#keep(toLook(this.account.list.loaded, this.#look.at, this.rowFields.of));
    }
    this.#compareWhenDue();
  }

  #addFields(): void {
    const { loaded } = this.account.list;
    if (this.#look) {
      this.#keep(addFields(this.#look, (id) => loaded.find(id), this.rowFields.of));
      this.#compared = undefined;
      this.#compareWhenDue();
    }
  }

  /** Loads the latest look of any window. */
  #load(): void {
    const stored = this.account.attemptToSave((number) => this.looks.load(number));
    if (stored) {
      const seen = stored.seen as Look;
      this.#look = this.#look && this.#look.at >= seen.at ? this.#look : seen;
      this.#leftAt = Math.max(this.#leftAt, stored.lookedAt);
    }
    this.#compared = undefined;
    this.#compareWhenDue();
  }

  /** During an operation, waits for its end. */
  #compareWhenDue(): void {
    const { loaded, progress } = this.account.list;
    if (progress !== undefined || loaded === this.#compared || loaded.count === 0) {
      return;
    }
    if (this.#isLooking) {
      this.#noteReturn(loaded);
    }
    this.#compare(loaded);
  }

  /** Compares with the first rows, or after an absence with the rows that the user left. */
  #noteReturn(loaded: LoadedMonitors): void {
    const leftAt = this.#leftAt;
    const now = this.now();
    // The user hasn't seen pages read later.
    const wasSeen = loaded.pages.every(({ call }) => call.ended <= leftAt);
    if (this.#look === undefined) {
      this.#keep(toLook(loaded, now, this.rowFields.of));
    } else if (wasSeen && now - leftAt >= ABSENCE_MS) {
      this.#keep(toLook(loaded, leftAt, this.rowFields.of));
    }
    this.#leftAt = Infinity;
  }

  #compare(loaded: LoadedMonitors): void {
    const look = this.#look;
    this.#compared = loaded;
    if (look === undefined) {
      return;
    }
    const comparison = compare(look, loaded, this.rowFields.of);
    this.changes = hasChanges(comparison) ? { since: look.at, comparison } : undefined;
    const extended = extendLook(look, comparison, loaded, this.rowFields.of);
    if (extended) {
      this.#keep(extended);
    }
    this.#changed.fire();
  }

  #keep(look: Look): void {
    this.#look = look;
    const at = this.now();
    this.account.attemptToSave((number) => this.looks.save(number, toSavedLook(look), at));
  }
}
