import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { ErrorBody } from './errorStyles';

export type Headers = Readonly<Record<string, string>>;

/** A response that isn't sent yet. */
export interface ResponseContent {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Buffer;
}

export const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

export function toErrorResponse(
  status: number,
  { contentType, text }: ErrorBody,
  headers: Headers = {},
): ResponseContent {
  return { status, headers: { 'Content-Type': contentType, ...headers }, body: text };
}

/** Bytes below which compression isn't worthwhile. */
const WORTH_COMPRESSING = 256;

export function sendResponse(
  response: ServerResponse,
  { status, headers, body }: ResponseContent,
  { compress = false } = {},
): void {
  const plain = Buffer.from(body);
  const isCompressed = compress && plain.length >= WORTH_COMPRESSING;
  const sent = isCompressed ? gzipSync(plain, { level: 1 }) : plain;
  response.writeHead(status, {
    ...headers,
    ...(isCompressed && { 'Content-Encoding': 'gzip' }),
    'Content-Length': sent.length,
  });
  response.end(sent);
}
