import { toPlainText } from '../base/text';
import { HttpError, TransportError, UnreadableResponseError } from './errors';

/** An error on one line for the log: its kind or class, what it knows, and the system's code or reason for it. */
export function toErrorLine(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'unknown error';
  }
  const parts = [toName(error), toDetail(error), toCause(error)];
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}

function toName(error: Error): string {
  return error instanceof TransportError || error instanceof HttpError ? error.kind : error.name;
}

function toDetail(error: Error): string | undefined {
  if (error instanceof UnreadableResponseError) {
    return `no ${error.sought} in ${error.shape}`;
  }
  if (error instanceof HttpError) {
    return String(error.status);
  }
  if (!(error instanceof TransportError)) {
    return undefined;
  }
  const { timeoutMs, receivedBytes = 0, status, location = 'nowhere', encoding } = error.facts;
  if (timeoutMs !== undefined) {
    return `not complete within ${timeoutMs} ms (${receivedBytes} bytes had come)`;
  }
  return status === undefined
    ? encoding && toPlainText(encoding, 100)
    : `${status} to ${toPlainText(location, 200)}`;
}

/** Node's codes for whatever OpenSSL says: the reason stands in the message alone. */
const CODES_WITHOUT_REASON = ['EPROTO', 'UNSPECIFIED'];

/** The system's code; where it has none or it says nothing, the message, too. */
function toCause(error: Error): string | undefined {
  const { code: ownCode } = error as { code?: unknown };
  if (typeof ownCode === 'string') {
    return toPlainText(ownCode, 100);
  }
  const { code, message } = (error.cause ?? {}) as { code?: unknown; message?: unknown };
  const knownCode = typeof code === 'string' ? toPlainText(code, 100) : undefined;
  const isTelling = knownCode !== undefined && !CODES_WITHOUT_REASON.includes(knownCode);
  if (isTelling || typeof message !== 'string' || !(error instanceof TransportError)) {
    return knownCode;
  }
  // What an aborted call says is that it was aborted.
  if (error.kind === 'cancelled' || error.facts.timeoutMs !== undefined) {
    return undefined;
  }
  return `${knownCode ?? ''} (${toReason(message)})`.trim();
}

/** What stands before an @ may be a proxy's user and password; node-fetch's own words before the cause say nothing. */
function toReason(message: string): string {
  const [reason = ''] = message.slice(0, 2_000).split('failed, reason: ').slice(-1);
  // OpenSSL: "write EPROTO 80…:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/….c:350:".
  const ofOpenSsl = /:SSL routines:[^:]*:([^:]+):/.exec(reason)?.[1];
  return toPlainText(ofOpenSsl ?? reason, 300)
    .split(' ')
    .map((word) => word.slice(word.lastIndexOf('@') + 1))
    .join(' ');
}
