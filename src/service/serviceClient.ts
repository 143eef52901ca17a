import type { ReadReason } from '../monitors/page';
import { toEndpointUrl, type BaseUrl, type Endpoint } from './address';
import type { HttpResponse } from './httpResponse';
import { UnreadableResponseError } from './errors';
import { postJson, type Network, type PostLimits } from './http';
import { isErrorReport } from './mapping/readError';
import { readList, type ListExtraction } from './mapping/readList';
import type { MappingSettings } from './mapping/resolve';
import { describeShape } from './mapping/shape';
import { readToken, type TokenExtraction } from './mapping/readToken';
import { toNotJsonError, toHttpError } from './httpErrors';

/** Who makes a call, and for what. */
export interface CallPurpose {
  readonly kind: 'token' | 'list';
  readonly reason: ReadReason | 'signIn';
  /** The session id of the account, or the origin where nobody is signed in yet. */
  readonly account: string;
  readonly pageIndex?: number;
}

/** Every call passes here: may refuse before it goes out (by throwing), and learns how it ended. */
export type CallGate = (purpose: CallPurpose, call: () => Promise<HttpResponse>) => Promise<HttpResponse>;

/** What one call did, for the log. No header, no body. */
export interface CallReport {
  readonly purpose: CallPurpose;
  /** Path of the URL, with the prefix of the base URL. */
  readonly path: string;
  readonly durationMs: number;
  /** What came back; absent where the call failed before that. The answer itself may hold a token. */
  readonly answer?: Pick<HttpResponse, 'status' | 'bytes'>;
  readonly failure?: unknown;
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
  readonly reason: ReadReason;
}

export interface ServiceClientOptions {
  readonly network: Network;
  readonly userAgent: string;
  readonly limits: () => PostLimits;
  readonly readingSettings: (baseUrl: BaseUrl) => MappingSettings;
  readonly gate: CallGate;
  readonly onCall: (report: CallReport) => void;
}

/** The lifetime of a token that is asked for without `expiresIn`, in milliseconds: service documentation, 4.1. */
export const DEFAULT_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The service's two endpoints. Each method makes one call, and only one. */
export class ServiceClient {
  constructor(private readonly options: ServiceClientOptions) {}

  /**
   * Exchanges e-mail and password for a token. The reading may lack the token: then it has the question to ask.
   * @throws ServiceFailure where the call failed, was refused, or the answer holds nothing that could be a token.
   */
  async createToken(
    request: TokenRequest,
    signal: AbortSignal,
  ): Promise<{ answer: HttpResponse; reading: TokenExtraction }> {
    const { baseUrl, email, password, expiresInMs } = request;
    const purpose: CallPurpose = { kind: 'token', reason: 'signIn', account: baseUrl.origin };
    const body = { email, password, ...(expiresInMs === undefined ? {} : { expiresIn: expiresInMs }) };
    const answer = await this.#call(purpose, { baseUrl, endpoint: 'token', headers: {}, body }, signal);
    const reading = readToken(answer, {
      requestedLifetimeMs: expiresInMs ?? DEFAULT_LIFETIME_MS,
      settings: this.options.readingSettings(baseUrl),
    });
    if (reading.token === undefined) {
      refuseUnlessReadable(answer);
      if (reading.question === undefined) {
        throw new UnreadableResponseError('token', describeShape(answer.json), answer);
      }
    }
    return { answer, reading };
  }

  /**
   * Reads one page of the account's monitors.
   * @throws ServiceFailure where the call failed, was refused, or no list of monitors can be told in the answer.
   */
  async listMonitors(
    request: ListRequest,
    signal: AbortSignal,
  ): Promise<{ answer: HttpResponse; reading: ListExtraction }> {
    const { baseUrl, authorization, account, pageIndex, pageSize, reason } = request;
    const purpose: CallPurpose = { kind: 'list', reason, account, pageIndex };
    const headers = { Authorization: authorization };
    const body = { pageIndex, pageSize };
    const call = { baseUrl, endpoint: 'monitors/list', headers, body } as const;
    const answer = await this.#call(purpose, call, signal);
    const settings = this.options.readingSettings(baseUrl);
    const reading = readList(answer, { pageIndex, pageSize, settings });
    if (reading.monitors.length === 0) {
      // An empty list beside an error says nothing of the account: `{"error": "...", "data": []}`.
      refuseUnlessReadable(answer);
    }
    if (!reading.found) {
      const question = reading.questions.find(({ field }) => field === 'list');
      throw new UnreadableResponseError('monitors', describeShape(answer.json), answer, question);
    }
    return { answer, reading };
  }

  async #call(purpose: CallPurpose, call: EndpointCall, signal: AbortSignal): Promise<HttpResponse> {
    const url = toEndpointUrl(call.baseUrl, call.endpoint);
    const headers = { 'User-Agent': this.options.userAgent, ...call.headers };
    const request = { url, headers, body: call.body };
    return this.options.gate(purpose, async () => {
      const answer = await this.#post(purpose, request, signal);
      if (answer.status >= 400) {
        throw toHttpError(answer);
      }
      return answer;
    });
  }

  async #post(
    purpose: CallPurpose,
    request: { url: string; headers: Record<string, string>; body: unknown },
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    const { network, limits, onCall } = this.options;
    const startedAt = network.now();
    const report = (end: Pick<CallReport, 'answer' | 'failure'>): void =>
      onCall({
        purpose,
        path: new URL(request.url).pathname,
        durationMs: network.now() - startedAt,
        ...end,
      });
    try {
      const answer = await postJson(network, request, limits(), signal);
      report({ answer: { status: answer.status, bytes: answer.bytes } });
      return answer;
    } catch (failure) {
      report({ failure });
      throw failure;
    }
  }
}

interface EndpointCall {
  readonly baseUrl: BaseUrl;
  readonly endpoint: Endpoint;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A 2xx without what was sought may be a no in disguise, or no JSON at all: both say more than "unreadable". */
function refuseUnlessReadable(answer: HttpResponse): void {
  if (answer.json === undefined) {
    throw toNotJsonError(answer);
  }
  if (isErrorReport(answer)) {
    throw toHttpError(answer);
  }
}
