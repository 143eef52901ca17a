import { parseUrl } from '../base/url';
import { parseBaseUrl, type BaseUrl, type Endpoint } from './address';
import { ServiceError, TransportError, type RedirectKind, type TlsKind, type TransportKind } from './errors';

/** How far a call has come. */
export interface CallProgress {
  /** Whether a socket to the service, or through a proxy to it, has been opened, and whether the request could go out. */
  connection: 'none' | 'opening' | 'open';
  /** Bytes of the body; absent until the response has begun. */
  receivedBytes: number | undefined;
}

/**
 * Tells apart what stopped a call, by the error's code and how far the call had come.
 * @returns a TransportError; what isn't one of the network's errors, as it came: it is a mistake of ours.
 */
export function toTransportError(error: unknown, url: string, progress: CallProgress): unknown {
  if (error instanceof ServiceError || !(error instanceof Error)) {
    return error;
  }
  const options = { cause: error };
  const code = codeOf(error);
  const answered = progress.receivedBytes !== undefined;
  const tlsKind = answered ? undefined : toTlsKind(code, error.message);
  if (tlsKind !== undefined) {
    if (isOfProxy(url, progress)) {
      const proxyKind = tlsKind.startsWith('certificate') ? 'proxyCertificate' : 'proxyUnreachable';
      return new TransportError(proxyKind, {}, options);
    }
    const facts = tlsKind === 'certificateForOtherHost' ? { certificateNames: namesIn(error.message) } : {};
    return new TransportError(tlsKind, facts, options);
  }
  const kind = KINDS_BY_CODE.get(code);
  // An open connection can fail in this way, too: what it was sent for may have been done.
  if (kind !== undefined && !(kind === 'hostUnreachable' && progress.connection === 'open')) {
    return new TransportError(kind, {}, options);
  }
  if (code.startsWith('HPE_')) {
    return new TransportError('notHttp', {}, options);
  }
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR_') || code.startsWith('ERR_BROTLI')) {
    return new TransportError('encodingWrong', {}, options);
  }
  if (code === '' && !answered && isFromNodeFetch(error)) {
    // VS Code's agent for proxies throws an Error without a code; everything of the system has one.
    return new TransportError('proxyUnreachable', {}, options);
  }
  return code !== '' || isFromNodeFetch(error)
    ? new TransportError(toClosedKind(progress), {}, options)
    : error;
}

/** No TLS is spoken for an http URL but with a proxy, and for an https URL none before there is a socket. */
function isOfProxy(url: string, { connection }: CallProgress): boolean {
  return connection === 'none' || new URL(url).protocol === 'http:';
}

function toClosedKind({ connection, receivedBytes }: CallProgress): TransportKind {
  if (receivedBytes !== undefined) {
    return 'closedWithinResponse';
  }
  return connection === 'open' ? 'closedBeforeResponse' : 'closedBeforeRequest';
}

