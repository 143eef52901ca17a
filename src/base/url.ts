/**
 * Parses a URL. `URL.canParse` isn't used: after some thousand calls, Node 20 and 22 refuse hosts with "ü" and other
 * letters outside ASCII.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Whether a browser may open an address: only http and https. */
export function isOpenable(address = ''): boolean {
  return /^https?:\/\/\S+$/i.test(address) && parseUrl(address) !== undefined;
}

const HOST =
  /^(?:(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}\.?|localhost|\d{1,3}(?:\.\d{1,3}){3}|\[?[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}\]?)(?::\d{1,5})?(?:[/?#]\S*)?$/i;
const URL_FORM = /^[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#]\S*$/i;

/** Whether a text is a URL, a host or an IP address, perhaps with a port and a path. */
export function isTarget(text: string): boolean {
  return text.length <= 2_048 && (URL_FORM.test(text) || HOST.test(text));
}
