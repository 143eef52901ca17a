import { setImmediate as pause, setTimeout as delay } from 'node:timers/promises';
import { finish } from '../base/finish';
import type { Meter } from '../credits/meter';
import { saysNoMonitors, toHttpError } from '../mapping/errorText';
import type { FetchPage, Page, PageRequest } from '../monitors/page';
import { toStoredPage } from '../monitors/storedPage';
import { CallError, isCallError, toErrorLine } from '../service/errors';
import { postJson } from '../service/http';
import type { HttpResponse } from '../service/httpResponse';
import type { MakeCall } from '../service/serviceClient';
import { authorizationFor, isNewlyIssued, requireActive } from '../session/session';
import type { AccountKey } from '../storage/snapshots';
import type { Budget } from './budget';
import type { Parts } from './parts';
import { toStoredResponse, type ListParts, type SavedPages } from './savedPages';

/** Milliseconds between checks for another window's page. */
const LOOK_EVERY_MS = 200;

/**
 * Gets pages from another window, or else by a call through {@link withMetering}. Refreshes always call.
 * @throws CallError before a call, and any error of the call.
 */
export function createPages(
  owner: AccountKey,
  savedPages: SavedPages,
  parts: ListParts,
): FetchPage {
  const { client, mapping, sessions, signIns, leases, settings, log, now } = parts;
  /** `issuedAt` of the last accepted token. */
  let acceptedIssue: number | undefined;

  const callAndRead = async (request: PageRequest, signal: AbortSignal): Promise<Page> => {
    const { baseUrl } = settings;
    if (baseUrl?.href !== owner.baseUrl) {
      throw new CallError('addressChanged');
    }
    const session = requireActive(sessions.find(owner.id, owner.baseUrl), now());
    const authorization = authorizationFor(session, baseUrl.href);
    const call = { ...request, baseUrl, authorization, account: owner.id };
    try {
      const response = await client.listMonitors(call, signal);
      const page = await mapping.readPage(response, call, session.token).catch((error: unknown) => {
        const reason = isCallError(error) ? toErrorLine(error) : (error as Error).stack;
        log.warn(`Page ${request.pageIndex} could not be read: ${reason}`);
        throw error;
      });
      acceptedIssue = session.issuedAt;
      return page;
    } catch (error) {
      if (!isCallError(error, 'expired')) {
        throw error;
      }
      // The service, or a proxy, refuses even new tokens. Signing in again wouldn't help, so keep the session.
      if (acceptedIssue !== session.issuedAt && isNewlyIssued(session, now())) {
        throw new CallError('newTokenRefused', error.facts);
      }
      void sessions.reject(session);
      throw error;
    }
  };

  return async (request, signal, take) => {
    const { pageIndex, snapshotId } = request;
    // Each window begins its own snapshot, so first pages share a lease.
    const place = pageIndex === 0 ? `${owner.id} at ${owner.baseUrl}` : snapshotId;
    const lease = `page ${pageIndex} of ${place}`;
    const findOrAcquire = () => savedPages.findOrAcquire(request, lease);
    let found = request.isRenewal ? undefined : await findOrAcquire();
    while (found === false) {
      await delay(LOOK_EVERY_MS, undefined, { signal });
      found = await findOrAcquire();
    }
    const saved = typeof found === 'object' ? await savedPages.read(found) : undefined;
    if (saved) {
      take(saved);
      return;
    }
    const signIn = await signIns.attempt(owner, (number) => number);
    try {
      const page = await callAndRead(request, signal);
      take(page);
      // A refresh keeps the old rows until it is complete.
      const isCurrent = page.pageIndex === 0 && !request.isRenewal;
      await savedPages.save(signIn, await finish(toStoredPage(page), pause), isCurrent);
    } catch (error) {
      const { response, choices = [] } = isCallError(error, 'noMonitors') ? error.facts : {};
      if (response && choices.length > 0 && !request.isRenewal) {
        await savedPages.save(signIn, toStoredResponse(request, response), request.pageIndex === 0);
      }
      throw error;
    } finally {
      if (found === true) {
        leases.release(lease);
      }
    }
  };
}

/** Most bytes of a sign-in response. Tokens have a few thousand. */
const TOKEN_MAX_BYTES = 1_000_000;

/** Sends calls, including sign-ins, through the meter, which enforces the limit. Updates log and budget. */
export function withMetering(
  meter: Pick<Meter, 'run'>,
  budget: Pick<Budget, 'update'>,
  { fetch, now, log, limits }: Pick<Parts, 'fetch' | 'now' | 'log' | 'limits'>,
): MakeCall {
  return async ({ purpose, secret, ...request }, signal) => {
    // Node reads the environment for each connection.
    if (request.url.startsWith('https:') && process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
      throw new CallError('uncheckedCertificates', { mayBeSent: false });
    }
    const isToken = purpose.kind === 'token';
    const post = async (): Promise<HttpResponse> => {
      const { timeoutMs, maxBytes } = limits;
      const ownLimits = {
        timeoutMs,
        maxBytes: isToken ? Math.min(maxBytes, TOKEN_MAX_BYTES) : maxBytes,
      };
      const startedAt = now();
      const page = purpose.pageIndex === undefined ? '' : ` page ${purpose.pageIndex}`;
      const path = request.url.replace(/^\w+:\/\/[^/]*/, '');
      // Security: headers and bodies may hold a password or token, so they aren't logged.
      const toLine = (end: string): string => `POST ${path}${page} ${end} ${now() - startedAt} ms`;
      const response = await postJson({ fetch, now }, request, ownLimits, signal).catch(
        (error: unknown) => {
          log.warn(toLine(toErrorLine(error)));
          throw error;
        },
      );
      log.info(`${toLine(String(response.status))} ${response.bytes} B`);
      const succeeded = response.status >= 200 && response.status < 300;
      if (!succeeded && (isToken || !saysNoMonitors(response))) {
        throw toHttpError(response, secret, purpose.kind);
      }
      return response;
    };
    try {
      return await meter.run({ ...purpose, signal }, post);
    } catch (error) {
      // Canceled before sending: the meter throws the signal's reason.
      throw error === signal.reason ? new CallError('canceled', {}, { cause: error }) : error;
    } finally {
      void budget.update();
    }
  };
}
