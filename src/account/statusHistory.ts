import { Emitter, type Disposable } from '../base/event';
import type { Page } from '../monitors/page';
import type { ReadPage } from '../monitors/pageContent';
import type { StatusRun } from '../monitors/since';
import type { Runs } from '../storage/runs';
import type { AccountAccess } from './accountAccess';

/** Which status each monitor had, and when. Saved. */
export class StatusHistory implements Disposable {
  readonly #changes = new Emitter<void>();
  #recorded = new WeakSet<Page>();
  #recordedBy: ReadPage | undefined;
  /** By monitor; oldest run first. */
  #runs = new Map<string, readonly StatusRun[]>();

  /** Grows with each change. */
  version = 0;
  readonly onDidChange = this.#changes.event;

  constructor(
    private readonly account: Pick<AccountAccess, 'list' | 'service' | 'attemptToSave'>,
    private readonly table: Runs,
  ) {}

  /** Oldest first; empty if unknown. */
  get(id: string): readonly StatusRun[] {
    return this.#runs.get(id) ?? [];
  }

  /** Records new pages, and all pages with a new mapping. */
  record(): void {
    const { list, service } = this.account;
    if (this.#recordedBy !== service.read) {
      // With another mapping, the same pages have other statuses.
      this.#recordedBy = service.read;
      this.#recorded = new WeakSet();
    }
    const { loaded } = list;
    const pages = loaded.pages.filter((page) => !this.#recorded.has(page));
    if (pages.length === 0) {
      return;
    }
    const monitors = Map.groupBy(loaded.monitors, ({ id }) => loaded.pageOf(id));
    for (const page of pages) {
      this.#recorded.add(page);
      const saved = this.account.attemptToSave((number) =>
        this.table.record(number, page.call.ended, monitors.get(page) ?? [], this.#runs),
      );
      saved?.forEach((runs, id) => this.#runs.set(id, runs));
    }
    this.version += 1;
    this.#changes.fire();
  }

  dispose(): void {
    this.#changes.dispose();
  }
}
