import type { MonitorStatus } from '../../monitors/monitor';
import type { Path } from './extraction';
import { isConfident } from './extraction';
import { findHistoryStatus } from './histories';
import { valueAt } from './json';
import { CURRENT_WORDS } from './lexicon';
import type { RecordProfile } from './profile';
import type { Reason } from './reasons';
import type { RuleSet } from './rules';
import { DOUBT } from './rules';
import type { OwnMeanings, StatusPlace, StatusSource } from './statusRules';
import { readStatusMeaning, toStatusPlace, variantOf } from './statusRules';
import { readFlag } from './values';

// How a monitor is. What a check has found (up, down, degraded, pending) and what a person has set (on, off) are read
// from places of their own, and combined by the one table at the end of this file.

/** A place where a person has set whether the monitor checks; for yes-or-no values, the one that means off. */
export interface SettingSource {
  readonly path: Path;
  readonly confidence: number;
  readonly offWhen?: boolean;
  /** For times: since when it is off; none where it isn't. */
  readonly offSince?: true;
}

/** A yes-or-no place that says that something is wrong. */
export interface AlarmSource {
  readonly path: Path;
  readonly alarmWhen: boolean;
  readonly status: 'down' | 'degraded';
}

/** How the status of each record of a list is read. */
export interface StatusChoice {
  /** What a check has found; also one that is too unsure to be taken, for its raw value. */
  readonly source?: StatusSource;
  /** The source, and the places that were not taken. */
  readonly places: readonly StatusSource[];
  /** Further yes-or-no places, any of which makes a monitor worse than the source says. */
  readonly alarms: readonly AlarmSource[];
  /** What a person has set. */
  readonly settings: readonly SettingSource[];
  /** Whether "running" is how the source says that all is well. */
  readonly onMeansUp: boolean;
}

/** A result or a severity, which names of this kind may also be of, does not speak against a status. */
const LEAST_RIVAL_NAME = 0.77;
const LEAST_SETTING_NAME = 0.69;
const LEAST_OWNERSHIP = 0.9;

/** Chooses the places that tell the status, by their names and by what a sample of records holds there. */
export function chooseStatus(profile: RecordProfile, rules: RuleSet, own: OwnMeanings): StatusChoice {
  const places = profile.fields
    .flatMap((place) => toStatusPlace(place, profile, rules, own) ?? [])
    .sort((a, b) => b.confidence - a.confidence || a.place.path.length - b.place.path.length);
  const found = places.filter(({ kind }) => kind === 'found' || kind === 'good' || kind === 'bad');
  const set = places.filter(({ kind }) => kind === 'set');
  const switches = places.filter(({ kind }) => kind === 'on' || kind === 'off' || kind === 'offSince');
  const worded = [...found, ...set];
  const codes = places.filter(({ kind }) => kind === 'codes');
  const sure = wordsBeforeFlags(worded.filter(isConfident));
  const sources = [...sure, ...worded.filter((place) => !isConfident(place)), ...codes].map(toSource);
  const [first] = sure;
  const best = sources[0];
  const source =
    first !== undefined && isContradicted(first, found, { profile, rules, own })
      ? toRival(first)
      : best && isConfident(best)
        ? best
        : (findHistoryStatus(profile, rules, own) ?? best);
  const alarms = places
    .filter((place) => isConfident(place) && place.place.path !== source?.path)
    .flatMap((place) => toAlarm(place) ?? []);
  const settings = [...switches, ...set, ...found.slice(1)].filter(isOwnSetting).map(toSetting);
  const rejected = [...sources.filter(({ path }) => path !== source?.path), ...switches.map(toSource)];
  return {
    ...(source && { source }),
    places: source ? [source, ...rejected] : rejected,
    alarms,
    settings,
    onMeansUp: source !== undefined && onMeansUp(source, { profile, rules, own }),
  };
}

/** A word says more than yes and no: `status: "DEGRADED"` beside `healthy: false`. */
function wordsBeforeFlags(sure: readonly StatusPlace[]): readonly StatusPlace[] {
  const [first] = sure;
  const isFlag = first?.kind === 'good' || first?.kind === 'bad';
  const words = sure.find(
    ({ kind, named, place }) =>
      kind === 'found' &&
      named >= LEAST_RIVAL_NAME &&
      place.ownership >= LEAST_OWNERSHIP &&
      !place.inLastCheck,
  );
  return isFlag && words ? [words, ...sure.filter((place) => place !== words)] : sure;
}

/** `status: "running"` beside `status: "exited"`: the field tells what became of things, and has no other good word. */
function onMeansUp({ path, yes }: StatusSource, { profile, rules, own }: Contradicting): boolean {
  if (yes !== undefined) {
    return false;
  }
  let isDown = false;
  for (const record of profile.records) {
    const meaning = readStatusMeaning(variantOf(valueAt(record, path)), rules, own);
    const found = meaning?.about === 'check' ? meaning.status : undefined;
    // In most lists one of the first is up, and the others needn't be looked at.
    if (found === 'up') {
      return false;
    }
    isDown ||= found === 'down';
  }
  return isDown;
}

