import { parseUrl } from '../base/url';

/** A base URL that may receive a password. */
export interface BaseUrl {
  /** Normalized, without a trailing slash: `https://status.example/api`. */
  readonly href: string;
  /** A token is bound to this. */
  readonly origin: string;
  /** Host and port, for display. */
  readonly host: string;
}

export type AddressProblem =
  'empty' | 'notAUrl' | 'schemeMissing' | 'notHttps' | 'userInfo' | 'query' | 'fragment';

export type ParsedAddress =
  | { readonly baseUrl: BaseUrl; readonly problem?: undefined }
  | { readonly problem: AddressProblem; readonly baseUrl?: undefined };

/** Paths relative to the base URL. */
export type Endpoint = 'token' | 'monitors/list';

/**
 * Parses a typed base URL. Security: requires https, except for loopback addresses, because http sends password and
 * token unencrypted.
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

export function toEndpointUrl(baseUrl: BaseUrl, endpoint: Endpoint): string {
  return `${baseUrl.href}/${endpoint}`;
}

function problemOf(url: URL, text: string): AddressProblem | undefined {
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return 'notHttps';
  }
  // Read the text, because the parser drops an empty user, query or fragment ("https://@host/?#").
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
 * Accepts localhost (RFC 6761), 127/8 (RFC 1122) and ::1 (RFC 4291); the parser has normalized the spelling. Rejects
 * names under localhost, because some systems look them up in the network.
 */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
