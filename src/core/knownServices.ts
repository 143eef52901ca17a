import { mergePicks, NO_PICKS, withPicks, type Mapping, type Picks } from '../mapping/mapping';
import type { BaseUrl } from '../service/address';
import type { KnownService, Mappings } from '../storage/mappings';

/** A service is known by its address. */
export type Service = Pick<BaseUrl, 'href'>;

export interface KnownServicesOptions {
  readonly settings: { readonly reading: unknown };
  readonly store: Pick<Mappings, 'load' | 'save'>;
  readonly onError: (error: unknown) => void;
}

/** What is known of the services at addresses, with what users and the setting say. */
export class KnownServices {
  readonly #options: KnownServicesOptions;
  /** If what is known can't be kept on disk, it is kept as long as the window. */
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

  /**
   * Saves what `change` makes of what is known, also by another window meanwhile. Never rejects: what can't be kept is
   * learned again after a restart.
   */
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

  /** What users have picked at an address; what the setting says outweighs it. */
  async picksOf({ picks = NO_PICKS }: KnownService): Promise<Picks> {
    const { reading } = this.#options.settings;
    if (JSON.stringify(reading ?? {}) === '{}') {
      return picks;
    }
    const { parseSetting } = await import('../mapping/settings.js');
    return mergePicks(parseSetting(reading).picks, picks);
  }

  /** How the pages of an address are read. */
  async mappingOf(
    service: Service,
  ): Promise<{ readonly mapping: Mapping | undefined; readonly picks: Picks }> {
    const known = await this.load(service);
    const picks = await this.picksOf(known);
    const mapping = known.mapping && withPicks(known.mapping, picks);
    return { mapping, picks };
  }
}
