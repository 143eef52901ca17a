import { parseUrl } from '../base/url';
import { parseBaseUrl, type BaseUrl, type Endpoint } from './address';
import { CallError, type CallErrorReason } from './errors';

export interface CallProgress {
  /** `opening`: a socket to the service or proxy exists. `open`: the request could be sent. */
  connection: 'none' | 'opening' | 'open';
  /** Absent before the response begins. */
  receivedBytes: number | undefined;
}

/** @returns a CallError; other errors are bugs and returned unchanged. */
export function toTransportError(error: unknown, url: string, progress: CallProgress): unknown {
  if (error instanceof CallError || !(error instanceof Error)) {
    return error;
  }
  const code = codeOf(error);
  const isOfNetwork = code !== '' || isFromNodeFetch(error);
  return isOfNetwork
    ? new CallError(
        toReason(code, error, url, progress),
        { mayBeSent: mayBeSent(progress) },
        { cause: error },
      )
    : error;
}

export function mayBeSent({ connection, receivedBytes }: CallProgress): boolean {
  return connection === 'open' || receivedBytes !== undefined;
}

function toReason(code: string, error: Error, url: string, progress: CallProgress): CallErrorReason {
  const answered = progress.receivedBytes !== undefined;
  const tls = answered ? undefined : toTlsReason(code, error.message);
  // A proxy uses TLS if the URL is http or the socket isn't open yet.
  const isOfProxy = progress.connection === 'none' || url.startsWith('http:');
  if (tls !== undefined) {
    return isOfProxy ? 'proxyUnreachable' : tls;
  }
  // Only VS Code's proxy agent throws errors without a code.
  if (code === '' && !answered) {
    return 'proxyUnreachable';
  }
  if (/^(?:Z_|ERR__ERROR_|ERR_BROTLI)/.test(code)) {
    return 'notJson';
  }
  const reason = REASONS.find(([, codes]) => codes.test(code))?.[0] ?? 'connectionLost';
  return reason === 'hostNotFound' && mayBeSent(progress) ? 'connectionLost' : reason;
}

/** Codes of libuv and Node (nodejs.org/api/errors.html). Open connections can have a host's code, too. */
const REASONS: readonly (readonly [CallErrorReason, codes: RegExp])[] = [
  ['hostNotFound', /^(?:ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|ETIMEDOUT)/],
  ['nothingResponds', /^ECONNREFUSED$/],
  ['notHttp', /^HPE_/],
  ['unsendableToken', /^ERR_INVALID_CHAR$/],
];

/** The code may be on the cause, or on the first of several tries (IPv6, then IPv4). */
function codeOf(error: Error): string {
  const { code, cause, errors } = error as { code?: unknown; cause?: { code?: unknown }; errors?: unknown };
  const first = Array.isArray(errors) ? (errors[0] as { code?: unknown } | undefined) : undefined;
  return [code, cause?.code, first?.code].find((found) => typeof found === 'string') ?? '';
}

/** Only node-fetch's errors have a type. */
function isFromNodeFetch(error: Error): boolean {
  return typeof (error as { type?: unknown }).type === 'string';
}

const WRONG_CERTIFICATE =
  /^(?:CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/;
/** OpenSSL's X509_V_ERR_… in Node's names. Most are UNSPECIFIED. */
const UNTRUSTED_CERTIFICATE =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|UNSPECIFIED$)/;
/** TLS alerts that request a client certificate. Node may have them only in the message. */
const CLIENT_CERTIFICATE = /alert[ _](?:certificate[ _]required|(?:no|bad)[ _]certificate|unknown[ _]ca)/i;

function toTlsReason(code: string, message: string): CallErrorReason | undefined {
  if (WRONG_CERTIFICATE.test(code)) {
    return 'wrongCertificate';
  }
  if (UNTRUSTED_CERTIFICATE.test(code)) {
    return 'untrustedCertificate';
  }
  if (!/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code)) {
    return undefined;
  }
  const isWanted = CLIENT_CERTIFICATE.test(`${code} ${message.slice(0, 2_000)}`);
  return isWanted ? 'clientCertificate' : 'noSecureConnection';
}

const MAX_LOCATION = 500;

/** @param location the raw header */
export function toRedirectError(url: string, status: number, location: string | null): CallError {
  const to = location === null ? undefined : parseUrl(location, url);
  if (to === undefined) {
    return new CallError('redirect', { status, mayBeSent: true });
  }
  const target = to.origin === 'null' ? to.protocol : to.origin + to.pathname;
  const baseUrl = toNewBaseUrl(new URL(url), to);
  return new CallError('redirect', {
    status,
    mayBeSent: true,
    location: target.slice(0, MAX_LOCATION),
    baseUrl,
  });
}

const ENDPOINTS: readonly Endpoint[] = ['monitors/list', 'token'];

/** Removes the endpoint's path, if the rest may receive a password. */
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
