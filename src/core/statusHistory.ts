import { Emitter, type Disposable } from '../base/event';
import type { MonitorList } from '../monitors/monitorList';
import type { Page } from '../monitors/page';
import type { StatusRun } from '../monitors/since';
import type { Runs } from '../storage/runs';
import type { ListController } from './listController';

/** Saved status history of the shown list. */
export class StatusHistory implements Disposable {
  readonly #changes = new Emitter<void>();
  readonly #subscription: Disposable;
  #list: MonitorList | undefined;
  #recorded = new WeakSet<Page>();
  /** By monitor; oldest run first. */
  #runs = new Map<string, readonly StatusRun[]>();

  readonly onDidChange = this.#changes.event;

  constructor(
    private readonly controller: ListController,
    private readonly table: Runs,
  ) {
    this.#subscription = controller.onDidChange(() => void this.#record());
    void this.#record();
  }

  /** Oldest first; empty if unknown. */
  get(id: string): readonly StatusRun[] {
    return this.#runs.get(id) ?? [];
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  /** Records new pages at the end of an operation, so that pages arrive sooner. */
  async #record(): Promise<void> {
    const { list, ownList } = this.controller;
    if (list !== this.#list) {
      this.#list = list;
      this.#recorded = new WeakSet();
      this.#runs = new Map();
    }
    const isDue = list && list === ownList && list.progress === undefined;
    const pages = isDue ? list.loaded.pages.filter((page) => !this.#recorded.has(page)) : [];
    pages.forEach((page) => this.#recorded.add(page));
    for (const { monitors, readAt } of pages) {
      const saved = await this.controller.attempt((account) =>
        this.table.record(account, readAt, monitors, this.#runs),
      );
      if (this.#list !== list) {
        return;
      }
      saved?.forEach((runs, monitor) => this.#runs.set(monitor, runs));
    }
    if (pages.length > 0) {
      this.#changes.fire();
    }
  }
}
