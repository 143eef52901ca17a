import { Emitter, type Disposable } from '../../base/event';
import { toFieldPath, type Grouping, type Order } from '../../monitors/arrangement';
import { parseFilter, type MonitorFilter } from '../../monitors/filter';
import { isProblem, type Monitor } from '../../monitors/monitor';
import { isSameId } from '../../monitors/monitorIds';
import type { Views } from '../../storage/views';

/** Saved name and target, because the monitor may not be loaded. */
export interface Pin {
  readonly id: string;
  readonly name: string;
  readonly target?: string | undefined;
}

/** A muted monitor: not in the badge or notifications; F8 skips it. */
export interface Mute {
  readonly id: string;
  /** Recovery, never, or a time in epoch milliseconds. */
  readonly until: 'recovered' | 'unmuted' | number;
  /** The user's reason. */
  readonly note?: string;
}

/** In characters. */
const MAX_NOTE = 200;

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

export const MAX_PINS = 50;

const MAX_FILTERS = 10;

/** Longer filters were probably pasted by mistake. */
const MAX_FILTER_LENGTH = 500;

export interface ViewStateOptions {
  readonly views: Views;
  readonly account: () => string | undefined;
  readonly onError: (error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The user's choices by account, saved on this machine. The filter ends with the window. */
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

  /** Never rejects. */
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

  /** The user's choice, if any. */
  get grouping(): Grouping | undefined {
    const { grouping } = this.#current;
    return isChoice(grouping, GROUPINGS) ? grouping : undefined;
  }

  /** The user's choice, if any. */
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

  /** Newest first. */
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

  /** @returns `false` above {@link MAX_PINS} */
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

  /** Ends the mutes of recovered monitors. */
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

  get mutes(): readonly Mute[] {
    const now = this.#options.now();
    return (this.#current.mutes ?? []).filter(({ until }) => typeof until !== 'number' || until > now);
  }

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
    // Examples keep choices until the window closes.
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

/** Accepts known choices and fields of the record. */
export function isChoice<T extends Grouping | Order>(value: unknown, known: readonly T[]): value is T {
  return typeof value === 'string' && (known.includes(value as T) || (toFieldPath(value as T) ?? '') !== '');
}
