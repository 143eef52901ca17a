import type { CallAction, Caller, CallReason, CallRequest } from '../monitors/call';
import { toEndpointUrl, type BaseUrl, type Endpoint } from './address';
import { CallError } from './errors';
import type { PostRequest } from './http';
import type { HttpResponse } from './httpResponse';

/** A call as it goes out, and what it is for. */
export interface ServiceCall {
  readonly purpose: CallRequest;
  readonly request: PostRequest;
  /** The password or token in it, which no error repeats. */
  readonly secret: string;
}

/** Makes a call and counts it. @throws CallError if its status isn't 2xx; or what kept it from being made. */
export type MakeCall = (call: ServiceCall, signal: AbortSignal) => Promise<HttpResponse>;

export interface TokenRequest {
  readonly baseUrl: BaseUrl;
  readonly email: string;
  readonly password: string;
  /** Milliseconds; omitted for the service's own default of 24 hours. */
  readonly expiresInMs?: number;
}

export interface ListRequest extends Partial<CallAction> {
  readonly baseUrl: BaseUrl;
  /** Value of the Authorization header, made by the session for this origin. */
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

/** The lifetime of a token that is asked for without `expiresIn`, in milliseconds: service documentation, 4.1. */
export const DEFAULT_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The service's two endpoints: what asks one of them makes one call, and only one. */
export class ServiceClient {
  readonly #options: ServiceClientOptions;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
  }

  /**
   * Exchanges e-mail and password for a token: one call. `ResponseMapping.readToken` reads the response.
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
    // JSON leaves out what is undefined.
    const post = this.#toRequest(baseUrl, 'token', { email, password, expiresIn: expiresInMs });
    return this.#options.call({ purpose, request: post, secret: password }, signal);
  }

  /**
   * Asks for one page of the account's monitors: one call. `ResponseMapping.readPage` reads the response.
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

/** The token without its scheme: a service that repeats it may leave that out. */
function toToken(authorization: string): string {
  return authorization.slice(authorization.indexOf(' ') + 1);
}

/** Node takes visible characters, blanks and Latin-1 in a header (RFC 9110, 5.5), and throws at any other. */
function requireSendable(headerValue: string): void {
  if (/[^\t\x20-\x7e\x80-\xff]/.test(headerValue)) {
    throw new CallError('unsendableToken');
  }
}
