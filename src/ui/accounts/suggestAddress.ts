import { parseUrl } from '../../base/url';
import { parseBaseUrl } from '../../service/address';

/**
 * What a user most likely meant by an address that isn't a base URL: `localhost:8080`, `status.example`, or the
 * pasted address of a call such as `https://status.example/v1/token`.
 * @returns a base URL to offer; `undefined` if there is none, or the text is that base URL already
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
  // Nothing on this machine speaks https unless it says so; everything else has to.
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
