import type { MonitorList } from '../monitors/monitorList';
import type { FetchPage, Page, PageRequest } from '../monitors/page';
import type { Meter } from '../credits/meter';
import type { BaseUrl } from '../service/address';
import type { HttpResponse } from '../service/httpResponse';
import type { ListExtraction } from '../service/mapping/readList';
import type { ServiceClient } from '../service/serviceClient';
import { authorizationFor, SessionExpiredError, type Session } from '../session/session';
import type { PagesOwner, SharedPages } from './sharedPages';
import { toPage } from './toPage';

export interface PageReaderOptions {
  readonly client: ServiceClient;
  readonly shared: SharedPages;
  readonly meter: Pick<Meter, 'recordAvoided'>;
  /** Milliseconds that a call may take. */
  readonly timeoutMs: () => number;
  /** Told of every answer that was read, for whoever explains it. */
  readonly onRead: (page: Page, answer: HttpResponse, reading: ListExtraction) => void;
  /** Told of every page that was called for and did not come, for the log. */
  readonly onFailed: (request: PageRequest, error: unknown) => void;
}

/** Whose pages are read, as it stands at the moment of the call. */
export interface PageSource {
  readonly baseUrl: () => BaseUrl | undefined;
  /** A session that may be used; absent where it is over, and then no call is made. */
  readonly session: () => Session | undefined;
  readonly list: () => MonitorList;
  readonly account: string;
  readonly onAccepted: (session: Session) => void;
  /** @returns the failure to go on with: the same, or one that says more. */
  readonly onFailed: (session: Session, error: unknown) => unknown;
}

/** Brings pages: from another window that has just read them, else by one call. */
export class PageReader {
  readonly #options: PageReaderOptions;

  constructor(options: PageReaderOptions) {
    this.#options = options;
  }

  fetchPageFor(source: PageSource): FetchPage {
    return async (request, signal) => {
      const baseUrl = source.baseUrl();
      const session = source.session();
      if (baseUrl === undefined || session === undefined) {
        void this.#options.meter.recordAvoided(source.account, 'stopped');
        throw new SessionExpiredError('no call is made for a session that is over');
      }
      const owner = { account: session.id, address: baseUrl.href };
      const call = (): Promise<Page> => this.#call({ source, session, baseUrl }, request, signal);
      // A refresh is a person's wish for newer rows than any that are there.
      const anew = request.reason === 'refresh' || request.reason === 'autoRefresh';
      if (anew) {
        return call();
      }
      const wait = { timeoutMs: this.#options.timeoutMs(), signal };
      const lease = await this.#options.shared.reserve(owner, request.pageIndex, wait);
      try {
        // Taken back while another window was reading the page: no call has been made, and none is to be counted.
        signal.throwIfAborted();
        return await this.#share(owner, source.list(), request.pageIndex, call);
      } finally {
        await lease?.release();
      }
    };
  }

  /** Other windows look as soon as the lease is gone, so what was read is saved before. */
  async #share(
    owner: PagesOwner,
    list: MonitorList,
    pageIndex: number,
    call: () => Promise<Page>,
  ): Promise<Page> {
    const { shared, meter } = this.#options;
    const known = await shared.find(owner, list.loaded, pageIndex);
    if (known) {
      void meter.recordAvoided(owner.account, 'otherWindow');
      return known;
    }
    const page = await call();
    if (list.progress?.pagesPlanned === 1) {
      await shared.save(owner, [...list.loaded.pages, page], false);
    }
    return page;
  }

  async #call(
    { source, session, baseUrl }: { source: PageSource; session: Session; baseUrl: BaseUrl },
    request: PageRequest,
    signal: AbortSignal,
  ): Promise<Page> {
    const authorization = authorizationFor(session, baseUrl.origin);
    try {
      const { answer, reading } = await this.#options.client.listMonitors(
        { ...request, baseUrl, authorization, account: session.id },
        signal,
      );
      const page = toPage(request, answer, reading);
      source.onAccepted(session);
      this.#options.onRead(page, answer, reading);
      return page;
    } catch (error) {
      this.#options.onFailed(request, error);
      throw source.onFailed(session, error);
    }
  }
}