/** Codes of libuv and Node (nodejs.org/api/errors.html). */
const KINDS_BY_CODE: ReadonlyMap<string, TransportKind> = new Map<string, TransportKind>([
  ['ENOTFOUND', 'hostNotFound'],
  ['EAI_AGAIN', 'hostNotFound'],
  ['EAI_FAIL', 'hostNotFound'],
  ['EAI_NODATA', 'hostNotFound'],
  ['EHOSTUNREACH', 'hostUnreachable'],
  ['ENETUNREACH', 'hostUnreachable'],
  ['ENETDOWN', 'hostUnreachable'],
  ['EADDRNOTAVAIL', 'hostUnreachable'],
  ['ETIMEDOUT', 'hostUnreachable'],
  ['ECONNREFUSED', 'connectionRefused'],
  ['HPE_HEADER_OVERFLOW', 'headersTooLarge'],
  ['ERR_INVALID_CHAR', 'tokenUnsendable'],
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

/**
 * OpenSSL's verification errors as Node names them (X509_V_ERR_…), and Node's own. Node has no name for most of them,
 * among them a key that is too short, and calls them UNSPECIFIED.
 */
const TLS_KINDS_BY_CODE: ReadonlyMap<string, TlsKind> = new Map<string, TlsKind>([
  ['CERT_HAS_EXPIRED', 'certificateExpired'],
  ['CERT_NOT_YET_VALID', 'certificateNotYetValid'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificateForOtherHost'],
  ['HOSTNAME_MISMATCH', 'certificateForOtherHost'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificateSelfSigned'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificateAuthorityUnknown'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'certificateAuthorityUnknown'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificateAuthorityUnknown'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificateAuthorityUnknown'],
  ['CERT_UNTRUSTED', 'certificateAuthorityUnknown'],
  ['CERT_REVOKED', 'certificateRevoked'],
  ['UNSPECIFIED', 'certificateRejected'],
]);

/** OpenSSL's own reasons, by the names that Node makes codes of (ERR_SSL_…) and by their numbers in sslerr.h. */
const SSL_REASONS: readonly (readonly [name: string, number: number, TlsKind])[] = [
  ['WRONG_VERSION_NUMBER', 267, 'notTls'],
  ['PACKET_LENGTH_TOO_LONG', 198, 'notTls'],
  ['RECORD_LAYER_FAILURE', 313, 'notTls'],
  ['HTTP_REQUEST', 156, 'notTls'],
  ['UNSUPPORTED_PROTOCOL', 258, 'oldTls'],
  ['VERSION_TOO_LOW', 396, 'oldTls'],
  ['NO_PROTOCOLS_AVAILABLE', 191, 'oldTls'],
  ['TLSV1_ALERT_PROTOCOL_VERSION', 1070, 'oldTls'],
  ['SSLV3_ALERT_HANDSHAKE_FAILURE', 1040, 'tlsRefused'],
  ['TLSV1_ALERT_INSUFFICIENT_SECURITY', 1071, 'tlsRefused'],
  ['TLSV13_ALERT_CERTIFICATE_REQUIRED', 1116, 'clientCertificateWanted'],
  ['SSLV3_ALERT_NO_CERTIFICATE', 1041, 'clientCertificateWanted'],
  ['SSLV3_ALERT_BAD_CERTIFICATE', 1042, 'clientCertificateWanted'],
  ['TLSV1_ALERT_UNKNOWN_CA', 1048, 'clientCertificateWanted'],
];

function toTlsKind(code: string, message: string): TlsKind | undefined {
  const known = TLS_KINDS_BY_CODE.get(code);
  if (known !== undefined) {
    return known;
  }
  if (code.startsWith('ERR_SSL_')) {
    const name = code.slice('ERR_SSL_'.length);
    return SSL_REASONS.find(([reason]) => reason === name)?.[2] ?? 'tlsFailed';
  }
  if (code === 'EPROTO') {
    // Node leaves OpenSSL's error number in the message alone: "…:error:0A00010B:SSL routines:…". Its last three hex
    // digits and more (ERR_GET_REASON) are the reason.
    const hex = /:error:([0-9A-F]{8}):/.exec(message.slice(0, 2_000))?.[1];
    const reason = hex === undefined ? 0 : Number.parseInt(hex, 16) & 0x7fffff;
    return SSL_REASONS.find(([, number]) => number === reason)?.[2] ?? 'tlsFailed';
  }
  if (/^(?:CERT_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)/.test(code)) {
    return 'certificateRejected';
  }
  return code.startsWith('ERR_TLS_') ? 'tlsFailed' : undefined;
}

const MAX_NAMES = 3;

/** The certificate's names: node-fetch keeps nothing of Node's error but its code and its message. */
function namesIn(message: string): string[] {
  const names = message.slice(0, 5_000).matchAll(/\b(?:DNS|IP Address):([^\s,]{1,253})/g);
  return [...new Set([...names].map(([, name]) => name!))].slice(0, MAX_NAMES);
}

/** @param location the header as it came, relative or not. */
export function toRedirectError(url: string, status: number, location: string | null): TransportError {
  const to = location === null ? undefined : parseUrl(location, url);
  if (to === undefined) {
    return new TransportError('redirectToNowhere', { status });
  }
  const from = new URL(url);
  const target = to.origin === 'null' ? to.protocol : to.origin + to.pathname;
  const baseUrl = toNewBaseUrl(from, to);
  return new TransportError(kindOf(from, to, baseUrl), {
    status,
    location: target.slice(0, MAX_LOCATION),
    ...(baseUrl && { baseUrl }),
  });
}

const MAX_LOCATION = 500;

function kindOf(from: URL, to: URL, baseUrl: BaseUrl | undefined): RedirectKind {
  const samePath = from.pathname === to.pathname;
  if (samePath && from.hostname === to.hostname && from.protocol === 'http:' && to.protocol === 'https:') {
    return 'redirectToHttps';
  }
  const path = withoutSlash(from.pathname);
  if (!samePath && from.origin === to.origin && path === withoutSlash(to.pathname)) {
    return 'redirectBySlash';
  }
  return baseUrl === undefined ? 'redirectToOtherPage' : 'redirectToOtherBase';
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
