import type { MonitorStatus } from '../../monitors/monitor';
import type { Path } from './extraction';
import { withoutNouns } from './fieldRules';
import { firstEntries, isArray, isObject, toPlain, toWords, valueAt } from './json';
import {
  BAD_FLAGS,
  DEGRADED_FLAGS,
  GOOD_FLAGS,
  NEGATIONS,
  NOUNS,
  OFF_FLAGS,
  OFF_VERBS,
  ON_FLAGS,
  REFUSED_SINCE_WORDS,
  REFUSED_STATUS_WORDS,
  SINCE_WORDS,
  STATUS_KEYS,
  STATUS_PARTS,
  STATUS_TEXT_WORDS,
  STRENGTH,
  STRONG_STATUS_WORDS,
  SWITCH_OWNERS,
} from './lexicon';
import type { FieldName, FieldProfile, RecordProfile } from './profile';
import type { Reason } from './reasons';
import type { RuleSet, StatusMeaning } from './rules';
import { claim, doubt, DOUBT, judge, type Rule, type Voice } from './rules';
import { isZeroTime, readFlag, readInstant, toStatusValueKey } from './values';

// The rules by which a place is one that says how a monitor is, and what its values mean.

/** The person's own meaning of a status value, in lower case. */
export type OwnMeanings = ReadonlyMap<string, MonitorStatus>;

/** What a place says: words of a check or of a setting, codes nobody can read, or yes and no. */
type StatusKind = 'found' | 'set' | 'codes' | 'offSince' | Flag;
type Flag = 'good' | 'bad' | 'degraded' | 'on' | 'off';

interface StatusSubject {
  readonly place: FieldProfile;
  /** Those values that say anything. */
  readonly values: readonly unknown[];
  readonly rules: RuleSet;
  readonly own: OwnMeanings;
  /** What the values mean, those that are known; worked out once it is asked for. */
  readonly meanings: () => readonly StatusMeaning[];
}

/** A place that says something of the status. */
export interface StatusPlace {
  readonly place: FieldProfile;
  readonly kind: StatusKind;
  /** How plainly its name says so. */
  readonly named: number;
  readonly confidence: number;
  readonly voices: readonly Voice[];
}

type StatusRule = Rule<StatusSubject, Flag | 'offSince' | 'words'>;

const FLAGS: Readonly<Record<Flag, ReadonlyMap<string, number>>> = {
  good: GOOD_FLAGS,
  bad: BAD_FLAGS,
  degraded: DEGRADED_FLAGS,
  off: OFF_FLAGS,
  on: ON_FLAGS,
};

const flagName = (flag: Flag): StatusRule =>
  claim(
    [flag],
    `flag.${flag}`,
    'graded',
    flag === 'on' || flag === 'off' ? 'pauseFlag' : 'statusFlag',
  ).whenNamed(
    ({ plain, words }) => FLAGS[flag].get(plain) ?? FLAGS[flag].get(withoutNouns(words).join('')) ?? 0,
  );

/** `userEnabled` and `systemEnabled` both have to be on; `notificationsEnabled` is of something else. */
const switchOfOwner = (flag: 'off' | 'on'): StatusRule =>
  claim([flag], `flag.${flag}ByOwner`, 'fair', 'pauseFlag').whenNamed(
    ({ words }) =>
      words.length > 1 &&
      FLAGS[flag].has(words.at(-1) ?? '') &&
      words.slice(0, -1).every((word) => SWITCH_OWNERS.has(word)),
  );

const FLAG_KINDS = ['good', 'bad', 'degraded', 'off', 'on'] as const satisfies readonly Flag[];
const KINDS = [...FLAG_KINDS, 'offSince', 'words'] as const;

