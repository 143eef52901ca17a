import { maskText } from '../base/maskText';
import { isTarget } from '../base/url';
import type { Monitor } from './monitor';

/** Longer lines are data, not text to read. */
const MAX_LINE = 10_000;

/** Scheme, host, port, path: all but the host may be missing. Ends before punctuation. */
const ADDRESS =
  /(?:[a-z][a-z\d+.-]{1,20}:\/\/)?(?:\[[\da-f:.]{2,45}\]|[\p{L}\p{N}_][\p{L}\p{N}_.-]*)(?::\d{1,5})?(?:[/?#][^\s"'`<>(){}|\\^,;]*)?(?<![.:!?*])/giu;

const PARTS = /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^/?#@]*@)?(\[[^\]/]*\]|[^/?#:]*)([^#]*)/i;

/** Finds the address or host at a column of a line. */
export function findAddress(line: string, column: number) {
  if (line.length > MAX_LINE) {
    return undefined;
  }
  for (const { 0: text, index: from } of line.matchAll(ADDRESS)) {
    if (column <= from + text.length) {
      return from <= column && isTarget(text) ? { text, from } : undefined;
    }
  }
  return undefined;
}

/** Returns the host in lower case, and what follows it: port, path and query. Drops scheme and user. */
export function splitAddress(address: string) {
  const [, host = '', rest = ''] = PARTS.exec(address.trim()) ?? [];
  return { host: host.toLowerCase(), rest: rest.replace(/\/$/, '') };
}

/** Finds monitors by the addresses that they check. */
export class AddressIndex {
  readonly #byHost: ReadonlyMap<string, readonly Monitor[]>;
  readonly #byAddress: ReadonlyMap<string, readonly Monitor[]>;

  constructor(monitors: readonly Monitor[]) {
    const targets = monitors.filter(({ target = '' }) => isTarget(target));
    this.#byHost = Map.groupBy(targets, ({ target = '' }) => splitAddress(target).host);
    this.#byAddress = Map.groupBy(targets, ({ target = '' }) => toKey(target));
  }

  /** Returns the monitors of the same address, or of its longest part; of a host alone, all that check something there. */
  find(address: string): readonly Monitor[] {
    // The addresses of monitors are masked.
    let key = toKey(maskText(address));
    const ofHost = this.#byHost.get(key);
    while (!this.#byAddress.has(key) && /[/?]/.test(key)) {
      key = key.replace(/[/?][^/?]*$/, '');
    }
    return this.#byAddress.get(key) ?? ofHost ?? [];
  }
}

function toKey(address: string): string {
  const { host, rest } = splitAddress(address);
  return host + rest;
}
