import { readFlag, toText } from '../base/scalar';
import { maskText } from '../base/maskText';
import { readTime } from '../base/time';
import { rankedWords } from '../base/words';
import { rank, type Candidate, type Scored } from './candidates';
import * as lexicon from './lexicon';
import { toStatusKey, type Signal, type StatusMapping } from './mapping';
import { meaningOf } from './statusWords';
import { toPlain, toWords } from './words';

// Four questions: is the monitor switched off or in maintenance, which word says its status, which flag, which code?
// The first that has an answer decides.

type Meanings = Signal['meanings'];

/** A field that may say the status, and what its values mean. */
interface StatusCandidate extends Scored {
  readonly meanings: Meanings;
}

export interface StatusSearch {
  readonly mapping: StatusMapping;
  /** Whether a check's result was found. A switch is none. */
  readonly isFound: boolean;
  /** Whether two words contradict, so that the user is asked. */
  readonly isAsked: boolean;
}

export function findStatus(all: readonly Candidate[]): StatusSearch {
  const candidates = withoutOffers(all);
  const words = findWords(candidates);
  const results = words.filter(({ candidate }) => tellsResult(candidate));
  const settings = words.filter((word) => !results.includes(word));
  const clear = results.filter(({ score }) => score > MIN_CLEAR);
  const result = clear[0] ?? findFlags(candidates)[0] ?? results[0];
  const source = result ?? settings[0] ?? findCode(candidates);
  const isAsked = results.some((other) => result !== undefined && contradict(result, other));
  const toSignals = (signs: readonly StatusCandidate[]) =>
    signs.filter((sign) => sign.candidate !== source?.candidate).map(toSignal);
  const mapping: StatusMapping = {
    paths: source && !isAsked ? [source.candidate.path] : [],
    meanings: (!isAsked && source?.meanings) || {},
    off: toSignals(findOff(candidates, settings, result !== undefined)),
    alarms: toSignals(findAlarms(candidates, isAsked ? [] : clear)),
  };
  return { mapping, isFound: result !== undefined, isAsked };
}

function toSignal({ candidate: { path }, meanings }: StatusCandidate): Signal {
  return { path, meanings };
}

/** Leaves out the availability of a product: `in_stock: false` beside `price`. */
function withoutOffers(candidates: readonly Candidate[]): readonly Candidate[] {
  const isOffer = candidates.some(({ plain }) => lexicon.OFFER_KEYS.has(plain));
  return isOffer ? candidates.filter((field) => !field.says(lexicon.OFFER_WORDS)) : candidates;
}

// 1. Off or in maintenance

const OFF_TIME = /^(?:paused|suspended|disabled|deactivated|archived|stopped)(?:at|on|since)$/;
/** Nagios counts the downtimes of now: `scheduled_downtime_depth: 1`. */
const DOWNTIMES = /^(?:scheduled)?downtimedepth$/;
const ANY_NUMBER = { 1: 'paused', 2: 'paused', 3: 'paused', 4: 'paused', 5: 'paused' } as const;

function findOff(
  candidates: readonly Candidate[],
  settings: readonly StatusCandidate[],
  hasResult: boolean,
): readonly StatusCandidate[] {
  const own = candidates.filter((field) => isOfMonitor(field));
  const byKey = (key: RegExp, meanings: Meanings) =>
    own
      .filter(({ plain }) => key.test(plain))
      .map((candidate) => ({ candidate, score: 1, meanings }));
  const words = settings.filter(({ candidate, score }) => isOwn(candidate) && score >= MIN_CLEAR);
  return [
    ...flagsOf(own, 'paused', isOwnNoun, { true: 'paused' }),
    ...flagsOf(own, 'on', isOwnNoun, { false: 'paused' }),
    ...byKey(OFF_TIME, { '@time': 'paused' }),
    ...byKey(DOWNTIMES, ANY_NUMBER),
    ...words.map((word) => (hasResult ? withoutInactive(word) : word)),
  ];
}

/** Beside a check's result, "inactive" may be about an alarm, unless other monitors are "active". */
function withoutInactive({ meanings, ...setting }: StatusCandidate): StatusCandidate {
  const { inactive, ...others } = meanings;
  return { ...setting, meanings: 'active' in others && inactive ? meanings : others };
}

