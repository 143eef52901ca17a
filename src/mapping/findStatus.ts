import { toText } from '../base/scalar';
import type { MonitorStatus } from '../monitors/monitor';
import { rank, type Candidate } from './candidates';
import * as lexicon from './lexicon';
import { toStatusKey, type Signal, type StatusMapping } from './mapping';
import {
  findFlags,
  isOwnNoun,
  isSubject,
  MIN_SCORE,
  PLACES,
  type StatusCandidate,
} from './statusFlags';
import { meaningOf } from './statusWords';
import { toPlain, toWords } from './words';

// Four questions: is the monitor switched off or in maintenance, which word says its status, which flag, which code?
// The first that has an answer decides.

export interface StatusSearch {
  readonly mapping: StatusMapping;
  /** Whether a check's result was found. A switch isn't a result. */
  readonly isFound: boolean;
  /** Whether two words contradict, so that the user is asked. */
  readonly isAsked: boolean;
}

export function findStatus(all: readonly Candidate[]): StatusSearch {
  const candidates = withoutOffers(all);
  const words = findWords(candidates.filter(holdsWords));
  const results = words.filter(({ candidate }) => tellsResult(candidate));
  const settings = words.filter((word) => !results.includes(word));
  const clear = results.filter(({ score }) => score > MIN_CLEAR);
  const result = clear[0] ?? findFlag(candidates) ?? results[0];
  // A field with few known words isn't read, but it may contradict.
  const rivals = findWords(candidates.filter(tellsResult));
  const isAsked = result !== undefined && rivals.some((word) => contradict(result, word));
  const source = isAsked ? undefined : (result ?? settings[0] ?? findCode(candidates));
  const toSignals = (signs: readonly StatusCandidate[]) =>
    signs.flatMap(({ candidate, meanings }): Signal[] =>
      candidate === source?.candidate ? [] : [{ path: candidate.path, meanings }],
    );
  const mapping: StatusMapping = {
    paths: source ? [source.candidate.path] : [],
    meanings: source?.meanings ?? {},
    off: toSignals(findOff(candidates, settings)),
    alarms: toSignals(findAlarms(candidates, isAsked ? [] : clear)),
  };
  return { mapping, isFound: result !== undefined, isAsked };
}

/** Leaves out the availability of a product: `in_stock: false` beside `price`. */
function withoutOffers(candidates: readonly Candidate[]): readonly Candidate[] {
  const isOffer = candidates.some(({ plain }) => lexicon.OFFER_KEYS.has(plain));
  return isOffer ? candidates.filter((field) => !field.says(lexicon.OFFER_WORDS)) : candidates;
}

// 1. Off or in maintenance

function findOff(
  candidates: readonly Candidate[],
  settings: readonly StatusCandidate[],
): readonly StatusCandidate[] {
  const ofMonitor = candidates.filter(isOfMonitor);
  const words = settings.filter(({ candidate, score }) => isOwn(candidate) && score >= MIN_CLEAR);
  return [
    ...findFlags(ofMonitor, 'paused'),
    ...findFlags(ofMonitor, 'on'),
    ...words.map(withoutInactive),
  ];
}

/** "Inactive" may be about an alarm or a run, unless other monitors are "active". */
function withoutInactive(setting: StatusCandidate): StatusCandidate {
  const { inactive, ...meanings } = setting.meanings;
  const isSwitch = inactive === undefined || 'active' in meanings;
  return isSwitch ? setting : { ...setting, meanings };
}

/** Whether a field is about the monitor, and not about a part of it: `enabled`, but not `keyword: {enabled}`. */
function isOfMonitor({ steps, holder }: Candidate): boolean {
  const isOwnWord = (word: string) =>
    isOwnNoun(word) || lexicon.OWN_WRAPPERS.has(word) || lexicon.STATUS_KEY_WORDS.has(word);
  const words = steps.slice(0, -1).flatMap((step) => toWords(String(step)));
  return holder !== 'stranger' && words.every(isOwnWord);
}

function isOwn({ holder }: Candidate): boolean {
  return holder === 'own' || holder === 'status';
}

// 2. A word

/** If contradictory words are as clear as `status` and `health` (0.9), the user is asked. */
const MIN_MARGIN = 0.15;
/** `condition` (0.85) is asked before a flag, `backup_status` (0.8) after it. */
const MIN_CLEAR = 0.8;

export function scoreStatus({ words, holder, depth }: Candidate): number {
  const isPart = holder === 'status' && !words.some((word) => lexicon.STATUS_KEYS.not.has(word));
  const score = Math.max(
    isPart ? 0.9 : 0,
    lexicon.scoreWords(words, lexicon.STATUS_KEYS, isSubject),
  );
  return score * PLACES[holder] - 0.01 * depth;
}

