import { AgentLimitReachedError, CallNotCountedError, LimitReachedError } from '../credits/errors';
import { toErrorLine } from '../service/errorLine';
import type { CallRequest } from '../monitors/call';
import { CallError } from '../service/errors';
import { OriginMismatchError, SessionExpiredError } from '../session/session';
import type { HttpResponse } from '../service/httpResponse';

/** The part of VS Code's `Log` that is used. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** What one call did. No header, no body. */
export interface CallReport {
  readonly purpose: CallRequest;
  /** Path of the URL, with the prefix of the base URL. */
  readonly path: string;
  readonly durationMs: number;
  /** Absent where none came. The response itself may hold a token. */
  readonly response?: Pick<HttpResponse, 'status' | 'bytes'>;
  /** Why no response came. */
  readonly error?: unknown;
}

/**
 * One line for each call: method, path, status, milliseconds, bytes. No header and no body is ever written, so
 * that neither password nor token can be; an error is written by its kind and by what caused it.
 */
export function logCall(log: Log, { path, purpose, durationMs, response, error }: CallReport): void {
  const page = purpose.pageIndex === undefined ? '' : ` page ${purpose.pageIndex}`;
  if (response) {
    log.info(`POST ${path}${page} ${response.status} ${durationMs} ms ${response.bytes} B`);
  } else {
    log.warn(`POST ${path}${page} ${toErrorLine(error)} ${durationMs} ms`);
  }
}

/** Errors that the view tells the user; anything else is a mistake of ours, and its stack is wanted. */
const EXPECTED = [
  ...[CallError, OriginMismatchError, SessionExpiredError],
  ...[LimitReachedError, AgentLimitReachedError, CallNotCountedError],
];

/** What the line of the call couldn't tell: that its response wasn't understood, or that we ourselves went wrong. */
export function logPageError(log: Log, pageIndex: number, error: unknown): void {
  if (error instanceof CallError && (error.facts.shape !== undefined || (error.facts.status ?? 300) < 300)) {
    log.warn(`Page ${pageIndex} could not be read: ${toErrorLine(error)}`);
  } else if (!EXPECTED.some((type) => error instanceof type)) {
    log.error(`Page ${pageIndex}: ${error instanceof Error ? error.stack : 'unknown error'}`);
  }
}