/** Whether a field is about the monitor, and not about a part of it: `enabled`, but not `keyword: {enabled}`. */
function isOfMonitor({ steps, holder }: Candidate): boolean {
  const isOwn = (word: string) =>
    isOwnNoun(word) || lexicon.OWN_WRAPPERS.has(word) || lexicon.STATUS_KEY_WORDS.has(word);
  const holders = steps.slice(0, -1).map((step) => toWords(String(step)));
  return holder !== 'stranger' && holders.every((words) => words.every(isOwn));
}

function isOwnNoun(word: string): boolean {
  return lexicon.OWN_NOUNS.has(word);
}

// 2. A word

/** Prefers a status of the record itself to that of an object inside, such as its last check. */
const PLACES = { own: 1, status: 0.97, check: 0.85, other: 0.5, incident: 0, stranger: 0 } as const;
/** `other_status` in a record is a status if there is no clearer one. */
const MIN_SCORE = 0.45;
/** If contradictory words are as clear as `status` and `health` (0.95), the user is asked. */
const MIN_MARGIN = 0.15;
/**
 * `condition` (0.85) is asked before a flag, `backup_status` (0.8) after it. `screenshot_status: "completed"` says how
 * far something is, `status: "completed"` how it ended.
 */
const MIN_CLEAR = 0.8;
const PROGRESS = /^(?:success|successful|succeeded|completed?|finished|done|new|pending)$/;

export function scoreStatus({ words, holder, depth }: Candidate): number {
  const isPart = holder === 'status' && !words.some((word) => lexicon.STATUS.not.has(word));
  const score = Math.max(isPart ? 0.9 : 0, lexicon.scoreWords(words, lexicon.STATUS, isSubject));
  return score * PLACES[holder] - 0.01 * depth;
}

function isSubject(word: string): boolean {
  return lexicon.OWN_NOUNS.has(word) || lexicon.WATCHED.has(word) || lexicon.FILLERS.has(word);
}

function isWord(candidate: Candidate): boolean {
  return candidate.share((value) => meaningOf(value) !== undefined) >= 0.5;
}

/** Finds fields of which at least half of the values are known words. */
function findWords(candidates: readonly Candidate[]): readonly StatusCandidate[] {
  const words = rank(candidates, MIN_SCORE, scoreStatus).filter(({ candidate }) =>
    isWord(candidate),
  );
  const keys = words.map(({ candidate }) => candidate.plain);
  return (
    words
      .filter(({ candidate, score }) => score >= MIN_CLEAR || !saysProgress(candidate))
      // Beside `state`, `last_state` is the previous one.
      .filter(({ candidate }) => !keys.some((key) => candidate.plain === `last${key}`))
      .map((word) => ({ ...word, meanings: meaningsOf(word.candidate) }))
  );
}

function saysProgress(candidate: Candidate): boolean {
  return candidate.share((value) => PROGRESS.test(toStatusKey(value))) === 1;
}

function isOwn({ holder }: Candidate): boolean {
  return holder === 'own' || holder === 'status';
}

/** Whether a word is a check's result, such as "down". "Active" and "paused" are settings. */
function tellsResult(candidate: Candidate): boolean {
  return candidate.share((value) => meaningOf(value)?.isSetting === false) > 0;
}

/** Whether two words say "up" and "down" of one monitor. */
function contradict(best: StatusCandidate, other: StatusCandidate): boolean {
  const statusesOf = ({ candidate, meanings }: StatusCandidate) =>
    candidate.values.map((value) => meanings[toStatusKey(value)]);
  const otherStatuses = statusesOf(other);
  const isClose = best.score - other.score < MIN_MARGIN;
  return (
    isClose &&
    statusesOf(best).some((status, place) => {
      const both = [status, otherStatuses[place]];
      return both.includes('up') && both.includes('down');
    })
  );
}

const ON_OR_DONE = /^(?:active|running|ready|started|live|present|completed?|finished|done)$/;

function meaningsOf({ filled }: Candidate): Meanings {
  // Meanings are saved, so without secrets.
  const shown = filled.filter((value) => maskText(toText(value)) === toText(value));
  const words = [...new Set(shown.map(toStatusKey))].filter(meaningOf);
  const statuses = words.map((word) => meaningOf(word)!.status);
  // If the field can also show failures, "running" and "completed" mean up, and so does "inactive" beside "firing".
  const hasProblem = statuses.includes('down') || statuses.includes('degraded');
  const areOnUp = hasProblem && !statuses.includes('up');
  const isUp = (word: string) =>
    (areOnUp && ON_OR_DONE.test(toPlain(word))) ||
    (word === 'inactive' && words.includes('firing'));
  return Object.fromEntries(words.map((word, i) => [word, isUp(word) ? 'up' : statuses[i]!]));
}

