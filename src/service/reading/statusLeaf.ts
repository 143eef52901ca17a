import type { MonitorStatus } from '../../monitors/monitor';
import { toFieldWords, toPlain } from './keys';
import type { Leaf } from './recordProfile';
import { isArray, valueAt } from './json';
import { readFlag, readStatusMeaning } from './statusMeaning';
import { nouns } from './vocabulary/listWords';
import { strongStatusWords } from './vocabulary/statusWords';
import {
  badFlags,
  degradedFlags,
  goodFlags,
  offFlags,
  onFlags,
  refusedStatusWords,
  statusNames,
  statusPartNames,
  statusTextWords,
  switchOwners,
} from './vocabulary/statusKeys';

/** How the values of a place can be understood as a status. */
export interface StatusLeaf {
  readonly leaf: Leaf;
  readonly named: number;
  readonly kind: 'live' | 'setup' | 'codes' | 'good' | 'bad' | 'degraded' | 'on' | 'off';
  readonly sureness: number;
}

/** How a place can be understood as a status, by its name and by what stands there; `undefined` where it can't. */
export function classify(leaf: Leaf, own: ReadonlyMap<string, MonitorStatus>): StatusLeaf | undefined {
  // `status: ["FIRING"]` is a word; several of them, or objects, are not.
  const only =
    leaf.path.length === 2 && leaf.path[1] === 0 && !leaf.records.some((record) => isSeveral(record, leaf));
  if ((leaf.inArray && !only) || leaf.embedded || leaf.ownness < 0.5) {
    return undefined;
  }
  const values = leaf.values.filter((value) => value !== null && value !== undefined && value !== '');
  if (values.length === 0 || values.some((value) => typeof value === 'object')) {
    return undefined;
  }
  const ownness = leaf.ownness * (leaf.inLastCheck ? 0.9 : 1);
  return byFlag(leaf, values, ownness) ?? byWords(leaf, values, ownness, own);
}

function isSeveral(record: unknown, { path }: Leaf): boolean {
  const list = valueAt(record, path.slice(0, 1));
  return isArray(list) && list.length > 1;
}

function byFlag(leaf: Leaf, values: readonly unknown[], ownness: number): StatusLeaf | undefined {
  const name = withoutNouns(leaf);
  const pick = (flags: ReadonlyMap<string, number>) => flags.get(leaf.plain) ?? flags.get(name) ?? 0;
  const kinds = {
    good: pick(goodFlags),
    bad: pick(badFlags),
    degraded: pick(degradedFlags),
    off: Math.max(pick(offFlags), bySwitch(leaf, offFlags)),
    on: Math.max(pick(onFlags), bySwitch(leaf, onFlags)),
  };
  const [kind, named] = Object.entries(kinds).reduce((a, b) => (b[1] > a[1] ? b : a)) as [
    StatusLeaf['kind'],
    number,
  ];
  if (named === 0 || !values.every((value) => readFlag(value) !== undefined)) {
    return undefined;
  }
  const booleans = values.every((value) => typeof value === 'boolean');
  // `status: 1` is a code, and `"active"` a word; only `true` and `false` cannot be misread there.
  if (!booleans && statusNames.has(name)) {
    return undefined;
  }
  if (!booleans && values.some((value) => value === 'active' || value === 'inactive') && kind !== 'on') {
    return undefined;
  }
  return { leaf, kind, named, sureness: named * ownness * (booleans ? 1 : 0.9) };
}

/** `state: "off"` may be a door, a contact or a monitor: it does not say what is on and what off means. */
function isSwitch(value: unknown): boolean {
  return typeof value === 'string' && /^(?:on|off|yes|no)$/i.test(value.trim());
}

/** `userEnabled` and `systemEnabled` both have to be on; `notificationsEnabled` is of something else. */
function bySwitch({ words }: Leaf, flags: ReadonlyMap<string, number>): number {
  const last = flags.get(words.at(-1) ?? '') ?? 0;
  return words.length > 1 && words.slice(0, -1).every((word) => switchOwners.has(word)) ? 0.85 * last : 0;
}

