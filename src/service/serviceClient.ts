import type { CallAction, Caller, CallReason, CallRequest } from '../monitors/call';
import { toEndpointUrl, type BaseUrl, type Endpoint } from './address';
import { CallError } from './errors';
import type { PostRequest } from './http';
import type { HttpResponse } from './httpResponse';

/** A call and its purpose. */
export interface ServiceCall {
  readonly purpose: CallRequest;
  readonly request: PostRequest;
  /** The password or token in it. Security: errors must not repeat it. */
  readonly secret: string;
}

/** Makes and counts a call. @throws CallError if its status isn't 2xx; or the error that prevented it. */
export type MakeCall = (call: ServiceCall, signal: AbortSignal) => Promise<HttpResponse>;

export interface TokenRequest {
  readonly baseUrl: BaseUrl;
  readonly email: string;
  readonly password: string;
  /** Milliseconds; if omitted, the service uses 24 hours. */
  readonly expiresInMs?: number;
}

export interface ListRequest extends Partial<CallAction> {
  readonly baseUrl: BaseUrl;
  /** Value of the Authorization header. */
  readonly authorization: string;
  readonly account: string;
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly reason: CallReason;
  readonly caller: Caller;
}

export interface ServiceClientOptions {
  readonly userAgent: string;
  readonly call: MakeCall;
}

/** Milliseconds that a token lasts without `expiresIn`: service documentation, 4.1. */
export const DEFAULT_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The service's two endpoints. Each method makes exactly one call. */
export class ServiceClient {
  readonly #options: ServiceClientOptions;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
  }

  /**
   * Exchanges e-mail and password for a token in one call. `ResponseMapping.readToken` reads the response.
   * @throws CallError if the call failed or was refused.
   */
  async createToken(request: TokenRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { baseUrl, email, password, expiresInMs } = request;
    const purpose: CallRequest = {
      kind: 'token',
      reason: 'signIn',
      caller: 'user',
      account: baseUrl.origin,
    };
    // JSON omits undefined values.
    const post = this.#toRequest(baseUrl, 'token', { email, password, expiresIn: expiresInMs });
    return this.#options.call({ purpose, request: post, secret: password }, signal);
  }

  /**
   * Requests one page of monitors in one call. `ResponseMapping.readPage` reads the response.
   * @throws CallError if the call failed or was refused.
   */
  async listMonitors(request: ListRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { baseUrl, authorization, account, pageIndex, pageSize, reason, caller, action, announced } =
      request;
    requireSendable(authorization);
    const purpose: CallRequest = {
      kind: 'list',
      reason,
      caller,
      account,
      pageIndex,
      ...(action && announced && { action, announced }),
    };
    const post = this.#toRequest(baseUrl, 'monitors/list', { pageIndex, pageSize }, authorization);
    return this.#options.call({ purpose, request: post, secret: toToken(authorization) }, signal);
  }

  #toRequest(baseUrl: BaseUrl, endpoint: Endpoint, body: unknown, authorization?: string): PostRequest {
    const headers = {
      'User-Agent': this.#options.userAgent,
      ...(authorization !== undefined && { Authorization: authorization }),
    };
    return { url: toEndpointUrl(baseUrl, endpoint), headers, body };
  }
}

/** Removes the scheme, because a service may repeat the token without it. */
function toToken(authorization: string): string {
  return authorization.slice(authorization.indexOf(' ') + 1);
}

/** Node throws for other characters than visible ASCII, blanks and Latin-1 (RFC 9110, 5.5). */
function requireSendable(headerValue: string): void {
  if (/[^\t\x20-\x7e\x80-\xff]/.test(headerValue)) {
    throw new CallError('unsendableToken');
  }
}
