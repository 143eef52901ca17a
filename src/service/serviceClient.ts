import { DAY } from '../base/time';
import type { CallRequest } from '../monitors/call';
import type { PageCall } from '../monitors/page';
import type { BaseUrl } from './address';
import type { PostRequest } from './http';
import type { HttpResponse } from './httpResponse';

export interface ServiceCall extends PostRequest {
  readonly purpose: CallRequest;
  /** Security: errors must not repeat the password or token. */
  readonly secret: string;
}

export interface CountedResponse {
  readonly response: HttpResponse;
  readonly call: PageCall;
}

/** Makes and counts a call. @throws CallError if its status isn't 2xx; or the error that prevented it. */
export type MakeCall = (call: ServiceCall, signal: AbortSignal) => Promise<CountedResponse>;

export interface TokenRequest {
  readonly baseUrl: BaseUrl;
  readonly email: string;
  readonly password: string;
  /** Milliseconds. Default: the service's 24 hours. */
  readonly expiresInMs?: number;
}

export interface ListRequest extends Omit<CallRequest, 'kind'> {
  readonly baseUrl: BaseUrl;
  readonly authorization: string;
  readonly pageIndex: number;
  readonly pageSize: number;
}

/** Milliseconds. Service documentation, 4.1. */
export const DEFAULT_LIFETIME_MS = DAY;

export type ServiceClient = ReturnType<typeof createServiceClient>;

/** Each function makes exactly one call. `mapping/` reads the responses. @throws CallError */
export function createServiceClient(userAgent: string, call: MakeCall) {
  const headers = { 'User-Agent': userAgent };
  return {
    createToken: ({ baseUrl, email, password, expiresInMs }: TokenRequest, signal: AbortSignal) => {
      const purpose = {
        kind: 'token',
        caller: 'user',
        account: '',
      } as const;
      const url = `${baseUrl.href}/token`;
      // JSON leaves out `expiresIn` if it is undefined.
      const body = { email, password, expiresIn: expiresInMs };
      return call({ purpose, url, headers, body, secret: password }, signal);
    },

    listMonitors: (
      { baseUrl, authorization, pageSize, ...request }: ListRequest,
      signal: AbortSignal,
    ) => {
      const purpose = { ...request, kind: 'list' } as const;
      const url = `${baseUrl.href}/monitors/list`;
      const body = { pageIndex: request.pageIndex, pageSize };
      // A service may repeat the token without its scheme.
      const secret = authorization.slice(authorization.indexOf(' ') + 1);
      const withToken = { ...headers, Authorization: authorization };
      return call({ purpose, url, headers: withToken, body, secret }, signal);
    },
  };
}