function byWords(
  leaf: Leaf,
  values: readonly unknown[],
  ownness: number,
  own: ReadonlyMap<string, MonitorStatus>,
): StatusLeaf | undefined {
  const named = statusSureness(leaf);
  if (named === 0) {
    return byStrongWords(leaf, values, ownness);
  }
  const meanings = values.flatMap((value) => readStatusMeaning(value, own) ?? []);
  const share = values.every(isSwitch) ? 0 : meanings.length / values.length;
  if (share < 0.5) {
    return { leaf, kind: 'codes', named, sureness: 0.45 * named * ownness };
  }
  const kind = meanings.some(({ live }) => live) ? 'live' : 'setup';
  // A scale with no word for "all is well" tells how grave an alarm would be.
  if (/(?:severity|priority)$/.test(leaf.plain) && !meanings.some(({ status }) => status === 'up')) {
    return { leaf, kind: 'codes', named, sureness: 0.45 * named * ownness };
  }
  return { leaf, kind, named, sureness: named * ownness * (0.6 + 0.4 * share) };
}

/** Under a name that says nothing, words that hardly anything but a status is: `verdict: "unreachable"`. */
function byStrongWords(leaf: Leaf, values: readonly unknown[], ownness: number): StatusLeaf | undefined {
  const own = leaf.path.length === 1 && !leaf.words.some((word) => refusedStatusWords.has(word));
  const strong = (value: unknown) => typeof value === 'string' && strongStatusWords.has(toPlain(value));
  if (!own || values.length < 2 || !values.every(strong) || new Set(values).size < 2) {
    return undefined;
  }
  return { leaf, kind: 'live', named: 0.62, sureness: 0.62 * ownness };
}

/** How plainly the name of a place says "status"; a part of a status object inherits its name. */
function statusSureness(leaf: Leaf): number {
  const holder = leaf.wrappers.at(-1);
  const part = statusPartNames.get(leaf.plain);
  const byHolder = holder === undefined || part === undefined ? 0 : byHolderName(leaf, holder) * part;
  return Math.max(byHolder, byStatusName(leaf));
}

/** `status: {name}` and, with what it is of in between, `currentMonitorStatus: {name}`. */
function byHolderName({ path }: Leaf, holder: string): number {
  const usual = statusNames.get(holder);
  if (usual !== undefined) {
    return usual;
  }
  const words = toFieldWords(String(path.at(-2)));
  return Math.max(0, (statusNames.get(words.filter((word) => !nouns.has(word)).join('')) ?? 0) - 0.04);
}

function byStatusName(leaf: Leaf): number {
  const usual = statusNames.get(leaf.plain);
  if (usual !== undefined) {
    return leaf.inLastCheck ? Math.min(usual, 0.8) : usual;
  }
  const stripped = statusNames.get(withoutNouns(leaf));
  if (stripped !== undefined) {
    return stripped - 0.04;
  }
  const told = statusNames.get(withoutNouns({ ...leaf, words: leaf.words.slice(0, -1) })) ?? 0;
  // `healthStateText`, `StateDescription`: the word that stands beside its code.
  if (leaf.words.length > 1 && told >= 0.8 && statusTextWords.has(leaf.words.at(-1) ?? '')) {
    return told;
  }
  if (leaf.words.some((word) => refusedStatusWords.has(word))) {
    return 0;
  }
  if (/(?:status|state|health)$/.test(leaf.plain)) {
    return 0.72;
  }
  return /(?:condition|availability|result|severity)$/.test(leaf.plain) ? 0.62 : 0;
}

function withoutNouns({ words }: Leaf): string {
  const first = words.findIndex((word) => !nouns.has(word));
  return first <= 0 ? words.join('') : words.slice(first).join('');
}
