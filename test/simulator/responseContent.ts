import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ErrorBody } from './errorStyles';

/** A response that isn't sent yet. */
export interface ResponseContent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export function toJsonResponse(
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): ResponseContent {
  const body = JSON.stringify(value);
  return { status: 200, headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers }, body };
}

export function toErrorResponse(
  status: number,
  { contentType, text }: ErrorBody,
  headers: Readonly<Record<string, string>> = {},
): ResponseContent {
  return { status, headers: { 'Content-Type': contentType, ...headers }, body: text };
}

/** Bytes below which compression isn't worthwhile. */
const worthCompressing = 256;

export async function sendResponse(
  response: ServerResponse,
  content: ResponseContent,
  compress: boolean,
): Promise<void> {
  const plain = Buffer.from(content.body);
  const compressed = compress && plain.length >= worthCompressing;
  const body = compressed ? await promisify(gzip)(plain, { level: 1 }) : plain;
  response.writeHead(content.status, {
    ...content.headers,
    ...(compressed && { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' }),
    'Content-Length': body.length,
  });
  response.end(body);
}
