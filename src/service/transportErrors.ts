import { parseBaseUrl, type BaseUrl, type Endpoint } from './address';
import {
  ConnectionLostError,
  ConnectionRefusedError,
  ContentEncodingError,
  HeadersTooLargeError,
  HostNotFoundError,
  HostUnreachableError,
  NotHttpError,
  ProxyError,
  RedirectError,
  ServiceError,
  TlsError,
  UnsendableTokenError,
  type RedirectKind,
  type TlsProblem,
  type TransportError,
} from './errors';

/**
 * Tells apart what stopped a call, by the error's type and code and never by its message.
 * @param answered whether the response had begun.
 * @returns a TransportError; what isn't one of the network's errors, as it came: it is a mistake of ours.
 */
export function toTransportError(error: unknown, url: string, answered: boolean): unknown {
  if (error instanceof ServiceError || !(error instanceof Error)) {
    return error;
  }
  const options = { cause: error };
  const code = codeOf(error);
  const tlsProblem = toTlsProblem(code, error.message);
  if (tlsProblem !== undefined && !answered) {
    // No TLS is spoken for an http URL but with a proxy.
    return new URL(url).protocol === 'http:'
      ? new ProxyError('no TLS with the proxy', options)
      : new TlsError(tlsProblem, tlsProblem === 'wrongName' ? namesIn(error.message) : [], options);
  }
  const type = TYPES_BY_CODE.get(code);
  if (type !== undefined) {
    return new type(code, options);
  }
  if (code.startsWith('HPE_')) {
    return new NotHttpError(code, options);
  }
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR_') || code.startsWith('ERR_BROTLI')) {
    return new ContentEncodingError(code, options);
  }
  if (code === '' && !answered && isFromNodeFetch(error)) {
    // VS Code's agent for proxies throws an Error without a code; everything of the system has one.
    return new ProxyError('no connection through the proxy', options);
  }
  return code !== '' || isFromNodeFetch(error) ? new ConnectionLostError(answered, options) : error;
}

/** Codes of libuv and Node (nodejs.org/api/errors.html). */
const TYPES_BY_CODE: ReadonlyMap<string, new (message: string, options: ErrorOptions) => TransportError> =
  new Map<string, new (message: string, options: ErrorOptions) => TransportError>([
    ['ENOTFOUND', HostNotFoundError],
    ['EAI_AGAIN', HostNotFoundError],
    ['EAI_FAIL', HostNotFoundError],
    ['EAI_NODATA', HostNotFoundError],
    ['EHOSTUNREACH', HostUnreachableError],
    ['ENETUNREACH', HostUnreachableError],
    ['ENETDOWN', HostUnreachableError],
    ['EADDRNOTAVAIL', HostUnreachableError],
    ['ETIMEDOUT', HostUnreachableError],
    ['ECONNREFUSED', ConnectionRefusedError],
    ['HPE_HEADER_OVERFLOW', HeadersTooLargeError],
    ['ERR_INVALID_CHAR', UnsendableTokenError],
  ]);

/** The system's code; it may stand on the cause only, or on the first of several tries (IPv6, then IPv4). */
function codeOf(error: Error): string {
  const { code, cause, errors } = error as { code?: unknown; cause?: { code?: unknown }; errors?: unknown };
  const first = Array.isArray(errors) ? (errors[0] as { code?: unknown } | undefined) : undefined;
  return [code, cause?.code, first?.code].find((found) => typeof found === 'string') ?? '';
}

/** Each error of node-fetch's own has a type: "system", "aborted", …. */
function isFromNodeFetch(error: Error): boolean {
  return typeof (error as { type?: unknown }).type === 'string';
}

