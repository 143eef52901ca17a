import { Emitter, type Disposable } from '../../base/event';
import {
  GROUPINGS,
  ORDERS,
  type ArrangementChoice,
  type FieldKey,
} from '../../monitors/arrangement';
import type { MonitorFilter } from '../../monitors/filter';
import { isProblem, type Monitor } from '../../monitors/monitor';
import { isSameId } from '../../monitors/monitorIds';
import type { Views } from '../../storage/views';

/** Saved name and target, because the monitor may not be loaded. */
export type Pin = Pick<Monitor, 'id' | 'name' | 'target'>;

/** A muted monitor: not in the badge or notifications; F8 skips it. */
export interface Mute {
  readonly id: string;
  /** Recovery, never, or a time in epoch milliseconds. */
  readonly until: 'recovered' | 'unmuted' | number;
  readonly note?: string;
}

interface ViewChoices extends Partial<ArrangementChoice> {
  readonly pins?: readonly Pin[];
  readonly mutes?: readonly Mute[];
}

/** Always the same object, so that rows count as unchanged. */
const NONE: ViewChoices = {};
/** In characters. */
const MAX_NOTE = 200;

/** Choices are saved on this machine by account. The filter ends with the window. */
export class ViewState implements Disposable {
  readonly #choices = new Map<string, ViewChoices>();
  readonly #changes = new Emitter<void>();
  #filter: MonitorFilter | undefined;

  readonly onDidChange = this.#changes.event;

  constructor(
    private readonly views: Views,
    private readonly account: () => string | undefined,
    private readonly now: () => number,
    private readonly onError: (error: unknown) => void,
  ) {
    void this.#load();
  }

  get choices(): ViewChoices {
    return this.#choices.get(this.account() ?? '') ?? NONE;
  }

  get filter(): MonitorFilter | undefined {
    return this.#filter;
  }

  get pins(): readonly Pin[] {
    return this.choices.pins ?? [];
  }

  get mutes(): readonly Mute[] {
    const nowMs = this.now();
    return (this.choices.mutes ?? []).filter(
      ({ until }) => typeof until !== 'number' || until > nowMs,
    );
  }

  /** Takes arguments of a keybinding, too. Ignores unknown values. */
  arrange({
    grouping,
    order,
  }: {
    readonly grouping?: unknown;
    readonly order?: unknown;
  }): Promise<void> {
    return this.#save({
      ...(isChoice(grouping, GROUPINGS) && { grouping }),
      ...(isChoice(order, ORDERS) && { order }),
    });
  }

  setFilter(filter: MonitorFilter | undefined): void {
    if (filter?.text !== this.#filter?.text) {
      this.#filter = filter;
      this.#changes.fire();
    }
  }

  isPinned(id: string): boolean {
    return this.pins.some((pin) => isSameId(pin.id, id));
  }

  pin(monitors: readonly Pin[]): Promise<void> {
    const ids = monitors.map(({ id }) => id);
    const pins = monitors.map(({ id, name, target }): Pin => ({ id, name, target }));
    return this.#save({ pins: [...without(this.pins, ids), ...pins] });
  }

  unpin(ids: readonly string[]): Promise<void> {
    return this.#save({ pins: without(this.pins, ids) });
  }

  muteOf(id: string): Mute | undefined {
    return this.mutes.find((mute) => isSameId(mute.id, id));
  }

  mute(ids: readonly string[], until: Mute['until'], note = ''): Promise<void> {
    const cut = note.trim().slice(0, MAX_NOTE);
    const mutes = ids.map((id): Mute => ({ id, until, ...(cut !== '' && { note: cut }) }));
    return this.#save({ mutes: [...without(this.mutes, ids), ...mutes] });
  }

  unmute(ids: readonly string[]): Promise<void> {
    return this.#save({ mutes: without(this.mutes, ids) });
  }

  /** Ends the mutes of recovered monitors. */
  async endMutes(find: (id: string) => Pick<Monitor, 'status'> | undefined): Promise<void> {
    const { mutes } = this;
    const left = mutes.filter(({ id, until }) => {
      const monitor = find(id);
      return until !== 'recovered' || monitor === undefined || isProblem(monitor);
    });
    if (left.length < mutes.length) {
      await this.#save({ mutes: left });
    }
  }

  /** Loads the choices of the chosen account. The filter belonged to another one. */
  loadAccount(): void {
    this.#filter = undefined;
    this.#changes.fire();
    void this.#load();
  }

  dispose(): void {
    this.#changes.dispose();
  }

  async #load(): Promise<void> {
    const account = this.account();
    if (account === undefined || this.#choices.has(account)) {
      return;
    }
    try {
      const saved = Object.fromEntries(await this.views.load(account)) as ViewChoices;
      this.#choices.set(account, { ...saved, ...this.#choices.get(account) });
      this.#changes.fire();
    } catch (error) {
      this.onError(error);
    }
  }

  async #save(change: ViewChoices): Promise<void> {
    const account = this.account();
    this.#choices.set(account ?? '', { ...this.choices, ...change });
    this.#changes.fire();
    // Choices for an example are not saved.
    if (account !== undefined) {
      for (const [name, value] of Object.entries(change)) {
        await this.views.save(account, name, value).catch(this.onError);
      }
    }
  }
}

function without<T extends { readonly id: string }>(
  all: readonly T[],
  ids: readonly string[],
): readonly T[] {
  const gone = new Set(ids.map((id) => id.normalize()));
  return all.filter(({ id }) => !gone.has(id.normalize()));
}

/** Accepts known choices and fields of the record. */
function isChoice<T extends string>(value: unknown, known: readonly T[]): value is T | FieldKey {
  return typeof value === 'string' && (known.includes(value as T) || /^field:./.test(value));
}
