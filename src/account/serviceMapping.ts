import { crc32 } from 'node:zlib';
import { createReader } from '../mapping/createReader';
import { addNewFields, findFilledKeys, learnMapping, needsLearning } from '../mapping/learnMapping';
import { findList } from '../mapping/findList';
import { findListCandidates, type ListCandidate } from '../mapping/listCandidates';
import { NO_PICKS, mergePicks, withPicks, type Picks } from '../mapping/picker/picks';
import type { Mapping } from '../mapping/mapping';
import type { TokenRead } from '../mapping/token';
import { readOutcome } from '../mapping/readOutcome';
import { Emitter } from '../base/event';
import { describeShape } from '../base/shape';
import type { Page } from '../monitors/page';
import type { ReadPage } from '../monitors/pageContent';
import { CallError } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import type { KnownService, Mappings } from '../storage/mappings';
import type { Attempt } from './tables';

/** Objects may have other keys in each record, such as dates. */
const MAX_SEEN_KEYS = 500;

/** How the responses of one address are read: what was learned, and what the user picked. */
export class ServiceMapping {
  readonly #changes = new Emitter<void>();
  #saved: KnownService = {};
  /** Keys of records that had values. */
  readonly #seenKeys = new Set<string>();

  /** Another function after each change. */
  read: ReadPage = createReader(undefined);
  /** Another number if ids, names and statuses mean something else. */
  meaning = 0;
  /** Fires when pages mean something else now. */
  readonly onDidChange = this.#changes.event;

  constructor(
    readonly address: string,
    private readonly mappings: Mappings,
    private readonly attempt: Attempt,
  ) {
    this.reload();
  }

  get picks(): Picks {
    return this.#saved.picks ?? NO_PICKS;
  }

  /** With the user's picks. */
  get mapping(): Mapping | undefined {
    const { mapping } = this.#saved;
    return mapping && withPicks(mapping, this.picks);
  }

  /** Reads again what any window has saved. If that fails, or a new file has nothing, the last state stays. */
  reload(): void {
    const saved = this.attempt(() => this.mappings.load(this.address));
    this.#take(this.#orOwn(saved ?? {}));
  }

  /** Saves the state again if a new file lacks it, because saved pages mean nothing without. For transactions. */
  saveIfMissing(): void {
    if (isEmpty(this.mappings.load(this.address))) {
      this.mappings.save(this.address, () => this.#saved);
    }
  }

  /** Learns from a new page and those that are there, if it can't be read without or has new fields. */
  learn(page: Page, others: readonly Page[]): void {
    const isReadable = !needsLearning(this.mapping, page);
    if (isReadable && !this.#hasNewKeys(page)) {
      return;
    }
    const responses = [...others, page].map(({ response }) => response);
    const { mapping: known } = this.#saved;
    const { mapping: learned } = learnMapping(responses, known, this.picks);
    const mapping = known && isReadable ? addNewFields(known, learned) : learned;
    if (mapping && JSON.stringify(mapping) !== JSON.stringify(this.#saved.mapping)) {
      this.#save((saved) => ({ ...saved, mapping }));
    }
  }

  /** Returns lists of a page that may have the monitors. If some are likely, the likeliest is first. */
  findLists({ response }: Page): readonly ListCandidate[] {
    const { candidates } = findList([response]);
    return candidates.length > 0 ? candidates : findListCandidates([response]);
  }

  /** Saves choices. A field's `[]`: the field is absent; `undefined`: automatic. */
  pick(picked: Partial<Picks>, pages: readonly Page[]): void {
    this.#save(({ picks = NO_PICKS, ...saved }) => {
      const merged = mergePicks({ ...NO_PICKS, ...picked }, picks);
      // JSON leaves out choices that are undefined.
      return { ...saved, picks: JSON.parse(JSON.stringify(merged)) as Picks };
    });
    if (picked.fields && 'monitors' in picked.fields) {
      const responses = pages.map(({ response }) => response);
      const { mapping } = learnMapping(responses, undefined, this.picks);
      this.#save((saved) => ({ ...saved, mapping }));
    }
  }

  /**
   * Reads the response to a sign-in. Saves the token's path, never the token.
   * @param password errors never contain it
   * @throws CallError if the response is a refusal or has no possible token
   */
  async readToken(
    response: HttpResponse,
    requestedLifetimeMs: number,
    password: string,
  ): Promise<TokenRead> {
    const { readToken } = await import('../mapping/token.js');
    const { token: savedPath } = this.#saved;
    const read = readToken(response, {
      requestedLifetimeMs,
      savedPath,
      picks: this.picks.fields,
    });
    const path = read.token?.path;
    if (path !== undefined && path !== savedPath) {
      this.#save((saved) => ({ ...saved, token: path }));
    }
    if (read.token === undefined && read.signInStep === undefined) {
      const outcome = readOutcome(response, 'token', password);
      if (outcome instanceof CallError) {
        throw outcome;
      }
      if (read.choices.length === 0) {
        throw new CallError('unreadable', { shape: describeShape(response.json) });
      }
    }
    return read;
  }

  /** Whether records have fields that this window hasn't seen, such as an error, when the first monitor goes down. */
  #hasNewKeys(page: Page): boolean {
    const keys = this.mapping ? findFilledKeys(this.mapping, page) : [];
    const added = keys.filter((key) => !this.#seenKeys.has(key));
    if (this.#seenKeys.size < MAX_SEEN_KEYS) {
      added.forEach((key) => this.#seenKeys.add(key));
      return added.length > 0;
    }
    return false;
  }

  /** Applies a change to the latest saved state. If it can't be saved, it holds for this window. */
  #save(change: (saved: KnownService) => KnownService): void {
    const changed = this.attempt(() =>
      this.mappings.save(this.address, (saved) => change(this.#orOwn(saved))),
    );
    this.#take(changed ?? change(this.#saved));
  }

  #orOwn(saved: KnownService): KnownService {
    return isEmpty(saved) ? this.#saved : saved;
  }

  #take(saved: KnownService): void {
    if (JSON.stringify(saved) === JSON.stringify(this.#saved)) {
      return;
    }
    this.#saved = saved;
    this.read = createReader(saved.mapping, this.picks);
    this.meaning = toMeaning(this.mapping);
    this.#changes.fire();
  }
}

function isEmpty(saved: KnownService): boolean {
  return Object.keys(saved).length === 0;
}

function toMeaning(mapping: Mapping | undefined): number {
  const { list, fields, status } = mapping ?? {};
  return crc32(JSON.stringify([list, fields?.id, fields?.name, status]));
}
