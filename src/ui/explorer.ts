import { ChangeSource, type Ends } from '../monitors/changeSource';
import { MonitorList, type ListOutcome } from '../monitors/monitorList';
import type { FetchPage } from '../monitors/page';
import type { BaseUrl } from '../service/address';
import { authorizationFor, isOver, SessionOverFailure, type Session } from '../session/session';
import { UnauthorizedFailure } from '../service/failures';
import type { ServiceClient } from '../service/serviceClient';
import type { SessionStore } from '../session/secretSessions';
import { toPage } from './toPage';

/** What the explorer needs to know of the person's settings. */
export interface ExplorerSettings {
  readonly baseUrl: BaseUrl | undefined;
  readonly pageSize: number;
  readonly onDidChange: (listener: () => void) => Ends;
}

export interface ExplorerOptions {
  readonly settings: ExplorerSettings;
  readonly sessions: SessionStore;
  readonly client: ServiceClient;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** `over`: the token has ended, or the service no longer takes it. */
export type SessionState = 'none' | 'active' | 'over';

/** Whose monitors are shown, and the list of them; the one thing that views and commands look at. */
export class Explorer implements Ends {
  readonly #options: ExplorerOptions;
  readonly #changes = new ChangeSource<void>();
  readonly #lists = new Map<string, MonitorList>();
  /** Tokens that the service has refused. No call is spent on one of them again. */
  readonly #refused = new Set<string>();
  readonly #subscriptions: Ends[];
  #address: string | undefined;

  /** The account, its session, its list or what is loaded has changed. */
  readonly onDidChange = this.#changes.listen;

  constructor(options: ExplorerOptions) {
    this.#options = options;
    this.#address = this.baseUrl?.href;
    this.#subscriptions = [
      options.settings.onDidChange(() => this.#followAddress()),
      options.sessions.onDidChange(({ removed }) => {
        removed.forEach(({ id }) => this.#drop(id));
        this.#changes.tell();
      }),
    ];
  }

  get baseUrl(): BaseUrl | undefined {
    return this.#options.settings.baseUrl;
  }

  /** The account chosen at the service address, whether or not its session is over. */
  get session(): Session | undefined {
    return this.baseUrl && this.#options.sessions.current(this.baseUrl.origin);
  }

  get sessionState(): SessionState {
    const { session } = this;
    if (session === undefined) {
      return 'none';
    }
    return this.#isSpent(session) ? 'over' : 'active';
  }

  /** The monitors of the account; absent where nobody is signed in. */
  get list(): MonitorList | undefined {
    const { session } = this;
    if (session === undefined) {
      return undefined;
    }
    const known = this.#lists.get(session.id);
    if (known) {
      return known;
    }
    const { settings } = this.#options;
    const list = new MonitorList({
      fetchPage: this.#fetchPageFor(session.id),
      pageSize: () => settings.pageSize,
    });
    this.#lists.set(session.id, list);
    list.onDidChange(() => this.#changes.tell());
    return list;
  }

  /** Reads the first page of a signed-in account of which nothing is loaded; costs nothing otherwise. */
  async ensureFirstPage(): Promise<ListOutcome> {
    return this.sessionState === 'active' ? this.list!.ensureFirstPage() : 'idle';
  }

  /** After a sign-in, goes on with what the end of the last session had stopped: that page, not page 0. */
  async resume(): Promise<ListOutcome> {
    const error = this.list?.failure?.error;
    return error instanceof UnauthorizedFailure || error instanceof SessionOverFailure
      ? this.list!.retry()
      : 'idle';
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    [...this.#lists.keys()].forEach((id) => this.#drop(id));
    this.#changes.dispose();
  }

  #fetchPageFor(sessionId: string): FetchPage {
    return async (request, signal) => {
      const { client, sessions } = this.#options;
      const { baseUrl } = this;
      const session = sessions.find(sessionId);
      if (baseUrl === undefined || session === undefined || this.#isSpent(session)) {
        throw new SessionOverFailure('no call is made for a session that is over');
      }
      const authorization = authorizationFor(session, baseUrl.origin);
      try {
        const call = { ...request, baseUrl, authorization, account: session.id };
        const { answer, reading } = await client.listMonitors(call, signal);
        void sessions.accept(session);
        return toPage(request, answer, reading);
      } catch (error) {
        if (error instanceof UnauthorizedFailure) {
          this.#refused.add(session.token);
        }
        throw error;
      }
    };
  }

  #isSpent(session: Session): boolean {
    return isOver(session, this.#options.now()) || this.#refused.has(session.token);
  }

  /** Rows of one address never stand under another. */
  #followAddress(): void {
    const address = this.baseUrl?.href;
    if (address !== this.#address) {
      this.#address = address;
      [...this.#lists.keys()].forEach((id) => this.#drop(id));
    }
    this.#changes.tell();
  }

  #drop(id: string): void {
    this.#lists.get(id)?.clear();
    this.#lists.delete(id);
  }
}
