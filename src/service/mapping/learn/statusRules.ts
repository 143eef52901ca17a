import type { MonitorStatus } from '../../../monitors/monitor';
import { toPlain, toWords } from '../keys';
import {
  isConfident,
  isSamePath,
  toStatusValueKey,
  type AlarmSource,
  type OffSource,
  type Place,
  type StatusMapping,
} from '../mapping';
import { valueAt } from '../read/paths';
import { readFlag, readInstant } from '../read/values';
import type { Reason } from '../reasons';
import { isNoTime, toChoice, withoutNouns } from './fieldRules';
import {
  BAD_FLAGS,
  CURRENT_WORDS,
  DEGRADED_FLAGS,
  GOOD_FLAGS,
  NEGATIONS,
  NOUNS,
  OFF_FLAGS,
  OFF_VERBS,
  ON_FLAGS,
  ON_STATES,
  REFUSED_SINCE_WORDS,
  REFUSED_STATUS_WORDS,
  SINCE_WORDS,
  STATUS_KEYS,
  STATUS_PARTS,
  STRENGTH,
} from './lexicon';
import type { FieldProfile, RecordProfile } from './profile';
import { claim, doubt, DOUBT, judge, type Rule, type RuleSet, type StatusMeaning } from './rules';

// How a monitor is. What a check has found (up, down, degraded, pending) and what a user of the service has set (on, off)
// are read from places of their own.

/** The user's own meaning of a status value, in lower case. */
export type OwnMeanings = ReadonlyMap<string, MonitorStatus>;

/** What a place says: words of a check or of a setting, codes nobody can read, or yes and no. */
type StatusKind = 'found' | 'set' | 'codes' | 'offSince' | Flag;
type Flag = 'good' | 'bad' | 'degraded' | 'on' | 'off';

interface StatusSubject {
  readonly place: FieldProfile;
  /** Those values that say anything. */
  readonly values: readonly unknown[];
  /** What the values mean, those that are known. */
  readonly meanings: readonly StatusMeaning[];
  /** The share of the values that are known words. */
  readonly known: number;
}

/** A place that says something of the status. */
interface StatusPlace extends Place {
  readonly place: FieldProfile;
  readonly kind: StatusKind;
  /** How plainly its name says so. */
  readonly named: number;
}

const FLAGS: Readonly<Record<Flag, ReadonlyMap<string, number>>> = {
  good: GOOD_FLAGS,
  bad: BAD_FLAGS,
  degraded: DEGRADED_FLAGS,
  off: OFF_FLAGS,
  on: ON_FLAGS,
};
const FLAG_KINDS = ['good', 'bad', 'degraded', 'off', 'on'] as const satisfies readonly Flag[];
const KINDS = [...FLAG_KINDS, 'offSince', 'words'] as const;

type StatusRule = Rule<StatusSubject, (typeof KINDS)[number]>;

const flagName = (flag: Flag): StatusRule =>
  claim([flag], `flag.${flag}`, 'graded', flag === 'on' || flag === 'off' ? 'pauseFlag' : 'statusFlag').when(
    ({ place: { plain, words } }) =>
      FLAGS[flag].get(plain) ?? FLAGS[flag].get(withoutNouns(words).join('')) ?? 0,
  );

