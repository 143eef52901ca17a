import { Emitter } from '../base/event';
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
import type { Monitor } from '../monitors/monitor';
import type { ListChange, MonitorList } from '../monitors/monitorList';
import type { PagedMonitors } from '../monitors/pagedMonitors';
import { createLooks, type Looks } from '../storage/looks';
import type { ListController } from './listController';
import type { Parts } from './parts';
import type { RowFields } from './rowFields';

/** Milliseconds. Shorter absences keep the shown changes. */
const ABSENCE_MS = 5 * MINUTE;

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

  /** Changes since the last look, in epoch milliseconds; `undefined` if nothing changed. */
  changes: { readonly since: number; readonly comparison: Comparison } | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly parts: Parts,
    private readonly controller: ListController,
    private readonly rowFields: RowFields,
  ) {
    this.#looks = createLooks(parts.database);
    const following = controller.onDidChange((change) => this.#onListChange(change));
    const fields = rowFields.onDidChange(() => this.#addFields());
    parts.subscriptions.push(following, fields, this.#changed);
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
      this.#keep(toLook(this.#list.loaded, this.parts.now(), this.rowFields.of));
      this.#compare(this.#list.loaded);
    }
  }

  #onListChange(change: ListChange): void {
    const { list } = this.controller;
    if (list !== this.#list) {
      this.#list = list;
      this.#look = undefined;
      this.changes = undefined;
      this.#leftAt = -Infinity;
      this.#isLoaded = false;
      void this.#load();
    } else if (change === 'reread' && list && this.#look) {
      // Another mapping is no change of the monitors.
      this.#keep(toLook(list.loaded, this.#look.at, this.rowFields.of));
    }
    this.#compareWhenDue();
  }

  #addFields(): void {
    const { loaded } = this.#list ?? {};
    if (loaded && this.#look) {
      this.#keep(addFields(this.#look, (id) => loaded.find(id), this.rowFields.of));
      this.#compared = undefined;
      this.#compareWhenDue();
    }
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
      if (this.#isLooking) {
        this.#noteReturn(loaded);
      }
      this.#compare(loaded);
    }
  }

  /** Compares with the first rows, or after an absence with the rows that the user left. */
  #noteReturn(loaded: PagedMonitors): void {
    const leftAt = this.#leftAt;
    const now = this.parts.now();
    // The user hasn't seen pages read later.
    const wasSeen = loaded.pages.every(({ readAt }) => readAt <= leftAt);
    if (this.#look === undefined) {
      this.#keep(toLook(loaded, now, this.rowFields.of));
    } else if (wasSeen && now - leftAt >= ABSENCE_MS) {
      this.#keep(toLook(loaded, leftAt, this.rowFields.of));
    }
    this.#leftAt = Infinity;
  }

  #compare(loaded: PagedMonitors): void {
    const look = this.#look;
    this.#compared = loaded.monitors;
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
    const saved = toSavedLook(look);
    const at = this.parts.now();
    void this.controller.attempt((account) => this.#looks.save(account, saved, at));
  }
}
