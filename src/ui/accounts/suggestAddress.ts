import { parseUrl } from '../../base/url';
import { parseBaseUrl } from '../../service/address';

/**
 * Suggests a base URL for `localhost:8080`, `status.example` or a call's address
 * (`https://status.example/v1/token`).
 * @returns `undefined` if there is nothing better
 */
export function suggestAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed);
  const candidate = hasScheme ? trimmed : `https://${trimmed}`;
  const isLikely = hasScheme
    ? /^https?:/i.test(trimmed)
    : /^(?:localhost\b|\[|[^\s/:.]+\.[^\s/:])/i.test(trimmed);
  const url = isLikely ? parseUrl(candidate) : undefined;
  if (url === undefined) {
    return undefined;
  }
  const base = url.host + withoutEndpoint(url.pathname);
  const isSecure = url.protocol === 'https:' && hasScheme;
  // Only this machine may use http.
  const overHttp = isSecure ? undefined : parseBaseUrl(`http://${base}`).baseUrl;
  const suggested = overHttp ?? parseBaseUrl(`https://${base}`).baseUrl;
  return suggested?.href === parseBaseUrl(trimmed).baseUrl?.href ? undefined : suggested?.href;
}

function withoutEndpoint(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  const end = parts.slice(-2).join('/').toLowerCase();
  const count = end === 'monitors/list' ? 2 : parts.at(-1)?.toLowerCase() === 'token' ? 1 : 0;
  return parts
    .slice(0, parts.length - count)
    .map((part) => `/${part}`)
    .join('');
}
