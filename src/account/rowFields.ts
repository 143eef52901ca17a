import { Emitter, type Disposable } from '../base/event';
import type { Path } from '../base/path';
import { RecordFields } from '../mapping/picker/recordFields';
import { findNews } from '../mapping/picker/usualFields';
import type { LoadedMonitors } from '../monitors/loadedMonitors';
import type { Monitor, RecordField, RecordFieldsByPath } from '../monitors/monitor';
import type { Views } from '../storage/views';
import type { Attempt } from './tables';

/** More would leave too little space for the name. */
const MAX_ROW_FIELDS = 2;
const NAME = 'rowFields';

/** Fields of records that rows show. The user's choice is saved by address. Until then, rows show what is news. */
export class RowFields extends RecordFields implements Disposable {
  readonly #changes = new Emitter<void>();
  #address: string | undefined;
  #picked: readonly Path[] | undefined;
  #news: readonly Path[] = [];

  readonly onDidChange = this.#changes.event;

  constructor(
    private readonly views: Views,
    private readonly attempt: Attempt,
    monitors: () => readonly Monitor[],
  ) {
    super(monitors);
  }

  get address(): string | undefined {
    return this.#address;
  }

  /** In the user's order. Another array after each change. */
  get paths(): readonly Path[] {
    return this.#picked ?? this.#news;
  }

  /** Finds price, position, rank or value of a list without statuses. */
  update(loaded: Pick<LoadedMonitors, 'monitors' | 'tellsStatus'>): void {
    const news = loaded.tellsStatus ? [] : findNews(loaded.monitors).slice(0, MAX_ROW_FIELDS);
    if (news.join() !== this.#news.join()) {
      this.#news = news;
      this.#changes.fire();
    }
  }

  readonly of = (monitor: Monitor): RecordFieldsByPath => {
    const fields = this.paths.flatMap((path) => {
      const field = this.get(monitor, path);
      return field ? [[path, field] as const] : [];
    });
    return Object.fromEntries(fields);
  };

  /** Returns plain values, for exports and tools. */
  readonly valuesOf = (monitor: Monitor): Readonly<Record<string, RecordField['value']>> =>
    Object.fromEntries(Object.entries(this.of(monitor)).map(([path, { value }]) => [path, value]));

  /** Shows the choice for another address. */
  show(address: string | undefined): void {
    if (address === this.#address) {
      return;
    }
    this.#address = address;
    this.#news = [];
    const saved = this.#attempt((owner) => this.views.load(owner).get(NAME));
    this.#picked = saved as readonly Path[] | undefined;
    this.#changes.fire();
  }

  /** Shows or hides a field. If there are too many, hides the first. */
  toggle(path: Path): void {
    const others = this.paths.filter((other) => other !== path);
    const isShown = others.length < this.paths.length;
    this.#picked = isShown ? others : [...others, path].slice(-MAX_ROW_FIELDS);
    this.#attempt((owner) => this.views.save(owner, NAME, this.#picked));
    this.#changes.fire();
  }

  dispose(): void {
    this.#changes.dispose();
  }

  #attempt<T>(work: (owner: string) => T): T | undefined {
    const owner = this.#address;
    return owner === undefined ? undefined : this.attempt(() => work(owner));
  }
}
