import type { Meter } from '../credits/meter';
import type { FetchPage, PageRequest } from '../monitors/page';
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
import type { Lease, Leases } from '../storage/lease';
import type { PagesOwner } from '../storage/pageStore';
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
  /** Milliseconds that a call may take. */
  readonly timeoutMs: () => number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Lets others have their turn before a response is read. */
  readonly pause: () => Promise<unknown>;
  /** A page was called for and didn't come; for the log. */
  readonly onDidFail: (pageIndex: number, error: unknown) => void;
}

export interface Pages {
  readonly fetchPage: FetchPage;
  /** The run of the list that asked for pages has ended. */
  endRun(): void;
}

/**
 * The way of a page of an account, from the list down to the call: a page that another window has just read, else a call
 * with the token of the session. {@link ServiceClient.listMonitors} makes it through {@link withMetering}. Each step
 * stands below the one that calls it.
 */
export function createPages(owner: PagesOwner, parts: PagesParts): Pages {
  return withSharedPages(owner, withSession(owner, parts), parts);
}

/** Longer than any call takes, so that a window that waits for another one's page doesn't give up before it is there. */
const LEASE_SLACK_MS = 5_000;

/** The run of the list whose pages are asked for now, as far as other windows need to know of it. */
interface SharedRun {
  readonly signal: AbortSignal;
  /** Pages take their turns in the order in which they are asked for. */
  turn: Promise<void>;
  /** By their names. One that couldn't be acquired in time, or that wasn't needed any more, is absent. */
  readonly leases: Map<string, Lease>;
}

/**
 * Takes a page that another window has saved, and saves what it fetches after it was returned. A run of the list holds one
 * lease on the snapshot that its pages are for; the other windows wait for the page that they want meanwhile. A refresh
 * always fetches: the user wants newer rows than any that are there. It waits for nobody, and holds the lease so that no
 * other window removes its snapshot.
 */
function withSharedPages(owner: PagesOwner, fetchPage: FetchPage, parts: PagesParts): Pages {
  const { savedPages, leases, timeoutMs } = parts;
  let run: SharedRun | undefined;
  /** Releases the lease once its pages are on disk, as the other windows look for them there. */
  const release = async (lease: Lease): Promise<void> => {
    await savedPages.settled();
    await lease.release();
  };
  const endRun = (): void => {
    const ended = run;
    run = undefined;
    ended?.leases.forEach((lease) => void release(lease));
  };
  /** Waits until no other window holds the lease, or the page that is asked for is on disk. Never rejects. */
  const acquire = async (shared: SharedRun, request: PageRequest): Promise<void> => {
    const names = toLeaseNames(owner, request);
    for (const [name, lease] of shared.leases) {
      if (!names.includes(name) || !lease.isHeld()) {
        shared.leases.delete(name);
        void release(lease);
      }
    }
    for (const name of names.filter((each) => !shared.leases.has(each))) {
      const lease = await leases
        .acquire(name, {
          timeoutMs: isRefresh(request) ? 0 : timeoutMs() + LEASE_SLACK_MS,
          signal: shared.signal,
          isNeeded: async () => request.pageIndex === 0 || (await savedPages.find(request)) === undefined,
        })
        // Cancelled, or a disk that can't be written to: then there is nothing to share, and at worst one call more.
        .catch(() => undefined);
      if (shared === run && lease) {
        shared.leases.set(name, lease);
      } else {
        void lease?.release();
      }
    }
  };
  const fetchAndSave: FetchPage = async (request, signal) => {
    await savedPages.prepare(request, (snapshotId) => leases.isHeld(toSnapshotLease(snapshotId)));
    const page = await fetchPage(request, signal);
    void savedPages.save(page, { isRefresh: isRefresh(request) });
    return page;
  };
  const fetchShared: FetchPage = async (request, signal) => {
    if (!savedPages.isEnabled) {
      return fetchAndSave(request, signal);
    }
    if (run?.signal !== signal) {
      endRun();
      run = { signal, turn: Promise.resolve(), leases: new Map() };
    }
    const shared = run;
    shared.turn = shared.turn.then(() => acquire(shared, request));
    await shared.turn;
    // Cancelled while another window was reading the page: no call has been made, and none is counted.
    signal.throwIfAborted();
    const known = isRefresh(request) ? undefined : await savedPages.find(request);
    return known ?? fetchAndSave(request, signal);
  };
  return { fetchPage: fetchShared, endRun };
}

/** A first page begins a snapshot of its own in every window, so that windows take turns at another lease for it. */
function toLeaseNames({ account, address }: PagesOwner, request: PageRequest): string[] {
  const isFirst = request.pageIndex === 0 && !isRefresh(request);
  const names = [toSnapshotLease(request.snapshotId)];
  return isFirst ? [`first page of ${account} at ${address}`, ...names] : names;
}

function toSnapshotLease(snapshotId: string): string {
  return `snapshot ${snapshotId}`;
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
function withSession(owner: PagesOwner, parts: PagesParts): FetchPage {
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
