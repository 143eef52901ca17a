import { Emitter } from '../base/event';
import type { Path } from '../base/path';
import { RecordFields } from '../mapping/picker/recordFields';
import type { Monitor, RecordField, RecordFieldsByPath } from '../monitors/monitor';
import type { Parts } from './parts';

/** More would leave too little space for the name. */
export const MAX_ROW_FIELDS = 2;
const NAME = 'rowFields';
/** Always the same object, so that rows count as unchanged. */
const NONE: readonly Path[] = [];

/** Record fields shown in rows, saved by address. */
export class RowFields extends RecordFields {
  readonly #changes = new Emitter<void>();
  /** By address; examples have none. */
  readonly #paths = new Map<string, readonly Path[]>();

  readonly onDidChange = this.#changes.event;

  constructor(private readonly parts: Parts) {
    super();
    const following = parts.settings.onDidChange(() => void this.#load());
    parts.subscriptions.push(following, this.#changes);
    void this.#load();
  }

  /** In the user's order. */
  get paths(): readonly Path[] {
    return this.#paths.get(this.#address) ?? NONE;
  }

  readonly of = (monitor: Monitor): RecordFieldsByPath => {
    const fields = this.paths.map((path) => [path, this.get(monitor, path)] as const);
    return Object.fromEntries(fields.flatMap(([path, field]) => (field ? [[path, field]] : [])));
  };

  /** Returns plain values, for exports and tools. */
  readonly valuesOf = (monitor: Monitor): Readonly<Record<string, RecordField['value']>> =>
    Object.fromEntries(Object.entries(this.of(monitor)).map(([path, { value }]) => [path, value]));

  /** Shows or hides a field. If there are too many, hides the first. */
  async toggle(path: Path): Promise<void> {
    const { views, onError } = this.parts;
    const address = this.#address;
    const others = this.paths.filter((other) => other !== path);
    const isShown = others.length < this.paths.length;
    const paths = isShown ? others : [...others, path].slice(-MAX_ROW_FIELDS);
    this.#paths.set(address, paths);
    this.#changes.fire();
    if (address !== '') {
      await views.save(address, NAME, paths).catch(onError);
    }
  }

  get #address(): string {
    return this.parts.settings.baseUrl?.href ?? '';
  }

  async #load(): Promise<void> {
    const { views, onError } = this.parts;
    const address = this.#address;
    if (address !== '' && !this.#paths.has(address)) {
      const saved = await views.load(address).catch(onError);
      this.#paths.set(address, (saved?.get(NAME) ?? []) as readonly Path[]);
      this.#changes.fire();
    }
  }
}
