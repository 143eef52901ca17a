import type { Page } from '../monitors/page';
import type { Caller, CallReason, CallRequest } from '../monitors/call';
import { toEndpointUrl, type BaseUrl, type Endpoint } from './address';
import { TransportError, UnreadableResponseError } from './errors';
import type { Network, PostLimits, PostRequest } from './http';
import type { HttpResponse } from './httpResponse';
import type { TokenResult } from './mapping/learn/readToken';
import type { Question } from './mapping/mapping';

/** Makes a call and counts it; throws without making it where it may not be made. */
export type MeterCall = (
  request: CallRequest & { readonly signal: AbortSignal },
  call: () => Promise<HttpResponse>,
) => Promise<HttpResponse>;

/** What one call did, for the log. No header, no body. */
export interface CallReport {
  readonly purpose: CallRequest;
  /** Path of the URL, with the prefix of the base URL. */
  readonly path: string;
  readonly durationMs: number;
  /** Absent where none came. The response itself may hold a token. */
  readonly response?: Pick<HttpResponse, 'status' | 'bytes'>;
  /** Why no response came. */
  readonly error?: unknown;
}

export interface TokenRequest {
  readonly baseUrl: BaseUrl;
  readonly email: string;
  readonly password: string;
  /** Milliseconds; omitted for the service's own default of 24 hours. */
  readonly expiresInMs?: number;
}

export interface ListRequest {
  readonly baseUrl: BaseUrl;
  /** Value of the Authorization header, made by the session for this origin. */
  readonly authorization: string;
  readonly account: string;
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly reason: CallReason;
  readonly caller: Caller;
}

/** How responses are read: by what is known of the service at an address. */
export interface ResponseReader {
  readToken(
    response: HttpResponse,
    asked: { readonly baseUrl: BaseUrl; readonly requestedLifetimeMs: number },
  ): Promise<TokenResult>;
  /** No page where no list of monitors is found; then what to ask, where there are lists to choose from. */
  readPage(
    response: HttpResponse,
    request: ListRequest & { readonly snapshotId: string },
  ): Promise<{ readonly page?: Page; readonly question?: Question }>;
}

export interface ServiceClientOptions {
  readonly network: Network;
  readonly userAgent: string;
  readonly limits: () => PostLimits;
  readonly reader: ResponseReader;
  readonly meter: MeterCall;
  readonly onCall: (report: CallReport) => void;
}

/** The lifetime of a token that is asked for without `expiresIn`, in milliseconds: service documentation, 4.1. */
export const DEFAULT_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Bytes of the response to a sign-in: a token takes a few thousand at most. */
const TOKEN_MAX_BYTES = 1_000_000;

