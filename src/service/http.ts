import { maskText } from '../base/maskText';
import { parseUrl } from '../base/url';
import { CallError, type CallErrorReason, type CallFacts } from './errors';
import { toHttpResponse, type HttpResponse, type ResponseHead } from './httpResponse';

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

export interface FetchResponse extends ResponseHead {
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

export const RESPONSE_LIMITS: PostLimits = { timeoutMs: 60_000, maxBytes: 10_000_000 };

/**
 * Makes exactly one call. Never retries, because each call costs credits. Security: never follows redirects, which
 * could leak password or token.
 * @param now epoch milliseconds
 * @throws CallError; a status of 400 and above is a response here.
 */
export async function postJson(
  { fetch, now }: { readonly fetch: Fetch; readonly now: () => number },
  request: PostRequest,
  limits: PostLimits,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), limits.timeoutMs);
  const progress: CallProgress = { connection: 'none', receivedBytes: undefined };
  try {
    const response = await fetch(request.url, {
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
      signal: AbortSignal.any([signal, end.signal]),
      onConnection: (state) => {
        progress.connection = state;
      },
    });
    progress.receivedBytes = 0;
    const redirect = toRedirectError(
      request.url,
      response.status,
      response.headers.get('location'),
    );
    if (redirect) {
      throw redirect;
    }
    if (response.status === 407) {
      throw new CallError('proxy', { mayBeSent: false });
    }
    const body = await readBody(response, limits.maxBytes, progress);
    return toHttpResponse(request.url, response, body, now());
  } catch (error) {
    const isLate = end.signal.aborted;
    // Closes the connection.
    end.abort();
    if (signal.aborted) {
      throw new CallError('canceled', { mayBeSent: mayBeSent(progress) }, { cause: error });
    }
    if (isLate) {
      const { receivedBytes } = progress;
      const facts = { timeoutMs: limits.timeoutMs, receivedBytes, mayBeSent: mayBeSent(progress) };
      throw new CallError('timeout', facts, { cause: error });
    }
    throw toTransportError(error, request.url, progress);
  } finally {
    clearTimeout(timer);
  }
}

async function readBody({ body }: FetchResponse, maxBytes: number, progress: CallProgress) {
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

export interface CallProgress {
  /** `opening`: a socket to the service or proxy exists. `open`: the request could be sent. */
  connection: 'none' | 'opening' | 'open';
  /** Absent before the response begins. */
  receivedBytes: number | undefined;
}

export function mayBeSent({ connection, receivedBytes }: CallProgress): boolean {
  return connection === 'open' || receivedBytes !== undefined;
}

/** @returns a CallError; other errors are bugs and returned unchanged. */
export function toTransportError(error: unknown, url: string, progress: CallProgress): unknown {
  if (error instanceof CallError || !(error instanceof Error)) {
    return error;
  }
  // Only errors of node-fetch have a type.
  const { code, type } = error as { code?: unknown; type?: unknown };
  if (typeof code !== 'string' && typeof type !== 'string') {
    return error;
  }
  const reason = toReason(typeof code === 'string' ? code : '', error.message, url, progress);
  const facts: Partial<Record<CallErrorReason, CallFacts>> = {
    tooLarge: { limitBytes: MAX_HEADER_BYTES },
    notTheService: { url },
  };
  return new CallError(
    reason,
    { mayBeSent: mayBeSent(progress), ...facts[reason] },
    { cause: error },
  );
}

/** Node reads no more bytes of headers. */
const MAX_HEADER_BYTES = 16_384;

/** Codes of Node, OpenSSL's X509_V_ERR_… in Node's names (most are UNSPECIFIED), and TLS alerts in the message. */
const CERTIFICATE =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|EPROTO|HOSTNAME_MISMATCH|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|UNSPECIFIED)|alert[ _](?:certificate[ _]required|(?:no|bad)[ _]certificate|unknown[ _]ca)/i;

/** @param code of libuv, Node (nodejs.org/api/errors.html) or zlib */
function toReason(
  code: string,
  message: string,
  url: string,
  { connection, receivedBytes }: CallProgress,
) {
  const isOfTls = CERTIFICATE.test(`${code} ${message.slice(0, 2_000)}`);
  // Errors of VS Code's proxy agent lack a code.
  if (receivedBytes === undefined && code === '') {
    return 'proxy';
  }
  if (receivedBytes === undefined && isOfTls) {
    // A proxy uses TLS if the URL is http or the socket isn't open yet.
    return connection === 'none' || url.startsWith('http:') ? 'proxy' : 'certificate';
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return 'tooLarge';
  }
  const isNoText = /^(?:HPE_|Z_|ERR__ERROR_|ERR_BROTLI)/.test(code);
  return isNoText ? 'notTheService' : 'noConnection';
}

const MAX_LOCATION = 500;
/** The service's new address, before the path of a call. */
const MOVED = /^https:[^?#@]*(?=\/(?:token|monitors\/list)$)/;

/** @param header the raw `Location` */
export function toRedirectError(
  url: string,
  status: number,
  header: string | null,
): CallError | undefined {
  const to = header === null || status < 300 || status > 399 ? undefined : parseUrl(header, url);
  if (to === undefined) {
    return undefined;
  }
  const place = to.origin === 'null' ? to.protocol : to.origin + to.pathname;
  const location = maskText(place.slice(0, MAX_LOCATION));
  const [newAddress] = to.href === url ? [] : (MOVED.exec(to.href) ?? []);
  return new CallError('notTheService', { status, url, mayBeSent: true, location, newAddress });
}
