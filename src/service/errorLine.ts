import { toPlainText } from '../base/text';
import { CallError } from './errors';

/** Formats an error as one line for the log. */
export function toErrorLine(error: unknown): string {
  if (error instanceof CallError) {
    const { status, timeoutMs, receivedBytes, location, shape } = error.facts;
    return joined(
      error.reason,
      status && String(status),
      location && `to ${toPlainText(location, 200)}`,
      shape && `in ${shape}`,
      timeoutMs !== undefined && `after ${timeoutMs} ms (${receivedBytes ?? 0} bytes had come)`,
      // The cause would only repeat the abort.
      error.kind !== 'canceled' && timeoutMs === undefined && toCause(error.cause),
    );
  }
  const { name = '', code, cause } = error instanceof Error ? (error as NodeError) : {};
  return joined(name, toCode(code) || toCode(cause?.code)) || 'unknown error';
}

interface NodeError extends Partial<Error> {
  readonly code?: unknown;
  readonly cause?: NodeError;
}

function joined(...parts: readonly (string | number | false | undefined)[]): string {
  return parts.filter((part) => part).join(' ');
}

function toCode(code: unknown): string {
  return typeof code === 'string' ? toPlainText(code, 100) : '';
}

/** Adds words if the code says little: OpenSSL's explanation is only in the message. */
function toCause(cause: unknown): string {
  const { code, message = '' } = (cause ?? {}) as NodeError;
  const known = toCode(code);
  if (message === '' || !['', 'EPROTO', 'UNSPECIFIED'].includes(known)) {
    return known;
  }
  const [words = ''] = message.slice(0, 2_000).split('failed, reason: ').slice(-1);
  // OpenSSL: "write EPROTO 80…:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/….c:350:".
  const ofOpenSsl = /:SSL routines:[^:]*:([^:]+):/.exec(words)?.[1];
  // Security: text before an @ may be a proxy's password.
  const shown = toPlainText(ofOpenSsl ?? words, 300).split(' ');
  return joined(known, `(${shown.map((word) => word.slice(word.lastIndexOf('@') + 1)).join(' ')})`);
}
