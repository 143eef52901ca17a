import { readFlag, toText } from '../base/json';
import { wordSet } from '../base/words';
import type { MonitorStatus } from '../monitors/monitor';
import { rank, type Candidate, type Scored } from './candidate';
import {
  CHECK_WORDS,
  FLAGS,
  type FieldWords,
  LAST_WORDS,
  OFFER_KEYS,
  OFFER_WORDS,
  OWN_SUBJECTS,
  STATUS_FILLERS,
  STATUS_KEYS,
  STATUS_KEY_WORDS,
  STATUS_WORDS,
  isOther,
  scoreWords,
} from './lexicon';
import { toStatusKey, type Signal, type StatusMapping } from './mapping';
import { toWords } from './words';

// Four questions: is the monitor switched off or in maintenance, which word says its status, which flag, which code?
// The first that has an answer decides.

/** A field that may say the status, and what its values mean. */
interface StatusCandidate extends Scored {
  readonly meanings: Signal['meanings'];
}

/** A word as clear as `condition` (0.85) is asked before a flag, `backup_status` (0.8) after it. */
const MIN_CLEAR = 0.8;

/**
 * Finds the status. `isFound`: a check's result was found; a switch isn't a result. `isAsked`: two words contradict, so
 * the user is asked.
 */
export function findStatus(all: readonly Candidate[]) {
  const candidates = withoutOffers(all);
  const words = findWords(candidates);
  const results = words.filter(({ candidate }) => tellsResult(candidate));
  const settings = words.filter((word) => isKnown(word) && !results.includes(word));
  const clear = results.filter((word) => isKnown(word) && word.score > MIN_CLEAR);
  const upFlags = findFlags(candidates, 'up');
  const downFlags = findFlags(candidates, 'down');
  const flags = [...upFlags, ...downFlags].toSorted((a, b) => b.score - a.score);
  const result = clear[0] ?? flags[0] ?? results.find(isKnown);
  // A field with few known words isn't read, but it may contradict.
  const isAsked = result !== undefined && results.some((word) => contradict(result, word));
  const source = isAsked ? undefined : (result ?? settings[0] ?? findCode(candidates));
  const switches = [
    ...findFlags(candidates, 'paused'),
    ...findFlags(candidates, 'on'),
    ...settings.filter(({ score }) => score >= MIN_CLEAR).map(withoutInactive),
  ];
  const alarms = [
    ...upFlags.filter(({ score }) => score > MIN_ALARM),
    ...downFlags,
    ...findFlags(candidates, 'degraded'),
    ...(isAsked ? [] : clear.slice(1)),
  ];
  const mapping: StatusMapping = {
    paths: source ? [source.candidate.path] : [],
    meanings: source?.meanings ?? {},
    off: switches.filter(({ candidate }) => isOfMonitor(candidate)).map(toSignal),
    alarms: alarms.map(toSignal),
  };
  return { mapping, isFound: result !== undefined, isAsked };
}

function toSignal({ candidate, meanings }: StatusCandidate): Signal {
  return { path: candidate.path, meanings };
}

/** "Inactive" may be about an alarm or a run, unless other monitors are "active". */
function withoutInactive(setting: StatusCandidate) {
  const { inactive, ...meanings } = setting.meanings;
  return inactive === undefined || 'active' in meanings ? setting : { ...setting, meanings };
}

/** Leaves out the availability of a product: `in_stock: false` beside `price`. */
function withoutOffers(candidates: readonly Candidate[]) {
  const isOffer = candidates.some(({ plain }) => OFFER_KEYS.has(plain));
  return isOffer ? candidates.filter((field) => !field.says(OFFER_WORDS)) : candidates;
}

/** `other_status` in a record is a status if there is no clearer one. */
const MIN_SCORE = 0.45;
/** `online: false` is an alarm beside a word (1), `connected: false` isn't (0.85). */
const MIN_ALARM = 0.9;

/** Whether a field is about the monitor, and not about a part of it: `enabled`, but not `keyword: {enabled}`. */
function isOfMonitor({ outer }: Candidate): boolean {
  return outer.every((word) => OWN_SUBJECTS.has(word));
}

/** The result of a check is less clear than the status: `last_check: {status}`. */
function scoreNames(candidate: Candidate, names: FieldWords): number {
  const score = scoreWords(candidate.words, names);
  const isOfCheck = candidate.outer.some(
    (word) => LAST_WORDS.has(word) || (CHECK_WORDS.has(word) && !OWN_SUBJECTS.has(word)),
  );
  return isOfCheck ? 0.85 * score : score;
}

export function scoreStatus(candidate: Candidate): number {
  const { words, outer } = candidate;
  const isNotIts = words.slice(outer.length).some(isOther);
  const isInStatus = STATUS_KEY_WORDS.has(outer.at(-1) ?? '') && isOfMonitor(candidate);
  // `status: {human: "Operational"}`
  return isInStatus && !isNotIts ? 0.9 : scoreNames(candidate, STATUS_KEYS);
}

// A word

/** If contradictory words are as clear as `status` and `health` (0.9), the user is asked. */
const MIN_MARGIN = 0.15;

/** Finds fields of a status that have known words. */
function findWords(candidates: readonly Candidate[]) {
  const fields = candidates.filter((candidate) => candidate.share(isKnownWord) > 0);
  const words = rank(fields, MIN_SCORE, scoreStatus);
  const keys = words.map(({ candidate }) => candidate.plain);
  // Beside `state`, `last_state` may be the previous one.
  const current = words.filter(({ candidate: { plain } }) => {
    return !plain.startsWith('last') || !keys.includes(plain.slice('last'.length));
  });
  return current.map((word) => ({ ...word, meanings: meaningsOf(word.candidate) }));
}

