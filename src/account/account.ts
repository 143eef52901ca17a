import { setImmediate as pause } from 'node:timers/promises';
import { Emitter, type Disposable } from '../base/event';
import { SerialQueue } from '../base/serialQueue';
import { describeShape } from '../base/shape';
import { HOUR } from '../base/time';
import { toPageResponse } from '../mapping/toPageResponse';
import { LoadedMonitors } from '../monitors/loadedMonitors';
import type { Page, PageList } from '../monitors/page';
import { mergeLists } from '../monitors/pageList';
import type { SinceOf } from '../monitors/since';
import { CallError, isCallError, toErrorLine } from '../service/errors';
import type { ServiceClient } from '../service/serviceClient';
import type { AccountKey } from '../storage/accounts';
import type { SavedPages } from '../storage/pages';
import type { AppOptions } from './appOptions';
import { Choices } from './choices';
import { LastLook } from './lastLook';
import { Memory } from './memory';
import { MonitorList, type PageRequest } from './monitorList';
import type { RowFields } from './rowFields';
import type { ServiceMapping } from './serviceMapping';
import { authorizationFor, isExpired, isNewlyIssued, type Session } from './session';
import type { AccountAttempt, Attempt, Tables } from './tables';

export interface AccountParts extends AppOptions, Tables {
  readonly client: ServiceClient;
  readonly service: ServiceMapping;
  readonly rowFields: RowFields;
  readonly attempt: Attempt;
}

/** After the service was overloaded, pages are read one at a time for so long. */
const ONE_AT_A_TIME_FOR_MS = HOUR;

/** An account that is signed in: its session, pages, history and choices. */
export class Account implements Disposable {
  readonly #changes = new Emitter<void>();
  readonly #subscriptions: readonly Disposable[];
  /** Between pages that arrive together, other work goes on. */
  readonly #turns = new SerialQueue();
  /** Numbers of the calls whose pages this window has saved or loaded. */
  #savedCalls: ReadonlySet<number> = new Set();
  /** The number of the sign-in in the database. */
  #signIn: { readonly issuedAt: number; readonly number: number } | undefined;
  /** `issuedAt` of the last token that the service accepted. */
  #acceptedIssue: number | undefined;
  /** Epoch milliseconds. */
  #overloadedAt = -Infinity;
  /** Whether all shown pages are saved. */
  isSaved = true;
  readonly service: ServiceMapping;
  readonly list: MonitorList;
  readonly memory: Memory;
  readonly choices: Choices;
  readonly lastLook: LastLook;
  readonly onDidChange = this.#changes.event;

  constructor(
    readonly key: AccountKey,
    private readonly parts: AccountParts,
  ) {
    const { settings, service, rowFields, database, views, now } = parts;
    const fire = () => this.#changes.fire();
    this.service = service;
    this.list = new MonitorList({
      fetchPage: (request, signal) => this.#fetchPage(request, signal),
      read: () => service.read,
      pageSize: () => settings.pageSize,
      isOneAtATime: () => now() - this.#overloadedAt < ONE_AT_A_TIME_FOR_MS,
      describeUnread: (page) => this.#describeUnread(page),
      save: (list) => this.#save(list),
      onDidChange: fire,
    });
    this.memory = new Memory(parts);
    this.choices = new Choices(this.#attempt, parts, fire);
    this.lastLook = new LastLook(this, this.memory, views, now);
    this.#subscriptions = [
      service.onDidChange(() => this.#rememberAgain()),
      rowFields.onDidChange(() => {
        if (rowFields.address === key.baseUrl) {
          this.#rememberAgain();
        }
      }),
      database.onDidReplace(() => {
        this.#signIn = undefined;
        this.#savedCalls = new Set();
      }),
      this.lastLook.onDidChange(fire),
      this.lastLook,
      this.list,
      this.#changes,
    ];
    this.synchronize();
  }

  /** The session, expired or not; `undefined` after a sign-out. */
  get session(): Session | undefined {
    return this.parts.sessions.find(this.key);
  }

  get isActive(): boolean {
    const { session } = this;
    return session !== undefined && !isExpired(session, this.parts.now());
  }

  get sinceOf(): SinceOf {
    return this.memory.sinceOf;
  }

  readonly #attempt: AccountAttempt = (work) => {
    const { session } = this;
    return session && this.parts.attempt(() => work(this.#numberOf(session)));
  };

  /** Does nothing if the user lets no rows be saved. */
  readonly attemptToSave: AccountAttempt = (work) =>
    this.parts.settings.keepSnapshot ? this.#attempt(work) : undefined;

  /** Saves pages that aren't saved, and shows what other windows have saved. */
  synchronize(): void {
    if (!this.isSaved) {
      this.#saveAgain();
    }
    const { pages } = this.parts;
    const saved = this.attemptToSave((number) => {
      if (!this.#areFromOthers(pages.list(number))) {
        return undefined;
      }
      this.memory.load(number);
      return pages.load(number);
    });
    if (saved) {
      this.#savedCalls = toCalls(saved);
      this.list.show(mergeLists(this.list.loaded.list, saved, this.service.read));
      this.memory.finish(this.list.loaded, true);
    }
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
  }

  #numberOf({ issuedAt }: Session): number {
    if (this.#signIn?.issuedAt !== issuedAt) {
      const { accounts, now } = this.parts;
      this.#signIn = { issuedAt, number: accounts.use(this.key, issuedAt, now()) };
    }
    return this.#signIn.number;
  }

  /** Whether another window has saved one of the pages. */
  #areFromOthers(saved: SavedPages): boolean {
    return [...saved.keys()].some((call) => !this.#savedCalls.has(call));
  }

  #rememberAgain(): void {
    this.memory.startAgain();
    this.#saveAgain();
  }

