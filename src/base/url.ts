/**
 * A text as a URL; undefined where it is none. `URL.canParse` isn't used: after some thousand calls, Node 20 and 22
 * say false to each host with "ü" or another letter outside ASCII.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Whether an address is one that a browser may be sent to: http and https alone. */
export function isOpenable(address: string | undefined): address is string {
  return address !== undefined && /^https?:\/\/[^\s]+$/i.test(address) && parseUrl(address) !== undefined;
}
