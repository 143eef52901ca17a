import {
  FIELDS,
  mergePicks,
  NO_PICKS,
  toStatusKey,
  withPicks,
  type Field,
  type Picks,
} from '../mapping/mapping';
import type { Choice } from '../mapping/picking';
import type { Sample } from '../mapping/records';
import { mergePaging, NOTHING_KNOWN, type KnownPaging } from '../monitors/knownPaging';
import type { MonitorList } from '../monitors/monitorList';
import type { BaseUrl } from '../service/address';
import { isCallError } from '../service/errors';
import type { KnownService, Mappings } from '../storage/mappings';

/** Service, identified by its address. */
export type Service = Pick<BaseUrl, 'href'>;

/** Asks for the path of a field, or for the list of monitors. */
export type Question = Field | 'list';

const LOOKED_AT = 40;

/** What is known of services: their mapping and paging, with the choices of users and the setting. */
export class KnownServices {
  /** Kept in memory if saving failed. */
  readonly #unsaved = new Map<string, KnownService>();

  constructor(
    private readonly settings: { readonly reading: unknown },
    private readonly store: Mappings,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Returns what is known, the user's choices, which the setting overrides, and the mapping with these choices. */
  async load({ href }: Service) {
    const known = await this.#load(href);
    let { picks = NO_PICKS } = known;
    const { reading } = this.settings;
    if (JSON.stringify(reading ?? {}) !== '{}') {
      const { parseSetting } = await import('../mapping/settings.js');
      picks = mergePicks(parseSetting(reading).picks, picks);
    }
    return { known, picks, mapping: known.mapping && withPicks(known.mapping, picks) };
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

  openQuestion(list: MonitorList | undefined): Question | undefined {
    const { failure, loaded } = list ?? {};
    const isUnread = isCallError(failure?.error) && (failure.error.facts.choices ?? []).length > 0;
    const fields = (loaded?.pages.at(-1)?.questions?.fields ?? []) as readonly Field[];
    return isUnread ? 'list' : fields[0];
  }

  unknownStatusValues(list: MonitorList | undefined): number {
    const pages = list?.loaded.pages ?? [];
    return new Set(pages.flatMap(({ questions }) => questions?.statusValues ?? []).map(toStatusKey)).size;
  }

  /** Returns the paths of each field, a sample, and whether the user or the setting chose the paths. */
  async fields(list: MonitorList, service: Service) {
    const { sampleOf } = await import('../mapping/picking.js');
    const { mapping, picks } = await this.load(service);
    const samples = await samplesOf(list);
    const first = mapping?.lists[0];
    // Records without an id get one from name, target and type.
    const hasIds = mapping?.lists.every(({ fields }) => (fields.id ?? []).length > 0) === true;
    const idFields: readonly Field[] = hasIds ? ['id'] : ['id', 'name', 'target', 'type'];
    return FIELDS.map((field) => {
      const paths = (field === 'status' ? first?.status.paths : first?.fields[field]) ?? [];
      const isPicked = picks.fields[field] !== undefined;
      return { field, paths, isPicked, makesIds: idFields.includes(field), sample: sampleOf(paths, samples) };
    });
  }

  /** Finds possible paths for a field, likely ones first; without a field, all paths. */
  async choices(list: MonitorList, field?: Field): Promise<readonly Choice[]> {
    const { findAllChoices, findChoices } = await import('../mapping/picking.js');
    const samples = await samplesOf(list);
    return field ? findChoices(field, samples) : findAllChoices(samples);
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

/** Samples all loaded pages evenly. */
export async function samplesOf({ loaded }: MonitorList): Promise<readonly Sample[]> {
  const { recordsOf } = await import('../mapping/readMonitors.js');
  const each = Math.ceil(LOOKED_AT / Math.max(1, loaded.pages.length));
  const records = loaded.pages.map((page) => recordsOf(page, each));
  const samples = records.flatMap(({ values, places }) =>
    values.map((value, i) => ({ value, key: places[i]?.key })),
  );
  return samples.slice(0, LOOKED_AT);
}