// 3. A flag

/** Prefers a flag that differs between monitors, such as `online` to `valid`. */
const VARIETY_BONUS = 0.13;

function findFlags(candidates: readonly Candidate[]): readonly StatusCandidate[] {
  const up = flagsOf(candidates, 'up', isSubject, { true: 'up', false: 'down' });
  const down = flagsOf(candidates, 'down', isSubject, { true: 'down', false: 'up' });
  const rate = ({ candidate, score }: StatusCandidate) =>
    score + (candidate.distinct > 1 ? VARIETY_BONUS : 0);
  return [...up, ...down].sort((a, b) => rate(b) - rate(a));
}

/** `online: false` is an alarm beside a word (1), `connected: false` isn't (0.85). */
const MIN_ALARM = 0.9;

/** Finds what makes a monitor worse than its status: `status: "ok", in_alarm: true`, `up: true, condition: "critical"`. */
function findAlarms(
  candidates: readonly Candidate[],
  words: readonly StatusCandidate[],
): readonly StatusCandidate[] {
  const own = candidates.filter(isOwn);
  const up = flagsOf(own, 'up', isSubject, { false: 'down' });
  return [
    ...up.filter(({ score }) => score > MIN_ALARM),
    ...flagsOf(own, 'down', isSubject, { true: 'down' }),
    ...flagsOf(own, 'degraded', isSubject, { true: 'degraded' }),
    ...words.filter(({ candidate }) => isOwn(candidate)),
  ];
}

/** @param subjects words that may precede the flag's name, such as `monitor` in `monitor_enabled` */
function flagsOf(
  candidates: readonly Candidate[],
  kind: string,
  isSubject: (word: string) => boolean,
  meanings: Meanings,
): readonly StatusCandidate[] {
  const names = rankedWords(lexicon.FLAGS[kind] ?? '');
  const score = (candidate: Candidate) => {
    const name = isFlag(candidate) ? scoreFlagName(candidate.words, names, isSubject) : 0;
    return name * PLACES[candidate.holder] - 0.01 * candidate.depth;
  };
  return rank(candidates, MIN_SCORE, score).map((flag) => ({ ...flag, meanings }));
}

function scoreFlagName(
  words: readonly string[],
  names: ReadonlyMap<string, number>,
  isSubject: (word: string) => boolean,
): number {
  const whole = names.get(words.join(''));
  if (whole !== undefined) {
    return whole;
  }
  const starts = words.map((_, start) => start).filter((start) => start > 0);
  const start = starts.find((place) => names.has(words.slice(place).join('')));
  const isAbout = start !== undefined && words.slice(0, start).every(isSubject);
  return isAbout ? names.get(words.slice(start).join(''))! - 0.02 : 0;
}

const COUNTS = /^(?:down|(?:un)?healthy|passing|failing|warnings?|errors|fail(?:ures?|ed))$/;

/** Whether all values are flags. 0 and 1 under `status` are usually codes, and under `failed` counts. */
function isFlag({ filled, plain, words }: Candidate): boolean {
  const isCount =
    COUNTS.test(plain) || (plain === 'active' && filled.every((value) => value === 0));
  const mayBeNumber = !isCount && lexicon.scoreWords(words, lexicon.STATUS) === 0;
  const fits = (value: unknown) =>
    mayBeNumber ? readFlag(value) !== undefined : /^(?:true|false)$/i.test(toText(value));
  return filled.length > 0 && filled.every(fits);
}

// 4. A code

/** Finds a clear field without known words: only the user knows what "2" and "0 issues" mean. */
function findCode(candidates: readonly Candidate[]): StatusCandidate | undefined {
  const codes = rank(candidates, MIN_SCORE, scoreStatus).filter(
    ({ candidate, score }) => score > 0.75 && !isWord(candidate) && candidate.share(isCode) === 1,
  );
  return codes.map((code) => ({ ...code, meanings: meaningsOf(code.candidate) }))[0];
}

function isCode(value: unknown): boolean {
  return /^(?!\d+\.\d).{1,40}$/.test(toText(value)) && readTime(value) === undefined;
}
