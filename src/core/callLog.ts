import { AgentLimitReachedError, CallNotCountedError, LimitReachedError } from '../credits/errors';
import { toErrorLine } from '../service/errorLine';
import type { CallRequest } from '../monitors/call';
import { CallError } from '../service/errors';
import { OriginMismatchError, SessionExpiredError } from '../session/session';
import type { HttpResponse } from '../service/httpResponse';

/** Subset of VS Code's `Log`. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Report of a call, without headers or body. */
export interface CallReport {
  readonly purpose: CallRequest;
  /** URL path, including the base URL's path. */
  readonly path: string;
  readonly durationMs: number;
  /** Without the body, which may hold a token. */
  readonly response?: Pick<HttpResponse, 'status' | 'bytes'>;
  readonly error?: unknown;
}

/**
 * Logs one line per call: method, path, status, milliseconds, bytes. Never logs headers or bodies, which may
 * hold a password or token.
 */
export function logCall(log: Log, { path, purpose, durationMs, response, error }: CallReport): void {
  const page = purpose.pageIndex === undefined ? '' : ` page ${purpose.pageIndex}`;
  if (response) {
    log.info(`POST ${path}${page} ${response.status} ${durationMs} ms ${response.bytes} B`);
  } else {
    log.warn(`POST ${path}${page} ${toErrorLine(error)} ${durationMs} ms`);
  }
}

/** Errors that the view explains. Others are bugs, so log their stack. */
const EXPECTED = [
  ...[CallError, OriginMismatchError, SessionExpiredError],
  ...[LimitReachedError, AgentLimitReachedError, CallNotCountedError],
];

/** Logs unreadable responses and our own bugs, which {@link logCall} doesn't see. */
export function logPageError(log: Log, pageIndex: number, error: unknown): void {
  if (error instanceof CallError && (error.facts.shape !== undefined || (error.facts.status ?? 300) < 300)) {
    log.warn(`Page ${pageIndex} could not be read: ${toErrorLine(error)}`);
  } else if (!EXPECTED.some((type) => error instanceof type)) {
    log.error(`Page ${pageIndex}: ${error instanceof Error ? error.stack : 'unknown error'}`);
  }
}
