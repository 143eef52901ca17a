import type { CallReason } from '../../src/monitors/call';
import { parseBaseUrl, type BaseUrl } from '../../src/service/address';
import type { Fetch, PostLimits } from '../../src/service/http';
import { ServiceClient, type MeterCall, type CallReport } from '../../src/service/serviceClient';
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
  options: { fetch?: Fetch; meter?: MeterCall; limits?: Partial<PostLimits>; hasProxyLogin?: boolean } = {},
) {
  const reports: CallReport[] = [];
  const client = new ServiceClient({
    network: {
      fetch: options.fetch ?? aFetch,
      now: Date.now,
      hasProxyLogin: () => options.hasProxyLogin ?? false,
    },
    userAgent: 'monitor-explorer/0.0.0 (test)',
    limits: () => ({ timeoutMs: 5_000, maxBytes: 1_000_000, ...options.limits }),
    reader: aResponseMapping(),
    meter: options.meter ?? ((_purpose, call) => call()),
    onCall: (report) => reports.push(report),
  });
  return { client, reports };
}

interface Account {
  readonly baseUrl: string;
  readonly email: string;
  readonly password: string;
}

/** Asks for a token, as the sign-in does. */
export function askForToken(
  { client }: { client: ServiceClient },
  account: Account,
  options: { expiresInMs?: number; signal?: AbortSignal } = {},
) {
  const { signal = new AbortController().signal, ...lifetime } = options;
  const { email, password } = account;
  return client.createToken({ baseUrl: aBaseUrl(account.baseUrl), email, password, ...lifetime }, signal);
}

/** Asks for a page and reads it, as a list does. */
export async function askForPage(
  { client }: { client: ServiceClient },
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
  return { response, page: await client.readMonitors(response, request) };
}
