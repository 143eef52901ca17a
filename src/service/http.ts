import { parseJson } from '../base/json';
import { CallError } from './errors';
import type { HttpResponse } from './httpResponse';
import { mayBeSent, toRedirectError, toTransportError, type CallProgress } from './transportErrors';

/** The used part of node-fetch. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

export interface FetchInit {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
  /** The call gets a socket, and later a connection (with TLS: secure). */
  readonly onConnection: (state: 'opening' | 'open') => void;
}

export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** Decompressed Buffers. */
  readonly body: AsyncIterable<unknown> | null;
}

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface PostLimits {
  /** Milliseconds for the whole response. */
  readonly timeoutMs: number;
  /** Bytes of the body after decompression. */
  readonly maxBytes: number;
}

export interface Network {
  readonly fetch: Fetch;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Makes exactly one call. Never retries, because each call costs credits. Security: never follows redirects, which
 * could leak password or token.
 * @throws CallError; a status of 400 and above is a response here.
 */
export async function postJson(
  network: Network,
  request: PostRequest,
  limits: PostLimits,
  signal: AbortSignal,
): Promise<HttpResponse> {
  if (signal.aborted) {
    throw new CallError('canceled');
  }
  const call = new AbortController();
  const end = (): void => call.abort();
  const progress: CallProgress = { connection: 'none', receivedBytes: undefined };
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, limits.timeoutMs);
  signal.addEventListener('abort', end);
  try {
    const init = toInit(request, call.signal, (state) => (progress.connection = state));
    const response = await network.fetch(request.url, init);
    progress.receivedBytes = 0;
    if (isRedirect(response)) {
      throw toRedirectError(request.url, response.status, response.headers.get('location'));
    }
    if (response.status === 407) {
      throw new CallError('proxyLogin', { mayBeSent: false });
    }
    const body = await readBody(response, limits.maxBytes, progress);
    return toHttpResponse(response, body, network.now());
  } catch (error) {
    end();
    if (signal.aborted) {
      throw new CallError('canceled', { mayBeSent: mayBeSent(progress) }, { cause: error });
    }
    if (timedOut) {
      const { receivedBytes } = progress;
      const facts = { timeoutMs: limits.timeoutMs, receivedBytes, mayBeSent: mayBeSent(progress) };
      throw new CallError('timeout', facts, { cause: error });
    }
    throw toTransportError(error, request.url, progress);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

function toInit(
  request: PostRequest,
  signal: AbortSignal,
  onConnection: FetchInit['onConnection'],
): FetchInit {
  return {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      // A server may close a reused connection just as a call goes out.
      Connection: 'close',
      ...request.headers,
    },
    body: JSON.stringify(request.body),
    redirect: 'manual',
    signal,
    onConnection,
  };
}

/** RFC 9110, 15.4. 304 is about caches; 305 and 306 are obsolete. */
function isRedirect({ status, headers }: FetchResponse): boolean {
  return [301, 302, 303, 307, 308].includes(status) || (status === 300 && headers.get('location') !== null);
}

async function readBody({ body }: FetchResponse, maxBytes: number, progress: CallProgress): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    const part = chunk as Buffer;
    bytes += part.length;
    if (bytes > maxBytes) {
      throw new CallError('tooLarge', { limitBytes: maxBytes, mayBeSent: true });
    }
    progress.receivedBytes = bytes;
    chunks.push(part);
  }
  return Buffer.concat(chunks, bytes);
}

function toHttpResponse({ status, headers }: FetchResponse, body: Buffer, receivedAt: number): HttpResponse {
  const text = decodeText(body, headers.get('content-type') ?? '');
  const json = toJson(text);
  if (json === undefined) {
    requireReadable(headers.get('content-encoding') ?? '', body);
  }
  return {
    status,
    header: (name) => headers.get(name) ?? undefined,
    contentType: (headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase(),
    json,
    text,
    bytes: body.length,
    receivedAt,
  };
}

/** By byte order mark, `charset` or UTF-8 (WHATWG Encoding, 6: decode). */
function decodeText(body: Buffer, contentType: string): string {
  const charset = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1];
  const [, marked] = BYTE_ORDER_MARKS.find(([mark]) => body.subarray(0, mark.length).equals(mark)) ?? [];
  try {
    return new TextDecoder(marked ?? charset).decode(body);
  } catch {
    // The charset is unknown.
    return new TextDecoder().decode(body);
  }
}

const BYTE_ORDER_MARKS: readonly (readonly [mark: Buffer, charset: string])[] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
];

/** Decompressed by node-fetch. */
const DECODED = ['', 'identity', 'gzip', 'x-gzip', 'deflate', 'x-deflate', 'br'];

/** @throws CallError if the body is still compressed. */
function requireReadable(encoding: string, body: Buffer): void {
  if (!DECODED.includes(encoding.toLowerCase())) {
    throw new CallError(
      'notJson',
      { mayBeSent: true },
      { cause: new Error(`Content-Encoding: ${encoding}`) },
    );
  }
  // Start of a gzip member (RFC 1952), but not of a text.
  if (body[0] === 0x1f && body[1] === 0x8b) {
    throw new CallError('notJson', { mayBeSent: true }, { cause: new Error('compressed') });
  }
}

function toJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // The caller decides.
    return undefined;
  }
}
