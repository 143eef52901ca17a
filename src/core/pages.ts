import { setTimeout as delay } from 'node:timers/promises';
import type { Meter } from '../credits/meter';
import type { FetchPage, Page, PageRequest } from '../monitors/page';
import type { BaseUrl } from '../service/address';
import { CallError, isCallError } from '../service/errors';
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
import type { SignIns } from './signIns';

export interface PagesParts {
  readonly client: Pick<ServiceClient, 'listMonitors'>;
  readonly mapping: Pick<ResponseMapping, 'mayHoldMonitors' | 'readPage'>;
  readonly sessions: SessionStore;
  readonly signIns: Pick<SignIns, 'numberOf'>;
  readonly savedPages: SavedPages;
  readonly leases: Leases;
  readonly settings: { readonly baseUrl: BaseUrl | undefined; readonly keepSnapshot: boolean };
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Lets others have their turn before a response is read. */
  readonly pause: () => Promise<unknown>;
  /** A page was called for and didn't come; for the log. */
  readonly onDidFail: (pageIndex: number, error: unknown) => void;
}

/** Milliseconds between two looks for a page that another window is reading. */
const LOOK_EVERY_MS = 200;

/**
 * The way of a page of an account: one that another window has just read, else a call with the token of the session,
 * which {@link ServiceClient.listMonitors} makes through {@link withMetering}. What came is saved before it is returned. A
 * refresh waits for nobody: the user wants newer rows than any that are there.
 * @throws SessionExpiredError, OriginMismatchError, and whatever the call throws.
 */
export function createPages(owner: AccountKey, parts: PagesParts): FetchPage {
  const { client, mapping, sessions, signIns, savedPages, settings, now, pause } = parts;
  /** When the token was issued that the service has accepted last, in epoch milliseconds. */
  let acceptedIssue: number | undefined;

  const callAndRead: FetchPage = async (request, signal) => {
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
      if (await mapping.mayHoldMonitors(response)) {
        request.askAhead?.();
        // Responses that have come in the meantime let their next calls go out, too, before this one is read.
        await pause();
      }
      const page = await mapping.readPage(response, call, session.token);
      acceptedIssue = session.issuedAt;
      return page;
    } catch (error) {
      parts.onDidFail(request.pageIndex, error);
      if (!isCallError(error, 'expired')) {
        throw error;
      }
      // A new token that was never accepted is one that the service, or something before it, doesn't take at all. Another
      // sign-in would lead to the same place, so the session stays as it is.
      if (acceptedIssue !== session.issuedAt && isNewlyIssued(session, now())) {
        throw new CallError('newTokenRefused', error.facts);
      }
      void sessions.reject(session);
      throw error;
    }
  };

  return async (request, signal) => {
    const isShared = settings.keepSnapshot && !request.renews;
    const found = isShared ? await findOrAcquire(owner, request, signal, parts) : undefined;
    if (found && 'monitors' in found) {
      return found;
    }
    let saved: Promise<void> | undefined;
    try {
      const signIn = await signIns.numberOf(owner);
      const page = await callAndRead(request, signal);
      // Reading and saving a large page each take their time.
      await pause();
      // The rows from before a refresh stay until that is whole.
      saved = savedPages.save(signIn, page, { isCurrent: page.pageIndex === 0 && !request.renews });
      return page;
    } finally {
      // Both at once are one transaction.
      await Promise.all([saved, found?.release()]);
    }
  };
}

/**
 * A page that another window has saved, once it has read it if it is doing so.
 * @returns the page, or the lease with which to fetch it; neither if the database can't be used.
 */
async function findOrAcquire(
  { account, address }: AccountKey,
  request: PageRequest,
  signal: AbortSignal,
  { leases, savedPages }: PagesParts,
): Promise<Page | Lease | undefined> {
  const { pageIndex, snapshotId } = request;
  // A first page begins a snapshot of its own in every window, so windows take turns at it.
  const name =
    pageIndex === 0 ? `first page of ${account} at ${address}` : `page ${pageIndex} of ${snapshotId}`;
  for (;;) {
    // Canceled while another window was reading the page: no call has been made, and none is counted.
    signal.throwIfAborted();
    // In this order: the window that had the lease before has saved its page.
    const acquired = leases.tryAcquire(name).catch(() => null);
    const [lease, page] = await Promise.all([acquired, savedPages.find(request)]);
    if (page) {
      await lease?.release();
      return page;
    }
    if (lease !== undefined) {
      return lease ?? undefined;
    }
    await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
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
      throw new CallError('uncheckedCertificates');
    }
    // Before the call is counted: one that is cancelled while this is being loaded was never made.
    const { postJson, saysNoMonitors, toHttpError } = await import('../mapping/readResponse.js');
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
      throw error === signal.reason ? new CallError('canceled', {}, { cause: error }) : error;
    } finally {
      void budget.update();
    }
  };
}
