import { isArray, isObject, readText, toText } from '../base/json';
import type { Path } from '../base/path';
import { readTime, readUnit, SECOND } from '../base/time';
import { isTarget } from '../base/url';
import { Candidate, findCandidates, rank, type Sample } from './candidate';
import { findStatus } from './findStatus';
import {
  CHANGE_WORDS,
  CHECK_WORDS,
  ERROR_SUBJECTS,
  FAILURE_WORDS,
  type FieldWords,
  ID,
  INTERVAL,
  LAST_ERROR,
  LAST_WORDS,
  NAME_KEYS,
  OTHER_CHANGES,
  OTHER_THINGS,
  SINCE_WORDS,
  START_WORDS,
  STATUS_KEY_WORDS,
  TAGS,
  TARGET,
  TIME_WORDS,
  TYPE,
  isOther,
  scoreWords,
} from './lexicon';
import { PLAIN_FIELDS, type Field, type PlainField, type RecordMapping } from './mapping';
import { readInterval } from './readRecord';

// Finds where each field is. How well a candidate fits: by the words of its keys, times a factor by its values.

export interface FieldSearch {
  readonly mapping: RecordMapping;
  /** How many fields of a monitor the records have. */
  readonly likeness: number;
}

type Best = { [Field in PlainField]?: Candidate | undefined };

/** Finds where each field is, by the keys and values of some records. */
export function findFields(samples: readonly Sample[]): FieldSearch {
  const candidates = findCandidates(samples);
  const withKey = [toKeyCandidate(samples), ...candidates];
  const fields: { [Field in PlainField]?: readonly Path[] } = {};
  const best: Best = {};
  for (const field of PLAIN_FIELDS) {
    const likely = findLikely(field, withKey, best);
    fields[field] = likely.map(({ path }) => path);
    best[field] = likely[0];
  }
  const { interval, id, name, target, type, lastCheck } = best;
  const { mapping: status, isAsked, isFound } = findStatus(candidates);
  const unclear: readonly Field[] = isAsked ? ['status'] : [];
  // A bare number says no unit.
  const unitMs = interval && readUnit(interval.words.at(-1) ?? '');
  const unit = interval && findUnit(interval, candidates)?.path;
  const own = [id, name, target, type, lastCheck, interval].filter(Boolean);
  return {
    mapping: { fields, status, unitMs, unit, unclear },
    likeness: own.length + (isFound ? 2 : 0),
  };
}

/** The key of a record may be its name and id: `{"db": {…}}`. */
export function toKeyCandidate(samples: readonly Sample[]): Candidate {
  return new Candidate(
    ['@key'],
    samples.map(({ key }) => key),
  );
}

/** Paths of a field: if a record lacks the first, the next is read. */
const MAX_PATHS = 3;
/** How much less likely the others may be. If a name is missing, a ticker symbol isn't it. */
const MAX_GAP = 0.19;

function findLikely(field: PlainField, candidates: readonly Candidate[], best: Best) {
  const ranked = rankCandidates(field, candidates, best);
  const minimum = (ranked[0]?.score ?? 0) - MAX_GAP;
  const likely = ranked.filter(({ score }) => score > minimum);
  // Two paths to an id could give one monitor two ids.
  return likely.slice(0, field === 'id' ? 1 : MAX_PATHS).map(({ candidate }) => candidate);
}

/** Finds the unit beside an interval: `{period: 1, periodUnit: "days"}`, `{every: 5, unit: "minutes"}`. */
function findUnit(interval: Candidate, candidates: readonly Candidate[]) {
  return candidates.find(
    (field) =>
      field.words.includes('unit') &&
      field.outer.join() === interval.outer.join() &&
      field.share((value) => readUnit(toText(value)) !== undefined) === 1,
  );
}

interface FieldRule {
  readonly score: (candidate: Candidate) => number;
  /** Returns a factor from 0 to 1, or whether the values fit. */
  readonly fit: (candidate: Candidate, best: Best) => number | boolean;
}

const RULES: Readonly<Record<PlainField, FieldRule>> = {
  name: byWords(NAME_KEYS, fitName),
  id: byWords(ID, fitId),
  target: { score: ({ words }) => scoreWords(words, TARGET), fit: fitTarget },
  type: byWords(TYPE, (candidate) => candidate.share(isText) > 0.8),
  lastCheck: byTime(scoreCheck),
  changedAt: byTime(scoreChange),
  since: byTime(scoreStart),
  lastError: byWords(LAST_ERROR, fitError),
  interval: byWords(INTERVAL, fitInterval),
  tags: byWords(TAGS, (candidate) => candidate.share(isTags) === 1),
};

/** Unlike an address, these are only in objects whose keys are known. */
function byWords(names: FieldWords, fit: FieldRule['fit']): FieldRule {
  const score = ({ words, outer }: Candidate) =>
    outer.every((word) => names.subjects.has(word)) ? scoreWords(words, names) : 0;
  return { score, fit };
}

/** An id may be a `mac` (0.65) behind other words (0.52), and a name a `keyword` (0.7) that is repeated (0.49). */
const MIN_SCORE = 0.45;
/** A `description` (0.5) or a `host` (0.65) behind other words counts only if most records have one. */
const VAGUE = 0.6;

