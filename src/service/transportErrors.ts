import { parseUrl } from '../base/url';
import { parseBaseUrl, type BaseUrl } from './address';
import { CallError, type CallErrorReason } from './errors';

export interface CallProgress {
  /** `opening`: a socket to the service or proxy exists. `open`: the request could be sent. */
  connection: 'none' | 'opening' | 'open';
  /** Absent before the response begins. */
  receivedBytes: number | undefined;
}

export function mayBeSent({ connection, receivedBytes }: CallProgress): boolean {
  return connection === 'open' || receivedBytes !== undefined;
}

/** @returns a CallError; other errors are bugs and returned unchanged. */
export function toTransportError(error: unknown, url: string, progress: CallProgress): unknown {
  if (error instanceof CallError || !(error instanceof Error)) {
    return error;
  }
  // Only errors of node-fetch have a type.
  const { code, type } = error as { code?: unknown; type?: unknown };
  if (typeof code !== 'string' && typeof type !== 'string') {
    return error;
  }
  const reason = toReason(typeof code === 'string' ? code : '', error.message, url, progress);
  return new CallError(reason, { mayBeSent: mayBeSent(progress) }, { cause: error });
}

/** Codes of libuv, Node (nodejs.org/api/errors.html) and zlib. */
const REASONS: readonly (readonly [CallErrorReason, codes: RegExp])[] = [
  ['hostNotFound', /^(?:ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|ETIMEDOUT)/],
  ['nothingResponds', /^ECONNREFUSED/],
  ['notHttp', /^HPE_/],
  ['notJson', /^(?:Z_|ERR__ERROR_|ERR_BROTLI)/],
];

/** Codes of Node, OpenSSL's X509_V_ERR_… in Node's names (most are UNSPECIFIED), and TLS alerts in the message. */
const TLS_REASONS: readonly (readonly [CallErrorReason, codes: RegExp])[] = [
  [
    'wrongCertificate',
    /^(?:CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)/,
  ],
  [
    'untrustedCertificate',
    /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|UNSPECIFIED)/,
  ],
  ['clientCertificate', /alert[ _](?:certificate[ _]required|(?:no|bad)[ _]certificate|unknown[ _]ca)/i],
  ['noSecureConnection', /^(?:ERR_SSL_|ERR_TLS_|EPROTO)/],
];

function toReason(code: string, message: string, url: string, progress: CallProgress): CallErrorReason {
  const find = (reasons: typeof REASONS): CallErrorReason | undefined =>
    reasons.find(([, codes]) => codes.test(`${code} ${message.slice(0, 2_000)}`))?.[0];
  if (progress.receivedBytes === undefined) {
    const tls = find(TLS_REASONS);
    // A proxy uses TLS if the URL is http or the socket isn't open yet.
    const isOfProxy = progress.connection === 'none' || url.startsWith('http:');
    // Only VS Code's proxy agent throws errors without a code.
    if (code === '' || (tls && isOfProxy)) {
      return 'proxyUnreachable';
    }
    if (tls) {
      return tls;
    }
  }
  const reason = find(REASONS) ?? 'connectionLost';
  // Even an open connection can fail with the code of an unknown host.
  return reason === 'hostNotFound' && mayBeSent(progress) ? 'connectionLost' : reason;
}

const MAX_LOCATION = 500;

/** @param header the raw `Location` */
export function toRedirectError(url: string, status: number, header: string | null): CallError | undefined {
  const to = header === null || status < 300 || status > 399 ? undefined : parseUrl(header, url);
  if (to === undefined) {
    return undefined;
  }
  const place = to.origin === 'null' ? to.protocol : to.origin + to.pathname;
  const location = place.slice(0, MAX_LOCATION);
  const baseUrl = toNewBaseUrl(url, to.href);
  return new CallError('redirect', { status, mayBeSent: true, location, baseUrl });
}

/** Removes the endpoint's path, if the rest may receive a password. */
function toNewBaseUrl(from: string, to: string): BaseUrl | undefined {
  const endpoint = ['/monitors/list', '/token'].find((path) => from.endsWith(path) && to.endsWith(path));
  return endpoint === undefined || to === from
    ? undefined
    : parseBaseUrl(to.slice(0, -endpoint.length)).baseUrl;
}
