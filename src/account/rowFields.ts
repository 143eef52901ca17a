import type { Path } from '../base/path';
import { RecordFields } from '../mapping/picker/recordFields';
import { findNews } from '../mapping/picker/usualFields';
import type { LoadedMonitors } from '../monitors/loadedMonitors';
import type { Monitor } from '../monitors/monitor';
import type { Saved, ServiceValues } from './saved';

/** More would leave too little space for the name. */
const MAX_ROW_FIELDS = 2;

/** Fields of records that rows show. The user's choice is saved by address. Until then, rows show what is news. */
export class RowFields extends RecordFields {
  #loaded: LoadedMonitors | undefined;
  #news: readonly Path[] = [];

  constructor(
    private readonly saved: Saved<ServiceValues>,
    private readonly onDidChange: () => void,
  ) {
    super(() => this.#loaded?.monitors ?? []);
  }

  /** In the user's order. Another array after each change. */
  get paths(): readonly Path[] {
    return this.saved.values.rowFields ?? this.#news;
  }

  /** Finds price, position, rank or value of a list without statuses. */
  update(loaded: LoadedMonitors): void {
    this.#loaded = loaded;
    const news = loaded.tellsStatus ? [] : findNews(loaded.monitors).slice(0, MAX_ROW_FIELDS);
    if (news.join() !== this.#news.join()) {
      this.#news = news;
      this.onDidChange();
    }
  }

  of(monitor: Monitor) {
    const fields = this.paths.flatMap((path) => {
      const field = this.get(monitor, path);
      return field ? [[path, field] as const] : [];
    });
    return Object.fromEntries(fields);
  }

  /** Returns plain values, for exports and tools. */
  valuesOf(monitor: Monitor) {
    const fields = Object.entries(this.of(monitor));
    return Object.fromEntries(fields.map(([path, { value }]) => [path, value]));
  }

  /** Shows or hides a field. If there are too many, hides the first. */
  toggle(path: Path): void {
    const others = this.paths.filter((other) => other !== path);
    const isShown = others.length < this.paths.length;
    const rowFields = isShown ? others : [...others, path].slice(-MAX_ROW_FIELDS);
    this.saved.change(() => ({ rowFields }));
    this.onDidChange();
  }
}
