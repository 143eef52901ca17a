import { mergePicks, NO_PICKS, withPicks, type Picks } from '../mapping/picker/picks';
import { mergePaging, NOTHING_KNOWN, type KnownPaging } from '../monitors/knownPaging';
import type { BaseUrl } from '../service/address';
import type { KnownService, Mappings } from '../storage/mappings';

export type Service = Pick<BaseUrl, 'href'>;

/** What is known of services: their mapping and paging, with the choices of users. */
export class KnownServices {
  /** Kept in memory if saving failed. */
  readonly #unsaved = new Map<string, KnownService>();

  constructor(
    private readonly store: Mappings,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Returns what is known, the user's choices, and the mapping with these choices. */
  async load({ href }: Service) {
    const known = await this.#load(href);
    const { mapping, picks = NO_PICKS } = known;
    return {
      known,
      picks,
      mapping: mapping && picks !== NO_PICKS ? withPicks(mapping, picks) : mapping,
    };
  }

  /** Applies `change` to the latest stored data. Never rejects: unsaved data is learned again. */
  async save({ href }: Service, change: (known: KnownService) => KnownService): Promise<void> {
    try {
      const unsaved = this.#unsaved.get(href);
      await this.store.save(href, (known) => change(unsaved ?? known));
      this.#unsaved.delete(href);
    } catch (error) {
      this.#unsaved.set(href, change(await this.#load(href)));
      this.onError(error);
    }
  }

  /** Saves choices for the address. A field's `[]`: the field is absent; `undefined`: automatic. */
  pick(service: Service, picked: Partial<Picks>): Promise<void> {
    return this.save(service, ({ picks = NO_PICKS, ...known }) => {
      const merged = mergePicks({ ...NO_PICKS, ...picked }, picks);
      // JSON leaves out choices that are undefined.
      return { ...known, picks: JSON.parse(JSON.stringify(merged)) as Picks };
    });
  }

  /** Page sizes and totals that lists learn. */
  pagingOf(service: Service) {
    const paging = {
      known: NOTHING_KNOWN,
      learn: (learned: KnownPaging): void => {
        const known = mergePaging(paging.known, learned);
        if (JSON.stringify(known) !== JSON.stringify(paging.known)) {
          paging.known = known;
          void this.save(service, ({ paging = NOTHING_KNOWN, ...saved }) => {
            return { ...saved, paging: mergePaging(paging, known) };
          });
        }
      },
      load: async (): Promise<void> => {
        const { paging: saved = NOTHING_KNOWN } = await this.#load(service.href);
        paging.known = mergePaging(saved, paging.known);
      },
    };
    return paging;
  }

  async #load(href: string): Promise<KnownService> {
    try {
      return this.#unsaved.get(href) ?? (await this.store.load(href));
    } catch (error) {
      this.onError(error);
      return {};
    }
  }
}
