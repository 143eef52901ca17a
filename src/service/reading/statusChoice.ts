import type { MonitorStatus } from '../../monitors/monitor';
import type { FieldReading } from './listResult';
import { toPathText } from './paths';
import type { Path } from './reading';
import { isTaken } from './reading';
import type { Reason } from './reasons';
import type { Leaf, RecordProfile } from './recordProfile';
import { readFlag, readStatusMeaning } from './statusMeaning';
import { nouns } from './vocabulary/listWords';
import {
  badFlags,
  degradedFlags,
  goodFlags,
  offFlags,
  onFlags,
  refusedStatusWords,
  statusNames,
  statusPartNames,
} from './vocabulary/statusKeys';

/** A place that says how a monitor is. */
export interface StatusSource {
  readonly path: Path;
  readonly sureness: number;
  readonly reason: Reason;
  /** For yes-or-no values: the status that yes means. */
  readonly yes?: 'up' | 'down';
}

/** A place that says whether a monitor checks at all; beats whatever else is said. */
export interface PauseSource {
  readonly path: Path;
  readonly sureness: number;
  /** For yes-or-no values, the one that means paused; absent where words say so. */
  readonly pausedWhen?: boolean;
}

/** A yes-or-no place that says that something is wrong. */
export interface AlarmSource {
  readonly path: Path;
  readonly sureness: number;
  readonly alarmWhen: boolean;
  readonly status: 'down' | 'degraded';
}

/** How the status of each record of a list is read. */
export interface StatusChoice {
  /** Tells how the monitor is; also one that is too unsure to be taken, for its raw value. */
  readonly source?: StatusSource;
  /** Further yes-or-no places, any of which makes a monitor worse than the source says. */
  readonly alarms: readonly AlarmSource[];
  readonly pauses: readonly PauseSource[];
  readonly reading?: FieldReading;
}

/** How the values of a place can be understood as a status. */
interface StatusLeaf {
  readonly leaf: Leaf;
  readonly named: number;
  readonly kind: 'live' | 'setup' | 'codes' | 'good' | 'bad' | 'degraded' | 'on' | 'off';
  readonly sureness: number;
}

/** Chooses the places that tell the status, by their names and by what a sample of records holds there. */
export function chooseStatus(profile: RecordProfile, own: ReadonlyMap<string, MonitorStatus>): StatusChoice {
  const leaves = profile.leaves
    .flatMap((leaf) => classify(leaf, own) ?? [])
    .sort((a, b) => b.sureness - a.sureness || a.leaf.path.length - b.leaf.path.length);
  const telling = leaves.filter(({ kind }) => kind === 'live' || kind === 'good' || kind === 'bad');
  const setup = leaves.filter(({ kind }) => kind === 'setup');
  const codes = leaves.filter(({ kind }) => kind === 'codes');
  const flags = leaves.filter(({ kind }) => kind === 'on' || kind === 'off');
  const sure = [...telling, ...setup].filter(isTaken);
  const sources = [...sure, ...[...telling, ...setup].filter((leaf) => !isTaken(leaf)), ...codes].map(
    toSource,
  );
  const source = sources[0];
  const alarms = leaves
    .filter((leaf) => isTaken(leaf) && leaf.leaf.path !== source?.path)
    .flatMap((leaf) => toAlarm(leaf) ?? []);
  const pauses = [...flags, ...setup, ...telling.slice(1)].filter(isOwn).map(toPause);
  const others = flags.map(({ leaf, sureness }) => ({
    path: leaf.path,
    sureness,
    reason: 'pauseFlag' as const,
  }));
  const reading = toStatusReading([...sources, ...others]);
  return { ...(source && { source }), alarms, pauses, ...(reading && { reading }) };
}

function isOwn({ leaf, kind, named }: StatusLeaf): boolean {
  return leaf.ownness >= 0.9 && named >= 0.7 && kind !== 'good' && kind !== 'bad' && kind !== 'degraded';
}

function toSource({ leaf, kind, sureness }: StatusLeaf): StatusSource {
  const { path } = leaf;
  if (kind === 'good') return { path, sureness, reason: 'statusFlag', yes: 'up' };
  if (kind === 'bad') return { path, sureness, reason: 'statusFlag', yes: 'down' };
  return { path, sureness, reason: kind === 'codes' ? 'codesWithoutMeaning' : 'statusWords' };
}

