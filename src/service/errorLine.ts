import { toPlainText } from '../base/text';
import { CallError } from './errors';

/** Formats an error as one line for the log. */
export function toErrorLine(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'unknown error';
  }
  if (!(error instanceof CallError)) {
    const { code, cause } = error as { code?: unknown; cause?: unknown };
    return joined(error.name, toCode(code) ?? toCode((cause as { code?: unknown } | undefined)?.code));
  }
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

function joined(...parts: readonly (string | number | false | undefined)[]): string {
  return parts.filter((part) => part).join(' ');
}

function toCode(code: unknown): string | undefined {
  return typeof code === 'string' ? toPlainText(code, 100) : undefined;
}

/** OpenSSL's explanation is only in the message. */
const CODES_WITHOUT_WORDS = [undefined, 'EPROTO', 'UNSPECIFIED'];

function toCause(cause: unknown): string | undefined {
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  const known = toCode(code);
  const needsWords = CODES_WITHOUT_WORDS.includes(known) && typeof message === 'string';
  return needsWords ? joined(known, `(${toWords(message)})`) : known;
}

/** Security: drops text before an @, which may be a proxy's password. */
function toWords(message: string): string {
  const [words = ''] = message.slice(0, 2_000).split('failed, reason: ').slice(-1);
  // OpenSSL: "write EPROTO 80…:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/….c:350:".
  const ofOpenSsl = /:SSL routines:[^:]*:([^:]+):/.exec(words)?.[1];
  return toPlainText(ofOpenSsl ?? words, 300)
    .split(' ')
    .map((word) => word.slice(word.lastIndexOf('@') + 1))
    .join(' ');
}
