import type { HttpResponse } from './httpResponse';
import { CancelledError, RedirectError, TimeoutError } from './errors';
import { toTransportError } from './transportErrors';

/** The part of fetch that is used; `size` is node-fetch's limit in bytes, counted after decompression. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

export interface FetchInit {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly redirect: 'error';
  readonly signal: AbortSignal;
  readonly size: number;
}

export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface PostLimits {
  /** Milliseconds until the answer must be complete. */
  readonly timeoutMs: number;
  /** Bytes of the body after decompression. */
  readonly maxBytes: number;
}

/** What a call needs of the world. */
export interface Network {
  readonly fetch: Fetch;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Makes exactly one call: nothing is repeated and no redirect is followed, as each would cost credits again
 * and carry password or token to wherever the service points.
 * @throws TransportFailure one of its subclasses; a status of 400 and above is an answer, not a failure, here.
 */
export async function postJson(
  network: Network,
  request: PostRequest,
  limits: PostLimits,
  signal: AbortSignal,
): Promise<HttpResponse> {
  if (signal.aborted) {
    throw new CancelledError('taken back before the call');
  }
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), limits.timeoutMs);
  try {
    const response = await network.fetch(request.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...request.headers },
      body: JSON.stringify(request.body),
      redirect: 'error',
      signal: AbortSignal.any([signal, timeout.signal]),
      size: limits.maxBytes,
    });
    const text = await response.text();
    // fetch itself stops only at those that name another place.
    if (response.status >= 300 && response.status < 400) {
      throw new RedirectError(`status ${response.status}`);
    }
    return toAnswer(response, text, network.now());
  } catch (error) {
    if (signal.aborted) {
      throw new CancelledError('taken back', { cause: error });
    }
    if (timeout.signal.aborted) {
      throw new TimeoutError(limits.timeoutMs, { cause: error });
    }
    throw toTransportError(error, limits.maxBytes);
  } finally {
    clearTimeout(timer);
  }
}

function toAnswer(response: FetchResponse, text: string, receivedAt: number): HttpResponse {
  return {
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    contentType: (response.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase(),
    json: parseJson(text),
    text,
    bytes: Buffer.byteLength(text),
    receivedAt,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON is an answer too: an error page, a plain sentence, nothing at all. The reader tells which.
    return undefined;
  }
}
