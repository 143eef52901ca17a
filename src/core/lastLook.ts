import { Emitter, type Disposable } from '../base/event';
import {
  compare,
  hasChanges,
  type ComparedMonitor,
  type ComparedSnapshot,
  type Comparison,
} from '../monitors/comparison';
import type { MonitorStatus, RecordFieldsByPath } from '../monitors/monitor';
import type { MonitorList } from '../monitors/monitorList';
import type { PagedMonitors } from '../monitors/pagedMonitors';
import type { AccountKey } from '../storage/accounts';
import type { Looks } from '../storage/looks';
import type { ListController } from './listController';
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
/** Characters. */
const MAX_NAME = 200;

/** Milliseconds. Shorter absences keep the shown changes. */
const ABSENCE_MS = 5 * 60_000;

interface Account {
  readonly owner: AccountKey;
  look?: Look;
  /** Epoch milliseconds; undefined while the user looks. */
  leftAt?: number | undefined;
  /** Pages loaded at that time. */
  left?: PagedMonitors | undefined;
  comparison?: Comparison | undefined;
  isRead: boolean;
}

export interface LastLookOptions {
  readonly controller: Pick<ListController, 'list' | 'owner' | 'onDidChange'>;
  readonly signIns: Pick<SignIns, 'attempt'>;
  readonly looks: Looks;
  readonly rowFields: Pick<RowFields, 'of' | 'onDidChange'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Tracks changes since the user last looked. All windows share the time, and it survives restarts. Changes
 * stay visible until the user has been away again or marks them as seen.
 */
export class LastLook implements Disposable {
  readonly #options: LastLookOptions;
  readonly #changed = new Emitter<void>();
  readonly #accounts = new Map<string, Account>();
  readonly #subscriptions: readonly Disposable[];
  #shown: Account | undefined;
  #isLooking = false;
  /** Whether rows changed after the comparison. */
  #isDue = false;

  readonly onDidChange = this.#changed.event;

  constructor(options: LastLookOptions) {
    this.#options = options;
    this.#subscriptions = [
      options.controller.onDidChange((change) => {
        this.#isDue ||= change.rows !== 'same';
        if (change.isReread) {
          this.#readAgain();
        }
        this.#follow();
      }),
      options.rowFields.onDidChange(() => this.#addFields()),
    ];
  }

  /** `undefined` if nothing changed. */
  get changes(): Changes | undefined {
    const { look, comparison } = this.#shown ?? {};
    return look && comparison && hasChanges(comparison) ? { since: look.at, comparison } : undefined;
  }

  /** Sets whether the view is visible and VS Code focused. */
  setLooking(isLooking: boolean): void {
    if (isLooking === this.#isLooking) {
      return;
    }
    this.#isLooking = isLooking;
    if (!isLooking) {
      void this.#end();
    } else if (this.#shown) {
      void this.#read(this.#shown);
    }
  }

  /** Compares with the loaded rows from now on. */
  markSeen(): void {
    const { list } = this.#options.controller;
    if (list && this.#shown) {
      this.#keep(this.#shown, this.#lookAt(list.loaded, this.#options.now()));
      this.#compare(this.#shown, list);
    }
  }

  /** Forgets a signed-out account, in memory only. */
  forget(account: string): void {
    for (const [key, { owner }] of this.#accounts) {
      if (owner.account === account) {
        this.#accounts.delete(key);
      }
    }
  }

  /** Saves when the user last looked. Never rejects. */
  async close(): Promise<void> {
    await (this.#isLooking ? this.#end() : undefined);
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    this.#changed.dispose();
  }

  #follow(): void {
    const { list, owner } = this.#options.controller;
    const account = list && owner && this.#accountOf(owner);
    if (account !== this.#shown) {
      this.#shown = account;
      this.#isDue = true;
    }
    if (!account?.isRead || !list || list.progress !== undefined || !this.#isDue) {
      return;
    }
    this.#isDue = false;
    if (list.loaded.count > 0) {
      this.#return(account, list);
      this.#compare(account, list);
    }
  }

  /** Compares with the first rows, or after an absence with the rows that the user left. */
  #return(account: Account, { loaded }: MonitorList): void {
    if (!this.#isLooking) {
      return;
    }
    const { leftAt, left } = account;
    const now = this.#options.now();
    if (account.look === undefined) {
      this.#keep(account, this.#lookAt(loaded, now));
    } else if (leftAt !== undefined && now - leftAt >= ABSENCE_MS) {
      // The user hasn't seen pages read later.
      const wasSeen = loaded.pages.every(({ readAt }) => readAt <= leftAt);
      const seen = wasSeen ? loaded : left;
      if (seen) {
        this.#keep(account, this.#lookAt(seen, leftAt));
      }
    }
    account.leftAt = undefined;
    account.left = undefined;
  }

