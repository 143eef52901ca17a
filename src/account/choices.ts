import { GROUPINGS, ORDERS, type ArrangementChoice, type FieldKey } from '../monitors/arrangement';
import { parseFilter, type MonitorFilter } from '../monitors/filter';
import type { Monitor } from '../monitors/monitor';
import { isSameId } from '../monitors/monitorIds';
import type { Views } from '../storage/views';
import type { AppOptions } from './appOptions';
import type { AccountAttempt } from './tables';

/** Saved name and target, because the monitor may not be loaded. */
export type Pin = Pick<Monitor, 'id' | 'name' | 'target'>;

/** A muted monitor: not in the badge or notifications; F8 skips it. */
export interface Mute {
  readonly id: string;
  /** Recovery, never, or a time in epoch milliseconds. */
  readonly until: 'recovered' | 'unmuted' | number;
  readonly note?: string | undefined;
}

interface ViewChoices extends Partial<ArrangementChoice> {
  readonly pins?: readonly Pin[];
  readonly mutes?: readonly Mute[];
}

/** Only an account passes `views`. Without them, nothing is saved. */
export interface ChoicesParts {
  readonly now: () => number;
  readonly views?: Views;
  readonly workspaceState?: AppOptions['workspaceState'];
}

/** The filter of an account, by the number of its sign-in. */
interface SavedFilter {
  readonly account: number;
  readonly text: string;
}

/** Returns what is changed in choices. */
type Change = (choices: ViewChoices) => ViewChoices;

const FILTER = 'filter';

/** Always the same object, so that rows count as unchanged. */
const NONE: ViewChoices = {};
/** In characters. */
const MAX_NOTE = 200;

/**
 * The user's choices for an account: pins, mutes and arrangement, which are saved; and a filter, which stays in its
 * workspace.
 */
export class Choices {
  #saved = NONE;
  #unsaved: readonly Change[] = [];
  #mutes: readonly Mute[] = [];

  filter: MonitorFilter | undefined;

  /** @param attempt absent for an example, whose choices end with it */
  constructor(
    private readonly attempt: AccountAttempt | undefined,
    private readonly parts: ChoicesParts,
    private readonly onDidChange: () => void,
  ) {
    this.#saved = attempt?.((number) => this.#load(number)) ?? NONE;
    const filter = parts.workspaceState?.get(FILTER) as SavedFilter | undefined;
    if (filter && filter.account === this.#accountNumber) {
      this.filter = parseFilter(filter.text);
    }
  }

  /** Another object after each change. */
  get arrangement(): ViewChoices {
    return this.#saved;
  }

  get pins(): readonly Pin[] {
    return this.#saved.pins ?? [];
  }

  /** Another array only if a mute began or ended. */
  get mutes(): readonly Mute[] {
    const nowMs = this.parts.now();
    const mutes = (this.#saved.mutes ?? []).filter(
      ({ until }) => typeof until !== 'number' || until > nowMs,
    );
    const isSame = mutes.every((mute, place) => mute === this.#mutes[place]);
    if (!isSame || mutes.length !== this.#mutes.length) {
      this.#mutes = mutes;
    }
    return this.#mutes;
  }

  /** Takes arguments of a keybinding, too. Ignores unknown values. */
  arrange({ grouping, order }: { readonly grouping?: unknown; readonly order?: unknown }): void {
    this.#save(() => ({
      ...(isChoice(grouping, GROUPINGS) && { grouping }),
      ...(isChoice(order, ORDERS) && { order }),
    }));
  }

  setFilter(filter: MonitorFilter | undefined): void {
    if (filter?.text !== this.filter?.text) {
      this.filter = filter;
      const account = this.#accountNumber;
      const saved = filter && account !== undefined ? { account, text: filter.text } : undefined;
      this.parts.workspaceState?.update(FILTER, saved);
      this.onDidChange();
    }
  }

  isPinned(id: string): boolean {
    return this.pins.some((pin) => isSameId(pin.id, id));
  }

  pin(monitors: readonly Pin[]): void {
    const pins = monitors.map(({ id, name, target }): Pin => ({ id, name, target }));
    this.#replace('pins', pins);
  }

  unpin(ids: readonly string[]): void {
    this.#replace('pins', [], ids);
  }

  muteOf(id: string): Mute | undefined {
    return this.mutes.find((mute) => isSameId(mute.id, id));
  }

  mute(ids: readonly string[], until: Mute['until'], note = ''): void {
    const cut = note.trim().slice(0, MAX_NOTE) || undefined;
    const mutes = ids.map((id): Mute => ({ id, until, note: cut }));
    this.#replace('mutes', mutes);
  }

  unmute(ids: readonly string[]): void {
    this.#replace('mutes', [], ids);
  }

  /** Ends the mutes of recovered monitors. A status that isn't known is no recovery. */
  endMutes(find: (id: string) => Pick<Monitor, 'status'> | undefined): void {
    const ended = this.mutes
      .filter(({ id, until }) => until === 'recovered' && find(id)?.status === 'up')
      .map(({ id }) => id);
    if (ended.length > 0) {
      this.unmute(ended);
    }
  }

  get #accountNumber(): number | undefined {
    return this.attempt?.((number) => number);
  }

  #load(number: number): ViewChoices {
    return Object.fromEntries(this.parts.views?.load(String(number)) ?? []);
  }

  /** Removes the pins or mutes of monitors, and adds new ones. */
  #replace(
    name: 'pins' | 'mutes',
    added: readonly (Pin | Mute)[],
    ids: readonly string[] = added.map(({ id }) => id),
  ): void {
    const gone = new Set(ids.map((id) => id.normalize()));
    this.#save(({ [name]: all = [] }) => {
      const others = all.filter(({ id }) => !gone.has(id.normalize()));
      return { [name]: [...others, ...added] };
    });
  }

  /** Applies a change to what any window has saved. If it can't be saved, the next change saves it, too. */
  #save(change: Change): void {
    const changes = [...this.#unsaved, change];
    const saved = this.attempt?.((number) => {
      // A new file, after a damaged one, lacks them.
      let choices = { ...this.#saved, ...this.#load(number) };
      for (const apply of changes) {
        const changed = apply(choices);
        for (const [name, value] of Object.entries(changed)) {
          this.parts.views?.save(String(number), name, value);
        }
        choices = { ...choices, ...changed };
      }
      return choices;
    });
    this.#unsaved = saved ? [] : changes;
    this.#saved = saved ?? { ...this.#saved, ...change(this.#saved) };
    this.onDidChange();
  }
}

/** Accepts known choices and fields of the record. */
function isChoice<T extends string>(value: unknown, known: readonly T[]): value is T | FieldKey {
  return typeof value === 'string' && (known.includes(value as T) || /^field:./.test(value));
}