const isKnownWord = (value: unknown): boolean => meaningOf(value) !== undefined;
const isKnown = ({ candidate }: Scored): boolean => candidate.share(isKnownWord) >= 0.5;

/** Whether a word is a check's result, such as "down". "Active" and "paused" are settings. */
function tellsResult(candidate: Candidate): boolean {
  return candidate.share((value) => meaningOf(value)?.isSetting === false) > 0;
}

/** Whether two words say "up" and "down" of one monitor. */
function contradict(best: StatusCandidate, rival: StatusCandidate): boolean {
  const statuses = statusesOf(rival);
  const isClear = best.score - rival.score >= MIN_MARGIN;
  return statusesOf(best).some((status, place) => {
    const both = [status, statuses[place]];
    return !isClear && both.includes('up') && both.includes('down');
  });
}

function statusesOf({ candidate, meanings }: StatusCandidate) {
  return candidate.values.map((value) => meanings[toStatusKey(value)]);
}

/** Returns the meanings of the known words. An alert that is "inactive" beside those that are "firing" is fine. */
function meaningsOf({ filled }: Candidate): Signal['meanings'] {
  const meanings: Record<string, MonitorStatus> = {};
  for (const word of new Set(filled.map(toStatusKey))) {
    const meaning = meaningOf(word);
    if (meaning) {
      meanings[word] = meaning.status;
    }
  }
  return 'inactive' in meanings && 'firing' in meanings
    ? { ...meanings, inactive: 'up' }
    : meanings;
}

// A flag

/** The meaning of the flags of each kind. A pause may be the time at which it began, or a number of downtimes. */
const MEANINGS = {
  up: { true: 'up', false: 'down' },
  down: { true: 'down', false: 'up' },
  degraded: { true: 'degraded' },
  paused: { true: 'paused', 2: 'paused', 3: 'paused', '@time': 'paused' },
  on: { false: 'paused' },
} as const;

/** Finds values of yes or no, best first. */
function findFlags(candidates: readonly Candidate[], kind: keyof typeof MEANINGS) {
  const flags = rank(candidates.filter(isFlag), MIN_SCORE, (candidate) => {
    // Behind other words, a name scores 0.8 at most: `agent_online`.
    const isClear = scoreWords(candidate.words, FLAGS[kind]) > 0.8;
    return isClear ? scoreNames(candidate, FLAGS[kind]) : 0;
  });
  return flags.map((flag) => ({ ...flag, meanings: MEANINGS[kind] }));
}

/** `paused_at` may be empty, or year 1 if the monitor isn't paused; `scheduled_downtime_depth` counts. */
const TIMES_OR_DEPTH = /(?:at|since|depth)$/;
const COUNTS = /^(?:down|(?:un)?healthy|passing|failing|warnings?|errors|fail(?:ures?|ed))$/;

/** Whether all values are yes or no. 0 and 1 under `status` are usually codes, and under `failed` counts. */
function isFlag({ plain, words, filled }: Candidate): boolean {
  // `active: 0` may count connections.
  const isCount = COUNTS.test(plain) || (plain === 'active' && !filled.some(Boolean));
  const mayBeNumbers = !isCount && scoreWords(words, STATUS_KEYS) === 0;
  const isYesOrNo = (value: unknown) =>
    mayBeNumbers ? readFlag(value) !== undefined : /^(?:true|false)$/i.test(toText(value));
  return filled.length > 0 && (TIMES_OR_DEPTH.test(plain) || filled.every(isYesOrNo));
}

// A code

/** `reachability: 2` (0.9) is a code, `color: 2` (0.8) may be anything inside a record. */
const MIN_CODE_SCORE = 0.75;

/** Finds a clear field without known words: only the user knows what "2" and "0 issues" mean. */
function findCode(candidates: readonly Candidate[]) {
  const codes = candidates.filter(
    (field) => field.share(isKnownWord) < 0.5 && field.share(isCode) === 1,
  );
  const [best] = rank(codes, MIN_CODE_SCORE, scoreStatus);
  return best && { ...best, meanings: meaningsOf(best.candidate) };
}

/** Whether a value is a short text, or a number without a fraction. */
function isCode(value: unknown): boolean {
  return /^(?!\d+\.\d).{1,40}$/.test(toText(value));
}

// The meaning of a text

/** The meaning of a word. */
export interface Meaning {
  readonly status: MonitorStatus;
  /** A user sets "paused"; a check finds "up". */
  readonly isSetting: boolean;
}

const WORDS: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(STATUS_WORDS).flatMap(([kind, words]) => {
    const status = kind.replace('_setting', '') as MonitorStatus;
    const isSetting = kind.endsWith('_setting');
    return [...wordSet(words)].map((word) => [word, { status, isSetting }] as const);
  }),
);

/** "CURRENTLY_REACHABLE" has 19 characters; a text of more than 40 is a sentence. */
const MAX_WORDS = 40;

/**
 * Returns the meaning of a text of which all words are known: "Up", "MONITOR_DOWN". "0 issues", "error-free" and
 * "alerting disabled" aren't such texts.
 */
export function meaningOf(value: unknown): Meaning | undefined {
  if (typeof value !== 'string' || value.length > MAX_WORDS || value.includes('%')) {
    return undefined;
  }
  const words = toWords(value);
  const telling = words.filter((word) => WORDS.has(word) || !STATUS_FILLERS.has(word));
  return WORDS.get(words.join('')) ?? WORDS.get(telling.join('')) ?? commonMeaning(telling);
}

/** Returns the meaning that all words have: "failed (timeout)". */
function commonMeaning(words: readonly string[]) {
  const meanings = words.map((word) => WORDS.get(word));
  const [first] = meanings;
  const agree = meanings.every((meaning) => meaning?.status === first?.status);
  return agree ? first : undefined;
}
