import { rememberLast } from '../base/rememberLast';
import type { ArrangementChoice } from '../monitors/arrangement';
import { parseFilter, type MonitorFilter } from '../monitors/filter';
import type { Monitor } from '../monitors/monitor';
import { isSameId } from '../monitors/identity';
import { Saved, type OwnerAttempt } from './saved';
import type { AppOptions } from './appOptions';

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

/** The filter of an account, by the number of its sign-in. */
interface SavedFilter {
  readonly account: number;
  readonly text: string;
}

const FILTER = 'filter';

/** In characters. */
const MAX_NOTE = 200;

/**
 * The user's choices for an account: pins, mutes and arrangement, which are saved; and a filter, which stays in its
 * workspace.
 */
export class Choices {
  readonly #saved: Saved<ViewChoices>;
  readonly #lastMutes = rememberLast(() => this.#filterMutes());

  filter: MonitorFilter | undefined;

  /** Without the last two, as for an example, nothing is saved. */
  constructor(
    private readonly now: () => number,
    private readonly onDidChange: () => void,
    private readonly attempt?: OwnerAttempt<number>,
    private readonly workspaceState?: AppOptions['workspaceState'],
  ) {
    this.#saved = new Saved<ViewChoices>(attempt);
    const filter = workspaceState?.get(FILTER) as SavedFilter | undefined;
    if (filter && filter.account === this.#account) {
      this.filter = parseFilter(filter.text);
    }
  }

  /** Another object after each change. */
  get arrangement() {
    return this.#saved.values;
  }

  get pins() {
    return this.arrangement.pins ?? [];
  }

  /** Another array only if a mute began or ended. */
  get mutes() {
    return this.#lastMutes(this.arrangement.mutes, this.#filterMutes().length);
  }

  arrange({ grouping, order }: Partial<ArrangementChoice>): void {
    this.#save(() => ({ ...(grouping && { grouping }), ...(order && { order }) }));
  }

  setFilter(filter: MonitorFilter | undefined): void {
    if (filter?.text !== this.filter?.text) {
      this.filter = filter;
      this.workspaceState?.update(FILTER, filter && { account: this.#account, text: filter.text });
      this.onDidChange();
    }
  }

  isPinned(id: string): boolean {
    return this.pins.some((pin) => isSameId(pin.id, id));
  }

  pin(monitors: readonly Pin[]): void {
    this.#replace(
      'pins',
      monitors.map(({ id, name, target }) => ({ id, name, target })),
    );
  }

  unpin(ids: readonly string[]): void {
    this.#replace('pins', [], ids);
  }

  muteOf(id: string) {
    return this.mutes.find((mute) => isSameId(mute.id, id));
  }

  mute(ids: readonly string[], until: Mute['until'], note = ''): void {
    const cut = note.trim().slice(0, MAX_NOTE) || undefined;
    this.#replace(
      'mutes',
      ids.map((id) => ({ id, until, note: cut })),
    );
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

  #filterMutes() {
    const { mutes = [] } = this.arrangement;
    return mutes.filter(({ until }) => typeof until !== 'number' || until > this.now());
  }

  get #account(): number | undefined {
    return this.attempt?.((number) => number);
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

  #save(change: (choices: ViewChoices) => ViewChoices): void {
    this.#saved.change(change);
    this.onDidChange();
  }
}
