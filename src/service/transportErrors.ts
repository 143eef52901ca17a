import {
  ConnectionLostError,
  ConnectionRefusedError,
  HostNotFoundError,
  RedirectError,
  TimeoutError,
  TlsError,
  ResponseTooLargeError,
  TransportError,
} from './errors';

type FailureClass = new (message: string, options: ErrorOptions) => TransportError;

/** Codes of libuv and Node (nodejs.org/api/errors.html). What is not here counts as a lost connection. */
const byCode: ReadonlyMap<string, FailureClass> = new Map<string, FailureClass>([
  ['ENOTFOUND', HostNotFoundError],
  ['EAI_AGAIN', HostNotFoundError],
  ['EAI_FAIL', HostNotFoundError],
  ['EAI_NODATA', HostNotFoundError],
  ['EHOSTUNREACH', HostNotFoundError],
  ['ENETUNREACH', HostNotFoundError],
  ['ENETDOWN', HostNotFoundError],
  ['ECONNREFUSED', ConnectionRefusedError],
  ['EPROTO', TlsError],
]);

/** OpenSSL's verification errors as Node names them, and those of its own TLS layer. */
const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH)/;

/**
 * Tells apart what stopped a call, by the error's type and code and never by its message.
 * @param limitBytes the size limit in bytes that was in force.
 */
export function toTransportError(error: unknown, limitBytes: number): TransportError {
  if (error instanceof TransportError) {
    return error;
  }
  const options = { cause: error };
  const { type, code } = marksOf(error);
  if (type === 'max-size') {
    return new ResponseTooLargeError(limitBytes, options);
  }
  if (type === 'no-redirect' || type === 'invalid-redirect') {
    return new RedirectError(type, options);
  }
  if (code === 'ETIMEDOUT') {
    return new TimeoutError(undefined, options);
  }
  const named = byCode.get(code) ?? (tlsCode.test(code) ? TlsError : ConnectionLostError);
  return new named(code, options);
}

/** node-fetch's own `type` and the system's `code`; the latter may stand on the cause only. */
function marksOf(error: unknown): { type: string; code: string } {
  const own = error as { type?: unknown; code?: unknown; cause?: { code?: unknown } } | null | undefined;
  const code = own?.code ?? own?.cause?.code;
  return {
    type: typeof own?.type === 'string' ? own.type : '',
    code: typeof code === 'string' ? code : '',
  };
}
