import { setImmediate as pause } from 'node:timers/promises';
import { Emitter, type Disposable } from '../base/event';
import { SerialQueue } from '../base/serialQueue';
import { HOUR } from '../base/time';
import { toPageResponse } from '../mapping/toPageResponse';
import { readList, type LoadedMonitors } from '../monitors/loadedMonitors';
import { mergeLists } from '../monitors/pageList';
import { toGap } from '../monitors/run';
import { CallError, isCallError, toErrorLine } from '../service/errors';
import type { AccountKey } from '../storage/accounts';
import { Choices } from './choices';
import { LastLook } from './lastLook';
import { Memory } from './memory';
import { MonitorList, type PageRequest } from './monitorList';
import type { AccountAttempt } from './saved';
import type { ServiceMapping } from './serviceMapping';
import { authorizationFor, isExpired, isNewlyIssued, type Session } from './session';
import type { Shared } from './shared';

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
    const { options, rowFields, settings, views, now } = shared;
    const fire = () => this.#changes.fire();
    const service = shared.serviceAt(key.baseUrl);
    this.service = service;
    this.list = new MonitorList({
      fetchPage: (request, signal) => this.#fetchPage(request, signal),
      service,
      pageSize: () => settings.pageSize,
      isOneAtATime: () => now() - this.#overloadedAt < ONE_AT_A_TIME_FOR_MS,
      save: (loaded) => this.#save(loaded),
      onDidChange: fire,
    });
    this.memory = new Memory(service, rowFields);
    this.choices = new Choices(now, fire, views, this.#attempt, options.workspaceState);
    this.lastLook = new LastLook(this.list, this.memory, views, this.#attemptToSave, now, fire);
    this.#subscriptions = [
      service.onDidChange(() => this.#rememberAgain()),
      rowFields.onDidChange(() => {
        if (rowFields.address === key.baseUrl) {
          this.#rememberAgain();
        }
      }),
      this.list,
      this.#changes,
    ];
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

  readonly #attempt: AccountAttempt = (work) =>
    this.shared.attempt(() => {
      const line = this.shared.accountLines.find(this.key);
      return line && work(line.number);
    });

  /** Does nothing if the user lets no rows be saved. */
  readonly #attemptToSave: AccountAttempt = (work) =>
    this.shared.settings.keepSnapshot ? this.#attempt(work) : undefined;

  /** Saves pages that aren't saved, and shows what other windows have saved. */
  synchronize(): void {
    const { pages } = this.shared;
    if (!this.isSaved || this.#attemptToSave((number) => this.#areFromOthers(pages.list(number)))) {
      this.#saveAgain();
    }
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
  }

  /** Whether another window has saved one of the pages. */
  #areFromOthers(saved: ReadonlySet<number>): boolean {
    return [...saved].some((call) => !this.#savedCalls.has(call));
  }

  #rememberAgain(): void {
    this.memory.startAgain();
    this.#saveAgain();
  }

  #saveAgain(): void {
    this.list.show(this.#save(this.list.loaded));
  }

  /** Returns the pages joined with pages that other windows have saved. */
  #save(loaded: LoadedMonitors) {
    const { pages, settings } = this.shared;
    const { read } = this.service;
    const saved = this.#attemptToSave((number) => {
      const before = pages.list(number);
      let joined = loaded;
      if (this.#areFromOthers(before)) {
        joined = readList(mergeLists(loaded.list, pages.load(number), read), read);
        this.#loadMemory(number);
      }
      pages.store(number, joined.list, before);
      this.memory.read(joined);
      this.#saveMemory(number);
      return joined;
    });
    const wasSaved = this.isSaved;
    this.isSaved = saved !== undefined || !settings.keepSnapshot;
    if (saved) {
      const { pages: shown, replaced } = saved.list;
      this.#savedCalls = new Set([...shown, ...replaced].map(({ call }) => call.number));
    } else {
      this.memory.read(loaded);
    }
    this.memory.finish(saved ?? loaded, this.isSaved);
    if (this.isSaved && !wasSaved) {
      // What was learned meanwhile isn't saved either, and saved pages mean nothing without.
      this.service.reload();
    }
    return (saved ?? loaded).list;
  }

  #loadMemory(number: number): void {
    const { runs, calls, now } = this.shared;
    this.#saveMemory(number);
    this.memory.load(runs.load(number), calls.oldest(), now());
  }

  #saveMemory(number: number): void {
    const { runs, calls } = this.shared;
    const { unsaved, needless } = this.memory;
    this.memory.gapMs = toGap(calls.listTimes(number));
    runs.save(number, unsaved, needless);
  }

  async #fetchPage({ index, size, caller }: PageRequest, signal: AbortSignal) {
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
    try {
      const { response, call } = await client.listMonitors(request, signal);
      const page = { index, size, call, ...(await toPageResponse(response, session.token, pause)) };
      this.#acceptedIssue = session.issuedAt;
      await this.#turns.run(pause);
      service.learn(page, this.list.loaded.pages);
      if (!service.read(page).hasList) {
        this.#log(index, service.describeUnread(page));
      }
      return page;
    } catch (error) {
      throw this.#toFailure(error, session, index);
    }
  }

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
    if (this.#acceptedIssue !== session.issuedAt && isNewlyIssued(session, now())) {
      return new CallError('newTokenRefused', error.facts);
    }
    void sessions.reject(session);
    return error;
  }

  #log(pageIndex: number, error: unknown): void {
    this.shared.options.log.warn(`Page ${pageIndex}: ${toErrorLine(error)}`);
  }
}