export const STATUS_RULES: readonly StatusRule[] = [
  ...FLAG_KINDS.map(flagName),
  // `status: 1` is a code, and `"active"` a word; only `true` and `false` cannot be misread there.
  doubt(FLAG_KINDS, 'flag.codeOfStatus', 'excluded', 'codesWithoutMeaning').when(
    ({ place, values }) => !areBooleans(values) && STATUS_KEYS.has(withoutNouns(place.words).join('')),
  ),
  // `pausedAt`, `disabled_since`: a time where it is off, and none where it isn't.
  claim(['offSince'], 'flag.offSince', 'strong', 'pauseFlag').when(
    ({ place: { words }, values }) =>
      SINCE_WORDS.has(words.at(-1) ?? '') &&
      words.some((word) => OFF_VERBS.has(word)) &&
      !words.some((word) => REFUSED_SINCE_WORDS.has(word)) &&
      values.every((value) => readInstant(value) !== undefined || isNoTime(value)),
  ),
  claim(['words'], 'status.usualName', 'graded', 'statusWords').when(({ place: { plain, inLastCheck } }) =>
    Math.min(STATUS_KEYS.get(plain) ?? 0, inLastCheck ? STRENGTH.strong : 1),
  ),
  // `status: {code: 2, name: "Up"}` and, with what it is of in between, `currentMonitorStatus: {name}`
  claim(['words'], 'status.partOfObject', 'graded', 'statusWords').when(
    ({ place }) => (STATUS_PARTS.get(place.plain) ?? 0) * namedHolder(place),
  ),
  claim(['words'], 'status.afterNoun', 'graded', 'statusWords').when(({ place: { words } }) => {
    const bare = withoutNouns(words).join('');
    return bare === words.join('') ? 0 : DOUBT.slight * (STATUS_KEYS.get(bare) ?? 0);
  }),
  claim(['words'], 'status.endsInStatus', 'fair', 'statusWords').when(
    ({ place: { plain, words } }) =>
      /(?:status|state|health)$/.test(plain) && !words.some((word) => REFUSED_STATUS_WORDS.has(word)),
  ),
  doubt(['words'], 'status.knownWords', 'graded', 'codesWithoutMeaning').when(({ known }) =>
    known < 0.5 ? DOUBT.heavy : 0.6 + 0.4 * known,
  ),
  // A scale with no word for "all is well" tells how grave an alarm would be.
  doubt(['words'], 'status.scaleOfAlarms', 'heavy', 'codesWithoutMeaning').when(
    (subject) => subject.known >= 0.5 && isScaleOfAlarms(subject),
  ),
  doubt(KINDS, 'status.ownership', 'graded', 'inOtherObject').when(({ place }) => place.ownership),
];

/** How a place can be understood as a status; `undefined` where it can't. */
function toStatusPlace(place: FieldProfile, rules: RuleSet, own: OwnMeanings): StatusPlace | undefined {
  if (place.inArray || place.ownership < DOUBT.heavy) {
    return undefined;
  }
  const values = place.values.filter((value) => value !== null && value !== '');
  if (values.length === 0 || values.some((value) => typeof value === 'object')) {
    return undefined;
  }
  const meanings = values.flatMap((value) => readStatusMeaning(value, rules, own) ?? []);
  const known = meanings.length / values.length;
  const subject = { place, values, meanings, known };
  let best: StatusPlace | undefined;
  for (const kind of KINDS) {
    const judged = judge(subject, rules.for(STATUS_RULES, kind));
    if (judged && !(best && best.confidence >= judged.confidence)) {
      const described = kind === 'words' ? kindOfWords(subject) : kind;
      const { confidence, claimed } = judged;
      best = {
        place,
        path: place.path,
        kind: described,
        named: claimed,
        confidence,
        reason: REASONS[described],
      };
    }
  }
  return best;
}

const REASONS: Readonly<Record<StatusKind, Reason>> = {
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

function kindOfWords(subject: StatusSubject): StatusKind {
  if (subject.known < 0.5 || isScaleOfAlarms(subject)) {
    return 'codes';
  }
  return subject.meanings.some(({ about }) => about === 'check') ? 'found' : 'set';
}

function isScaleOfAlarms({ place, meanings }: StatusSubject): boolean {
  return /(?:severity|priority)$/.test(place.plain) && !meanings.some(({ status }) => status === 'up');
}

function areBooleans(values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'boolean');
}

function namedHolder({ wrappers, holderWords }: FieldProfile): number {
  const bare = holderWords.filter((word) => !NOUNS.has(word)).join('');
  return STATUS_KEYS.get(wrappers.at(-1) ?? '') ?? DOUBT.slight * (STATUS_KEYS.get(bare) ?? 0);
}

// Which of the places tell it.

/** A result or a severity, which names of this kind may also be of, is no evidence against a status. */
const MIN_RIVAL_NAME = 0.77;
const MIN_SETTING_NAME = 0.69;
const MIN_OWNERSHIP = 0.9;