export const STATUS_RULES: readonly StatusRule[] = [
  ...FLAG_KINDS.map(flagName),
  ...(['off', 'on'] as const).map(switchOfOwner),
  doubt(FLAG_KINDS, 'flag.form', 'excluded', 'otherForm').when(
    ({ values }) => !values.every((value) => readFlag(value) !== undefined),
  ),
  // `status: 1` is a code, and `"active"` a word; only `true` and `false` cannot be misread there.
  doubt(
    ['good', 'bad', 'degraded', 'off', 'on'],
    'flag.codeOfStatus',
    'excluded',
    'codesWithoutMeaning',
  ).when(({ place, values }) => !areBooleans(values) && STATUS_KEYS.has(withoutNouns(place.words).join(''))),
  doubt(['good', 'bad', 'degraded', 'off'], 'flag.activeIsAWord', 'excluded', 'otherForm').when(
    ({ values }) => values.some((value) => value === 'active' || value === 'inactive'),
  ),
  // `pausedAt`, `disabled_since`: a time where it is off, and none where it isn't.
  claim(['offSince'], 'flag.offSince', 'strong', 'pauseFlag').when(
    ({ place: { words }, values }) =>
      SINCE_WORDS.has(words.at(-1) ?? '') &&
      words.slice(0, -1).some((word) => OFF_VERBS.has(word)) &&
      !words.some((word) => REFUSED_SINCE_WORDS.has(word)) &&
      values.every((value) => readInstant(value) !== undefined || isZeroTime(value)),
  ),
  claim(['words'], 'status.usualName', 'graded', 'statusWords').whenNamed(({ plain, inLastCheck }) => {
    const usual = STATUS_KEYS.get(plain) ?? 0;
    return inLastCheck ? Math.min(usual, STRENGTH.strong) : usual;
  }),
  // `lastResult: {outcome: "PASS"}`
  claim(['words'], 'status.ofLastCheck', 'strong', 'statusWords').whenNamed(
    ({ inLastCheck, plain }) => inLastCheck && /^(?:outcome|result|verdict)$/.test(plain),
  ),
  // `status: {code: 2, name: "Up"}` and, with what it is of in between, `currentMonitorStatus: {name}`
  claim(['words'], 'status.partOfObject', 'graded', 'statusWords').whenNamed(
    (name) => (STATUS_PARTS.get(name.plain) ?? 0) * namedHolder(name),
  ),
  claim(['words'], 'status.afterNoun', 'graded', 'statusWords').whenNamed(({ words }) => {
    const bare = withoutNouns(words).join('');
    return bare === words.join('') ? 0 : DOUBT.slight * (STATUS_KEYS.get(bare) ?? 0);
  }),
  // `healthStateText`, `StateDescription`: the word beside its code.
  claim(['words'], 'status.inWords', 'graded', 'statusWords').whenNamed(({ words }) => {
    const told = STATUS_KEYS.get(withoutNouns(words.slice(0, -1)).join('')) ?? 0;
    return words.length > 1 && told >= 0.795 && STATUS_TEXT_WORDS.has(words.at(-1) ?? '') ? told : 0;
  }),
  claim(['words'], 'status.endsInStatus', 'fair', 'statusWords').whenNamed(
    (name) => /(?:status|state|health)$/.test(name.plain) && isPlainStatus(name),
  ),
  claim(['words'], 'status.endsInResult', 'weak', 'statusWords').whenNamed(
    (name) => /(?:condition|availability|result|severity)$/.test(name.plain) && isPlainStatus(name),
  ),
  // Under a name that says nothing, words that hardly anything but a status is: `verdict: "unreachable"`.
  claim(['words'], 'status.strongWords', 'weak', 'statusWords').when(
    ({ place, values }) =>
      place.path.length === 1 &&
      !place.words.some((word) => REFUSED_STATUS_WORDS.has(word)) &&
      values.length >= 2 &&
      new Set(values).size >= 2 &&
      values.every((value) => typeof value === 'string' && STRONG_STATUS_WORDS.has(toPlain(value))),
  ),
  doubt(['words'], 'status.knownWords', 'graded', 'codesWithoutMeaning').when((subject) => {
    const share = shareOfKnown(subject);
    return share < 0.5 ? DOUBT.heavy : 0.6 + 0.4 * share;
  }),
  // A scale with no word for "all is well" tells how grave an alarm would be.
  doubt(['words'], 'status.scaleOfAlarms', 'heavy', 'codesWithoutMeaning').when(
    (subject) => shareOfKnown(subject) >= 0.5 && isScaleOfAlarms(subject),
  ),
  doubt(KINDS, 'status.ownership', 'graded', 'inOtherObject').whenNamed(({ ownership }) => ownership),
];

/** How a place can be understood as a status; `undefined` where it can't. */
export function toStatusPlace(
  place: FieldProfile,
  list: RecordProfile,
  rules: RuleSet,
  own: OwnMeanings,
): StatusPlace | undefined {
  // `status: ["FIRING"]` is a word; several of them, or objects, are not.
  const only =
    place.path.length === 2 &&
    place.path[1] === 0 &&
    !list.records.some((record) => {
      const values = valueAt(record, place.path.slice(0, 1));
      return isArray(values) && values.length > 1;
    });
  if ((place.inArray && !only) || place.embedded || place.ownership < DOUBT.heavy) {
    return undefined;
  }
  const values: unknown[] = [];
  for (const held of place.values) {
    const value = variantOf(held);
    if (typeof value === 'object' && value !== null) {
      return undefined;
    }
    if (value !== null && value !== undefined && value !== '') {
      values.push(value);
    }
  }
  if (values.length === 0) {
    return undefined;
  }
  let known: readonly StatusMeaning[] | undefined;
  const meanings = () => (known ??= values.flatMap((value) => readStatusMeaning(value, rules, own) ?? []));
  const subject = { place, values, rules, own, meanings };
  let best: StatusPlace | undefined;
  for (const kind of KINDS) {
    const judged = judge(subject, rules.for(STATUS_RULES, kind), { name: place.name });
    if (judged && !(best && best.confidence >= judged.confidence)) {
      const described = kind === 'words' ? kindOfWords(subject) : kind;
      best = { place, kind: described, named: strongest(judged.voices), ...judged };
    }
  }
  return best;
}

function kindOfWords(subject: StatusSubject): StatusKind {
  if (shareOfKnown(subject) < 0.5 || isScaleOfAlarms(subject)) {
    return 'codes';
  }
  return subject.meanings().some(({ about }) => about === 'check') ? 'found' : 'set';
}

