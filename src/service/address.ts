import { parseUrl } from '../base/url';

/** A base URL that may receive a password. */
export interface BaseUrl {
  /** Normalized, without a trailing slash: `https://status.example/api`. */
  readonly href: string;
  /** A token is bound to it. */
  readonly origin: string;
  readonly host: string;
}

export type AddressProblem =
  'empty' | 'notAUrl' | 'schemeMissing' | 'notHttps' | 'userInfo' | 'query' | 'fragment';

/** Security: requires https, because http sends passwords unencrypted; except for loopback addresses. */
export function parseBaseUrl(text: string): { baseUrl?: BaseUrl; problem?: AddressProblem } {
  const trimmed = text.trim();
  const url = parseUrl(trimmed);
  const problem = problemOf(url, trimmed);
  if (url === undefined || problem !== undefined) {
    return { problem: problem ?? 'notAUrl' };
  }
  let href = url.origin + url.pathname;
  while (href.endsWith('/')) {
    href = href.slice(0, -1);
  }
  return { baseUrl: { href, origin: url.origin, host: url.host } };
}

function problemOf(url: URL | undefined, text: string): AddressProblem | undefined {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) {
    return text === '' ? 'empty' : 'schemeMissing';
  }
  if (url === undefined) {
    return 'notAUrl';
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return 'notHttps';
  }
  // The parser drops an empty user, query or fragment ("https://@host/?#").
  const authority = /^[^/]*\/\/([^/?#\\]*)/.exec(text)?.[1] ?? '';
  if (url.username !== '' || url.password !== '' || authority.includes('@')) {
    return 'userInfo';
  }
  if (/^[^#]*\?/.test(text)) {
    return 'query';
  }
  return text.includes('#') ? 'fragment' : undefined;
}

/** Localhost (RFC 6761), 127/8 (RFC 1122) or ::1 (RFC 4291). A name under localhost may be in the network. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
