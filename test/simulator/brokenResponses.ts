import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { type ResponseContent, sendResponse, toErrorResponse, toJsonResponse } from './responseContent';
import type { Call } from './callRecord';
import { errorStyles, type ErrorStyle } from './errorStyles';

/** A response of the test. */
export interface StatusResponse {
  readonly kind: 'status';
  readonly status: number;
  readonly message?: string;
  /** By default the service's style, or a gateway's HTML page for 502. */
  readonly style?: ErrorStyle;
  /** Seconds, or an HTTP date. */
  readonly retryAfter?: number | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Reactions of the service instead of an answer. */
export type BrokenResponse =
  | StatusResponse
  /** The connection is reset; nothing is sent. */
  | { readonly kind: 'reset' }
  /** Nothing is sent, and the connection stays open. */
  | { readonly kind: 'stalled' }
  /** Headers and the first bytes are sent, and the connection stays open. */
  | { readonly kind: 'stalled body' }
  /** One byte of the response every `everyMs` milliseconds (100). */
  | { readonly kind: 'dripping body'; readonly everyMs?: number }
  /** A valid JSON array of blanks: `megabytes` (1024) after decompression, and a thousandth before. */
  | { readonly kind: 'gzip bomb'; readonly megabytes?: number }
  /** The same without compression and Content-Length; 11 megabytes by default. */
  | { readonly kind: 'too large'; readonly megabytes?: number }
  /** 307 by default. */
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: 301 | 302 | 303 | 307 | 308 }
  /** The connection ends halfway through the announced length or chunks. */
  | { readonly kind: 'truncated body'; readonly chunked?: boolean }
  /** The first half of the response, as if it were complete. */
  | { readonly kind: 'truncated JSON' }
  /** A sign-in page with status 200. */
  | { readonly kind: 'HTML' }
  | { readonly kind: 'not JSON' }
  | { readonly kind: 'empty body' }
  /** JSON without token and list; {"hello":1} by default. */
  | { readonly kind: 'wrong JSON'; readonly value?: unknown }
  /** The response with a wrong `Content-Encoding`; "gzip" by default. */
  | { readonly kind: 'mislabelled encoding'; readonly encoding?: string }
  /** The response with a header of so many kilobytes; 20 by default. */
  | { readonly kind: 'big headers'; readonly kilobytes?: number }
  /** The greeting of another protocol. */
  | { readonly kind: 'not HTTP' }
  /** These bytes, each piece in its own packet, and then the end of the connection or a reset. */
  | {
      readonly kind: 'pieces';
      readonly pieces: (text: string) => readonly (string | Buffer)[];
      readonly end?: 'FIN' | 'RST';
    }
  /** A part of the response without a length, and then silence, the end of the connection, or a reset. */
  | { readonly kind: 'cut'; readonly sent: 'nothing' | 'half' | 'all'; readonly end: 'hang' | 'FIN' | 'RST' }
  /** The response with changes. */
  | {
      readonly kind: 'changed';
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: (text: string) => string | Buffer;
    };

export interface Breaking {
  readonly call: Call;
  readonly response: ServerResponse;
  /** The answer that is broken. */
  readonly content: ResponseContent;
  readonly style: ErrorStyle;
}

const json = { 'Content-Type': 'application/json; charset=utf-8' };
const megabyteOfBlanks = Buffer.alloc(1024 * 1024, ' ');

/** Resolves when all is sent. */
export async function sendBroken(failure: BrokenResponse, breaking: Breaking): Promise<void> {
  const { call, response, content } = breaking;
  const text = content.body.toString();
  const half = text.slice(0, Math.ceil(text.length / 2));
  switch (failure.kind) {
    case 'status':
      return sendResponse(response, toStatusResponse(failure, breaking.style), false);
    case 'redirect':
      return send(response, '', { Location: failure.location }, failure.status ?? 307);
    case 'reset':
      return reset(breaking);
    case 'stalled':
      return;
    case 'stalled body':
      response.writeHead(200, { ...json, 'Content-Length': Buffer.byteLength(text) }).write(text.slice(0, 8));
      return;
    case 'dripping body':
      return drip(response, Buffer.from(text), failure.everyMs ?? 100);
    case 'gzip bomb':
      return stream(response, { 'Content-Encoding': 'gzip' }, bomb(failure.megabytes ?? 1024));
    case 'too large':
      return stream(response, {}, blanks(failure.megabytes ?? 11));
    case 'truncated body':
      return cutShort(breaking, half, failure.chunked ? undefined : Buffer.byteLength(text));
    case 'truncated JSON':
      return send(response, half);
    case 'HTML':
      return send(response, errorStyles.html(200).text, { 'Content-Type': 'text/html; charset=utf-8' });
    case 'not JSON':
      return send(response, 'OK, come back later');
    case 'empty body':
      return send(response, '');
    case 'wrong JSON':
      return sendResponse(response, toJsonResponse('value' in failure ? failure.value : { hello: 1 }), false);
    case 'mislabelled encoding':
      return send(response, text, { ...json, 'Content-Encoding': failure.encoding ?? 'gzip' });
    case 'big headers':
      return send(response, text, { ...json, 'X-Padding': 'x'.repeat((failure.kilobytes ?? 20) * 1024) });
    case 'not HTTP':
      call.outcome = 'broken on purpose';
      return void response.socket?.end('220 mail.example.com ESMTP\r\n');
    case 'pieces':
      return sendPieces(failure, breaking, text);
    case 'cut':
      return cut(failure, breaking, text);
    case 'changed': {
      const { status = 200, headers = {}, body = (whole: string) => whole } = failure;
      return sendResponse(response, { status, headers: { ...json, ...headers }, body: body(text) }, false);
    }
  }
}

