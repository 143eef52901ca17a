import { setImmediate as pause } from 'node:timers/promises';
import { Emitter, type Disposable } from '../base/event';
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
import type { Database } from '../storage/database';
import type { AccountAccess } from './accountAccess';
import type { AppSettings, Log } from './appSettings';
import { Choices, type WorkspaceState } from './choices';
import { LastLook } from './lastLook';
import { Memory } from './memory';
import { MonitorList, type ListChange, type PageRequest } from './monitorList';
import type { RowFields } from './rowFields';
import type { ServiceMapping } from './serviceMapping';
import { authorizationFor, isExpired, isNewlyIssued, type Session } from './session';
import type { SessionStore } from './sessionStore';
import type { Attempt, Tables } from './tables';

export interface AccountParts extends Tables {
  readonly settings: AppSettings;
  readonly sessions: Pick<SessionStore, 'find' | 'reject'>;
  readonly client: ServiceClient;
  readonly database: Database;
  readonly service: ServiceMapping;
  readonly rowFields: RowFields;
  readonly workspaceState: WorkspaceState;
  readonly log: Log;
  readonly now: () => number;
  readonly attempt: Attempt;
}

/** After the service was overloaded, pages are read one at a time for so long. */
const ONE_AT_A_TIME_FOR_MS = HOUR;

function isOverload(error: unknown): boolean {
  const isGateway = isCallError(error) && [502, 503, 504].includes(error.facts.status ?? 0);
  return isGateway || isCallError(error, 'tooManyCalls');
}

/** An account that is signed in: its session, pages, history and choices. */
export class Account implements AccountAccess, Disposable {
  readonly #changes = new Emitter<ListChange>();
  readonly #subscriptions: readonly Disposable[];
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
  readonly list: MonitorList;
  readonly memory: Memory;
  readonly choices: Choices;
  readonly lastLook: LastLook;
  readonly onDidChange = this.#changes.event;

