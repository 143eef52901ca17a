import type { MonitorStatus } from '../../monitors/monitor';
import type { FieldReading } from './listResult';
import { toPathText } from './paths';
import type { Path } from './reading';
import { isTaken } from './reading';
import type { Reason } from './reasons';
import type { RecordProfile } from './recordProfile';
import { findHistoryStatus } from './statusHistory';
import type { StatusLeaf } from './statusLeaf';
import { classify } from './statusLeaf';
import { isContradicted } from './statusRivals';

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
  const [first] = sure;
  const best = sources[0];
  const rival = first !== undefined && isContradicted(first, telling, own);
  const source = rival
    ? toRival(first)
    : best && isTaken(best)
      ? best
      : (findHistoryStatus(profile, own) ?? best);
  const alarms = leaves
    .filter((leaf) => isTaken(leaf) && leaf.leaf.path !== source?.path)
    .flatMap((leaf) => toAlarm(leaf) ?? []);
  const pauses = [...flags, ...setup, ...telling.slice(1)].filter(isOwn).map(toPause);
  const others = flags.map(({ leaf, sureness }) => ({
    path: leaf.path,
    sureness,
    reason: 'pauseFlag' as const,
  }));
  const chosen = source === undefined ? [] : [source];
  const reading = toStatusReading([
    ...chosen,
    ...sources.filter(({ path }) => path !== source?.path),
    ...others,
  ]);
  return { ...(source && { source }), alarms, pauses, ...(reading && { reading }) };
}

function isOwn({ leaf, kind, named }: StatusLeaf): boolean {
  return leaf.ownness >= 0.9 && named >= 0.7 && kind !== 'good' && kind !== 'bad' && kind !== 'degraded';
}

function toSource({ leaf, kind, sureness }: StatusLeaf): StatusSource {
  const { path } = leaf;
  if (kind === 'good') {
    return { path, sureness, reason: 'statusFlag', yes: 'up' };
  }
  if (kind === 'bad') {
    return { path, sureness, reason: 'statusFlag', yes: 'down' };
  }
  const reason = kind === 'codes' ? 'codesWithoutMeaning' : kind === 'setup' ? 'setupWords' : 'statusWords';
  return { path, sureness, reason };
}

/** Two fields that contradict each other are no status but a question. */
function toRival({ leaf }: StatusLeaf): StatusSource {
  return { path: leaf.path, sureness: 0.5, reason: 'rivalStatus' };
}

function toAlarm({ leaf, kind, sureness }: StatusLeaf): AlarmSource | undefined {
  const { path } = leaf;
  if (kind === 'good' || kind === 'bad') {
    return { path, sureness, alarmWhen: kind === 'bad', status: 'down' };
  }
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