  #saveAgain(): void {
    this.list.show(this.#save(this.list.loaded.list));
  }

  /** Returns the pages joined with pages that other windows have saved. */
  #save(list: PageList) {
    const { settings, pages } = this.parts;
    const { read } = this.service;
    const saved = this.attemptToSave((number) => {
      const before = pages.list(number);
      const hasOthers = this.#areFromOthers(before);
      const joined = hasOthers ? mergeLists(list, pages.load(number), read) : list;
      this.service.saveIfMissing();
      if (!pages.store(number, joined, before)) {
        return undefined;
      }
      if (hasOthers) {
        this.memory.load(number);
      }
      const loaded = hasOthers ? new LoadedMonitors(joined, read) : this.list.loaded;
      this.memory.read(loaded);
      this.memory.save(number);
      return { joined, loaded };
    });
    const { joined = list, loaded = this.list.loaded } = saved ?? {};
    this.isSaved = saved !== undefined || !settings.keepSnapshot;
    if (saved === undefined) {
      this.memory.read(loaded);
    }
    this.memory.finish(loaded, this.isSaved);
    this.#savedCalls = saved ? toCalls(joined) : this.#savedCalls;
    return joined;
  }

  async #fetchPage({ index, size, caller }: PageRequest, signal: AbortSignal) {
    const { settings, client, service, now } = this.parts;
    const { baseUrl } = settings;
    const { session } = this;
    if (baseUrl === undefined || session === undefined) {
      throw new CallError('canceled');
    }
    const request = {
      baseUrl,
      authorization: authorizationFor(session, baseUrl.href, now()),
      pageIndex: index,
      pageSize: size,
      caller,
      account: String(this.#signIn?.number ?? ''),
    };
    try {
      const { response, call } = await client.listMonitors(request, signal);
      const page = { index, size, call, ...(await toPageResponse(response, session.token, pause)) };
      this.#acceptedIssue = session.issuedAt;
      await this.#turns.run(pause);
      service.learn(page, this.list.loaded.pages);
      return page;
    } catch (error) {
      throw this.#toFailure(error, session, index);
    }
  }

  /** Notes a failure, and returns its error for the user. */
  #toFailure(error: unknown, session: Session, index: number): unknown {
    const { sessions, log, now } = this.parts;
    if (!isCallError(error, 'sessionEnded')) {
      const isGateway = isCallError(error) && [502, 503, 504].includes(error.facts.status ?? 0);
      if (isGateway || isCallError(error, 'tooManyCalls')) {
        this.#overloadedAt = now();
      }
      log.warn(`Page ${index}: ${isCallError(error) ? toErrorLine(error) : String(error)}`);
      return error;
    }
    // The service, or a proxy, refuses even new tokens. Signing in again wouldn't help, so keep the session.
    if (this.#acceptedIssue !== session.issuedAt && isNewlyIssued(session, now())) {
      return new CallError('newTokenRefused', error.facts);
    }
    void sessions.reject(session);
    return error;
  }

  /** Describes a page without a known list, among whose lists the user can choose without another call. */
  #describeUnread(page: Page) {
    const choices = this.service.findLists(page);
    const error = new CallError('unreadable', { choices, shape: describeShape(page.response) });
    this.parts.log.warn(`Page ${page.index}: ${toErrorLine(error)}`);
    return error;
  }
}

function toCalls({ pages, replaced }: PageList) {
  return new Set([...pages, ...replaced].map(({ call }) => call.number));
}
