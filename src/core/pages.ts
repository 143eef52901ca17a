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
  /** Yields before a response is read. */
  readonly pause: () => Promise<unknown>;
  /** For the log. */
  readonly onDidFail: (pageIndex: number, error: unknown) => void;
}

/** Milliseconds between checks for another window's page. */
const LOOK_EVERY_MS = 200;

/**
 * Gets pages from another window, or else by a call through {@link withMetering}. Saves them before
 * returning. Refreshes always call.
 * @throws SessionExpiredError, OriginMismatchError, and any error of the call.
 */
export function createPages(owner: AccountKey, parts: PagesParts): FetchPage {
  const { client, mapping, sessions, signIns, savedPages, settings, now, pause } = parts;
  /** `issuedAt` of the last accepted token. */
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
        // Other responses can start their next calls first.
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
      // The service, or a proxy, refuses even new tokens. Signing in again wouldn't help, so keep the
      // session.
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
    const signIn = await signIns.numberOf(owner);
    const mayAskAgain = isShared && request.reason !== 'retry';
    const unread = mayAskAgain ? await savedPages.findResponse(request) : undefined;
    try {
      const page = unread
        ? await mapping.readPage(unread, { ...request, baseUrl: { href: owner.address } }, '')
        : await callAndRead(request, signal);
      // Reading and saving a large page are both slow.
      await pause();
      // A refresh keeps the old rows until complete.
      saved = savedPages.save(signIn, page, { isCurrent: page.pageIndex === 0 && !request.renews });
      return page;
    } catch (error) {
      const { response, choices = [] } = isCallError(error, 'noMonitors') ? error.facts : {};
      if (response && choices.length > 0 && !unread && !request.renews) {
        saved = savedPages.saveResponse(signIn, request, response);
      }
      throw error;
    } finally {
      // Together, to share a transaction.
      await Promise.all([saved, found?.release()]);
    }
  };
}

/**
 * Finds a page that another window saved or is reading.
 * @returns the page, or a lease to fetch it; undefined if the database fails.
 */
async function findOrAcquire(
  { account, address }: AccountKey,
  request: PageRequest,
  signal: AbortSignal,
  { leases, savedPages }: PagesParts,
): Promise<Page | Lease | undefined> {
  const { pageIndex, snapshotId } = request;
  // Each window starts its own snapshot, so first pages share a lease.
  const name =
    pageIndex === 0 ? `first page of ${account} at ${address}` : `page ${pageIndex} of ${snapshotId}`;
  for (;;) {
    // Canceled before a call was made or counted.
    signal.throwIfAborted();
    // Lease first: its last holder saved before releasing it.
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
  /** Whether Node checks certificates. It reads the environment for each connection. */
  readonly checksCertificates: () => boolean;
  readonly limits: () => PostLimits;
  readonly onCall: (report: CallReport) => void;
}

/** Most bytes of a sign-in response. Tokens have a few thousand. */
const TOKEN_MAX_BYTES = 1_000_000;

/**
 * Sends calls, including sign-ins, through the meter, which counts and enforces the limit. Updates log and
 * budget.
 */
export function withMetering(parts: MeteringParts): MakeCall {
  const { meter, budget, network, checksCertificates, limits, onCall } = parts;
  return async ({ purpose, request, secret }, signal) => {
    if (request.url.startsWith('https:') && !checksCertificates()) {
      throw new CallError('uncheckedCertificates');
    }
    // Import before counting, because the user may cancel during it.
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
      // Canceled before sending: the meter throws the signal's reason.
      throw error === signal.reason ? new CallError('canceled', {}, { cause: error }) : error;
    } finally {
      void budget.update();
    }
  };
}
