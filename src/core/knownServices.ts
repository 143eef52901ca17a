import { mergePicks, NO_PICKS, withPicks, type Mapping, type Picks } from '../mapping/mapping';
import { mergePaging, NOTHING_KNOWN, type KnownPaging } from '../monitors/knownPaging';
import type { BaseUrl } from '../service/address';
import type { KnownService, Mappings } from '../storage/mappings';

/** Service, identified by its address. */
export type Service = Pick<BaseUrl, 'href'>;

export interface KnownServicesOptions {
  readonly settings: { readonly reading: unknown };
  readonly store: Mappings;
  readonly onError: (error: unknown) => void;
}

/** Mappings of services, with the choices of users and the setting. */
export class KnownServices {
  readonly #options: KnownServicesOptions;
  /** Kept in memory if saving failed. */
  readonly #unsaved = new Map<string, KnownService>();

  constructor(options: KnownServicesOptions) {
    this.#options = options;
  }

  async load({ href }: Service): Promise<KnownService> {
    try {
      return this.#unsaved.get(href) ?? (await this.#options.store.load(href));
    } catch (error) {
      this.#options.onError(error);
      return {};
    }
  }

  /** Applies `change` to the latest stored data. Never rejects: unsaved data is learned again. */
  async save(service: Service, change: (known: KnownService) => KnownService): Promise<void> {
    const { href } = service;
    try {
      const unsaved = this.#unsaved.get(href);
      await this.#options.store.save(href, (known) => change(unsaved ?? known));
      this.#unsaved.delete(href);
    } catch (error) {
      this.#unsaved.set(href, change(await this.load(service)));
      this.#options.onError(error);
    }
  }

  /** Returns the user's choices. The setting overrides them. */
  async picksOf({ picks = NO_PICKS }: KnownService): Promise<Picks> {
    const { reading } = this.#options.settings;
    if (JSON.stringify(reading ?? {}) === '{}') {
      return picks;
    }
    const { parseSetting } = await import('../mapping/settings.js');
    return mergePicks(parseSetting(reading).picks, picks);
  }

  async mappingOf(
    service: Service,
  ): Promise<{ readonly mapping: Mapping | undefined; readonly picks: Picks }> {
    const known = await this.load(service);
    const picks = await this.picksOf(known);
    const mapping = known.mapping && withPicks(known.mapping, picks);
    return { mapping, picks };
  }
  /** Page sizes and totals of a service. */
  pagingOf(address: string): AddressPaging {
    const { store, onError } = this.#options;
    return new AddressPaging(address, store, onError);
  }
}

/** What lists have learned of an address, in all windows. */
class AddressPaging {
  readonly #address: string;
  readonly #store: Mappings;
  readonly #onError: (error: unknown) => void;
  #known = NOTHING_KNOWN;

  constructor(address: string, store: Mappings, onError: (error: unknown) => void) {
    this.#address = address;
    this.#store = store;
    this.#onError = onError;
  }

  get known(): KnownPaging {
    return this.#known;
  }

  learn(learned: KnownPaging): void {
    const known = mergePaging(this.#known, learned);
    if (JSON.stringify(known) !== JSON.stringify(this.#known)) {
      this.#known = known;
      this.#store.savePaging(this.#address, known).catch(this.#onError);
    }
  }

  /** Never rejects: lists learn it again. */
  async load(): Promise<void> {
    try {
      this.#known = mergePaging(await this.#store.loadPaging(this.#address), this.#known);
    } catch (error) {
      this.#onError(error);
    }
  }
}
