import { Emitter, type Disposable, type Event } from '../base/event';
import type { Path } from '../mapping/mapping';
import { RecordFields } from '../mapping/recordFields';
import type { FieldsOf } from '../monitors/facts';
import type { Monitor, RecordFieldsByPath } from '../monitors/monitor';
import type { BaseUrl } from '../service/address';
import type { Views } from '../storage/views';

export interface RowFieldsOptions {
  readonly views: Views;
  readonly settings: { readonly baseUrl: BaseUrl | undefined; readonly onDidChange: Event<void> };
  readonly onError: (error: unknown) => void;
}

/** More would leave too little space for the name. */
export const MAX_ROW_FIELDS = 2;
const MAX_PATH = 500;
const NAME = 'rowFields';
const NONE: RecordFieldsByPath = {};

/** Record fields shown in rows, saved by address. */
export class RowFields extends RecordFields implements Disposable {
  readonly #options: RowFieldsOptions;
  readonly #changes = new Emitter<void>();
  readonly #subscription: Disposable;
  /** By address. */
  readonly #kept = new Map<string, readonly Path[]>();

  readonly onDidChange = this.#changes.event;

  constructor(options: RowFieldsOptions) {
    super();
    this.#options = options;
    this.#subscription = options.settings.onDidChange(() => void this.load());
  }

  /** In the user's order. */
  get paths(): readonly Path[] {
    return this.#kept.get(this.#address) ?? [];
  }

  of(monitor: Monitor): RecordFieldsByPath {
    if (this.paths.length === 0) {
      return NONE;
    }
    const fields = this.paths.map((path) => [path, this.get(monitor, path)] as const);
    return Object.fromEntries(fields.flatMap(([path, field]) => (field ? [[path, field]] : [])));
  }

  /** Returns plain values, for exports and tools. */
  readonly valuesOf: FieldsOf = (monitor) =>
    Object.fromEntries(Object.entries(this.of(monitor)).map(([path, { value }]) => [path, value]));

  /** Loads the address's saved fields. Never rejects. */
  async load(): Promise<void> {
    const address = this.#address;
    if (address === '' || this.#kept.has(address)) {
      return;
    }
    try {
      const kept = (await this.#options.views.load(address)).get(NAME);
      const isPath = (path: unknown): path is Path => typeof path === 'string' && path.length <= MAX_PATH;
      if (Array.isArray(kept) && !this.#kept.has(address)) {
        this.#kept.set(address, kept.filter(isPath).slice(0, MAX_ROW_FIELDS));
        this.#changes.fire();
      }
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** Shows only these fields. If there are too many, keeps the last. */
  async show(paths: readonly Path[]): Promise<void> {
    const { views, onError } = this.#options;
    const address = this.#address;
    const shown = paths.filter(({ length }) => length <= MAX_PATH).slice(-MAX_ROW_FIELDS);
    this.#kept.set(address, shown);
    this.#changes.fire();
    // Examples don't have an address.
    if (address !== '') {
      await views.save(address, NAME, shown.length === 0 ? undefined : shown).catch(onError);
    }
  }

  toggle(path: Path): Promise<void> {
    const others = this.paths.filter((other) => other !== path);
    return this.show(others.length < this.paths.length ? others : [...others, path]);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  get #address(): string {
    return this.#options.settings.baseUrl?.href ?? '';
  }
}
