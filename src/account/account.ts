import { setImmediate } from 'node:timers/promises';
import { Emitter, type Disposable } from '../base/event';
import { SerialQueue } from '../base/serialQueue';
import { HOUR, MINUTE } from '../base/time';
import { toPageResponse } from '../mapping/toPageResponse';
import { readList, type LoadedMonitors } from '../monitors/loadedMonitors';
import type { Page, PageList } from '../monitors/page';
import { mergeLists } from '../monitors/pageList';
import { toGap } from '../monitors/run';
import { CallError, isCallError, toErrorLine } from '../service/errors';
import type { AccountKey } from '../storage/accounts';
import { Choices } from './choices';
import { LastLook } from './lastLook';
import { Memory } from './memory';
import { MonitorList, type PageRequest } from './monitorList';
import type { OwnerAttempt } from './saved';
import type { ServiceMapping } from './serviceMapping';
import { authorizationFor, isExpired, type Session } from './session';
import type { Shared } from './shared';

/** After the service was overloaded, pages are read one at a time for so long. */
const ONE_AT_A_TIME_FOR_MS = HOUR;

/** An account that is signed in: its session, pages, history and choices. */
export class Account implements Disposable {
  readonly #changes = new Emitter<void>();
  readonly #serviceChanges: Disposable;
  /** Between all pieces of pages that arrive together, other work goes on. */
  readonly #turns = new SerialQueue();
  /** Numbers of the calls whose pages this window has saved or loaded. */
  #savedCalls: ReadonlySet<number> = new Set();
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
    private readonly shared: Shared,
  ) {
    const { options, settings, now } = shared;
    const fire = () => this.#changes.fire();
    const service = shared.serviceAt(key.baseUrl);
    this.service = service;
    this.list = new MonitorList({
      fetchPage: this.#fetchPage,
      service,
      pageSize: () => settings.pageSize,
      isOneAtATime: () => now() - this.#overloadedAt < ONE_AT_A_TIME_FOR_MS,
      save: this.#save,
      onDidChange: fire,
    });
    this.memory = new Memory(service);
    this.choices = new Choices(now, fire, this.#attempt, options.workspaceState);
    this.lastLook = new LastLook(this.list, this.memory, this.#attemptToSave, now, fire);
    this.#serviceChanges = service.onDidChange(() => {
      this.memory.startAgain();
      this.#saveAgain();
    });
    this.synchronize();
  }

  /** The session, expired or not; `undefined` after a sign-out. */
  get session() {
    return this.shared.sessions.find(this.key);
  }

  get isActive(): boolean {
    const { session } = this;
    return session !== undefined && !isExpired(session, this.shared.now());
  }

  get sinceOf() {
    return this.memory.sinceOf;
  }

  readonly #attempt: OwnerAttempt<number> = (work) =>
    this.shared.attempt(() => {
      const line = this.shared.accountLines.find(this.key);
      return line && work(line.number, this.shared.views);
    });

  /** Does nothing if the user lets no rows be saved. */
  readonly #attemptToSave: OwnerAttempt<number> = (work) =>
    this.shared.settings.keepSnapshot ? this.#attempt(work) : undefined;

  /** Saves pages that aren't saved, and shows what other windows have saved. */
  synchronize(): void {
    const { pages } = this.shared;
    if (!this.isSaved || this.#attemptToSave((number) => this.#areFromOthers(pages.list(number)))) {
      this.#saveAgain();
    }
  }

  dispose(): void {
    [this.#serviceChanges, this.list, this.#changes].forEach((part) => part.dispose());
  }

  /** Whether another window has saved one of the pages. */
  #areFromOthers(saved: ReadonlySet<number>): boolean {
    return [...saved].some((call) => !this.#savedCalls.has(call));
  }

  #saveAgain(): void {
    this.list.show(this.#save(this.list.loaded));
  }

  /** Returns the pages joined with pages that other windows have saved. */
  readonly #save = (loaded: LoadedMonitors): PageList => {
    const { pages, runs, calls, settings, now } = this.shared;
    const { memory, service, isSaved: wasSaved } = this;
    let all = loaded;
    const saved = this.#attemptToSave((number) => {
      const before = pages.list(number);
      const areFromOthers = this.#areFromOthers(before);
      if (areFromOthers) {
        all = readList(mergeLists(loaded.list, pages.loadList(number), service.read), service.read);
        runs.saveAll(number, memory.unsaved, memory.needless);
        memory.load(runs.loadAll(number), calls.oldest(), now());
      }
      pages.saveList(number, all.list, before);
      memory.read(all);
      runs.saveAll(number, memory.unsaved, memory.needless);
      if (areFromOthers || !before.has(all.pages[0]?.call.number ?? 0)) {
        memory.gapMs = toGap(calls.listTimes(number));
      }
      return true;
    });
    if (!saved) {
      memory.read(all);
    }
    this.isSaved = saved ?? !settings.keepSnapshot;
    if (this.isSaved) {
      const { pages: shown, replaced } = all.list;
      this.#savedCalls = new Set([...shown, ...replaced].map(({ call }) => call.number));
      memory.unsaved = [];
      memory.needless = [];
      if (!wasSaved) {
        // What was learned meanwhile isn't saved either, and saved pages mean nothing without.
        service.reload();
      }
    }
    return all.list;
  };

  readonly #fetchPage = async (
    { index, size, caller }: PageRequest,
    signal: AbortSignal,
  ): Promise<Page> => {
    const { client, settings, now } = this.shared;
    const { baseUrl } = settings;
    const { session, service } = this;
    if (baseUrl === undefined || session === undefined) {
      throw new CallError('canceled');
    }
    const request = {
      baseUrl,
      authorization: authorizationFor(session, baseUrl.href, now()),
      pageIndex: index,
      pageSize: size,
      caller,
      account: String(this.#attempt((number) => number) ?? ''),
    };
    const pause = () => this.#turns.run(() => setImmediate());
    try {
      const { response, call } = await client.listMonitors(request, signal);
      const page = { index, size, call, ...(await toPageResponse(response, session.token, pause)) };
      this.#acceptedIssue = session.issuedAt;
      await pause();
      service.learn(page, this.list.loaded.pages);
      if (!service.read(page).hasList) {
        this.#log(index, service.describeUnread(page));
      }
      return page;
    } catch (error) {
      throw this.#toFailure(error, session, index);
    }
  };

  /** Notes a failure, and returns its error for the user. */
  #toFailure(error: unknown, session: Session, index: number): unknown {
    const { sessions, now } = this.shared;
    if (!isCallError(error, 'sessionEnded')) {
      const isGateway = isCallError(error) && [502, 503, 504].includes(error.facts.status ?? 0);
      if (isGateway || isCallError(error, 'tooManyCalls')) {
        this.#overloadedAt = now();
      }
      this.#log(index, error);
      return error;
    }
    // The service, or a proxy, refuses even new tokens. Signing in again wouldn't help, so keep the session.
    const isNew = Math.abs(now() - session.issuedAt) < MINUTE;
    if (isNew && this.#acceptedIssue !== session.issuedAt) {
      return new CallError('newTokenRefused', error.facts);
    }
    void sessions.reject(session);
    return error;
  }

  #log(pageIndex: number, error: unknown): void {
    this.shared.options.log.warn(`Page ${pageIndex}: ${toErrorLine(error)}`);
  }
}