function isOwnSetting({ place, kind, named }: StatusPlace): boolean {
  const isFlag = kind === 'good' || kind === 'bad' || kind === 'degraded';
  return place.ownership >= LEAST_OWNERSHIP && named >= LEAST_SETTING_NAME && !isFlag;
}

const REASONS: Readonly<Record<StatusPlace['kind'], Reason>> = {
  found: 'statusWords',
  set: 'setupWords',
  codes: 'codesWithoutMeaning',
  good: 'statusFlag',
  bad: 'statusFlag',
  degraded: 'statusFlag',
  on: 'pauseFlag',
  off: 'pauseFlag',
  offSince: 'pauseFlag',
};

function toSource({ place: { path }, kind, confidence, voices }: StatusPlace): StatusSource {
  const yes = kind === 'good' ? ('up' as const) : kind === 'bad' ? ('down' as const) : undefined;
  return { path, confidence, reason: REASONS[kind], voices, ...(yes && { yes }) };
}

/** Two fields that contradict each other are no status but a question. */
function toRival({ place, voices }: StatusPlace): StatusSource {
  return { path: place.path, confidence: DOUBT.heavy, reason: 'rivalStatus', voices };
}

function toAlarm({ place: { path }, kind }: StatusPlace): AlarmSource | undefined {
  if (kind === 'good' || kind === 'bad') {
    return { path, alarmWhen: kind === 'bad', status: 'down' };
  }
  return kind === 'degraded' ? { path, alarmWhen: true, status: 'degraded' } : undefined;
}

function toSetting({ place: { path }, kind, confidence }: StatusPlace): SettingSource {
  if (kind === 'offSince') {
    return { path, confidence, offSince: true };
  }
  return kind === 'on' || kind === 'off'
    ? { path, confidence, offWhen: kind === 'off' }
    : { path, confidence };
}

interface Contradicting {
  readonly profile: RecordProfile;
  readonly rules: RuleSet;
  readonly own: OwnMeanings;
}

/**
 * Whether another field of the same records contradicts the one that was chosen: one says that it is up,
 * the other that it is down. A field that says of itself that it is the current one is not contradicted.
 */
function isContradicted(chosen: StatusPlace, found: readonly StatusPlace[], context: Contradicting): boolean {
  if (chosen.place.words.some((word) => CURRENT_WORDS.has(word))) {
    return false;
  }
  return found.some(
    (other) =>
      other.place.path !== chosen.place.path &&
      isConfident(other) &&
      other.named >= LEAST_RIVAL_NAME &&
      other.place.ownership >= LEAST_OWNERSHIP &&
      !other.place.inLastCheck &&
      context.profile.records.some((record) => {
        const [a, b] = [isWell(record, chosen, context), isWell(record, other, context)];
        return a !== undefined && b !== undefined && a !== b;
      }),
  );
}

/** Up or down, by one field of one record; nothing where it is in between, paused, pending or not told. */
function isWell(
  record: unknown,
  { place, kind }: StatusPlace,
  { rules, own }: Contradicting,
): boolean | undefined {
  const value = valueAt(record, place.path);
  if (kind === 'good' || kind === 'bad') {
    const flag = readFlag(value);
    return flag === undefined ? undefined : flag === (kind === 'good');
  }
  const status = readStatusMeaning(variantOf(value), rules, own)?.status;
  return status === 'up' ? true : status === 'down' ? false : undefined;
}

/** What a person has set. */
export type Setting = 'off' | 'on';

/** What a check has found; `nothing` where no place says it. */
export type Finding =
  'up' | 'down' | 'degraded' | 'paused' | 'pending' | 'unknown' | 'upUnchecked' | 'nothing';

/**
 * How what a person has set and what a check has found make one status. Switched off beats whatever was found
 * before. Planned work (`paused` as a finding) is not alarming. "Not down" of a monitor that was never checked is no
 * good news yet. Where nothing was found, a monitor that is on is no better known than one of which nothing is said.
 */
export const STATUS_TABLE: Readonly<Record<Setting, Readonly<Record<Finding, MonitorStatus | undefined>>>> = {
  off: {
    up: 'paused',
    down: 'paused',
    degraded: 'paused',
    paused: 'paused',
    pending: 'paused',
    unknown: 'paused',
    upUnchecked: 'paused',
    nothing: 'paused',
  },
  on: {
    up: 'up',
    down: 'down',
    degraded: 'degraded',
    paused: 'paused',
    pending: 'pending',
    unknown: 'unknown',
    upUnchecked: 'pending',
    nothing: undefined,
  },
};