/** The service's two endpoints: what asks one of them makes one call, and only one. */
export class ServiceClient {
  readonly #options: ServiceClientOptions;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
  }

  /**
   * Exchanges e-mail and password for a token. What is extracted may lack the token: then it has the question to ask.
   * @throws ServiceError where the call failed, was refused, or the response holds nothing that could be a token.
   */
  async createToken(
    request: TokenRequest,
    signal: AbortSignal,
  ): Promise<{ response: HttpResponse; extraction: TokenResult }> {
    const { baseUrl, email, password, expiresInMs } = request;
    const purpose: CallRequest = {
      kind: 'token',
      reason: 'signIn',
      caller: 'user',
      account: baseUrl.origin,
    };
    const body = { email, password, ...(expiresInMs === undefined ? {} : { expiresIn: expiresInMs }) };
    const response = await this.#post(purpose, this.#toRequest(baseUrl, 'token', body), password, signal);
    const requestedLifetimeMs = expiresInMs ?? DEFAULT_LIFETIME_MS;
    const extraction = await this.#options.reader.readToken(response, { baseUrl, requestedLifetimeMs });
    if (extraction.token === undefined && extraction.nextStep === undefined) {
      await requireSuccess(response, password, 'token');
      if (extraction.question === undefined) {
        const { describeShape } = await import('./readResponse.js');
        throw new UnreadableResponseError('token', describeShape(response.json), response);
      }
    } else if (extraction.token) {
      requireSendable(extraction.token.value);
    }
    return { response, extraction };
  }

  /**
   * Asks for one page of the account's monitors: one call. {@link readMonitors} reads the response.
   * @throws ServiceError where the call failed or was refused.
   */
  async listMonitors(request: ListRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { baseUrl, authorization, account, pageIndex, pageSize, reason, caller } = request;
    requireSendable(authorization);
    const purpose: CallRequest = { kind: 'list', reason, caller, account, pageIndex };
    const post = this.#toRequest(baseUrl, 'monitors/list', { pageIndex, pageSize }, authorization);
    return this.#post(purpose, post, toToken(authorization), signal);
  }

  /** Whether a response may hold a page of monitors: it is JSON, and doesn't report an error. Makes no call. */
  async mayHoldMonitors(response: HttpResponse): Promise<boolean> {
    const { isErrorReport } = await import('./readResponse.js');
    return response.json !== undefined && !isErrorReport(response);
  }

  /**
   * Reads the monitors out of the response to {@link listMonitors}. Makes no call.
   * @throws ServiceError where the response is a refusal, or no list of monitors is found in it.
   */
  async readMonitors(
    response: HttpResponse,
    request: ListRequest & { readonly snapshotId: string },
  ): Promise<Page> {
    const { page, question } = await this.#options.reader.readPage(response, request);
    if (page === undefined || page.monitors.length === 0) {
      // An empty list beside an error says nothing of the account: `{"error": "...", "data": []}`.
      await requireSuccess(response, toToken(request.authorization), 'monitors/list');
    }
    if (page === undefined) {
      const { describeShape } = await import('./readResponse.js');
      throw new UnreadableResponseError('monitors', describeShape(response.json), response, question);
    }
    return page;
  }

  #toRequest(baseUrl: BaseUrl, endpoint: Endpoint, body: unknown, authorization?: string): PostRequest {
    const headers = {
      'User-Agent': this.#options.userAgent,
      ...(authorization !== undefined && { Authorization: authorization }),
    };
    return { url: toEndpointUrl(baseUrl, endpoint), headers, body };
  }

  /** One metered call, reported for the log. @throws HttpError where its status isn't 2xx; it doesn't repeat `secret`. */
  async #post(
    purpose: CallRequest,
    request: PostRequest,
    secret: string,
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    const { meter, network, onCall } = this.#options;
    // Before the call is counted: one that is cancelled while this is being loaded was never made.
    const { postJson, toHttpError } = await import('./readResponse.js');
    return meter({ ...purpose, signal }, async () => {
      const startedAt = network.now();
      const report = (end: Pick<CallReport, 'response' | 'error'>): void => {
        const durationMs = network.now() - startedAt;
        onCall({ purpose, path: new URL(request.url).pathname, durationMs, ...end });
      };
      const response = await postJson(network, request, this.#limitsFor(purpose), signal).catch(
        (error: unknown) => {
          report({ error });
          throw error;
        },
      );
      report({ response: { status: response.status, bytes: response.bytes } });
      if (response.status < 200 || response.status >= 300) {
        throw toHttpError(response, secret, purpose.kind === 'token' ? 'token' : 'monitors/list');
      }
      return response;
    });
  }

  #limitsFor({ kind }: CallRequest): PostLimits {
    const { timeoutMs, maxBytes } = this.#options.limits();
    return { timeoutMs, maxBytes: kind === 'token' ? Math.min(maxBytes, TOKEN_MAX_BYTES) : maxBytes };
  }
}

/** The token without its scheme: a service that repeats it may leave that out. */
function toToken(authorization: string): string {
  return authorization.slice(authorization.indexOf(' ') + 1);
}

/** A 2xx without what was sought may be a no in disguise, or no JSON at all: both say more than "unreadable". */
async function requireSuccess(response: HttpResponse, secret: string, endpoint: Endpoint): Promise<void> {
  const { isErrorReport, toHttpError, toNotJsonError } = await import('./readResponse.js');
  if (response.json === undefined) {
    throw toNotJsonError(response, secret, endpoint);
  }
  if (isErrorReport(response)) {
    throw toHttpError(response, secret, endpoint);
  }
}

/** Node takes visible characters, blanks and Latin-1 in a header (RFC 9110, 5.5), and throws at any other. */
function requireSendable(headerValue: string): void {
  if (/[^\t\x20-\x7e\x80-\xff]/.test(headerValue)) {
    throw new TransportError('tokenUnsendable');
  }
}
