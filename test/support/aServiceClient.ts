import type { App } from '../../src/account/app';
import type { Budget } from '../../src/account/budget';
import { createMakeCall } from '../../src/account/serviceCalls';
import { ServiceMapping } from '../../src/account/serviceMapping';
import type { Session } from '../../src/account/session';
import { toPageResponse } from '../../src/mapping/toPageResponse';
import type { Page } from '../../src/monitors/page';
import { parseBaseUrl, type BaseUrl } from '../../src/service/address';
import type { Fetch, PostLimits } from '../../src/service/http';
import {
  createServiceClient,
  DEFAULT_LIFETIME_MS,
  type ServiceClient,
} from '../../src/service/serviceClient';
import { aFetch } from './aFetch';

/**
 * Accepts http to other addresses of this machine, too, because VS Code sends only those through a proxy.
 * @throws TypeError if the extension refuses the address for another reason.
 */
export function aBaseUrl(text: string): BaseUrl {
  const { origin, host, hostname } = new URL(text);
  if (/^127\.0\.0\.[23]$/.test(hostname)) {
    return { href: text, origin, host };
  }
  const { baseUrl, problem } = parseBaseUrl(text);
  if (!baseUrl) {
    throw new TypeError(`${text}: ${problem}`);
  }
  return baseUrl;
}

/** The real client with the real node-fetch, how it reads tokens, and the lines that it logs. */
export function aServiceClient(
  options: {
    fetch?: Fetch;
    run?: Budget['run'];
    limits?: Partial<PostLimits>;
  } = {},
) {
  const log: string[] = [];
  const note = (line: string): void => void log.push(line);
  let calls = 0;
  const run: Budget['run'] = async (_request, _signal, send) => {
    calls += 1;
    const begun = Date.now();
    const response = await send();
    return { response, call: { number: calls, begun, ended: Date.now() } };
  };
  const parts = {
    fetch: options.fetch ?? aFetch,
    now: Date.now,
    log: { info: note, warn: note },
    limits: { timeoutMs: 5_000, maxBytes: 1_000_000, ...options.limits },
  };
  const call = createMakeCall(parts, { run: options.run ?? run });
  const client = createServiceClient('monitor-explorer/0.0.0 (test)', call);
  return { client, service: new ServiceMapping(), log };
}

interface Account {
  readonly baseUrl: string;
  readonly email: string;
  readonly password: string;
}

/** Requests and reads a token like the sign-in. */
export async function askForToken(
  { client, service }: { readonly client: ServiceClient; readonly service: ServiceMapping },
  account: Account,
  options: { expiresInMs?: number; signal?: AbortSignal } = {},
) {
  const { signal = new AbortController().signal, ...lifetime } = options;
  const { email, password } = account;
  const baseUrl = aBaseUrl(account.baseUrl);
  const request = { baseUrl, email, password, ...lifetime };
  const { response } = await client.createToken(request, signal);
  return { response, ...(await service.readSession(request, response)) };
}

/** Signs in with one call, and without a screen. */
export async function addSession(
  app: App,
  account: Account,
  lifetimeMs = DEFAULT_LIFETIME_MS,
): Promise<Session> {
  const asked = lifetimeMs === DEFAULT_LIFETIME_MS ? {} : { expiresInMs: lifetimeMs };
  const baseUrl = aBaseUrl(account.baseUrl);
  const service = app.serviceAt(baseUrl.href);
  const { session } = await askForToken({ client: app.client, service }, account, asked);
  await app.signIn(session!);
  return session!;
}

/** Requests a page like a list. */
export async function askForPage(
  { client }: { readonly client: ServiceClient },
  baseUrl: string,
  options: { token?: string; pageIndex?: number; pageSize?: number; signal?: AbortSignal } = {},
): Promise<Page> {
  const { token = 'token-of-ada', pageIndex = 0, pageSize = 10, signal } = options;
  const who = {
    baseUrl: aBaseUrl(baseUrl),
    authorization: `Bearer ${token}`,
    account: '1',
    caller: 'user',
  } as const;
  const request = { ...who, pageIndex, pageSize };
  const { response, call } = await client.listMonitors(
    request,
    signal ?? new AbortController().signal,
  );
  const parts = await toPageResponse(response, token, () => Promise.resolve());
  return { index: pageIndex, size: pageSize, call, ...parts };
}
