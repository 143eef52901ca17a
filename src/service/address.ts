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

/** No others of this machine: VS Code sends calls to 127.0.0.2 through a proxy. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** Adds https:// to an address without a scheme, such as "api.example.com/v1". */
export function addScheme(text: string): string {
  const trimmed = text.trim();
  // "https:/host" lacks a slash, and "/v1" lacks a host.
  const isIncomplete = /^(?:https?[:/]|[/\\]|$)/i.test(trimmed);
  return isIncomplete || trimmed.includes('://') ? trimmed : `https://${trimmed}`;
}

/** Security: requires https, because http sends passwords unencrypted; except to this machine. */
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

function problemOf(url: URL | undefined, text: string) {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) {
    return text === '' ? 'empty' : 'schemeMissing';
  }
  if (url === undefined) {
    return 'notAUrl';
  }
  if (
    url.protocol !== 'https:' &&
    !(url.protocol === 'http:' && THIS_MACHINE.includes(url.hostname))
  ) {
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
