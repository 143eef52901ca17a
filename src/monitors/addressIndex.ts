import { maskText } from '../base/maskText';
import { isTarget } from '../base/url';
import type { Monitor } from './monitor';

/** Longer lines are data, not text to read. */
const MAX_LINE = 10_000;

/** Scheme, host, port, path: all but the host may be missing. Ends before punctuation. */
const ADDRESS =
  /(?:[a-z][a-z\d+.-]{1,20}:\/\/)?(?:\[[\da-f:.]{2,45}\]|[\p{L}\p{N}_][\p{L}\p{N}_.-]*)(?::\d{1,5})?(?:[/?#][^\s"'`<>(){}|\\^,;]*)?(?<![.:!?*])/giu;

const PARTS = /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^/?#@]*@)?(\[[^\]/]*\]|[^/?#:]*)([^#]*)/i;

export interface AddressInLine {
  readonly text: string;
  readonly from: number;
}

/** Finds the address or host at a column of a line. */
export function findAddress(line: string, column: number): AddressInLine | undefined {
  if (line.length > MAX_LINE) {
    return undefined;
  }
  const matches = [...line.matchAll(ADDRESS)];
  const match = matches.find(({ 0: text, index }) => column <= index + text.length);
  if (match === undefined || match.index > column || !isTarget(match[0])) {
    return undefined;
  }
  return { text: match[0], from: match.index };
}

/** Returns the host in lower case, and what follows it: port, path and query. Drops scheme and user. */
export function splitAddress(address: string): { readonly host: string; readonly rest: string } {
  const [, host = '', rest = ''] = PARTS.exec(address.trim()) ?? [];
  return { host: host.toLowerCase(), rest: rest.replace(/\/$/, '') };
}

/** Finds monitors by the addresses that they check. */
export class AddressIndex {
  readonly #byHost: ReadonlyMap<string, readonly { monitor: Monitor; rest: string }[]>;

  constructor(monitors: readonly Monitor[]) {
    const targets = monitors.flatMap((monitor) => {
      const { target = '' } = monitor;
      return isTarget(target) ? { monitor, ...splitAddress(target) } : [];
    });
    this.#byHost = Map.groupBy(targets, ({ host }) => host);
  }

  /** Returns the monitors of the same address, or of its longest part; of a host alone, all that check something there. */
  find(address: string): readonly Monitor[] {
    // The addresses of monitors are masked.
    const { host, rest } = splitAddress(maskText(address));
    const ofHost = this.#byHost.get(host) ?? [];
    const parts = ofHost.filter((target) => isPart(target.rest, rest));
    if (parts.length === 0 && rest === '') {
      return ofHost.map(({ monitor }) => monitor);
    }
    const lengths = parts.map((part) => part.rest.length);
    const longest = Math.max(...lengths);
    return parts.flatMap((part) => (part.rest.length === longest ? part.monitor : []));
  }
}

/** Whether an address begins with whole segments of another one. */
function isPart(part: string, whole: string): boolean {
  const next = whole.charAt(part.length);
  return whole.startsWith(part) && ['', '/', '?'].includes(next);
}
