import type { LogOutputChannel } from 'vscode';
import { UnreadableFailure } from '../service/failures';
import type { CallReport } from '../service/serviceClient';

/**
 * One line for each call: method, path, status, milliseconds, bytes. No header and no body is ever written, so
 * that neither password nor token can be; a failure is written by its class and code.
 */
export function logCall(
  log: LogOutputChannel,
  { path, purpose, durationMs, answer, failure }: CallReport,
): void {
  const page = purpose.pageIndex === undefined ? '' : ` page ${purpose.pageIndex}`;
  if (answer) {
    log.info(`POST ${path}${page} ${answer.status} ${durationMs} ms ${answer.bytes} B`);
  } else {
    log.warn(`POST ${path}${page} ${toFailureLine(failure)} ${durationMs} ms`);
  }
}

/** The class of a failure and the system's code for what caused it; for an unreadable answer its shape. */
export function toFailureLine(failure: unknown): string {
  if (failure instanceof UnreadableFailure) {
    return `${failure.name}: no ${failure.sought} in ${failure.shape}`;
  }
  if (!(failure instanceof Error)) {
    return 'unknown failure';
  }
  const code = (failure.cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? `${failure.name} ${code}` : failure.name;
}
