import type { FetchPage, Page, PageRequest } from '../monitors/page';
import type { BaseUrl } from '../service/address';
import { NewTokenRejectedError, UnauthorizedError } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import { isConfident } from '../service/mapping/extraction';
import type { ListExtraction } from '../service/mapping/readList';
import type { ServiceClient } from '../service/serviceClient';
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
import type { SavedPages } from './savedPages';

export interface FetchPageParts {
  readonly client: Pick<ServiceClient, 'listMonitors'>;
  readonly sessions: SessionStore;
  readonly savedPages: SavedPages;
  readonly leases: Leases;
  readonly settings: { readonly keepSnapshot: boolean; readonly baseUrl: BaseUrl | undefined };
  /** Milliseconds that a call may take. */
  readonly timeoutMs: () => number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onDidReceivePage: (page: Page, response: HttpResponse, extraction: ListExtraction) => void;
  /** A page was called for and didn't come; for the log. */
  readonly onDidFail: (pageIndex: number, error: unknown) => void;
}

/**
 * How pages of an account come: from another window that has just read them, else by one call with the token of its
 * session, which the client makes through the meter.
 */
export function createFetchPage(owner: PagesOwner, parts: FetchPageParts): FetchPage {
  return shared(owner, authorized(owner, parts), parts);
}

/**
 * Makes the call with the session of the account. No call is made for a session that has expired.
 *
 * The one decision about a 401 is here. On a token issued a moment ago it says that the service, or something before it,
 * doesn't take the token at all: another sign-in would lead to the same place, so the session stays as it is.
 * @throws SessionExpiredError, OriginMismatchError, NewTokenRejectedError, and whatever the call throws.
 */
function authorized(owner: PagesOwner, parts: FetchPageParts): FetchPage {
  const { client, sessions, settings, now } = parts;
  /** When the token was issued that the service has accepted last, in epoch milliseconds. */
  let acceptedIssue: number | undefined;
  return async (request, signal) => {
    const { baseUrl } = settings;
    const session = sessions.find(owner.account);
    if (baseUrl?.href !== owner.address) {
      throw new OriginMismatchError(owner.address, baseUrl?.href ?? 'no address');
    }
    if (session === undefined || isExpired(session, now())) {
      throw new SessionExpiredError('no call is made for a session that has expired');
    }
    const authorization = authorizationFor(session, baseUrl.origin);
    try {
      const { response, extraction } = await client.listMonitors(
        { ...request, baseUrl, authorization, account: owner.account },
        signal,
      );
      acceptedIssue = session.issuedAt;
      const page = toPage(request, response, extraction);
      parts.onDidReceivePage(page, response, extraction);
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

/** Longer than any call takes, so that a window that waits for another one's page doesn't give up before it is there. */
const LEASE_SLACK_MS = 5_000;

/**
 * Takes a page that another window has saved, and saves what it fetches after it was returned. While one window fetches
 * pages of a reading the others wait for the page they want. A refresh always fetches: the person wants newer rows than
 * any that are there.
 */
function shared(owner: PagesOwner, fetchPage: FetchPage, parts: FetchPageParts): FetchPage {
  const { savedPages } = parts;
  return async (request, signal) => {
    if (!savedPages.isEnabled || request.reason === 'refresh' || request.reason === 'autoRefresh') {
      return fetchPage(request, signal);
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
      const page = await fetchPage(request, signal);
      // Released once the page is on disk, as the other windows look for it there.
      void savedPages.save(page).finally(() => lease?.release());
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
  { leases, savedPages, timeoutMs }: FetchPageParts,
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
