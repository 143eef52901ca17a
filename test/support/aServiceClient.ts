import type { Meter } from '../../src/credits/meter';
import type { Core } from '../../src/core/createCore';
import { withMetering } from '../../src/core/pages';
import type { ResponseMapping } from '../../src/core/responseMapping';
import type { CallReason } from '../../src/monitors/call';
import { parseBaseUrl, type BaseUrl } from '../../src/service/address';
import type { Fetch, PostLimits } from '../../src/service/http';
import {
  createServiceClient,
  DEFAULT_LIFETIME_MS,
  type ServiceClient,
} from '../../src/service/serviceClient';
import { readSession } from '../../src/session/readSession';
import type { Session } from '../../src/session/session';
import { aFetch } from './aFetch';
import { aResponseMapping } from './aResponseMapping';

/** @throws TypeError if the extension refuses the address. */
export function aBaseUrl(text: string): BaseUrl {
  const { baseUrl, problem } = parseBaseUrl(text);
  if (!baseUrl) {
    throw new TypeError(`${text}: ${problem}`);
  }
  return baseUrl;
}

/** The real client with the real node-fetch, and the lines that it logs. */
export function aServiceClient(
  options: {
    fetch?: Fetch;
    meter?: Meter['run'];
    limits?: Partial<PostLimits>;
  } = {},
) {
  const log: string[] = [];
  const note = (line: string): void => void log.push(line);
  const mapping = aResponseMapping();
  const call = withMetering(
    { run: options.meter ?? ((_purpose, call) => call()) },
    { update: () => Promise.resolve() },
    {
      fetch: options.fetch ?? aFetch,
      now: Date.now,
      get limits() {
        return { timeoutMs: 5_000, maxBytes: 1_000_000, ...options.limits };
      },
      log: { info: note, warn: note, error: note },
    },
  );
  const client = createServiceClient('monitor-explorer/0.0.0 (test)', call);
  return { client, mapping, log };
}

interface Account {
  readonly baseUrl: string;
  readonly email: string;
  readonly password: string;
}

/** Requests and reads a token like the sign-in. */
export async function askForToken(
  { client, mapping }: { client: ServiceClient; mapping: Pick<ResponseMapping, 'readToken'> },
  account: Account,
  options: { expiresInMs?: number; signal?: AbortSignal } = {},
) {
  const { signal = new AbortController().signal, ...lifetime } = options;
  const { email, password } = account;
  const baseUrl = aBaseUrl(account.baseUrl);
  const response = await client.createToken({ baseUrl, email, password, ...lifetime }, signal);
  const asked = { baseUrl, requestedLifetimeMs: lifetime.expiresInMs ?? DEFAULT_LIFETIME_MS };
  return { response, extraction: await mapping.readToken(response, asked, password) };
}

/** Signs in with one call, and without a screen. */
export async function addSession(
  core: Pick<Core, 'client' | 'mapping' | 'sessions'>,
  account: Account,
  lifetimeMs = DEFAULT_LIFETIME_MS,
): Promise<Session> {
  const asked = lifetimeMs === DEFAULT_LIFETIME_MS ? {} : { expiresInMs: lifetimeMs };
  const { response, extraction } = await askForToken(core, account, asked);
  const issued = { baseUrl: aBaseUrl(account.baseUrl), email: account.email, lifetimeMs };
  const session = readSession(issued, response, extraction)!;
  await core.sessions.add(session);
  return session;
}

/** Requests and reads a page like a list. */
export async function askForPage(
  { client, mapping }: { client: ServiceClient; mapping: Pick<ResponseMapping, 'readPage'> },
  baseUrl: string,
  options: {
    token?: string;
    pageIndex?: number;
    pageSize?: number;
    signal?: AbortSignal;
  } = {},
) {
  const { token = 'token-of-ada', pageIndex = 0, pageSize = 10, signal } = options;
  const reason: CallReason = pageIndex === 0 ? 'firstPage' : 'loadMore';
  const who = {
    baseUrl: aBaseUrl(baseUrl),
    authorization: `Bearer ${token}`,
    account: 'ada',
    caller: 'user',
  } as const;
  const request = { ...who, pageIndex, pageSize, reason, snapshotId: 'a snapshot' };
  const response = await client.listMonitors(request, signal ?? new AbortController().signal);
  return { response, page: await mapping.readPage(response, request, token) };
}
