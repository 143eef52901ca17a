import { Emitter } from '../base/event';
import type { Path } from '../base/path';
import { RecordFields } from '../mapping/picker/recordFields';
import { findNews } from '../mapping/picker/usualFields';
import type { LoadedMonitors } from '../monitors/loadedMonitors';
import type { Monitor } from '../monitors/monitor';
import type { Views } from '../storage/views';
import { Saved, type Attempt } from './saved';

/** More would leave too little space for the name. */
const MAX_ROW_FIELDS = 2;

/** Fields of records that rows show. The user's choice is saved by address. Until then, rows show what is news. */
export class RowFields extends RecordFields {
  readonly #changes = new Emitter<void>();
  #address: string | undefined;
  #saved = new Saved<{ readonly rowFields?: readonly Path[] }>();
  #loaded: LoadedMonitors | undefined;
  #news: readonly Path[] = [];

  readonly onDidChange = this.#changes.event;

  constructor(
    private readonly views: Views,
    private readonly attempt: Attempt,
  ) {
    super(() => this.#loaded?.monitors ?? []);
  }

  get address(): string | undefined {
    return this.#address;
  }

  /** In the user's order. Another array after each change. */
  get paths(): readonly Path[] {
    return this.#saved.values.rowFields ?? this.#news;
  }

  /** Finds price, position, rank or value of a list without statuses. */
  update(loaded: LoadedMonitors): void {
    this.#loaded = loaded;
    const news = loaded.tellsStatus ? [] : findNews(loaded.monitors).slice(0, MAX_ROW_FIELDS);
    if (news.join() !== this.#news.join()) {
      this.#news = news;
      this.#changes.fire();
    }
  }

  readonly of = (monitor: Monitor) => {
    const fields = this.paths.flatMap((path) => {
      const field = this.get(monitor, path);
      return field ? [[path, field] as const] : [];
    });
    return Object.fromEntries(fields);
  };

  /** Returns plain values, for exports and tools. */
  readonly valuesOf = (monitor: Monitor) =>
    Object.fromEntries(Object.entries(this.of(monitor)).map(([path, { value }]) => [path, value]));

  /** Shows the choice for another address. */
  show(address: string | undefined): void {
    if (address === this.#address) {
      return;
    }
    this.#address = address;
    this.#news = [];
    this.#saved = new Saved(this.views, (work) =>
      address === undefined ? undefined : this.attempt(() => work(address)),
    );
    this.#changes.fire();
  }

  /** Shows or hides a field. If there are too many, hides the first. */
  toggle(path: Path): void {
    const others = this.paths.filter((other) => other !== path);
    const isShown = others.length < this.paths.length;
    const rowFields = isShown ? others : [...others, path].slice(-MAX_ROW_FIELDS);
    this.#saved.change(() => ({ rowFields }));
    this.#changes.fire();
  }
}
