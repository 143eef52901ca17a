import { mergePaging, NOTHING_KNOWN, type KnownPaging } from '../monitors/knownPaging';
import type { PagingMemory } from '../monitors/monitorList';
import type { Mappings } from '../storage/mappings';

export interface AddressPagingOptions {
  /** Base URL. */
  readonly address: string;
  readonly store: Pick<Mappings, 'loadPaging' | 'savePaging'>;
  readonly onError: (error: unknown) => void;
}

/** Known paging of a service address, shared by all accounts and windows. */
export class AddressPaging implements PagingMemory {
  readonly #options: AddressPagingOptions;
  #known = NOTHING_KNOWN;
  #loading: Promise<void> | undefined;

  constructor(options: AddressPagingOptions) {
    this.#options = options;
  }

  get known(): KnownPaging {
    return this.#known;
  }

  learn(learned: KnownPaging): void {
    const known = mergePaging(this.#known, learned);
    if (JSON.stringify(known) !== JSON.stringify(this.#known)) {
      this.#known = known;
      void this.#save();
    }
  }

  /** Loads the stored paging once. Never rejects: lists learn it again. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<void> {
    const { store, address, onError } = this.#options;
    try {
      this.#known = mergePaging(await store.loadPaging(address), this.#known);
    } catch (error) {
      onError(error);
    }
  }

  async #save(): Promise<void> {
    const { store, address, onError } = this.#options;
    await store.savePaging(address, this.#known).catch(onError);
  }
}
