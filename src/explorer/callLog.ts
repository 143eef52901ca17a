import { toPlainText } from '../base/text';
import { LedgerError, LimitReachedError } from '../credits/meterErrors';
import {
  NotJsonError,
  ProxyError,
  RedirectError,
  ServiceError,
  TimeoutError,
  TlsError,
  UnreadableResponseError,
} from '../service/errors';
import type { CallReport } from '../service/serviceClient';

/** The part of VS Code's `Log` that is used. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/**
 * One line for each call: method, path, status, milliseconds, bytes. No header and no body is ever written, so
 * that neither password nor token can be; an error is written by its class and by what caused it.
 */
export function logCall(log: Log, { path, purpose, durationMs, response, error }: CallReport): void {
  const page = purpose.pageIndex === undefined ? '' : ` page ${purpose.pageIndex}`;
  if (response) {
    log.info(`POST ${path}${page} ${response.status} ${durationMs} ms ${response.bytes} B`);
  } else {
    log.warn(`POST ${path}${page} ${toErrorLine(error)} ${durationMs} ms`);
  }
}

/** Errors that the view tells a person; anything else is a mistake of ours, and its stack is wanted. */
const EXPECTED = [ServiceError, LimitReachedError, LedgerError];

/** What the line of the call couldn't tell: that its response wasn't understood, or that we ourselves went wrong. */
export function logPageError(log: Log, pageIndex: number, error: unknown): void {
  if (error instanceof UnreadableResponseError || error instanceof NotJsonError) {
    log.warn(`Page ${pageIndex} could not be read: ${toErrorLine(error)}`);
  } else if (!EXPECTED.some((type) => error instanceof type)) {
    log.error(`Page ${pageIndex}: ${error instanceof Error ? error.stack : 'unknown error'}`);
  }
}

/** An error on one line: its class, what it knows, and the system's code or message for what caused it. */
export function toErrorLine(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'unknown error';
  }
  const parts: (string | undefined)[] = [error.name, ownDetail(error), causeOf(error)];
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}

function ownDetail(error: Error): string | undefined {
  if (error instanceof UnreadableResponseError) {
    return `no ${error.sought} in ${error.shape}`;
  }
  if (error instanceof RedirectError) {
    return `${error.status} to ${toPlainText(error.location ?? 'nowhere', 200)}`;
  }
  if (error instanceof TlsError) {
    return error.reason;
  }
  return error instanceof TimeoutError ? error.message : undefined;
}

/** The system's code; where there is none, as for proxies, the message. */
function causeOf(error: Error): string | undefined {
  const { code, message } = (error.cause ?? {}) as { code?: unknown; message?: unknown };
  const ownCode = (error as { code?: unknown }).code;
  if (typeof ownCode === 'string') {
    return toPlainText(ownCode, 100);
  }
  if (typeof code === 'string') {
    return toPlainText(code, 100);
  }
  return error instanceof ProxyError && typeof message === 'string'
    ? `(${withoutSecrets(message)})`
    : undefined;
}

/** What stands before an @ may be a proxy's user and password; node-fetch's own words before the cause say nothing. */
function withoutSecrets(message: string): string {
  const reason = message.slice(0, 2_000).split('failed, reason: ').at(-1)!;
  return toPlainText(reason, 300)
    .split(' ')
    .map((word) => word.slice(word.lastIndexOf('@') + 1))
    .join(' ');
}
