import { Emitter, type Disposable } from '../base/event';
import type { Path } from '../mapping/mapping';
import { RecordFields } from '../mapping/recordFields';
import type { Monitor, RecordField, RecordFieldsByPath } from '../monitors/monitor';
import type { Parts } from './parts';

/** More would leave too little space for the name. */
export const MAX_ROW_FIELDS = 2;
const NAME = 'rowFields';

/** Record fields shown in rows, saved by address. */
export class RowFields extends RecordFields implements Disposable {
  readonly #changes = new Emitter<void>();
  readonly #subscription: Disposable;
  #address: string | undefined;
  #paths: readonly Path[] = [];

  readonly onDidChange = this.#changes.event;

  constructor(private readonly parts: Parts) {
    super();
    this.#subscription = parts.settings.onDidChange(() => void this.#load());
    void this.#load();
  }

  /** In the user's order. */
  get paths(): readonly Path[] {
    return this.#paths;
  }

  of(monitor: Monitor): RecordFieldsByPath {
    const fields = this.#paths.map((path) => [path, this.get(monitor, path)] as const);
    return Object.fromEntries(fields.flatMap(([path, field]) => (field ? [[path, field]] : [])));
  }

  /** Returns plain values, for exports and tools. */
  readonly valuesOf = (monitor: Monitor): Readonly<Record<string, RecordField['value']>> =>
    Object.fromEntries(Object.entries(this.of(monitor)).map(([path, { value }]) => [path, value]));

  /** Shows or hides a field. If there are too many, hides the first. */
  async toggle(path: Path): Promise<void> {
    const { views, onError } = this.parts;
    const others = this.#paths.filter((other) => other !== path);
    const isShown = others.length < this.#paths.length;
    this.#paths = isShown ? others : [...others, path].slice(-MAX_ROW_FIELDS);
    this.#changes.fire();
    // Examples don't have an address.
    if (this.#address !== undefined) {
      await views.save(this.#address, NAME, this.#paths).catch(onError);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  async #load(): Promise<void> {
    const { settings, views, onError } = this.parts;
    const address = settings.baseUrl?.href;
    if (address === this.#address) {
      return;
    }
    this.#address = address;
    this.#paths = [];
    const saved = address === undefined ? undefined : await views.load(address).catch(onError);
    if (address === this.#address) {
      this.#paths = (saved?.get(NAME) ?? []) as readonly Path[];
      this.#changes.fire();
    }
  }
}
