import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import {
  type Headers,
  JSON_TYPE,
  type ResponseContent,
  sendResponse,
  toErrorResponse,
} from './responseContent';
import type { Call } from './call';
import { errorStyles, type ErrorStyle } from './errorStyles';

/** A response of the test. */
export interface StatusResponse {
  readonly kind: 'status';
  readonly status: number;
  readonly message?: string;
  /** By default problem details, or a gateway's HTML page for 502. */
  readonly style?: ErrorStyle;
  /** Seconds, or an HTTP date. */
  readonly retryAfter?: number | string;
  readonly headers?: Headers;
}

/** Reactions of the service instead of an answer. */
export type BrokenResponse =
  | StatusResponse
  /** JSON without token and list; {"hello":1} by default. */
  | { readonly kind: 'wrong JSON'; readonly value?: unknown }
  /** 307 by default. */
  | {
      readonly kind: 'redirect';
      readonly location: string;
      readonly status?: 301 | 302 | 303 | 307 | 308;
    }
  /** The response with changes. */
  | {
      readonly kind: 'changed';
      readonly status?: number;
      readonly headers?: Headers;
      readonly body?: (text: string) => string | Buffer;
    }
  /** The connection is reset; nothing is sent. */
  | { readonly kind: 'reset' }
  /** Nothing is sent, and the connection stays open. */
  | { readonly kind: 'stalled' }
  /** Headers and the first bytes are sent, and the connection stays open. */
  | { readonly kind: 'stalled body' }
  /** One byte of the response every 100 ms. */
  | { readonly kind: 'dripping body' }
  /** These bytes, each piece in its own packet, and then the end of the connection. */
  | {
      readonly kind: 'pieces';
      readonly pieces: (text: string) => readonly (string | Buffer)[];
      readonly end?: ConnectionEnd;
    }
  /** A valid JSON array of blanks: `megabytes` (1024) after decompression, and a thousandth before. */
  | { readonly kind: 'gzip bomb'; readonly megabytes?: number };

type ConnectionEnd = 'FIN' | 'RST';

interface Breaking {
  readonly call: Call;
  readonly response: ServerResponse;
  /** The answer that is broken. */
  readonly content: ResponseContent;
}

/** Resolves when all is sent. */
export async function sendBroken(failure: BrokenResponse, breaking: Breaking): Promise<void> {
  const { response, content } = breaking;
  const text = content.body.toString();
  const length = { 'Content-Length': Buffer.byteLength(text) };
  switch (failure.kind) {
    case 'status':
      return sendResponse(response, toStatusResponse(failure));
    case 'wrong JSON':
      return sendChanged(
        response,
        JSON.stringify('value' in failure ? failure.value : { hello: 1 }),
      );
    case 'redirect':
      return sendChanged(response, '', { Location: failure.location }, failure.status ?? 307);
    case 'changed':
      return sendChanged(response, failure.body?.(text) ?? text, failure.headers, failure.status);
    case 'reset':
      return endConnection(breaking, 'RST');
    case 'stalled':
      return;
    case 'stalled body':
      response.writeHead(200, { ...JSON_TYPE, ...length }).write(text.slice(0, 8));
      return;
    case 'dripping body':
      return stream(response, length, drip(text));
    case 'pieces':
      return sendPieces(breaking, failure.pieces(text), failure.end ?? 'FIN');
    case 'gzip bomb':
      return stream(response, { 'Content-Encoding': 'gzip' }, bomb(failure.megabytes ?? 1024));
  }
}

function toStatusResponse(failure: StatusResponse): ResponseContent {
  const { status, message = 'As the test wants it.', retryAfter, headers } = failure;
  const style = failure.style ?? (status === 502 ? errorStyles.html : errorStyles.problem);
  const retry = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  return toErrorResponse(status, style(status, message), { ...retry, ...headers });
}

function sendChanged(
  response: ServerResponse,
  body: string | Buffer,
  headers: Headers = {},
  status = 200,
): void {
  sendResponse(response, { status, headers: { ...JSON_TYPE, ...headers }, body });
}

function endConnection({ call, response: { socket } }: Breaking, end: ConnectionEnd): void {
  call.outcome = 'broken on purpose';
  if (end === 'FIN') {
    socket?.end();
  } else if (socket instanceof TLSSocket) {
    // It can't reset its TCP connection.
    socket.destroy();
  } else {
    socket?.resetAndDestroy();
  }
}

/** Long enough for the bytes to be a packet of their own, and not to be overtaken by a reset. */
const PACKET_MS = 10;

async function sendPieces(
  breaking: Breaking,
  pieces: readonly (string | Buffer)[],
  end: ConnectionEnd,
): Promise<void> {
  const socket = breaking.response.socket!.setNoDelay();
  for (const piece of pieces) {
    socket.write(piece);
    await setTimeout(PACKET_MS);
  }
  endConnection(breaking, end);
}

async function* drip(text: string): AsyncGenerator<Buffer> {
  for (const byte of Buffer.from(text)) {
    await setTimeout(100);
    yield Buffer.of(byte);
  }
}

/** Repeats one gzip member for each megabyte. */
function* bomb(megabytes: number): Generator<Buffer> {
  const member = gzipSync(Buffer.alloc(1024 * 1024, ' '), { level: 9 });
  yield gzipSync('[');
  for (let sent = 0; sent < megabytes; sent++) {
    yield member;
  }
  yield gzipSync(']');
}

async function stream(
  response: ServerResponse,
  headers: object,
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<void> {
  response.writeHead(200, { ...JSON_TYPE, ...headers });
  // Rejects when the client has stopped reading.
  await pipeline(Readable.from(chunks, { objectMode: false }), response).catch(() => undefined);
}
