import { Emitter, type Disposable } from '../../base/event';
import { toFieldPath, type Grouping, type Order } from '../../monitors/arrangement';
import { parseFilter, type MonitorFilter } from '../../monitors/filter';
import { isProblem, type Monitor } from '../../monitors/monitor';
import { isSameId } from '../../monitors/monitorIds';
import type { Views } from '../../storage/views';

/** A monitor as it was when it was pinned: it may not be loaded. */
export interface Pin {
  readonly id: string;
  readonly name: string;
  readonly target?: string | undefined;
}

/** A monitor that the user doesn't want to hear of: it's in no badge, no notification, and F8 passes it by. */
export interface Mute {
  readonly id: string;
  /** When it ends by itself: when the monitor is no problem any more, never, or at a time in epoch milliseconds. */
  readonly until: 'recovered' | 'unmuted' | number;
  /** Why, in the user's words. */
  readonly note?: string;
}

/** Longer notes are cut. */
const MAX_NOTE = 200;

/** The saved choices of an account. */
interface Kept {
  readonly grouping?: Grouping;
  readonly order?: Order;
  readonly pins?: readonly Pin[];
  readonly mutes?: readonly Mute[];
  /** Newest first. */
  readonly filters?: readonly string[];
}

export const GROUPINGS: readonly Grouping[] = ['status', 'change', 'type', 'tag', 'host', 'none'];
export const ORDERS: readonly Order[] = ['service', 'status', 'change', 'name', 'lastCheck'];

/** Pins beyond this are no longer a short list on top of a long one. */
export const MAX_PINS = 50;

const MAX_FILTERS = 10;

/** Longer ones were pasted by mistake. */
const MAX_FILTER_LENGTH = 500;

export interface ViewStateOptions {
  readonly views: Views;
  /** Id of the account that is shown. */
  readonly account: () => string | undefined;
  readonly onError: (error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * How a user wants to see the monitors of an account: order, groups, pins, and mutes. Kept on this
 * machine by account; the filter lasts only as long as the window is open. Nothing of it reaches the service.
 */
export class ViewState implements Disposable {
  readonly #options: ViewStateOptions;
  readonly #kept = new Map<string, Kept>();
  readonly #changes = new Emitter<void>();
  #filter: MonitorFilter | undefined;

  readonly onDidChange = this.#changes.event;

  constructor(options: ViewStateOptions) {
    this.#options = options;
    void this.load();
  }

  /** Reads what is kept of the account that is shown. Until then, the view has its usual arrangement. Never rejects. */
  async load(): Promise<void> {
    const { views, account: current, onError } = this.#options;
    const account = current();
    if (account === undefined || this.#kept.has(account)) {
      return;
    }
    try {
      const kept = await views.load(account);
      this.#kept.set(account, { ...(Object.fromEntries(kept) as Kept), ...this.#kept.get(account) });
      if (kept.size > 0) {
        this.#changes.fire();
      }
    } catch (error) {
      onError(error);
    }
  }

  /** What the user has chosen. */
  get grouping(): Grouping | undefined {
    const { grouping } = this.#current;
    return isChoice(grouping, GROUPINGS) ? grouping : undefined;
  }

  /** The same. */
  get order(): Order | undefined {
    const { order } = this.#current;
    return isChoice(order, ORDERS) ? order : undefined;
  }

  get filter(): MonitorFilter | undefined {
    return this.#filter;
  }

  get pins(): readonly Pin[] {
    return this.#current.pins ?? [];
  }

  setGrouping(grouping: Grouping): Promise<void> {
    return this.#keep({ grouping });
  }

  setOrder(order: Order): Promise<void> {
    return this.#keep({ order });
  }

  setFilter(filter: MonitorFilter | undefined): void {
    if (filter?.text !== this.#filter?.text) {
      this.#filter = filter;
      this.#changes.fire();
    }
  }

  /** The last ones that were used, newest first. */
  get recentFilters(): readonly string[] {
    return this.#current.filters ?? [];
  }

  async rememberFilter(text: string): Promise<void> {
    const filter = parseFilter(text)?.text;
    if (filter !== undefined && filter.length <= MAX_FILTER_LENGTH) {
      const others = this.recentFilters.filter((other) => other !== filter);
      await this.#keep({ filters: [filter, ...others].slice(0, MAX_FILTERS) });
    }
  }

  isPinned(id: string): boolean {
    return this.pins.some((pin) => isSameId(pin.id, id));
  }

  /** @returns whether there was room for it. */
  async pin({ id, name, target }: Pick<Monitor, 'id' | 'name' | 'target'>): Promise<boolean> {
    const others = this.pins.filter((pin) => !isSameId(pin.id, id));
    if (others.length >= MAX_PINS) {
      return false;
    }
    await this.#keep({ pins: [...others, { id, name, target }] });
    return true;
  }

  unpin(id: string): Promise<void> {
    return this.#keep({ pins: this.pins.filter((pin) => !isSameId(pin.id, id)) });
  }

  mute(id: string, until: Mute['until'], note = ''): Promise<void> {
    const cut = note.trim().slice(0, MAX_NOTE);
    const others = this.mutes.filter((mute) => !isSameId(mute.id, id));
    return this.#keep({ mutes: [...others, { id, until, ...(cut !== '' && { note: cut }) }] });
  }

  unmute(id: string): Promise<void> {
    return this.#keep({ mutes: this.mutes.filter((mute) => !isSameId(mute.id, id)) });
  }

  muteOf(id: string): Mute | undefined {
    return this.mutes.find((mute) => isSameId(mute.id, id));
  }

  /** Ends the mutes of monitors that have recovered. `find` looks up a loaded one. */
  async followStatuses(find: (id: string) => Pick<Monitor, 'status'> | undefined): Promise<void> {
    const { mutes } = this;
    const kept = mutes.filter(({ id, until }) => {
      const monitor = find(id);
      return until !== 'recovered' || monitor === undefined || isProblem(monitor);
    });
    if (kept.length < mutes.length) {
      await this.#keep({ mutes: kept });
    }
  }

  /** Those whose time isn't over. */
  get mutes(): readonly Mute[] {
    const now = this.#options.now();
    return (this.#current.mutes ?? []).filter(({ until }) => typeof until !== 'number' || until > now);
  }

  /** Another account is shown now. */
  followAccount(): void {
    this.#filter = undefined;
    this.#changes.fire();
    void this.load();
  }

  dispose(): void {
    this.#changes.dispose();
  }

  get #current(): Kept {
    return this.#kept.get(this.#options.account() ?? '') ?? {};
  }

  async #keep(change: Kept): Promise<void> {
    const { views, account: current, onError } = this.#options;
    const account = current();
    // Without an account, as in an example, it lasts as long as the window.
    this.#kept.set(account ?? '', { ...this.#current, ...change });
    this.#changes.fire();
    if (account === undefined) {
      return;
    }
    for (const [name, value] of Object.entries(change)) {
      await views.save(account, name, value).catch(onError);
    }
  }
}

/** Whether something is one of these, or a field of the record. */
export function isChoice<T extends Grouping | Order>(value: unknown, known: readonly T[]): value is T {
  return typeof value === 'string' && (known.includes(value as T) || (toFieldPath(value as T) ?? '') !== '');
}
