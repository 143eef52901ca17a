import { Emitter } from '../base/event';
import type { MonitorList } from '../monitors/monitorList';
import type { Page } from '../monitors/page';
import type { StatusRun } from '../monitors/since';
import type { Runs } from '../storage/runs';
import type { ListController } from './listController';
import type { Parts } from './parts';

/** Saved status history of the shown list. */
export class StatusHistory {
  readonly #changes = new Emitter<void>();
  #list: MonitorList | undefined;
  #recorded = new WeakSet<Page>();
  /** By monitor; oldest run first. */
  #runs = new Map<string, readonly StatusRun[]>();

  /** Grows with each change. */
  version = 0;
  readonly onDidChange = this.#changes.event;

  constructor(
    { subscriptions }: Parts,
    private readonly controller: ListController,
    private readonly table: Runs,
  ) {
    subscriptions.push(
      controller.onDidChange(() => void this.#record()),
      this.#changes,
    );
    void this.#record();
  }

  /** Oldest first; empty if unknown. */
  get(id: string): readonly StatusRun[] {
    return this.#runs.get(id) ?? [];
  }

  /** Records new pages at the end of an operation, so that this doesn't delay its next pages. */
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
      this.version += 1;
      this.#changes.fire();
    }
  }
}
