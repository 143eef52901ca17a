/** What a call brought back, before anyone has read a meaning into it. In a file of its own, as errors carry it too. */
export interface HttpResponse {
  /** HTTP status. */
  readonly status: number;
  /** Looks a header up, whatever the case of its name. */
  readonly header: (name: string) => string | undefined;
  /** Media type in lower case, without parameters; empty where the service sent none. */
  readonly contentType: string;
  /** The body as parsed JSON; `undefined` where it is not JSON. */
  readonly json: unknown;
  /** The body as text. */
  readonly text: string;
  /** Bytes of the body after decompression. */
  readonly bytes: number;
  /** Epoch milliseconds at which the body was complete. */
  readonly receivedAt: number;
}

/** Whether the body is a web page, by its media type or by how it begins. */
export function isWebPage({ contentType, text }: Pick<HttpResponse, 'contentType' | 'text'>): boolean {
  return (
    contentType.includes('html') || /^\s*<(?:!doctype html|html|head|body)\b/i.test(text.slice(0, 1_000))
  );
}

/** Headers that only proxies set, on the responses that they make themselves. */
const OWN_ANSWER_HEADERS = ['X-Squid-Error', 'Proxy-Authenticate', 'Proxy-Authentication-Info'];

/** Headers that whatever stands before a service may set on any response: on the service's own ones, too. */
const PASSING_HEADERS = ['Via', 'Proxy-Connection', 'Proxy-Status', 'Proxy-Agent', 'X-Cache', 'CF-RAY'];

/** `Server` as proxies, gateways and content delivery networks name themselves. */
const GATEWAY_SERVERS =
  /^(?:squid|nginx|openresty|haproxy|envoy|istio-envoy|varnish|traefik|caddy|cloudflare|cloudfront|awselb|akamaighost|mitmproxy|bigip|ats|tinyproxy|privoxy|zscaler|fortinet|kong)\b/i;

/**
 * Whether a response with an error status was made by a proxy or gateway rather than by the service.
 * JSON is the service's own, whatever stood in between, as almost every service stands behind a gateway.
 */
export function isFromGateway(response: HttpResponse): boolean {
  const { status, header, json } = response;
  if (OWN_ANSWER_HEADERS.some((name) => header(name) !== undefined)) {
    return true;
  }
  if (json !== undefined) {
    return false;
  }
  const marked =
    PASSING_HEADERS.some((name) => header(name) !== undefined) ||
    GATEWAY_SERVERS.test(header('Server')?.slice(0, 100) ?? '');
  switch (status) {
    case 404:
    case 405:
    case 410:
    case 429:
      // Whoever says so, the next step is the same: another address, or a while of patience.
      return false;
    case 401:
      return isWebPage(response) && asksForOtherCredentials(header('WWW-Authenticate'));
    case 500:
      return isWebPage(response) && marked;
    case 502:
    case 504:
      return true;
    default:
      return isWebPage(response) || (marked && (status === 403 || status === 503));
  }
}

/** A page's own sign-in (RFC 7235), where the service's calls are made with e-mail and password or a bearer token. */
function asksForOtherCredentials(challenge: string | undefined): boolean {
  return /^\s*(?:basic|digest|ntlm|negotiate)\b/i.test(challenge?.slice(0, 100) ?? '');
}