  constructor(
    readonly key: AccountKey,
    private readonly parts: AccountParts,
  ) {
    const { settings, service, database, now } = parts;
    this.list = new MonitorList({
      fetchPage: (request, signal) => this.#fetchPage(request, signal),
      read: () => service.read,
      pageSize: () => settings.pageSize,
      isOneAtATime: () => now() - this.#overloadedAt < ONE_AT_A_TIME_FOR_MS,
      describeUnread: (page) => this.#describeUnread(page),
      save: (list) => this.#save(list),
      onDidChange: (change) => this.#onListChange(change),
    });
    this.memory = new Memory(parts);
    this.choices = new Choices(this, parts.views, now, parts.workspaceState);
    this.lastLook = new LastLook(this, this.memory, parts.views, now);
    this.#subscriptions = [
      service.onDidChange(() => {
        this.#rememberAgain();
        this.#onListChange('mapping');
      }),
      parts.rowFields.onDidChange(() => {
        if (parts.rowFields.address === key.baseUrl) {
          this.#rememberAgain();
        }
      }),
      database.onDidReplace(() => {
        this.#signIn = undefined;
        this.#savedCalls = new Set();
      }),
      this.lastLook.onDidChange(() => this.#changes.fire('state')),
      this.choices.onDidChange(() => this.#changes.fire('state')),
      this.lastLook,
      this.choices,
      this.#changes,
    ];
    this.synchronize();
  }

  get service(): ServiceMapping {
    return this.parts.service;
  }

  /** The session, expired or not; `undefined` after a sign-out. */
  get session(): Session | undefined {
    return this.parts.sessions.find(this.key.id, this.key.baseUrl);
  }

  get isActive(): boolean {
    const { session } = this;
    return session !== undefined && !isExpired(session, this.parts.now());
  }

  get sinceOf(): SinceOf {
    return this.memory.sinceOf;
  }

  attempt<T>(work: (number: number) => T): T | undefined {
    const { session } = this;
    return session && this.parts.attempt(() => work(this.#numberOf(session)));
  }

  attemptToSave<T>(work: (number: number) => T): T | undefined {
    return this.parts.settings.keepSnapshot ? this.attempt(work) : undefined;
  }

  /** Saves pages that aren't saved, and shows what other windows have saved. */
  synchronize(): void {
    if (!this.isSaved) {
      this.#saveShown();
    }
    const { pages } = this.parts;
    const saved = this.attemptToSave((number) => {
      const isNew = pages.callsOf(number).some((call) => !this.#savedCalls.has(call));
      if (!isNew) {
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
    this.list.dispose();
    this.#subscriptions.forEach((subscription) => subscription.dispose());
  }

  #numberOf(session: Session): number {
    if (this.#signIn?.issuedAt !== session.issuedAt) {
      const number = this.parts.accounts.use(this.key, session.issuedAt, this.parts.now());
      this.#signIn = { issuedAt: session.issuedAt, number };
    }
    return this.#signIn.number;
  }

  #rememberAgain(): void {
    this.memory.startAgain();
    this.#saveShown();
  }

  #saveShown(): void {
    const joined = this.#save(this.list.loaded.list);
    if (joined !== this.list.loaded.list) {
      this.list.show(joined);
    }
  }

  /** Returns the pages joined with those that other windows have saved meanwhile. */
  #save(list: PageList): PageList {
    const { settings, pages } = this.parts;
    const { read } = this.service;
    const saved = this.attemptToSave((number) => {
      const isOfOthers = pages.callsOf(number).some((call) => !this.#savedCalls.has(call));
      const joined = isOfOthers ? mergeLists(list, pages.load(number), read) : list;
      this.service.saveIfMissing();
      if (!pages.store(number, joined)) {
        return undefined;
      }
      if (isOfOthers) {
        this.memory.load(number);
      }
      const loaded = isOfOthers ? new LoadedMonitors(joined, read) : this.list.loaded;
      this.memory.read(loaded);
      this.memory.save(number);
      return { joined, loaded };
    });
    const { joined = list, loaded = this.list.loaded } = saved ?? {};
    this.isSaved = saved !== undefined || !settings.keepSnapshot;
    this.memory.read(loaded);
    this.memory.finish(loaded, this.isSaved);
    this.#savedCalls = saved ? toCalls(joined) : this.#savedCalls;
    return joined;
  }

  async #fetchPage(request: PageRequest, signal: AbortSignal): Promise<Page> {
    const { settings, client, sessions, service, log, now } = this.parts;
    const { baseUrl } = settings;
    if (baseUrl?.href !== this.key.baseUrl) {
      throw new CallError('canceled');
    }
    const { session } = this;
    if (session === undefined) {
      throw new CallError('sessionEnded');
    }
    const { index, size, caller } = request;
    try {
      const { response, call } = await client.listMonitors(
        {
          baseUrl,
          authorization: authorizationFor(session, baseUrl.href, now()),
          pageIndex: index,
          pageSize: size,
          caller,
          account: String(this.#signIn?.number ?? ''),
        },
        signal,
      );
      const page = { index, size, call, ...(await toPageResponse(response, session.token, pause)) };
      this.#acceptedIssue = session.issuedAt;
      service.learn(page, this.list.loaded.pages);
      if (!service.read(page).hasList) {
        log.warn(`Page ${index}: ${toErrorLine(this.#describeUnread(page))}`);
      }
      return page;
    } catch (error) {
      if (isOverload(error)) {
        this.#overloadedAt = now();
      }
      if (!isCallError(error, 'sessionEnded')) {
        log.warn(`Page ${index}: ${isCallError(error) ? toErrorLine(error) : String(error)}`);
        throw error;
      }
      // The service, or a proxy, refuses even new tokens. Signing in again wouldn't help, so keep the session.
      if (this.#acceptedIssue !== session.issuedAt && isNewlyIssued(session, now())) {
        throw new CallError('newTokenRefused', error.facts);
      }
      void sessions.reject(session);
      throw error;
    }
  }

  /** Describes a page without a known list, among whose lists the user can choose without another call. */
  #describeUnread(page: Page): CallError {
    const choices = this.service.findLists(page);
    return new CallError('unreadable', { choices, shape: describeShape(page.response) });
  }

  #onListChange(change: ListChange): void {
    this.parts.rowFields.update(this.list.loaded);
    this.#changes.fire(change);
  }
}

function toCalls({ pages, replaced }: PageList): ReadonlySet<number> {
  return new Set([...pages, ...replaced].map(({ call }) => call.number));
}
