import { setTimeout as delay } from 'node:timers/promises';
import type { Meter } from '../credits/meter';
import type { FetchPage, Page, PageRequest } from '../monitors/page';
import type { BaseUrl } from '../service/address';
import { CancelledError, NewTokenRejectedError, TransportError, UnauthorizedError } from '../service/errors';
import type { Network, PostLimits } from '../service/http';
import type { HttpResponse } from '../service/httpResponse';
import type { MakeCall, ServiceClient } from '../service/serviceClient';
import {
  authorizationFor,
  isExpired,
  isNewlyIssued,
  OriginMismatchError,
  SessionExpiredError,
} from '../session/session';
import type { SessionStore } from '../session/sessionStore';
import type { AccountKey } from '../storage/accounts';
import type { Lease, Leases } from '../storage/leases';
import type { Budget } from './budget';
import type { CallReport } from './callLog';
import type { ResponseMapping } from './responseMapping';
import type { SavedPages } from './savedPages';

export interface PagesParts {
  readonly client: Pick<ServiceClient, 'listMonitors' | 'mayHoldMonitors'>;
  readonly mapping: Pick<ResponseMapping, 'readPage'>;
  readonly sessions: SessionStore;
  readonly savedPages: SavedPages;
  readonly leases: Leases;
  readonly settings: { readonly baseUrl: BaseUrl | undefined };
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Lets others have their turn before a response is read. */
  readonly pause: () => Promise<unknown>;
  /** A page was called for and didn't come; for the log. */
  readonly onDidFail: (pageIndex: number, error: unknown) => void;
}

/**
 * The way of a page of an account, from the list down to the call: a page that another window has just read, else a call
 * with the token of the session. {@link ServiceClient.listMonitors} makes it through {@link withMetering}. Each step
 * stands below the one that calls it.
 */
export function createPages(owner: AccountKey, parts: PagesParts): FetchPage {
  return withSharedPages(owner, withSession(owner, parts), parts);
}

/** Milliseconds between two looks for a page that another window is reading. */
const LOOK_EVERY_MS = 200;

/**
 * Takes a page that another window has saved, and saves what it fetches before it returns it. While a page is being
 * fetched, the other windows wait for it. A refresh waits for nobody: the user wants newer rows than any that are there.
 */
function withSharedPages(owner: AccountKey, fetchPage: FetchPage, parts: PagesParts): FetchPage {
  const { savedPages, leases } = parts;
  const fetchAndSave: FetchPage = async (request, signal) => {
    const account = await savedPages.signIn();
    const page = await fetchPage(request, signal);
    await savedPages.save(account, page, { isRefresh: isRefresh(request) });
    return page;
  };
  /** @returns the page, or the lease with which to fetch it; neither if the database can't be used. */
  const findOrAcquire = async (
    request: PageRequest,
    signal: AbortSignal,
  ): Promise<Page | Lease | undefined> => {
    for (;;) {
      // Canceled while another window was reading the page: no call has been made, and none is counted.
      signal.throwIfAborted();
      const lease = await leases.tryAcquire(toLeaseName(owner, request)).catch(() => null);
      const page = await savedPages.find(request);
      if (page) {
        await lease?.release();
        return page;
      }
      if (lease !== undefined) {
        return lease ?? undefined;
      }
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  return async (request, signal) => {
    if (!savedPages.isEnabled || isRefresh(request)) {
      return fetchAndSave(request, signal);
    }
    const found = await findOrAcquire(request, signal);
    if (found && 'monitors' in found) {
      return found;
    }
    try {
      return await fetchAndSave(request, signal);
    } finally {
      await found?.release();
    }
  };
}

/** A first page begins a snapshot of its own in every window, so windows take turns at it. */
function toLeaseName({ account, address }: AccountKey, { pageIndex, snapshotId }: PageRequest): string {
  return pageIndex === 0 ? `first page of ${account} at ${address}` : `page ${pageIndex} of ${snapshotId}`;
}

function isRefresh({ reason }: PageRequest): boolean {
  return reason === 'refresh';
}

/**
 * Makes the call with the session of the account, asks for the pages that follow once its response has come, and then
 * reads that. No call is made for a session that has expired.
 *
 * The one decision about a 401 is here. On a token issued a moment ago it says that the service, or something before it,
 * doesn't take the token at all: another sign-in would lead to the same place, so the session stays as it is.
 * @throws SessionExpiredError, OriginMismatchError, NewTokenRejectedError, and whatever the call throws.
 */
function withSession(owner: AccountKey, parts: PagesParts): FetchPage {
  const { client, mapping, sessions, settings, now, pause } = parts;
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
    const call = { ...request, baseUrl, authorization, account: owner.account };
    try {
      const response = await client.listMonitors(call, signal);
      if (await client.mayHoldMonitors(response)) {
        request.askAhead?.();
        // Responses that have come in the meantime let their next calls go out, too, before this one is read.
        await pause();
      }
      const page = await mapping.readPage(response, call, session.token);
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

export interface MeteringParts {
  readonly meter: Pick<Meter, 'run'>;
  readonly budget: Pick<Budget, 'recordResponse' | 'update'>;
  readonly network: Network;
  /** Whether Node checks the certificates of services. Node asks the environment at each connection. */
  readonly checksCertificates: () => boolean;
  readonly limits: () => PostLimits;
  readonly onCall: (report: CallReport) => void;
}

/** Bytes of the response to a sign-in: a token takes a few thousand at most. */
const TOKEN_MAX_BYTES = 1_000_000;

/**
 * The way of every call, also that of a sign-in: through the meter, which keeps the limit and counts, out to the service,
 * and to the log and the budget, which show what it was and what is left.
 */
export function withMetering(parts: MeteringParts): MakeCall {
  const { meter, budget, network, checksCertificates, limits, onCall } = parts;
  return async ({ purpose, request, secret }, signal) => {
    if (request.url.startsWith('https:') && !checksCertificates()) {
      throw new TransportError('certificatesUnchecked');
    }
    // Before the call is counted: one that is cancelled while this is being loaded was never made.
    const { postJson, saysNoMonitors, toHttpError } = await import('../service/readResponse.js');
    const post = async (): Promise<HttpResponse> => {
      const isToken = purpose.kind === 'token';
      const { timeoutMs, maxBytes } = limits();
      const most = { timeoutMs, maxBytes: isToken ? Math.min(maxBytes, TOKEN_MAX_BYTES) : maxBytes };
      const startedAt = network.now();
      const report = (end: Pick<CallReport, 'response' | 'error'>): void => {
        const durationMs = network.now() - startedAt;
        onCall({ purpose, path: new URL(request.url).pathname, durationMs, ...end });
      };
      const response = await postJson(network, request, most, signal).catch((error: unknown) => {
        report({ error });
        throw error;
      });
      report({ response: { status: response.status, bytes: response.bytes } });
      const succeeded = response.status >= 200 && response.status < 300;
      if (!succeeded && (isToken || !saysNoMonitors(response))) {
        throw toHttpError(response, secret, isToken ? 'token' : 'monitors/list');
      }
      return response;
    };
    try {
      const response = await meter.run({ ...purpose, signal }, post);
      budget.recordResponse(purpose.account, response);
      return response;
    } catch (error) {
      // Taken back while it waited to be written down: the meter throws the signal's own reason.
      throw error === signal.reason ? new CancelledError('taken back', { cause: error }) : error;
    } finally {
      void budget.update();
    }
  };
}