  #compare(account: Account, { loaded }: MonitorList): void {
    const { look } = account;
    if (look === undefined) {
      return;
    }
    const comparison = compare(look, loaded, (monitor) => this.#options.rowFields.of(monitor));
    const { cameIntoView } = comparison;
    account.comparison = comparison;
    if (cameIntoView.length > 0 || (loaded.complete && !look.complete)) {
      // Possibly not new, only newly loaded. Just track their later changes.
      const monitors = [...look.monitors, ...cameIntoView];
      this.#keep(account, { ...look, monitors, complete: look.complete || loaded.complete });
    }
    this.#changed.fire();
  }

  /**
   * Applies a new mapping to the last look, so that it shows no changes. If ids changed, takes the loaded
   * monitors.
   */
  #readAgain(): void {
    const loaded = this.#options.controller.list?.loaded;
    if (loaded && this.#shown?.look) {
      const { look } = this.#shown;
      const read = new Map(this.#lookAt(loaded, look.at).monitors.map((monitor) => [monitor.id, monitor]));
      const isKnown = look.monitors.some(({ id }) => read.has(id));
      const monitors = isKnown ? look.monitors.map((seen) => read.get(seen.id) ?? seen) : [...read.values()];
      this.#keep(this.#shown, { ...look, monitors });
    }
  }

  /** Adds newly shown fields to the last look, to track their later changes. */
  #addFields(): void {
    const { controller, rowFields } = this.#options;
    const loaded = controller.list?.loaded;
    if (loaded && this.#shown?.look) {
      const { look } = this.#shown;
      const monitors = look.monitors.map((seen, index): ComparedMonitor => {
        const monitor = index < MAX_FIELDS_SEEN ? loaded.find(seen.id) : undefined;
        return monitor ? { ...seen, fields: { ...rowFields.of(monitor), ...seen.fields } } : seen;
      });
      this.#keep(this.#shown, { ...look, monitors });
    }
  }

  #lookAt({ total, complete, monitors }: PagedMonitors, at: number): Look {
    const { rowFields } = this.#options;
    const seen = monitors.map((monitor, index): ComparedMonitor => {
      const fields = index < MAX_FIELDS_SEEN ? rowFields.of(monitor) : undefined;
      const { id, name, status, changedAt } = monitor;
      return {
        id,
        name,
        status,
        ...(changedAt !== undefined && { changedAt }),
        fields,
      };
    });
    return { at, complete, monitors: seen, ...(total !== undefined && { total }) };
  }

  #keep(account: Account, look: Look): void {
    const { signIns, looks, now } = this.#options;
    account.look = look;
    void signIns.attempt(account.owner, (number) => looks.save(number, toStored(look), now()));
  }

  #accountOf(owner: AccountKey): Account {
    const key = `${owner.account} ${owner.address}`;
    const known = this.#accounts.get(key);
    if (known) {
      return known;
    }
    const account: Account = { owner, isRead: false };
    this.#accounts.set(key, account);
    void this.#read(account);
    return account;
  }

  /** Loads the look that another window or an earlier session saved. */
  async #read(account: Account): Promise<void> {
    const { signIns, looks } = this.#options;
    const stored = await signIns.attempt(account.owner, (number) => looks.load(number));
    const look = stored && toLook(stored.seen as StoredLook);
    if (look && look.at > (account.look?.at ?? -Infinity)) {
      account.look = look;
      account.left = undefined;
    }
    if (stored && (!account.isRead || stored.lookedAt > (account.leftAt ?? Infinity))) {
      account.leftAt = stored.lookedAt;
    }
    account.isRead = true;
    this.#isDue = true;
    this.#follow();
  }

  async #end(): Promise<void> {
    const { controller, signIns, looks, now } = this.#options;
    const account = this.#shown;
    if (account?.look) {
      const leftAt = now();
      account.leftAt = leftAt;
      account.left = controller.list?.loaded;
      await signIns.attempt(account.owner, (number) => looks.touch(number, leftAt));
    }
  }
}

interface StoredLook extends Omit<Look, 'monitors'> {
  readonly monitors: readonly StoredMonitor[];
}

type StoredMonitor = readonly [
  id: string,
  status: MonitorStatus,
  name: string,
  changedAt?: number | null,
  fields?: RecordFieldsByPath,
];

function toStored({ monitors, ...look }: Look): StoredLook {
  const kept = monitors.slice(0, MAX_SEEN);
  return {
    ...look,
    complete: look.complete && kept.length === monitors.length,
    monitors: kept.map(({ id, status, name, changedAt, fields = {} }): StoredMonitor => {
      const usual = [id, status, name.slice(0, MAX_NAME)] as const;
      const hasFields = Object.keys(fields).length > 0;
      return hasFields
        ? [...usual, changedAt ?? null, fields]
        : changedAt === undefined
          ? usual
          : [...usual, changedAt];
    }),
  };
}

function toLook({ monitors, ...look }: StoredLook): Look {
  return {
    ...look,
    monitors: monitors.map(([id, status, name, changedAt, fields]) => ({
      ...{ id, status, name, fields },
      ...(typeof changedAt === 'number' && { changedAt }),
    })),
  };
}
