import { crc32 } from 'node:zlib';
import { createReader } from '../mapping/createReader';
import { addNewFields, findNewKeys, learnMapping, needsLearning } from '../mapping/learnMapping';
import { findList, findListCandidates } from '../mapping/findList';
import { NO_PICKS, mergePicks, withPicks, type Picks } from '../mapping/picker/picks';
import type { Mapping } from '../mapping/mapping';
import { readOutcome } from '../mapping/readOutcome';
import { Emitter } from '../base/event';
import { describeShape } from '../base/shape';
import type { Page, ReadPage } from '../monitors/page';
import { CallError } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import { DEFAULT_LIFETIME_MS, type TokenRequest } from '../service/serviceClient';
import { RowFields } from './rowFields';
import { Saved, type OwnerAttempt, type ServiceValues } from './saved';
import { toSessionId, type Session } from './session';

/** Objects may have other keys in each record, such as dates. */
const MAX_SEEN_KEYS = 500;

/** How the responses of one address are read: what was learned, and what the user picked. */
export class ServiceMapping {
  readonly #changes = new Emitter<void>();
  readonly #saved: Saved<ServiceValues>;
  /** The saved values as JSON, as they are used. */
  #used = '';
  /** Keys of records that had values. */
  readonly #seenKeys = new Set<string>();

  /** Another function after each change. */
  read: ReadPage = createReader(undefined);
  /** Another number if ids, names and statuses mean something else. */
  meaning = 0;
  /** Fires when pages mean something else now. */
  readonly onDidChange = this.#changes.event;
  readonly rowFields: RowFields;

  /** @param attempt absent for an example, of which nothing is saved */
  constructor(attempt?: OwnerAttempt) {
    this.#saved = new Saved(attempt);
    this.rowFields = new RowFields(this.#saved, () => this.#changes.fire());
    this.#use();
  }

  get picks() {
    return this.#saved.values.picks ?? NO_PICKS;
  }

  /** With the user's picks. */
  get mapping() {
    const { learned } = this.#saved.values;
    return learned ? withPicks(learned, this.picks) : undefined;
  }

  /** Reads again what any window has saved. If that fails, the last state stays. A new file gets it. */
  reload(): void {
    this.#change();
  }

  /** Learns from a new page and the older ones, if it can't be read without or has new fields. */
  learn(page: Page, others: readonly Page[]): void {
    const before = this.#saved.values.learned ?? undefined;
    const isReadable = !needsLearning(this.mapping, page);
    if (isReadable && !this.#hasNewKeys(page)) {
      return;
    }
    const latest = learnFrom([...others, page], before, this.picks);
    const learned = before && isReadable ? addNewFields(before, latest) : latest;
    if (learned && JSON.stringify(learned) !== JSON.stringify(before)) {
      this.#change(() => ({ learned }));
    }
  }

  /** Describes a page without a known list, among whose lists the user can choose without another call. */
  describeUnread({ response }: Page) {
    const { candidates } = findList([response]);
    // If some are likely, the likeliest is first.
    const lists = candidates.length > 0 ? candidates : findListCandidates([response]);
    const choices = lists.map(({ path, samples: [sample] }) => {
      const keys = Object.keys(sample?.value ?? {});
      return { path, preview: keys.slice(0, 5).join(', ') };
    });
    return new CallError('unreadable', { choices, shape: describeShape(response) });
  }

  /** Saves choices. A field's `[]`: the field is absent; `undefined`: automatic. */
  pick(picked: Partial<Picks>, pages: readonly Page[]): void {
    this.#change(({ picks: before = NO_PICKS }) => {
      const merged = mergePicks({ ...NO_PICKS, ...picked }, before);
      // JSON leaves out choices that are undefined.
      const picks = JSON.parse(JSON.stringify(merged)) as Picks;
      const isOtherList = 'monitors' in (picked.fields ?? {});
      return isOtherList
        ? { picks, learned: learnFrom(pages, undefined, picks) ?? null }
        : { picks };
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
  ) {
    const { readToken } = await import('../mapping/readToken.js');
    const { token, choices, signInStep, expiresAt } = readToken(
      response,
      expiresInMs,
      this.picks.fields.token,
      this.#saved.values.token,
    );
    if (token) {
      if (token.path !== this.#saved.values.token) {
        this.#change(() => ({ token: token.path }));
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

  #change(...changes: readonly ((values: ServiceValues) => ServiceValues)[]): void {
    this.#saved.change(...changes);
    this.#use();
  }

  #use(): void {
    const { values } = this.#saved;
    const json = JSON.stringify([values.learned, values.picks]);
    if (json !== this.#used) {
      this.#used = json;
      this.read = createReader(values.learned ?? undefined, this.picks);
      this.meaning = toMeaning(this.mapping);
      this.#changes.fire();
    }
  }
}

function learnFrom(pages: readonly Page[], saved: Mapping | undefined, picks: Picks) {
  const responses = pages.map(({ response }) => response);
  return learnMapping(responses, saved, picks).mapping;
}

function toMeaning(mapping: Mapping | undefined): number {
  const { list, fields, status } = mapping ?? {};
  return crc32(JSON.stringify([list, fields?.id, fields?.name, status]));
}