/** Chooses the places that tell the status, by their names and by what a sample of records holds there. */
export function learnStatus(
  profile: RecordProfile,
  rules: RuleSet,
  own: OwnMeanings,
  chosen?: { readonly path: Place['path']; readonly yes: 'up' | 'down' },
): StatusMapping {
  const places = profile.fields
    .flatMap((place) => toStatusPlace(place, rules, own) ?? [])
    .sort((a, b) => b.confidence - a.confidence || a.path.length - b.path.length);
  const found = places.filter(({ kind }) => kind === 'found' || kind === 'good' || kind === 'bad');
  const set = places.filter(({ kind }) => kind === 'set');
  const switches = places.filter(({ kind }) => kind === 'on' || kind === 'off' || kind === 'offSince');
  const sure = wordsBeforeFlags([...found, ...set].filter(isConfident));
  const unsure = [...found, ...set].filter((place) => !isConfident(place));
  const ordered = [...sure, ...unsure, ...places.filter(({ kind }) => kind === 'codes')];
  const [first] = ordered;
  const rivals = first !== undefined && isContradicted(first, found, profile.records, rules, own);
  const choice: Place | undefined = chosen
    ? { path: chosen.path, confidence: 1, reason: 'chosen' }
    : rivals
      ? { path: first.path, confidence: DOUBT.heavy, reason: 'rivalStatus' }
      : first;
  const isChoice = ({ path }: Place): boolean => choice !== undefined && isSamePath(path, choice.path);
  const others = places.filter((place) => !isChoice(place));
  const yes = chosen?.yes ?? (first?.kind === 'good' ? 'up' : first?.kind === 'bad' ? 'down' : undefined);
  const off = [...switches, ...set, ...found.filter((place) => place !== first)].filter(
    (place) => isConfident(place) && isOwnSetting(place),
  );
  const runner = ordered.find((place) => !isChoice(place)) ?? switches[0];
  const held = choice ? profile.records.map((record) => valueAt(record, choice.path)) : [];
  const filled = held.filter((value) => value !== undefined && value !== null);
  return {
    ...(choice && { place: toChoice(choice, runner) }),
    ...(yes && { yes }),
    isUsual: choice !== undefined && isConfident(choice) && filled.length >= USUAL_SHARE * profile.size,
    ...learnStatusValues(
      held,
      off.flatMap(({ place }) => place.values),
      rules,
      own,
    ),
    off: off.map(toOffSource),
    alarms: others.filter(isConfident).flatMap(toAlarm),
  };
}

/** What most records have is missed where most lack it. */
export const USUAL_SHARE = 0.9;

/** What the values of a status mean, and which of those that tell what is set mean off. */
export function learnStatusValues(
  held: readonly unknown[],
  set: readonly unknown[],
  rules: RuleSet,
  own: OwnMeanings,
): Pick<StatusMapping, 'values' | 'offWords'> {
  const texts = new Set(held.filter((value): value is string => typeof value === 'string'));
  const meanings = new Map([...texts].map((text) => [text, readStatusMeaning(text, rules, NO_MEANINGS)]));
  const statuses = new Set(
    [...texts].map((text) => readStatusMeaning(text, rules, own)).map((meaning) => toCheckStatus(meaning)),
  );
  // `status: "running"` beside `status: "exited"`: the field tells what became of things, and has no other good word.
  const onMeansUp = statuses.has('down') && !statuses.has('up');
  const values = new Map<string, MonitorStatus>();
  for (const [text, meaning] of meanings) {
    if (meaning) {
      const isOn = onMeansUp && ON_STATES.has(toPlain(text));
      values.set(toStatusValueKey(text), isOn ? 'up' : meaning.status);
    }
  }
  const offWords = new Set<string>();
  for (const text of set) {
    const meaning = readStatusMeaning(text, rules, NO_MEANINGS);
    if (typeof text === 'string' && meaning) {
      values.set(toStatusValueKey(text), values.get(toStatusValueKey(text)) ?? meaning.status);
      if (meaning.off) {
        offWords.add(toStatusValueKey(text));
      }
    }
  }
  return { values: Object.fromEntries([...values].slice(0, MAX_VALUES)), offWords: [...offWords] };
}

const NO_MEANINGS: OwnMeanings = new Map();
/** More values than these are no words but texts, each of them different. */
const MAX_VALUES = 200;

function toCheckStatus(meaning: StatusMeaning | undefined): MonitorStatus | undefined {
  return meaning?.about === 'check' ? meaning.status : undefined;
}

/** A word says more than yes and no: `status: "DEGRADED"` beside `healthy: false`. */
function wordsBeforeFlags(sure: readonly StatusPlace[]): readonly StatusPlace[] {
  const [first] = sure;
  const isFlag = first?.kind === 'good' || first?.kind === 'bad';
  const words = sure.find((place) => place.kind === 'found' && isRivalName(place));
  return isFlag && words ? [words, ...sure] : sure;
}

