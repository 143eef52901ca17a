import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ErrorBody } from './errorStyles';

/** A whole answer before it goes out. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export function toJsonAnswer(value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  const body = JSON.stringify(value);
  return { status: 200, headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers }, body };
}

export function toErrorAnswer(
  status: number,
  { contentType, text }: ErrorBody,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers: { 'Content-Type': contentType, ...headers }, body: text };
}

/** Below this many bytes compression only adds to them. */
const worthCompressing = 256;

export async function sendAnswer(response: ServerResponse, answer: Answer, compress: boolean): Promise<void> {
  const plain = Buffer.from(answer.body);
  const compressed = compress && plain.length >= worthCompressing;
  const body = compressed ? await promisify(gzip)(plain, { level: 1 }) : plain;
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(compressed && { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' }),
    'Content-Length': body.length,
  });
  response.end(body);
}
