import { parseUrl } from '../base/url';

/** A base URL that a password may be sent to. */
export interface BaseUrl {
  /** Normalised, without a trailing slash: `https://status.example/api`. */
  readonly href: string;
  /** Scheme, host and port: what a token is bound to. */
  readonly origin: string;
  /** Host and port, as people say it. */
  readonly host: string;
}

export type AddressProblem =
  'empty' | 'notAUrl' | 'schemeMissing' | 'notHttps' | 'userInfo' | 'query' | 'fragment';

export type ParsedAddress =
  | { readonly baseUrl: BaseUrl; readonly problem?: undefined }
  | { readonly problem: AddressProblem; readonly baseUrl?: undefined };

/** The two endpoints, relative to the base URL. */
export type Endpoint = 'token' | 'monitors/list';

/**
 * Reads a base URL as a user types it. https is required, as password and token travel in the clear
 * otherwise; plain http is for loopback addresses alone, where nothing leaves the machine.
 */
export function parseBaseUrl(text: string): ParsedAddress {
  const trimmed = text.trim();
  if (trimmed === '') {
    return { problem: 'empty' };
  }
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed)) {
    return { problem: 'schemeMissing' };
  }
  const url = parseUrl(trimmed);
  if (url === undefined) {
    return { problem: 'notAUrl' };
  }
  const problem = problemOf(url, trimmed);
  if (problem !== undefined) {
    return { problem };
  }
  const href = withoutTrailingSlashes(url.origin + url.pathname);
  return { baseUrl: { href, origin: url.origin, host: url.host } };
}

function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') {
    end--;
  }
  return url.slice(0, end);
}

/** The URL of an endpoint: a path prefix of the base URL stays in front of it. */
export function toEndpointUrl(baseUrl: BaseUrl, endpoint: Endpoint): string {
  return `${baseUrl.href}/${endpoint}`;
}

function problemOf(url: URL, text: string): AddressProblem | undefined {
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return 'notHttps';
  }
  // Looked for in the text, as the parser drops an empty user, query or fragment ("https://@host/?#").
  const authority = /^[^/]*\/\/([^/?#\\]*)/.exec(text)?.[1] ?? '';
  if (url.username !== '' || url.password !== '' || authority.includes('@')) {
    return 'userInfo';
  }
  if (/^[^#]*\?/.test(text)) {
    return 'query';
  }
  return text.includes('#') ? 'fragment' : undefined;
}

/**
 * RFC 6761 reserves localhost, RFC 1122 all of 127/8, RFC 4291 ::1. The parser has brought other spellings of an
 * address into these. Names under localhost are reserved too, but some systems ask the network for them.
 */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
