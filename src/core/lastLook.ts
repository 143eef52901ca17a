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

/** What is different from what the user saw last. */
export interface Changes {
  /** Epoch milliseconds: when that was. */
  readonly since: number;
  readonly comparison: Comparison;
}

/** The monitors of an account as the user last saw them before what they look at now. */
interface Look extends ComparedSnapshot {
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Monitors that are kept of a look; changes of those beyond aren't shown after a restart. */
const MAX_SEEN = 20_000;
/** Monitors whose fields are compared: records take time to read. */
const MAX_FIELDS_SEEN = 2_000;
/** Characters. */
const MAX_NAME = 200;

/** A user who looks away for a shorter time hasn't been away: what has changed stays in sight. Milliseconds. */
const ABSENCE_MS = 5 * 60_000;

/** What is known of an account at an address. */
interface Account {
  readonly owner: AccountKey;
  look?: Look;
  /** When the user last looked, while they don't; epoch milliseconds. */
  leftAt?: number | undefined;
  /** What was loaded then. */
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
 * The one mark "last looked" of an account at an address, shared by windows and kept over restarts, and what is
 * different since. Whoever comes back after a while sees what has changed since they left; that stays until they have
 * been away again, or say that they have seen it.
 */
export class LastLook implements Disposable {
  readonly #options: LastLookOptions;
  readonly #changed = new Emitter<void>();
  readonly #accounts = new Map<string, Account>();
  readonly #subscriptions: readonly Disposable[];
  #shown: Account | undefined;
  #isLooking = false;
  /** Rows have changed since they were compared. */
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

  /** `undefined` where nothing is different. */
  get changes(): Changes | undefined {
    const { look, comparison } = this.#shown ?? {};
    return look && comparison && hasChanges(comparison) ? { since: look.at, comparison } : undefined;
  }

  /** The user looks at the monitors, or does so no longer: the view is visible and VS Code has the focus. */
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

  /** The user has seen what is different: it is compared with what is loaded now. */
  markSeen(): void {
    const { list } = this.#options.controller;
    if (list && this.#shown) {
      this.#keep(this.#shown, this.#lookAt(list.loaded, this.#options.now()));
      this.#compare(this.#shown, list);
    }
  }

  /** Forgets an account that was signed out. What is on disk stays or goes with its pages. */
  forget(account: string): void {
    for (const [key, { owner }] of this.#accounts) {
      if (owner.account === account) {
        this.#accounts.delete(key);
      }
    }
  }

  /** The window closes: saves when the user last looked. Never rejects. */
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

  /** The first rows, and what was left for a while, are what is compared with from now on. */
  #return(account: Account, { loaded }: MonitorList): void {
    if (!this.#isLooking) {
      return;
    }
    const { leftAt, left } = account;
    const now = this.#options.now();
    if (account.look === undefined) {
      this.#keep(account, this.#lookAt(loaded, now));
    } else if (leftAt !== undefined && now - leftAt >= ABSENCE_MS) {
      // What was read since isn't what was left.
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
      // Whether they are new can't be told, so that they are what later changes are compared with.
      const monitors = [...look.monitors, ...cameIntoView];
      this.#keep(account, { ...look, monitors, complete: look.complete || loaded.complete });
    }
    this.#changed.fire();
  }

  /** What was seen is read in another way, too: that changes no monitor. With other ids, what is loaded is taken instead. */
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

  /** The user sees other fields now: their values are what later ones are compared with. */
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

  /** Takes up what another window, or this one before a restart, has left. */
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

/** A look as it is kept. */
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
