import type { Meter } from '../../src/credits/meter';
import type { CallReport } from '../../src/explorer/callLog';
import { withMetering } from '../../src/explorer/pages';
import type { ResponseMapping } from '../../src/explorer/responseMapping';
import type { CallReason } from '../../src/monitors/call';
import { parseBaseUrl, type BaseUrl } from '../../src/service/address';
import type { Fetch, PostLimits } from '../../src/service/http';
import { DEFAULT_LIFETIME_MS, ServiceClient } from '../../src/service/serviceClient';
import { aFetch } from './aFetch';
import { aResponseMapping } from './aResponseMapping';

/** @throws TypeError for an address that the extension does not take. */
export function aBaseUrl(text: string): BaseUrl {
  const { baseUrl, problem } = parseBaseUrl(text);
  if (!baseUrl) {
    throw new TypeError(`${text}: ${problem}`);
  }
  return baseUrl;
}

/** The real client over the real node-fetch, with a record of what it reports for the log. */
export function aServiceClient(
  options: {
    fetch?: Fetch;
    meter?: Meter['run'];
    limits?: Partial<PostLimits>;
    /** The setting that says where the values of a response stand. */
    reading?: unknown;
  } = {},
) {
  const reports: CallReport[] = [];
  const mapping = aResponseMapping(options.reading);
  const call = withMetering({
    meter: { run: options.meter ?? ((_purpose, call) => call()) },
    budget: { recordResponse: () => undefined, update: () => Promise.resolve() },
    network: {
      fetch: options.fetch ?? aFetch,
      now: Date.now,
    },
    checksCertificates: () => true,
    limits: () => ({ timeoutMs: 5_000, maxBytes: 1_000_000, ...options.limits }),
    onCall: (report) => reports.push(report),
  });
  const client = new ServiceClient({ userAgent: 'monitor-explorer/0.0.0 (test)', call });
  return { client, mapping, reports };
}

interface Account {
  readonly baseUrl: string;
  readonly email: string;
  readonly password: string;
}

/** Asks for a token and reads it, as the sign-in does. */
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

/** Asks for a page and reads it, as a list does. */
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