/** `screenshot_status: "completed"` says how far something is, `status: "completed"` how it ended. */
const PROGRESS = /^(?:success|successful|succeeded|completed?|finished|done|new|pending)$/;

/** Finds fields of a status among those with known words. */
function findWords(candidates: readonly Candidate[]): readonly StatusCandidate[] {
  const saysProgress = (value: unknown) => PROGRESS.test(toStatusKey(value));
  const words = rank(candidates, MIN_SCORE, (candidate) => {
    const score = scoreStatus(candidate);
    return score >= MIN_CLEAR || candidate.share(saysProgress) < 1 ? score : 0;
  });
  const keys = words.map(({ candidate }) => candidate.plain);
  // Beside `state`, `last_state` may be the previous one.
  const current = words.filter(({ candidate: { plain } }) => {
    return !plain.startsWith('last') || !keys.includes(plain.slice('last'.length));
  });
  return current.map((word) => ({ ...word, meanings: meaningsOf(word.candidate) }));
}

/** Whether at least half of the values are known words. */
function holdsWords(candidate: Candidate): boolean {
  return candidate.share((value) => meaningOf(value) !== undefined) >= 0.5;
}

/** Whether a word is a check's result, such as "down". "Active" and "paused" are settings. */
function tellsResult(candidate: Candidate): boolean {
  return candidate.share((value) => meaningOf(value)?.isSetting === false) > 0;
}

/** Whether two words say "up" and "down" of one monitor. */
function contradict(best: StatusCandidate, rival: StatusCandidate): boolean {
  if (best.score - rival.score >= MIN_MARGIN) {
    return false;
  }
  const rivalStatuses = statusesOf(rival);
  return statusesOf(best).some((status, place) => {
    const both = [status, rivalStatuses[place]];
    return both.includes('up') && both.includes('down');
  });
}

function statusesOf({ candidate, meanings }: StatusCandidate) {
  return candidate.values.map((value) => meanings[toStatusKey(value)]);
}

const ON_OR_DONE = /^(?:active|running|ready|started|live|present|completed?|finished|done)$/;

/** Returns the meanings of the known words. */
function meaningsOf({ filled }: Candidate): Signal['meanings'] {
  const meanings: Record<string, MonitorStatus> = {};
  for (const word of new Set(filled.map(toStatusKey))) {
    const meaning = meaningOf(word);
    if (meaning) {
      meanings[word] = meaning.status;
    }
  }
  const statuses = Object.values(meanings);
  const hasProblem = statuses.includes('down') || statuses.includes('degraded');
  // If the field can also show failures, "running" and "completed" mean up, and so does "inactive" beside "firing".
  const areOnUp = hasProblem && !statuses.includes('up');
  for (const word of Object.keys(meanings)) {
    const isOn = areOnUp && ON_OR_DONE.test(toPlain(word));
    if (isOn || (word === 'inactive' && 'firing' in meanings)) {
      meanings[word] = 'up';
    }
  }
  return meanings;
}

// 3. A flag

function findFlag(candidates: readonly Candidate[]): StatusCandidate | undefined {
  const filled = candidates.filter((field) => field.filled.length > 0);
  const flags = [...findFlags(filled, 'up'), ...findFlags(filled, 'down')];
  return flags.sort((a, b) => b.score - a.score)[0];
}

/** `online: false` is an alarm beside a word (1), `connected: false` isn't (0.85). */
const MIN_ALARM = 0.9;

/** Finds what makes a monitor worse than its status: `status: "ok", in_alarm: true`, `up: true, condition: "critical"`. */
function findAlarms(
  candidates: readonly Candidate[],
  words: readonly StatusCandidate[],
): readonly StatusCandidate[] {
  const fields = candidates.filter(isOwn);
  return [
    ...findFlags(fields, 'up').filter(({ score }) => score > MIN_ALARM),
    ...findFlags(fields, 'down'),
    ...findFlags(fields, 'degraded'),
    ...words.filter(({ candidate }) => isOwn(candidate)),
  ];
}

// 4. A code

/** `reachability: 2` (0.9) is a code, `color: 2` (0.8) may be anything inside a record. */
const MIN_CODE_SCORE = 0.75;

/** Finds a clear field without known words: only the user knows what "2" and "0 issues" mean. */
function findCode(candidates: readonly Candidate[]): StatusCandidate | undefined {
  const codes = candidates.filter((field) => !holdsWords(field) && field.share(isCode) === 1);
  const [best] = rank(codes, MIN_CODE_SCORE, scoreStatus);
  return best && { ...best, meanings: meaningsOf(best.candidate) };
}

/** Whether a value is a short text, or a number without a fraction. */
function isCode(value: unknown): boolean {
  return /^(?!\d+\.\d).{1,40}$/.test(toText(value));
}
