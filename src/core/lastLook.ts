import { Emitter } from '../base/event';
import {
  compare,
  hasChanges,
  type ComparedMonitor,
  type ComparedSnapshot,
  type Comparison,
} from '../monitors/comparison';
import type { Monitor } from '../monitors/monitor';
import type { ListChange, MonitorList } from '../monitors/monitorList';
import type { PagedMonitors } from '../monitors/pagedMonitors';
import { createLooks, type Looks } from '../storage/looks';
import type { ListController } from './listController';
import type { Parts } from './parts';
import type { RowFields } from './rowFields';

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

/**
 * Tracks changes since the user last looked. All windows share the time, and it survives restarts. Changes
 * stay visible until the user has been away again or marks them as seen.
 */
export class LastLook {
  readonly #changed = new Emitter<void>();
  readonly #looks: Looks;
  #isLooking = false;
  #list: MonitorList | undefined;
  #look: Look | undefined;
  /** Epoch milliseconds; infinite while the user looks. */
  #leftAt = -Infinity;
  #isLoaded = false;
  #compared: readonly Monitor[] | undefined;
  #comparison: Comparison | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly parts: Parts,
    private readonly controller: ListController,
    private readonly rowFields: RowFields,
  ) {
    this.#looks = createLooks(parts.database);
    const following = controller.onDidChange((change) => this.#onListChange(change));
    parts.subscriptions.push(following, this.#changed);
  }

  /** Changes since the last look, in epoch milliseconds; `undefined` if nothing changed. */
  get changes() {
    const [look, comparison] = [this.#look, this.#comparison];
    return look && comparison && hasChanges(comparison) ? { since: look.at, comparison } : undefined;
  }

  /** Sets whether the view is visible and VS Code focused. Never rejects. */
  async setLooking(isLooking: boolean): Promise<void> {
    const wasLooking = this.#isLooking;
    this.#isLooking = isLooking;
    if (isLooking && !wasLooking) {
      await this.#load();
    } else if (wasLooking && !isLooking) {
      const leftAt = this.parts.now();
      this.#leftAt = leftAt;
      await this.controller.attempt((account) => this.#looks.touch(account, leftAt));
    }
  }

  /** Compares with the loaded rows from now on. */
  markSeen(): void {
    if (this.#list) {
      this.#keep(this.#toLook(this.#list.loaded, this.parts.now()));
      this.#compare(this.#list.loaded);
    }
  }

  #onListChange(change: ListChange): void {
    const { list } = this.controller;
    if (list !== this.#list) {
      this.#list = list;
      this.#look = this.#comparison = undefined;
      this.#leftAt = -Infinity;
      this.#isLoaded = false;
      void this.#load();
    } else if (change === 'reread' && list && this.#look) {
      // Another mapping is no change of the monitors.
      this.#keep(this.#toLook(list.loaded, this.#look.at));
    }
    this.#compareWhenDue();
  }

  /** Loads the latest look of any window. */
  async #load(): Promise<void> {
    const list = this.#list;
    const stored = await this.controller.attempt((account) => this.#looks.load(account));
    if (list !== this.#list) {
      return;
    }
    if (stored) {
      const seen = stored.seen as Look;
      this.#look = this.#look && this.#look.at >= seen.at ? this.#look : seen;
      this.#leftAt = Math.max(this.#leftAt, stored.lookedAt);
    }
    this.#isLoaded = true;
    this.#compared = undefined;
    this.#compareWhenDue();
  }

  /** During an operation, waits for its end. */
  #compareWhenDue(): void {
    const { loaded, progress } = this.#list ?? {};
    const isDue = this.#isLoaded && progress === undefined && loaded?.monitors !== this.#compared;
    if (isDue && loaded && loaded.count > 0) {
      void (this.#isLooking && this.#return(loaded));
      this.#compare(loaded);
    }
  }

  /** Compares with the first rows, or after an absence with the rows that the user left. */
  #return(loaded: PagedMonitors): void {
    const [leftAt, now] = [this.#leftAt, this.parts.now()];
    // The user hasn't seen pages read later.
    const wasSeen = loaded.pages.every(({ readAt }) => readAt <= leftAt);
    if (this.#look === undefined) {
      this.#keep(this.#toLook(loaded, now));
    } else if (wasSeen && now - leftAt >= ABSENCE_MS) {
      this.#keep(this.#toLook(loaded, leftAt));
    }
    this.#leftAt = Infinity;
  }

  #compare(loaded: PagedMonitors): void {
    const look = this.#look;
    this.#compared = loaded.monitors;
    if (look === undefined) {
      return;
    }
    const comparison = compare(look, loaded, (monitor) => this.rowFields.of(monitor));
    const { cameIntoView } = comparison;
    this.#comparison = comparison;
    if (cameIntoView.length > 0 || (loaded.complete && !look.complete)) {
      // Newly loaded monitors may be old ones, so they are no change. Their later changes are.
      const monitors = [...look.monitors, ...cameIntoView];
      this.#keep({ ...look, monitors, complete: look.complete || loaded.complete });
    }
    this.#changed.fire();
  }

  #toLook({ total, complete, monitors }: PagedMonitors, at: number): Look {
    const seen = monitors.map((monitor, index): ComparedMonitor => {
      const { id, name, status, changedAt } = monitor;
      const fields = index < MAX_FIELDS_SEEN ? this.rowFields.of(monitor) : undefined;
      return { id, name, status, ...(changedAt !== undefined && { changedAt }), fields };
    });
    return { at, complete, monitors: seen, total };
  }

  #keep(look: Look): void {
    this.#look = look;
    const monitors = look.monitors.slice(0, MAX_SEEN);
    const complete = look.complete && monitors.length === look.monitors.length;
    const seen = { ...look, monitors, complete };
    void this.controller.attempt((account) => this.#looks.save(account, seen, this.parts.now()));
  }
}
