import { LedgerError, LimitReachedError } from '../credits/meterErrors';
import { NotJsonError, ServiceError, UnreadableResponseError } from '../service/errors';
import type { CallReport } from '../service/serviceClient';

/** The part of VS Code's `LogOutputChannel` that is used. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/**
 * One line for each call: method, path, status, milliseconds, bytes. No header and no body is ever written, so
 * that neither password nor token can be; a failure is written by its class and code.
 */
export function logCall(log: Log, { path, purpose, durationMs, answer, failure }: CallReport): void {
  const page = purpose.pageIndex === undefined ? '' : ` page ${purpose.pageIndex}`;
  if (answer) {
    log.info(`POST ${path}${page} ${answer.status} ${durationMs} ms ${answer.bytes} B`);
  } else {
    log.warn(`POST ${path}${page} ${toErrorLine(failure)} ${durationMs} ms`);
  }
}

/** Failures that the view tells a person; anything else is a mistake of ours, and its stack is wanted. */
const expected = [ServiceError, LimitReachedError, LedgerError];

/** What the line of the call could not tell: that its answer was not understood, or that we ourselves went wrong. */
export function logPageError(log: Log, pageIndex: number, failure: unknown): void {
  if (failure instanceof UnreadableResponseError || failure instanceof NotJsonError) {
    log.warn(`Page ${pageIndex} could not be read: ${toErrorLine(failure)}`);
  } else if (!expected.some((type) => failure instanceof type)) {
    log.error(`Page ${pageIndex}: ${failure instanceof Error ? failure.stack : 'unknown failure'}`);
  }
}

/** The class of a failure and the system's code for what caused it; for an unreadable answer its shape. */
export function toErrorLine(failure: unknown): string {
  if (failure instanceof UnreadableResponseError) {
    return `${failure.name}: no ${failure.sought} in ${failure.shape}`;
  }
  if (!(failure instanceof Error)) {
    return 'unknown failure';
  }
  const code = (failure.cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? `${failure.name} ${code}` : failure.name;
}
