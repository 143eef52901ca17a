import { Emitter, type Disposable } from '../base/event';
import {
  compare,
  hasChanges,
  type ComparedMonitor,
  type ComparedSnapshot,
  type Comparison,
} from '../monitors/comparison';
import type { ListChange, MonitorList } from '../monitors/monitorList';
import type { PagedMonitors } from '../monitors/pagedMonitors';
import type { AccountKey } from '../storage/accounts';
import type { Looks } from '../storage/looks';
import type { ListController } from './listController';
import type { Parts } from './parts';
import type { RowFields } from './rowFields';
import type { SignIns } from './signIns';

export interface Changes {
  /** Epoch milliseconds of the last look. */
  readonly since: number;
  readonly comparison: Comparison;
}

/** Monitors as the user last saw them. */
interface Look extends ComparedSnapshot {
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Monitors to save. Further ones show no changes after a restart. */
const MAX_SEEN = 20_000;
/** Monitors whose fields are compared, because reading records is slow. */
const MAX_FIELDS_SEEN = 2_000;

/** Milliseconds. Shorter absences keep the shown changes. */
const ABSENCE_MS = 5 * 60_000;

interface ShownList {
  readonly list: MonitorList;
  readonly owner: AccountKey;
  look?: Look;
  /** Epoch milliseconds; undefined while the user looks. */
  leftAt?: number | undefined;
  comparison?: Comparison;
  /** Whether the saved look is loaded. */
  isReady: boolean;
}

interface LastLookParts extends Parts {
  readonly controller: ListController;
  readonly signIns: SignIns;
  readonly looks: Looks;
  readonly rowFields: RowFields;
}

/**
 * Tracks changes since the user last looked. All windows share the time, and it survives restarts. Changes
 * stay visible until the user has been away again or marks them as seen.
 */
export class LastLook implements Disposable {
  readonly #parts: LastLookParts;
  readonly #changed = new Emitter<void>();
  readonly #subscription: Disposable;
  #shown: ShownList | undefined;
  #isLooking = false;
  /** Whether rows changed after the comparison. */
  #isDue = false;

  readonly onDidChange = this.#changed.event;

  constructor(parts: LastLookParts) {
    this.#parts = parts;
    this.#subscription = parts.controller.onDidChange((change) => this.#follow(change));
  }

  /** `undefined` if nothing changed. */
  get changes(): Changes | undefined {
    const { look, comparison } = this.#shown ?? {};
    return look && comparison && hasChanges(comparison) ? { since: look.at, comparison } : undefined;
  }

  /** Sets whether the view is visible and VS Code focused. */
  setLooking(isLooking: boolean): void {
    if (isLooking !== this.#isLooking) {
      this.#isLooking = isLooking;
      void (isLooking ? this.#load() : this.#leave());
    }
  }

  /** Compares with the loaded rows from now on. */
  markSeen(): void {
    const shown = this.#shown;
    if (shown) {
      this.#keep(shown, this.#lookAt(shown.list.loaded, this.#parts.now()));
      this.#compare(shown);
    }
  }

  /** Saves when the user last looked. Never rejects. */
  async close(): Promise<void> {
    await (this.#isLooking ? this.#leave() : undefined);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #follow(change: ListChange): void {
    const { list, owner } = this.#parts.controller;
    this.#isDue ||= change.rows !== 'same';
    if (list !== this.#shown?.list) {
      this.#shown = list && owner && { list, owner, isReady: false };
      void this.#load();
    } else if (change.isReread && this.#shown?.look) {
      // Another mapping is no change of the monitors.
      this.#keep(this.#shown, this.#lookAt(this.#shown.list.loaded, this.#shown.look.at));
    }
    this.#compareWhenDue();
  }

  /** Loads the look that another window or an earlier session saved. */
  async #load(): Promise<void> {
    const { signIns, looks } = this.#parts;
    const shown = this.#shown;
    if (shown === undefined) {
      return;
    }
    const stored = await signIns.attempt(shown.owner, (number) => looks.load(number));
    if (stored) {
      const look = stored.seen as Look;
      shown.look = shown.look && shown.look.at >= look.at ? shown.look : look;
      const isLater = stored.lookedAt > (shown.leftAt ?? Infinity);
      shown.leftAt = !shown.isReady || isLater ? stored.lookedAt : shown.leftAt;
    }
    shown.isReady = true;
    this.#isDue = true;
    this.#compareWhenDue();
  }

  #compareWhenDue(): void {
    const shown = this.#shown;
    if (!shown?.isReady || shown.list.progress !== undefined || !this.#isDue) {
      return;
    }
    this.#isDue = false;
    if (shown.list.loaded.count > 0) {
      if (this.#isLooking) {
        this.#return(shown);
      }
      this.#compare(shown);
    }
  }

  /** Compares with the first rows, or after an absence with the rows that the user left. */
  #return(shown: ShownList): void {
    const { list, look, leftAt } = shown;
    const now = this.#parts.now();
    if (look === undefined) {
      this.#keep(shown, this.#lookAt(list.loaded, now));
    } else if (leftAt !== undefined && now - leftAt >= ABSENCE_MS) {
      // The user hasn't seen pages read later.
      const wasSeen = list.loaded.pages.every(({ readAt }) => readAt <= leftAt);
      this.#keep(shown, wasSeen ? this.#lookAt(list.loaded, leftAt) : look);
    }
    shown.leftAt = undefined;
  }

  #compare(shown: ShownList): void {
    const { look, list } = shown;
    if (look === undefined) {
      return;
    }
    const { loaded } = list;
    const comparison = compare(look, loaded, (monitor) => this.#parts.rowFields.of(monitor));
    const { cameIntoView } = comparison;
    shown.comparison = comparison;
    if (cameIntoView.length > 0 || (loaded.complete && !look.complete)) {
      // Possibly not new, only newly loaded. Just track their later changes.
      const monitors = [...look.monitors, ...cameIntoView];
      this.#keep(shown, { ...look, monitors, complete: look.complete || loaded.complete });
    }
    this.#changed.fire();
  }

  #lookAt({ total, complete, monitors }: PagedMonitors, at: number): Look {
    const seen = monitors.map((monitor, index): ComparedMonitor => {
      const { id, name, status, changedAt } = monitor;
      const fields = index < MAX_FIELDS_SEEN ? this.#parts.rowFields.of(monitor) : undefined;
      return { id, name, status, ...(changedAt !== undefined && { changedAt }), fields };
    });
    return { at, complete, monitors: seen, total };
  }

  #keep(shown: ShownList, look: Look): void {
    const { signIns, looks, now } = this.#parts;
    shown.look = look;
    const monitors = look.monitors.slice(0, MAX_SEEN);
    const complete = look.complete && monitors.length === look.monitors.length;
    void signIns.attempt(shown.owner, (number) => looks.save(number, { ...look, monitors, complete }, now()));
  }

  async #leave(): Promise<void> {
    const { signIns, looks, now } = this.#parts;
    const shown = this.#shown;
    if (shown?.look) {
      const leftAt = now();
      shown.leftAt = leftAt;
      await signIns.attempt(shown.owner, (number) => looks.touch(number, leftAt));
    }
  }
}