function isRivalName({ named, place }: StatusPlace): boolean {
  return named >= MIN_RIVAL_NAME && place.ownership >= MIN_OWNERSHIP && !place.inLastCheck;
}

function isOwnSetting({ place, kind, named }: StatusPlace): boolean {
  const isFlag = kind === 'good' || kind === 'bad';
  return place.ownership >= MIN_OWNERSHIP && named >= MIN_SETTING_NAME && !isFlag;
}

function toAlarm({ path, kind }: StatusPlace): readonly AlarmSource[] {
  if (kind === 'good' || kind === 'bad') {
    return [{ path, when: kind === 'bad', status: 'down' }];
  }
  return kind === 'degraded' ? [{ path, when: true, status: 'degraded' }] : [];
}

function toOffSource({ path, kind }: StatusPlace): OffSource {
  return {
    path,
    when: kind === 'offSince' ? 'since' : kind === 'on' || kind === 'off' ? kind === 'off' : 'word',
  };
}

/**
 * Whether another field of the same records contradicts the one that was chosen: one says that it is up,
 * the other that it is down. A field that says of itself that it is the current one is not contradicted.
 */
function isContradicted(
  chosen: StatusPlace,
  found: readonly StatusPlace[],
  records: readonly unknown[],
  rules: RuleSet,
  own: OwnMeanings,
): boolean {
  if (!isConfident(chosen) || chosen.place.words.some((word) => CURRENT_WORDS.has(word))) {
    return false;
  }
  return found.some(
    (other) =>
      isConfident(other) &&
      isRivalName(other) &&
      records.some((record) => {
        const [a, b] = [isWell(record, chosen, rules, own), isWell(record, other, rules, own)];
        return a !== undefined && b !== undefined && a !== b;
      }),
  );
}

/** Up or down, by one field of one record; nothing where it is in between, paused, pending or not told. */
function isWell(
  record: unknown,
  { path, kind }: StatusPlace,
  rules: RuleSet,
  own: OwnMeanings,
): boolean | undefined {
  const value = valueAt(record, path);
  if (kind === 'good' || kind === 'bad') {
    const flag = readFlag(value);
    return flag === undefined ? undefined : flag === (kind === 'good');
  }
  const status = readStatusMeaning(value, rules, own)?.status;
  return status === 'up' ? true : status === 'down' ? false : undefined;
}

// What a status value means.

/** Phrases longer than this are sentences; what they say is not guessed from their words. */
const MAX_PHRASE_WORDS = 5;
const MAX_STATUS_LENGTH = 80;

/** In a phrase of several words the first of these to occur wins: "Up (warning)" wants attention, not praise. */
const PRECEDENCE: readonly MonitorStatus[] = ['paused', 'down', 'degraded', 'pending', 'unknown', 'up'];

/** What a status value means; `undefined` where the word is not known. The user's own meanings come first. */
export function readStatusMeaning(
  value: unknown,
  rules: RuleSet,
  own: OwnMeanings,
): StatusMeaning | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return undefined;
  }
  const override = own.get(toStatusValueKey(String(value)));
  if (override) {
    return { status: override, about: 'check', off: override === 'paused' };
  }
  return typeof value === 'string' && value.length <= MAX_STATUS_LENGTH
    ? meaningOfText(value, rules.statusMeanings)
    : undefined;
}

type Meanings = ReadonlyMap<string, StatusMeaning>;

function meaningOfText(text: string, meanings: Meanings): StatusMeaning | undefined {
  const words = toWords(text);
  if (words.length > MAX_PHRASE_WORDS || words.some((word) => /\d/.test(word))) {
    return undefined;
  }
  return meanings.get(words.join('')) ?? meaningOfWords(words, meanings);
}

function meaningOfWords(words: readonly string[], meanings: Meanings): StatusMeaning | undefined {
  if (words.some((word) => NEGATIONS.has(word))) {
    return undefined;
  }
  const known = words.flatMap((word) => meanings.get(word) ?? []);
  const plain = known.filter(({ about, off }) => about === 'check' || off);
  for (const status of PRECEDENCE) {
    const meaning = plain.find((candidate) => candidate.status === status);
    if (meaning) {
      return meaning;
    }
  }
  return known.length === words.length ? known[0] : undefined;
}