/** OpenSSL's verification errors as Node names them (X509_V_ERR_…), and Node's own. */
const PROBLEMS_BY_CODE: ReadonlyMap<string, TlsProblem> = new Map([
  ['CERT_HAS_EXPIRED', 'expired'],
  ['CERT_NOT_YET_VALID', 'notYetValid'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'wrongName'],
  ['HOSTNAME_MISMATCH', 'wrongName'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'selfSigned'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'unknownAuthority'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'unknownAuthority'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unknownAuthority'],
  ['CERT_UNTRUSTED', 'unknownAuthority'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'incompleteChain'],
  ['CERT_REVOKED', 'revoked'],
]);

/** OpenSSL's own reasons, by the names that Node makes codes of (ERR_SSL_…) and by their numbers in sslerr.h. */
const SSL_REASONS: readonly (readonly [name: string, number: number, TlsProblem])[] = [
  ['WRONG_VERSION_NUMBER', 267, 'notTls'],
  ['PACKET_LENGTH_TOO_LONG', 198, 'notTls'],
  ['RECORD_LAYER_FAILURE', 313, 'notTls'],
  ['UNSUPPORTED_PROTOCOL', 258, 'oldProtocol'],
  ['VERSION_TOO_LOW', 396, 'oldProtocol'],
  ['NO_PROTOCOLS_AVAILABLE', 191, 'oldProtocol'],
  ['TLSV1_ALERT_PROTOCOL_VERSION', 1070, 'oldProtocol'],
  ['TLSV13_ALERT_CERTIFICATE_REQUIRED', 1116, 'clientCertificate'],
  ['SSLV3_ALERT_NO_CERTIFICATE', 1041, 'clientCertificate'],
  ['SSLV3_ALERT_BAD_CERTIFICATE', 1042, 'clientCertificate'],
  ['TLSV1_ALERT_UNKNOWN_CA', 1048, 'clientCertificate'],
];

function toTlsProblem(code: string, message: string): TlsProblem | undefined {
  const known = PROBLEMS_BY_CODE.get(code);
  if (known !== undefined) {
    return known;
  }
  if (code.startsWith('ERR_SSL_')) {
    const name = code.slice('ERR_SSL_'.length);
    return SSL_REASONS.find(([reason]) => reason === name)?.[2] ?? 'other';
  }
  if (code === 'EPROTO') {
    // Node leaves OpenSSL's error number in the message alone: "…:error:0A00010B:SSL routines:…". Its last three hex
    // digits and more (ERR_GET_REASON) are the reason.
    const hex = /:error:([0-9A-F]{8}):/.exec(message.slice(0, 2_000))?.[1];
    const reason = hex === undefined ? 0 : Number.parseInt(hex, 16) & 0x7fffff;
    return SSL_REASONS.find(([, number]) => number === reason)?.[2] ?? 'other';
  }
  return /^(?:ERR_TLS_|CERT_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)/.test(code)
    ? 'other'
    : undefined;
}

const MOST_NAMES = 3;

/** The certificate's names: node-fetch keeps nothing of Node's error but its code and its message. */
function namesIn(message: string): string[] {
  const names = message.slice(0, 5_000).matchAll(/\b(?:DNS|IP Address):([^\s,]{1,253})/g);
  return [...new Set([...names].map(([, name]) => name!))].slice(0, MOST_NAMES);
}

/** @param location the header as it came, relative or not. */
export function toRedirectError(url: string, status: number, location: string | null): RedirectError {
  if (location === null || !URL.canParse(location, url)) {
    return new RedirectError(status, 'nowhere');
  }
  const from = new URL(url);
  const to = new URL(location, url);
  const target = to.origin === 'null' ? to.protocol : to.origin + to.pathname;
  const baseUrl = toNewBaseUrl(from, to);
  return new RedirectError(status, kindOf(from, to, baseUrl), target.slice(0, MOST_LOCATION), baseUrl);
}

const MOST_LOCATION = 500;

function kindOf(from: URL, to: URL, baseUrl: BaseUrl | undefined): RedirectKind {
  const samePath = from.pathname === to.pathname;
  if (samePath && from.hostname === to.hostname && from.protocol === 'http:' && to.protocol === 'https:') {
    return 'httpsOfSameHost';
  }
  const one = withoutSlash(from.pathname);
  if (!samePath && from.origin === to.origin && one === withoutSlash(to.pathname)) {
    return 'trailingSlash';
  }
  return baseUrl === undefined ? 'otherPlace' : 'otherBase';
}

const ENDPOINTS: readonly Endpoint[] = ['monitors/list', 'token'];

/** The target without the endpoint's path, where that is all that stands behind the base and a password may go there. */
function toNewBaseUrl(from: URL, to: URL): BaseUrl | undefined {
  const endpoint = ENDPOINTS.find((path) => from.pathname.endsWith(`/${path}`));
  if (endpoint === undefined || !to.pathname.endsWith(`/${endpoint}`)) {
    return undefined;
  }
  const before = to.pathname.slice(0, -endpoint.length);
  const { baseUrl } = parseBaseUrl(to.origin + before);
  const unchanged = to.origin === from.origin && to.pathname === from.pathname;
  return unchanged || to.username !== '' || to.password !== '' ? undefined : baseUrl;
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
