import type { CallAction, Caller, CallReason, CallRequest } from '../monitors/call';
import { toEndpointUrl, type BaseUrl, type Endpoint } from './address';
import { CallError } from './errors';
import type { PostRequest } from './http';
import type { HttpResponse } from './httpResponse';

export interface ServiceCall {
  readonly purpose: CallRequest;
  readonly request: PostRequest;
  /** Security: errors must not repeat the password or token. */
  readonly secret: string;
}

/** Makes and counts a call. @throws CallError if its status isn't 2xx; or the error that prevented it. */
export type MakeCall = (call: ServiceCall, signal: AbortSignal) => Promise<HttpResponse>;

export interface TokenRequest {
  readonly baseUrl: BaseUrl;
  readonly email: string;
  readonly password: string;
  /** Milliseconds. Default: the service's 24 hours. */
  readonly expiresInMs?: number;
}

export interface ListRequest extends Partial<CallAction> {
  readonly baseUrl: BaseUrl;
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

/** Milliseconds. Service documentation, 4.1. */
export const DEFAULT_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Each method makes exactly one call. */
export class ServiceClient {
  readonly #options: ServiceClientOptions;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
  }

  /**
   * Requests a token in one call. `ResponseMapping.readToken` reads the response.
   * @throws CallError
   */
  async createToken(request: TokenRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { baseUrl, email, password, expiresInMs } = request;
    const purpose: CallRequest = {
      kind: 'token',
      reason: 'signIn',
      caller: 'user',
      account: baseUrl.origin,
    };
    // JSON omits undefined.
    const post = this.#toRequest(baseUrl, 'token', { email, password, expiresIn: expiresInMs });
    return this.#options.call({ purpose, request: post, secret: password }, signal);
  }

  /**
   * Requests a page in one call. `ResponseMapping.readPage` reads the response.
   * @throws CallError
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

/** A service may repeat the token without its scheme. */
function toToken(authorization: string): string {
  return authorization.slice(authorization.indexOf(' ') + 1);
}

/** Node throws for other characters (RFC 9110, 5.5). */
function requireSendable(headerValue: string): void {
  if (/[^\t\x20-\x7e\x80-\xff]/.test(headerValue)) {
    throw new CallError('unsendableToken');
  }
}
