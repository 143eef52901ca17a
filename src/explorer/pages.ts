import type { Meter } from '../credits/meter';
import type { FetchPage, Page, PageRequest } from '../monitors/page';
import type { BaseUrl } from '../service/address';
import { CancelledError, NewTokenRejectedError, UnauthorizedError } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import { isConfident } from '../service/mapping/extraction';
import type { ListExtraction } from '../service/mapping/readList';
import type { ListRequest, MeterCall, ServiceClient } from '../service/serviceClient';
import {
  authorizationFor,
  isExpired,
  isNewlyIssued,
  OriginMismatchError,
  SessionExpiredError,
} from '../session/session';
import type { SessionStore } from '../session/sessionStore';
import type { Lease, Leases } from '../storage/lease';
import type { PagesOwner } from '../storage/pageStore';
import type { Budget } from './budget';
import type { SavedPages } from './savedPages';

export interface PagesParts {
  readonly client: Pick<ServiceClient, 'listMonitors' | 'mayHoldMonitors' | 'readMonitors'>;
  readonly sessions: SessionStore;
  readonly savedPages: SavedPages;
  readonly leases: Leases;
  readonly settings: { readonly keepSnapshot: boolean; readonly baseUrl: BaseUrl | undefined };
  /** Milliseconds that a call may take. */
  readonly timeoutMs: () => number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Lets others have their turn before a response is read. */
  readonly pause: () => Promise<unknown>;
  readonly onDidReceivePage: (page: Page, response: HttpResponse, extraction: ListExtraction) => void;
  /** A page was called for and didn't come; for the log. */
  readonly onDidFail: (pageIndex: number, error: unknown) => void;
}

/**
 * The way of a page of an account, from the list down to the call: a page that another window has just read, else a call
 * with the token of the session. {@link ServiceClient.listMonitors} makes it through {@link withMetering}. Each step
 * stands below the one that calls it.
 */
export function createFetchPage(owner: PagesOwner, parts: PagesParts): FetchPage {
  return withSharedPages(owner, withSession(owner, parts), parts);
}

/** Longer than any call takes, so that a window that waits for another one's page doesn't give up before it is there. */
const LEASE_SLACK_MS = 5_000;

/**
 * Takes a page that another window has saved, and saves what it fetches after it was returned. While one window fetches
 * pages of a reading the others wait for the page they want. A refresh always fetches: the person wants newer rows than
 * any that are there.
 */
function withSharedPages(owner: PagesOwner, fetchPage: FetchPage, parts: PagesParts): FetchPage {
  const { savedPages } = parts;
  return async (request, signal) => {
    const isRefresh = request.reason === 'refresh';
    if (!savedPages.isEnabled || isRefresh) {
      await savedPages.prepare(request);
      const page = await fetchPage(request, signal);
      void savedPages.save(page, { isRefresh });
      return page;
    }
    const lease = await acquireLease(owner, request, signal, parts);
    try {
      // Cancelled while another window was reading the page: no call has been made, and none is counted.
      signal.throwIfAborted();
      const known = await savedPages.find(request, lease?.claim);
      if (known) {
        void lease?.release();
        return known;
      }
      await savedPages.prepare(request);
      const page = await fetchPage(request, signal);
      // Released once the page is on disk, as the other windows look for it there.
      void savedPages.save(page, { isRefresh }).finally(() => lease?.release());
      return page;
    } catch (error) {
      void lease?.release();
      throw error;
    }
  };
}

/** One lease for all pages that a run of the list reads at once: they share its signal. */
async function acquireLease(
  owner: PagesOwner,
  request: PageRequest,
  signal: AbortSignal,
  { leases, savedPages, timeoutMs }: PagesParts,
): Promise<Lease | undefined> {
  // A first page begins a reading of its own, in every window.
  const isFirst = request.pageIndex === 0;
  const name = isFirst
    ? `first page of ${owner.account} at ${owner.address}`
    : `reading ${request.readingId}`;
  try {
    return await leases.acquire(name, {
      timeoutMs: timeoutMs() + LEASE_SLACK_MS,
      ...{ signal, holder: signal },
      isNeeded: async () => isFirst || (await savedPages.find(request)) === undefined,
    });
  } catch {
    // Cancelled, or a disk that can't be written to: then there is nothing to share, and at worst one call more.
    return undefined;
  }
}

