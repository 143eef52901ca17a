import { crc32 } from 'node:zlib';
import { createReader } from '../mapping/createReader';
import { addNewFields, findNewKeys, learnMapping, needsLearning } from '../mapping/learnMapping';
import { findList, findListCandidates } from '../mapping/findList';
import { NO_PICKS, mergePicks, withPicks, type Picks } from '../mapping/picker/picks';
import type { Mapping } from '../mapping/mapping';
import type { TokenRead } from '../mapping/readToken';
import { readOutcome } from '../mapping/readOutcome';
import { Emitter } from '../base/event';
import { describeShape } from '../base/shape';
import type { Page } from '../monitors/page';
import type { ReadPage } from '../monitors/pageContent';
import { CallError } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import { DEFAULT_LIFETIME_MS, type TokenRequest } from '../service/serviceClient';
import type { KnownService, Mappings } from '../storage/mappings';
import { toSessionId, type Session } from './session';
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

  /** Learns from a new page and the older ones, if it can't be read without or has new fields. */
  learn(page: Page, others: readonly Page[]): void {
    const { mapping: before } = this.#saved;
    const isReadable = !needsLearning(this.mapping, page);
    if (isReadable && !this.#hasNewKeys(page)) {
      return;
    }
    const learned = learnFrom([...others, page], before, this.picks);
    const mapping = before && isReadable ? addNewFields(before, learned) : learned;
    if (mapping && JSON.stringify(mapping) !== JSON.stringify(before)) {
      this.#save((saved) => ({ ...saved, mapping }));
    }
  }

  /** Returns lists of a page that may have the monitors. If some are likely, the likeliest is first. */
  findLists({ response }: Page) {
    const { candidates } = findList([response]);
    const lists = candidates.length > 0 ? candidates : findListCandidates([response]);
    return lists.map(({ path, samples: [sample] }) => {
      const keys = Object.keys(sample?.value ?? {});
      return { path, preview: keys.slice(0, 5).join(', ') };
    });
  }

  /** Saves choices. A field's `[]`: the field is absent; `undefined`: automatic. */
  pick(picked: Partial<Picks>, pages: readonly Page[]): void {
    this.#save((saved) => {
      const merged = mergePicks({ ...NO_PICKS, ...picked }, saved.picks ?? NO_PICKS);
      // JSON leaves out choices that are undefined.
      const picks = JSON.parse(JSON.stringify(merged)) as Picks;
      const isOtherList = 'monitors' in (picked.fields ?? {});
      const mapping = isOtherList ? learnFrom(pages, undefined, picks) : saved.mapping;
      return { ...saved, picks, mapping };
    });
  }

  /**
   * Reads the response to a sign-in. Saves the token's path, never the token.
   * @returns the session, or texts of which the user has to choose the token
   * @throws CallError if the response is a refusal, asks for a further step, or has no possible token
   */
  async readSession(
    { baseUrl, email, password, expiresInMs = DEFAULT_LIFETIME_MS }: TokenRequest,
    response: HttpResponse,
  ): Promise<Pick<TokenRead, 'choices'> & { readonly session?: Session }> {
    const { readToken } = await import('../mapping/readToken.js');
    const { token, choices, signInStep, expiresAt } = readToken(
      response,
      expiresInMs,
      this.picks.fields.token,
      this.#saved.token,
    );
    if (token) {
      if (token.path !== this.#saved.token) {
        this.#save((saved) => ({ ...saved, token: token.path }));
      }
      const session: Session = {
        id: toSessionId(baseUrl.origin, email),
        baseUrl: baseUrl.href,
        email: email.trim(),
        token: token.value,
        issuedAt: response.receivedAt,
        expiresAt: Math.floor(expiresAt),
        lifetimeMs: expiresInMs,
        selectedAt: 0,
      };
      return { choices, session };
    }
    const outcome = signInStep ? undefined : readOutcome(response, 'token', password);
    if (outcome instanceof CallError) {
      throw outcome;
    }
    if (choices.length === 0) {
      throw signInStep
        ? new CallError('signInStep', { step: signInStep })
        : new CallError('unreadable', { shape: describeShape(response.json) });
    }
    return { choices };
  }

  /** Whether records have fields that this window hasn't seen, such as an error, when the first monitor goes down. */
  #hasNewKeys(page: Page): boolean {
    const { mapping } = this;
    if (mapping === undefined || this.#seenKeys.size >= MAX_SEEN_KEYS) {
      return false;
    }
    const added = findNewKeys(mapping, page, this.#seenKeys);
    added.forEach((key) => this.#seenKeys.add(key));
    return added.size > 0;
  }

  /** Applies a change to the latest saved state. If it can't be saved, it holds for this window. */
  #save(change: (saved: KnownService) => KnownService): void {
    const changed = this.attempt(() =>
      this.mappings.save(this.address, (saved) => change(this.#orOwn(saved))),
    );
    this.#take(changed ?? change(this.#saved));
  }

  #orOwn(saved: KnownService) {
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

function learnFrom(pages: readonly Page[], saved: Mapping | undefined, picks: Picks) {
  const responses = pages.map(({ response }) => response);
  return learnMapping(responses, saved, picks).mapping;
}

function isEmpty(saved: KnownService): boolean {
  return Object.keys(saved).length === 0;
}

function toMeaning(mapping: Mapping | undefined): number {
  const { list, fields, status } = mapping ?? {};
  return crc32(JSON.stringify([list, fields?.id, fields?.name, status]));
}