function strongest(voices: readonly Voice[]): number {
  return Math.max(0, ...voices.filter(({ speaks }) => speaks === 'for').map(({ amount }) => amount));
}

/** The share of the values that are known words. `state: "off"` may be a door: on and off say nothing alone. */
function shareOfKnown({ values, meanings, rules, own }: StatusSubject): number {
  const saysNothing = (value: unknown): boolean =>
    isSwitch(value) || readStatusMeaning(value, rules, own)?.status === 'unknown';
  return values.some(isSwitch) && values.every(saysNothing) ? 0 : meanings().length / values.length;
}

function isSwitch(value: unknown): boolean {
  return typeof value === 'string' && /^(?:on|off|yes|no)$/i.test(value.trim());
}

function isScaleOfAlarms({ place, meanings }: StatusSubject): boolean {
  return /(?:severity|priority)$/.test(place.plain) && !meanings().some(({ status }) => status === 'up');
}

function isPlainStatus({ words }: FieldName): boolean {
  return !words.some((word) => REFUSED_STATUS_WORDS.has(word));
}

function areBooleans(values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'boolean');
}

function namedHolder({ wrappers, holderWords }: FieldName): number {
  const holder = wrappers.at(-1);
  if (holder === undefined) {
    return 0;
  }
  const bare = holderWords.filter((word) => !NOUNS.has(word)).join('');
  return STATUS_KEYS.get(holder) ?? DOUBT.slight * (STATUS_KEYS.get(bare) ?? 0);
}

// What a status value means.

/** Phrases longer than this are sentences; what they say is not guessed from their words. */
const MAX_PHRASE_WORDS = 5;
const MAX_STATUS_LENGTH = 80;

/** In a phrase of several words the first of these to occur wins: "Up (warning)" wants attention, not praise. */
const PRECEDENCE: readonly MonitorStatus[] = ['paused', 'down', 'degraded', 'pending', 'unknown', 'up'];

/** `state: {Down: {since, reason}}`, as Rust and Kubernetes write a state with what belongs to it, is `Down`. */
export function variantOf(value: unknown): unknown {
  if (!isObject(value)) {
    return value;
  }
  const [only, ...others] = firstEntries(value, 2);
  return only && others.length === 0 && isObject(only[1]) ? only[0] : value;
}

/** What a status value means; `undefined` where the word is not known. The person's own meanings come first. */
export function readStatusMeaning(
  value: unknown,
  rules: RuleSet,
  own: OwnMeanings,
): StatusMeaning | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return undefined;
  }
  const override = own.size > 0 ? own.get(toStatusValueKey(String(value))) : undefined;
  if (override) {
    return { status: override, about: 'check', off: override === 'paused' };
  }
  return typeof value === 'string' && value.length <= MAX_STATUS_LENGTH
    ? meaningOfText(value, rules.statusMeanings)
    : undefined;
}

type Meanings = ReadonlyMap<string, StatusMeaning>;

/** Unicode's mark that asks for the colored form of a sign: `⏸️` is `⏸` with it. */
const COLOR_MARK = /\ufe0f/g;

function meaningOfText(text: string, meanings: Meanings): StatusMeaning | undefined {
  // A sign alone, such as 🔴, has no plain form.
  const whole = meanings.get(toPlain(text) || text.replace(COLOR_MARK, '').trim());
  if (whole) {
    return whole;
  }
  const outer = meaningOfPhrase(text.replace(IN_BRACKETS, ' '), meanings);
  if (outer?.status !== 'up') {
    return outer;
  }
  // "Up (warning)": what is said in brackets takes back some of the praise.
  const aside = IN_BRACKETS.exec(text)?.[0];
  const inner = aside === undefined ? undefined : meaningOfPhrase(aside, meanings);
  return inner?.about === 'check' ? inner : outer;
}

const IN_BRACKETS = /\([^)]{0,80}\)|\[[^\]]{0,80}\]/;

/** "Paused by parent", "Node status is Up.", "status: ok" */
function meaningOfPhrase(phrase: string, meanings: Meanings): StatusMeaning | undefined {
  const all = toWords(phrase);
  const words = all.slice(all.findLastIndex((word, i) => i < all.length - 1 && INTRODUCTION.has(word)) + 1);
  if (words.length === 0 || words.length > MAX_PHRASE_WORDS || words.some((word) => /\d/.test(word))) {
    return undefined;
  }
  return meanings.get(words.join('')) ?? meaningOfWords(words, meanings);
}

const INTRODUCTION: ReadonlySet<string> = new Set(['is', 'status', 'state']);

function meaningOfWords(words: readonly string[], meanings: Meanings): StatusMeaning | undefined {
  if (words.length === 1 || words.some((word) => NEGATIONS.has(word))) {
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

/** A place that says how a monitor is. */
export interface StatusSource {
  readonly path: Path;
  readonly confidence: number;
  readonly reason: Reason;
  /** For yes-or-no values: the status that yes means. */
  readonly yes?: 'up' | 'down';
  readonly voices: readonly Voice[];
}