/**
 * Makes the call with the session of the account. No call is made for a session that has expired.
 *
 * The one decision about a 401 is here. On a token issued a moment ago it says that the service, or something before it,
 * doesn't take the token at all: another sign-in would lead to the same place, so the session stays as it is.
 * @throws SessionExpiredError, OriginMismatchError, NewTokenRejectedError, and whatever the call throws.
 */
function withSession(owner: PagesOwner, parts: PagesParts): FetchPage {
  const { sessions, settings, now } = parts;
  /** When the token was issued that the service has accepted last, in epoch milliseconds. */
  let acceptedIssue: number | undefined;
  return async (request, signal) => {
    const { baseUrl } = settings;
    const session = sessions.find(owner.account, owner.address);
    if (baseUrl?.href !== owner.address) {
      throw new OriginMismatchError(owner.address, baseUrl?.href ?? 'no address');
    }
    if (session === undefined || isExpired(session, now())) {
      throw new SessionExpiredError('no call is made for a session that has expired');
    }
    const authorization = authorizationFor(session, baseUrl.href);
    try {
      const page = await callForPage(
        { ...request, baseUrl, authorization, account: owner.account },
        signal,
        parts,
      );
      acceptedIssue = session.issuedAt;
      return page;
    } catch (error) {
      parts.onDidFail(request.pageIndex, error);
      if (!(error instanceof UnauthorizedError)) {
        throw error;
      }
      // Only a token that was never accepted can be one that the service doesn't take at all.
      if (acceptedIssue !== session.issuedAt && isNewlyIssued(session, now())) {
        throw new NewTokenRejectedError(error.status, error.serviceMessage);
      }
      void sessions.reject(session);
      throw error;
    }
  };
}

/** Makes the call, asks for the pages that follow once its response has come, and then reads that. */
async function callForPage(
  request: PageRequest & ListRequest,
  signal: AbortSignal,
  { client, pause, onDidReceivePage }: PagesParts,
): Promise<Page> {
  const response = await client.listMonitors(request, signal);
  if (await client.mayHoldMonitors(response)) {
    request.askAhead?.();
    // Other responses that have come by now are followed by their calls, too, before this one is read.
    await pause();
  }
  const extraction = await client.readMonitors(response, request);
  const page = toPage(request, response, extraction);
  onDidReceivePage(page, response, extraction);
  return page;
}

/**
 * The way of every call, also that of a sign-in: through the meter, which keeps the limit and counts, and to the budget,
 * which shows what is left.
 */
export function withMetering(meter: Meter, budget: Budget): MeterCall {
  return async (purpose, call) => {
    try {
      const response = await meter.run(purpose, call);
      budget.recordResponse(purpose.account, response);
      return response;
    } catch (error) {
      // Taken back while it waited for the ledger or the limit: the meter throws the signal's own reason.
      throw error === purpose.signal.reason ? new CancelledError('taken back', { cause: error }) : error;
    } finally {
      void budget.update();
    }
  };
}

/** What isn't certain enough is left out rather than passed off as fact. */
export function toPage(
  request: Pick<PageRequest, 'readingId' | 'pageIndex' | 'pageSize'>,
  response: Pick<HttpResponse, 'receivedAt'>,
  { monitors, total, hasMore, cutFrom }: ListExtraction,
): Page {
  const { readingId, pageIndex, pageSize } = request;
  return {
    ...{ readingId, pageIndex, pageSize, monitors },
    readAt: response.receivedAt,
    ...(total && isConfident(total) ? { total: total.value } : {}),
    ...(hasMore && isConfident(hasMore) ? { hasMore: hasMore.value } : {}),
    ...(cutFrom === undefined ? {} : { cutFrom }),
  };
}