function toAlarm({ leaf, kind, sureness }: StatusLeaf): AlarmSource | undefined {
  const { path } = leaf;
  if (kind === 'good' || kind === 'bad') return { path, sureness, alarmWhen: kind === 'bad', status: 'down' };
  return kind === 'degraded' ? { path, sureness, alarmWhen: true, status: 'degraded' } : undefined;
}

function toPause({ leaf, kind, sureness }: StatusLeaf): PauseSource {
  const { path } = leaf;
  return kind === 'on' || kind === 'off'
    ? { path, sureness, pausedWhen: kind === 'off' }
    : { path, sureness };
}

function toStatusReading(
  found: readonly { path: Path; sureness: number; reason: Reason }[],
): FieldReading | undefined {
  const [best, ...others] = found
    .slice(0, 8)
    .map(({ path, sureness, reason }) => ({ value: toPathText(path), path, sureness, reason }));
  return best && { ...best, alternatives: others };
}

function classify(leaf: Leaf, own: ReadonlyMap<string, MonitorStatus>): StatusLeaf | undefined {
  if (leaf.inArray || leaf.ownness < 0.5) return undefined;
  const values = leaf.values.filter((value) => value !== null && value !== undefined && value !== '');
  if (values.length === 0 || values.some((value) => typeof value === 'object')) return undefined;
  const ownness = leaf.ownness * (leaf.inLastCheck ? 0.9 : 1);
  return byFlag(leaf, values, ownness) ?? byWords(leaf, values, ownness, own);
}

function byFlag(leaf: Leaf, values: readonly unknown[], ownness: number): StatusLeaf | undefined {
  const name = withoutNouns(leaf);
  const pick = (flags: ReadonlyMap<string, number>) => flags.get(leaf.plain) ?? flags.get(name) ?? 0;
  const kinds = {
    good: pick(goodFlags),
    bad: pick(badFlags),
    degraded: pick(degradedFlags),
    off: pick(offFlags),
    on: pick(onFlags),
  };
  const [kind, named] = Object.entries(kinds).reduce((a, b) => (b[1] > a[1] ? b : a)) as [
    StatusLeaf['kind'],
    number,
  ];
  if (named === 0 || !values.every((value) => readFlag(value) !== undefined)) return undefined;
  const booleans = values.every((value) => typeof value === 'boolean');
  // `status: 1` is a code, and `"active"` a word; only `true` and `false` cannot be misread there.
  if (!booleans && statusNames.has(name)) return undefined;
  if (!booleans && values.some((value) => value === 'active' || value === 'inactive') && kind !== 'on')
    return undefined;
  return { leaf, kind, named, sureness: named * ownness * (booleans ? 1 : 0.9) };
}

function byWords(
  leaf: Leaf,
  values: readonly unknown[],
  ownness: number,
  own: ReadonlyMap<string, MonitorStatus>,
): StatusLeaf | undefined {
  const named = statusSureness(leaf);
  if (named === 0) return undefined;
  const meanings = values.flatMap((value) => readStatusMeaning(value, own) ?? []);
  const share = meanings.length / values.length;
  if (share < 0.5) return { leaf, kind: 'codes', named, sureness: 0.45 * named * ownness };
  const kind = meanings.some(({ live }) => live) ? 'live' : 'setup';
  return { leaf, kind, named, sureness: named * ownness * (0.6 + 0.4 * share) };
}

/** How plainly the name of a place says "status"; a part of a status object inherits its name. */
function statusSureness(leaf: Leaf): number {
  const holder = leaf.wrappers.at(-1);
  const part = statusPartNames.get(leaf.plain);
  const byHolder = holder === undefined || part === undefined ? 0 : (statusNames.get(holder) ?? 0) * part;
  return Math.max(byHolder, byStatusName(leaf));
}

function byStatusName(leaf: Leaf): number {
  const usual = statusNames.get(leaf.plain);
  if (usual !== undefined) return leaf.inLastCheck ? Math.min(usual, 0.8) : usual;
  const stripped = statusNames.get(withoutNouns(leaf));
  if (stripped !== undefined) return stripped - 0.04;
  if (leaf.words.some((word) => refusedStatusWords.has(word))) return 0;
  if (/(?:status|state|health)$/.test(leaf.plain)) return 0.72;
  return /(?:condition|availability|result|severity)$/.test(leaf.plain) ? 0.62 : 0;
}

function withoutNouns({ words }: Leaf): string {
  const first = words.findIndex((word) => !nouns.has(word));
  return first <= 0 ? words.join('') : words.slice(first).join('');
}