/** Returns the candidates for a field, best first. */
export function rankCandidates(
  field: PlainField,
  candidates: readonly Candidate[],
  best: Best = {},
) {
  const { score, fit } = RULES[field];
  return rank(candidates, MIN_SCORE, (candidate) => {
    const words = score(candidate);
    const filled = candidate.filled.length / candidate.values.length;
    const isRare = words < VAGUE && filled < 0.9;
    return isRare ? 0 : words * Number(fit(candidate, best)) * (0.95 + 0.05 * filled);
  });
}

/** Any clear name that differs in each record is better: `hostname` (0.75) than a repeated `site_name` (0.93). */
const REPEATED_NAME = 0.7;

function fitName(candidate: Candidate): number {
  const { filled, distinct } = candidate;
  const isShared = distinct === 1 && filled.length > 2;
  if (isShared || candidate.share(isName) < 0.5) {
    return 0;
  }
  return distinct / filled.length > 0.95 ? 1 : REPEATED_NAME;
}

const ID_FORM = /^(?:[\da-f]{8}-[\da-f-]{4,27}|\d+|[\da-f]{16,})$/i;

const isName = (value: unknown): boolean => isWords(value) && !ID_FORM.test(toText(value));

/** An id differs in each record. If a list has some records twice, each id has one name. */
function fitId(candidate: Candidate, { name }: Best): boolean {
  const { words, plain, distinct, values } = candidate;
  const isKey = candidate !== name && candidate.share((value) => /\s/.test(toText(value))) === 0;
  const isName = words.includes('name') && !(plain === 'name' && isKey);
  const areTexts = values.every((value) => readText(value) !== undefined);
  const pairs = new Set(values.map((id, place) => JSON.stringify([id, name?.values[place]])));
  const isUnique = distinct === values.length || (name !== undefined && pairs.size === distinct);
  return !isName && areTexts && isUnique && distinct * 2 >= values.length;
}

const API_LINK = /^swis:|^https?:\S{1,300}\/(?:api|v\d|rest)\/\S{1,300}\/[\da-f-]+\/?$/i;

/** Most links to an API, and links with the monitor's own id, lead to the record. */
function fitTarget(candidate: Candidate, { id }: Best): boolean {
  const { values, filled } = candidate;
  const links = values.filter((value, place) => {
    const link = toText(value);
    const ownId = toText(id?.values[place]);
    return API_LINK.test(link) || (ownId !== '' && link.split(/[/=]/).includes(ownId, 3));
  });
  const areTargets = candidate.share((value) => isText(value) && isTarget(value.trim())) >= 0.3;
  return areTargets && links.length <= 0.8 * filled.length;
}

/** The record's own text must be about a failure, a check or the status: `message` isn't. */
function fitError(candidate: Candidate): boolean {
  return candidate.says(ERROR_SUBJECTS) && candidate.share(isWords) > 0.5;
}

function fitInterval(candidate: Candidate): boolean {
  return candidate.share((value) => readInterval(value, SECOND) !== undefined) >= 0.5;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether a value is a text that is no time. */
const isWords = (value: unknown): boolean => isText(value) && !readTime(value);

function isTags(value: unknown): boolean {
  return isArray(value) ? typeof value[0] !== 'number' : isText(value) || isObject(value);
}

function byTime(score: FieldRule['score']): FieldRule {
  return {
    score: (candidate) =>
      candidate.outer.some((word) => OTHER_THINGS.has(word)) ? 0 : score(candidate),
    fit: (candidate) => candidate.share((value) => readTime(value) !== undefined) > 0,
  };
}

/** In `latestDiff: {at: …}`, the outer key says what happened at that time. */
function scoreChange(candidate: Candidate): number {
  const isElse = candidate.says(STATUS_KEY_WORDS) || candidate.says(OTHER_CHANGES);
  return candidate.says(CHANGE_WORDS) && !isElse ? 0.9 : 0;
}

/** `down_since`, `status_changed_at`, `state.started`. */
function scoreStart(candidate: Candidate): number {
  const { words } = candidate;
  const isSince = words.at(-1) === 'since' && words.every((word) => SINCE_WORDS.has(word));
  const isStart = candidate.says(START_WORDS) || candidate.says(CHANGE_WORDS);
  return isSince || (isStart && candidate.says(STATUS_KEY_WORDS)) ? 0.9 : 0;
}

/** Words that say nothing else of a check: `last_status_check_at`. */
const OF_CHECK = new Set([
  'entry',
  ...CHECK_WORDS,
  ...LAST_WORDS,
  ...TIME_WORDS,
  ...STATUS_KEY_WORDS,
]);

/** Scores how clearly a time is the last check: best `last_check` and `last_agent_check`, then `checked_at`. */
function scoreCheck(candidate: Candidate): number {
  const { words, outer } = candidate;
  const others = words.filter((word) => !OF_CHECK.has(word));
  const isOfCheck = candidate.says(CHECK_WORDS);
  if (isOfCheck && candidate.says(LAST_WORDS)) {
    const isElse = others.some((word) => isOther(word) || FAILURE_WORDS.has(word));
    // The end of a check counts, not its start.
    const clarity = candidate.says(START_WORDS) ? 0.98 : 1;
    return isElse ? 0 : clarity;
  }
  const isInLast = outer.some((word) => LAST_WORDS.has(word));
  return others.length === 0 && (isOfCheck || isInLast) ? 0.9 : 0;
}
