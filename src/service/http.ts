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
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), limits.timeoutMs);
  const end = new AbortController();
  const progress: CallProgress = { connection: 'none', receivedBytes: undefined };
  try {
    const response = await network.fetch(request.url, {
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
      signal: AbortSignal.any([signal, timeout.signal, end.signal]),
      onConnection: (state) => (progress.connection = state),
    });
    progress.receivedBytes = 0;
    const redirect = toRedirectError(request.url, response.status, response.headers.get('location'));
    if (redirect) {
      throw redirect;
    }
    if (response.status === 407) {
      throw new CallError('proxyLogin', { mayBeSent: false });
    }
    const body = await readBody(response, limits.maxBytes, progress);
    return toHttpResponse(response, body, network.now());
  } catch (error) {
    // Closes the connection.
    end.abort();
    if (signal.aborted) {
      throw new CallError('canceled', { mayBeSent: mayBeSent(progress) }, { cause: error });
    }
    if (timeout.signal.aborted) {
      const { receivedBytes } = progress;
      const facts = { timeoutMs: limits.timeoutMs, receivedBytes, mayBeSent: mayBeSent(progress) };
      throw new CallError('timeout', facts, { cause: error });
    }
    throw toTransportError(error, request.url, progress);
  } finally {
    clearTimeout(timer);
  }
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
  const contentType = headers.get('content-type') ?? '';
  const text = decodeText(body, contentType);
  return {
    status,
    header: (name) => headers.get(name) ?? undefined,
    contentType: contentType.split(';', 1)[0]!.trim().toLowerCase(),
    json: toJson(text),
    text,
    bytes: body.length,
    receivedAt,
  };
}

const UTF_16_MARKS: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' };

/** Decodes text. A byte order mark overrides the charset, and is dropped. */
function decodeText(body: Buffer, contentType: string): string {
  const marked = UTF_16_MARKS[body.toString('hex', 0, 2)];
  const charset = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(marked ?? charset).decode(body);
  } catch {
    // The charset is unknown.
    return new TextDecoder().decode(body);
  }
}

function toJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // Not JSON. The caller decides what that means.
    return undefined;
  }
}
