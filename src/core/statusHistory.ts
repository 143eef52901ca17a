import { setImmediate } from 'node:timers/promises';
import { Emitter, type Disposable } from '../base/event';
import type { MonitorStatus } from '../monitors/monitor';
import type { Page } from '../monitors/page';
import type { StatusRun } from '../monitors/since';
import type { AccountKey } from '../storage/accounts';
import type { Runs } from '../storage/runs';
import type { ListController } from './listController';
import type { SignIns } from './signIns';

/** Runs kept per monitor in memory. */
const MAX_RUNS = 20;

export interface StatusHistoryOptions {
  readonly controller: Pick<ListController, 'list' | 'owner' | 'onDidChange'>;
  readonly signIns: Pick<SignIns, 'attempt'>;
  readonly runs: Runs;
}

/** Status history of loaded monitors on this machine. */
export class StatusHistory implements Disposable {
  readonly #options: StatusHistoryOptions;
  readonly #changes = new Emitter<void>();
  readonly #subscription: Disposable;
  readonly #recorded = new WeakSet<Page>();
  /** By account and address, then monitor; oldest run first. */
  readonly #runs = new Map<string, Map<string, readonly StatusRun[]>>();

  readonly onDidChange = this.#changes.event;

  constructor(options: StatusHistoryOptions) {
    this.#options = options;
    this.#subscription = options.controller.onDidChange(() => void this.#record());
    void this.#record();
  }

  /** Oldest first; empty if unknown. */
  get(owner: AccountKey, id: string): readonly StatusRun[] {
    return this.#runs.get(toText(owner))?.get(id) ?? [];
  }

  forget(account: string): void {
    [...this.#runs.keys()]
      .filter((key) => key.startsWith(`${account} `))
      .forEach((key) => this.#runs.delete(key));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  async #record(): Promise<void> {
    const { controller } = this.#options;
    const { list, owner } = controller;
    const pages = list && owner ? list.loaded.pages.filter((page) => !this.#recorded.has(page)) : [];
    pages.forEach((page) => this.#recorded.add(page));
    for (const page of pages) {
      if (owner === undefined || controller.list !== list) {
        return;
      }
      await this.#take(owner, page);
      // The database can deliver many pages at once.
      await setImmediate();
    }
    if (pages.length > 0) {
      this.#changes.fire();
    }
  }

  async #take(owner: AccountKey, { monitors, readAt }: Page): Promise<void> {
    const { signIns, runs } = this.#options;
    const known = this.#runs.get(toText(owner)) ?? new Map<string, readonly StatusRun[]>();
    this.#runs.set(toText(owner), known);
    const at = Math.floor(readAt);
    const shown = monitors.map(({ id, status }) => [id, status] as const);
    // Same page, new mapping: older statuses may be wrong, so start again.
    for (const [id, status] of shown) {
      const last = known.get(id)?.at(-1);
      if (last?.to === at && last.status !== status) {
        known.delete(id);
      }
    }
    const earlier = shown.flatMap(([id]) => (known.get(id) ?? []).map((run) => ({ monitor: id, ...run })));
    // Before the write, because the database may be locked.
    shown.forEach(([id, status]) => known.set(id, withLook(known.get(id) ?? [], status, at)));
    const rows = await signIns.attempt(owner, (account) => runs.record(account, at, shown, earlier));
    const saved = new Map<string, StatusRun[]>();
    for (const { monitor, ...run } of rows ?? []) {
      saved.set(monitor, [...(saved.get(monitor) ?? []), run].slice(-MAX_RUNS));
    }
    saved.forEach((found, id) => {
      const last = known.get(id)?.at(-1);
      known.set(id, last ? withLook(found, last.status, last.to) : found);
    });
  }
}

/** Adds a look, unless it isn't newer. */
function withLook(runs: readonly StatusRun[], status: MonitorStatus, at: number): readonly StatusRun[] {
  const last = runs.at(-1);
  if (last && last.to >= at) {
    return runs;
  }
  return last?.status === status
    ? [...runs.slice(0, -1), { ...last, to: at }]
    : [...runs, { status, from: at, to: at }].slice(-MAX_RUNS);
}

function toText({ account, address }: AccountKey): string {
  return `${account} ${address}`;
}
