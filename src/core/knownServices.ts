import { mergePicks, NO_PICKS, withPicks, type Mapping, type Picks } from '../mapping/mapping';
import { mergePaging, NOTHING_KNOWN, type KnownPaging } from '../monitors/knownPaging';
import type { BaseUrl } from '../service/address';
import type { KnownService, Mappings } from '../storage/mappings';

/** Service, identified by its address. */
export type Service = Pick<BaseUrl, 'href'>;

/** Mappings of services, with the choices of users and the setting. */
export class KnownServices {
  /** Kept in memory if saving failed. */
  readonly #unsaved = new Map<string, KnownService>();

  constructor(
    private readonly settings: { readonly reading: unknown },
    private readonly store: Mappings,
    private readonly onError: (error: unknown) => void,
  ) {}

  async load({ href }: Service): Promise<KnownService> {
    try {
      return this.#unsaved.get(href) ?? (await this.store.load(href));
    } catch (error) {
      this.onError(error);
      return {};
    }
  }

  /** Applies `change` to the latest stored data. Never rejects: unsaved data is learned again. */
  async save(service: Service, change: (known: KnownService) => KnownService): Promise<void> {
    const { href } = service;
    try {
      const unsaved = this.#unsaved.get(href);
      await this.store.save(href, (known) => change(unsaved ?? known));
      this.#unsaved.delete(href);
    } catch (error) {
      this.#unsaved.set(href, change(await this.load(service)));
      this.onError(error);
    }
  }

  /** Returns the user's choices. The setting overrides them. */
  async picksOf({ picks = NO_PICKS }: KnownService): Promise<Picks> {
    const { reading } = this.settings;
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
  /** Page sizes and totals that lists learn at an address. Without the database, they learn them again. */
  pagingOf(address: string) {
    const paging = {
      known: NOTHING_KNOWN,
      learn: (learned: KnownPaging): void => {
        const known = mergePaging(paging.known, learned);
        if (JSON.stringify(known) !== JSON.stringify(paging.known)) {
          paging.known = known;
          this.store.savePaging(address, known).catch(this.onError);
        }
      },
      load: async (): Promise<void> => {
        const stored = await this.store.loadPaging(address).catch(this.onError);
        paging.known = mergePaging(stored ?? NOTHING_KNOWN, paging.known);
      },
    };
    return paging;
  }
}
