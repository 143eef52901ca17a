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
export function isOpenable(address: string | undefined): address is string {
  return address !== undefined && /^https?:\/\/[^\s]+$/i.test(address) && parseUrl(address) !== undefined;
}