function toStatusResponse(failure: StatusResponse, serviceStyle: ErrorStyle): ResponseContent {
  const style = failure.style ?? (failure.status === 502 ? errorStyles.html : serviceStyle);
  const retryAfter = failure.retryAfter;
  return toErrorResponse(failure.status, style(failure.status, failure.message ?? 'As the test wants it.'), {
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...failure.headers,
  });
}

function send(
  response: ServerResponse,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = json,
  status = 200,
): Promise<void> {
  return sendResponse(response, { status, headers, body }, false);
}

function reset({ call, response }: Breaking): void {
  call.outcome = 'broken on purpose';
  const socket = response.socket;
  // A TLS socket can't reset its TCP connection.
  if (socket instanceof TLSSocket) {
    socket.destroy();
  } else {
    socket?.resetAndDestroy();
  }
}

function cut(
  { sent, end }: Extract<BrokenResponse, { kind: 'cut' }>,
  breaking: Breaking,
  text: string,
): void {
  const { call, response } = breaking;
  const finish = (): void => {
    if (end === 'RST') {
      reset(breaking);
    } else if (end === 'FIN') {
      call.outcome = 'broken on purpose';
      response.socket?.end();
    }
  };
  if (sent === 'nothing') {
    return finish();
  }
  response.writeHead(200, json);
  // Later, because a reset would overtake the bytes.
  response.write(
    sent === 'half' ? text.slice(0, Math.ceil(text.length / 2)) : text,
    () => void setTimeout(10).then(finish),
  );
}

async function sendPieces(
  { pieces, end }: Extract<BrokenResponse, { kind: 'pieces' }>,
  breaking: Breaking,
  text: string,
): Promise<void> {
  const socket = breaking.response.socket!.setNoDelay();
  const [first = '', ...others] = pieces(text);
  socket.write(first);
  for (const piece of others) {
    await setTimeout(5);
    socket.write(piece);
  }
  if (end === 'RST') {
    // Later, because a reset would overtake the bytes.
    await setTimeout(5);
    return reset(breaking);
  }
  breaking.call.outcome = 'broken on purpose';
  socket.end();
}

function cutShort({ call, response }: Breaking, half: string, contentLength: number | undefined): void {
  response.writeHead(200, {
    ...json,
    ...(contentLength !== undefined && { 'Content-Length': contentLength }),
  });
  response.write(half, () => {
    call.outcome = 'broken on purpose';
    response.socket?.destroy();
  });
}

function drip(response: ServerResponse, body: Buffer, everyMs: number): Promise<void> {
  response.writeHead(200, { ...json, 'Content-Length': body.length });
  return new Promise((resolve) => {
    let sent = 0;
    const timer = setInterval(() => {
      response.write(body.subarray(sent, ++sent));
      if (sent === body.length) {
        response.end();
      }
    }, everyMs);
    response.once('close', () => {
      clearInterval(timer);
      resolve();
    });
  });
}

function* blanks(megabytes: number): Generator<Buffer> {
  yield Buffer.from('[');
  for (let sent = 0; sent < megabytes; sent++) {
    yield megabyteOfBlanks;
  }
  yield Buffer.from(']');
}

/** Repeats one gzip member for each megabyte. */
function* bomb(megabytes: number): Generator<Buffer> {
  const member = gzipSync(megabyteOfBlanks, { level: 9 });
  yield gzipSync('[');
  for (let sent = 0; sent < megabytes; sent++) {
    yield member;
  }
  yield gzipSync(']');
}

async function stream(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  chunks: Iterable<Buffer>,
): Promise<void> {
  response.writeHead(200, { ...json, ...headers });
  // Rejects when the client has stopped reading.
  await pipeline(Readable.from(chunks, { objectMode: false, highWaterMark: 64 * 1024 }), response).catch(
    () => undefined,
  );
}
