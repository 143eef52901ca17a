import { isArray, isObject, readText, toText } from '../base/json';
import { toPath, type Path } from '../base/path';
import { readTime, readUnit, SECOND } from '../base/time';
import { isTarget } from '../base/url';
import { findCandidates, rank, type Candidate, type Holder, type Sample } from './candidate';
import { findStatus } from './findStatus';
import * as lexicon from './lexicon';
import { PLAIN_FIELDS, type Field, type PlainField, type RecordMapping } from './mapping';
import { readInterval } from './readRecord';

// Finds where each field is. How well a candidate fits: by the words of its key, times a factor by its values.

export interface FieldSearch {
  readonly mapping: RecordMapping;
  /** How many fields of a monitor the records have. */
  readonly likeness: number;
}

type Best = { [Field in PlainField]?: Candidate | undefined };

/** Finds where each field is, by the keys and values of some records. */
export function findFields(samples: readonly Sample[]): FieldSearch {
  const candidates = findCandidates(samples);
  const fields: { [Field in PlainField]?: readonly Path[] } = {};
  const best: Best = {};
  for (const field of PLAIN_FIELDS) {
    const likely = findLikely(field, candidates, best);
    fields[field] = likely.map(({ path }) => path);
    best[field] = likely[0];
  }
  // The key of a record may be its name and id: `{"db": {…}}`.
  const keys = samples.some(({ key }) => key) ? ['@key'] : [];
  const { name: names = [], id: ids = [] } = fields;
  fields.name = names.length > 0 ? names : keys;
  fields.id = ids.length > 0 ? ids : keys;
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
  const holderOf = ({ steps }: Candidate) => toPath(steps.slice(0, -1));
  const beside = candidates.filter((field) => holderOf(field) === holderOf(interval));
  return beside.find(
    (field) => field.words.includes('unit') && field.share((value) => isUnit(value)) === 1,
  );
}

const isUnit = (value: unknown): boolean => readUnit(toText(value)) !== undefined;

interface FieldRule {
  readonly score: (candidate: Candidate) => number;
  /** Returns a factor from 0 to 1, or whether the values fit. */
  readonly fit: (candidate: Candidate, best: Best) => number | boolean;
}

/** Holders: a factor for each kind of object around a value; 0 if absent. */
type Holders = Partial<Record<Holder, number>>;

const RULES: Readonly<Record<PlainField, FieldRule>> = {
  name: byWords(lexicon.NAME_KEYS, fitName),
  id: byWords(lexicon.ID, fitId),
  target: byWords(lexicon.TARGET, fitTarget, { check: 0.75, other: 0.85 }),
  type: byWords(lexicon.TYPE, (candidate) => candidate.share(isText) > 0.8),
  lastCheck: byTime('lastCheck'),
  changedAt: byTime('changedAt'),
  since: byTime('since'),
  lastError: byWords(lexicon.LAST_ERROR, fitError, { check: 1, status: 1, incident: 1 }),
  interval: byWords(lexicon.INTERVAL, fitInterval, { other: 0.85, check: 0.8 }),
  tags: byWords(lexicon.TAGS, (candidate) => candidate.share(isTags) === 1),
};

function byWords(words: lexicon.FieldWords, fit: FieldRule['fit'], holders: Holders = {}) {
  const factors: Holders = { own: 1, ...holders };
  const score = ({ words: key, holder, depth }: Candidate) =>
    lexicon.scoreWords(key, words) * (factors[holder] ?? 0) - 0.01 * depth;
  return { score, fit };
}

/** An id may be a `mac` (0.65) behind other words (0.52), but not a `name` (0.6) behind them (0.48). */
const MIN_SCORE = 0.5;
/** A `keyword` (0.7) that is repeated for each country is still a name. */
const MIN_NAME_SCORE = 0.45;
/** A `host` (0.65) behind other words counts only if most records have one. */
const VAGUE = 0.6;

/** Returns the candidates for a field, best first. */
export function rankCandidates(
  field: PlainField,
  candidates: readonly Candidate[],
  best: Best = {},
) {
  const { score, fit } = RULES[field];
  return rank(candidates, field === 'name' ? MIN_NAME_SCORE : MIN_SCORE, (candidate) => {
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

/** Most links to an API, and links with the monitor's own id, lead to the record. */
function fitTarget(candidate: Candidate, { id }: Best): boolean {
  const { values, filled } = candidate;
  const links = values.filter((value, place) => {
    const link = toText(value);
    const ownId = toText(id?.values[place]);
    const isOfApi = /^swis:|^https?:\S{1,300}\/(?:api|v\d|rest)\/\S{1,300}\/[\da-f-]+\/?$/i.test(
      link,
    );
    return isOfApi || (ownId !== '' && link.split(/[/=]/).includes(ownId, 3));
  });
  const areTargets = candidate.share((value) => isText(value) && isTarget(value.trim())) >= 0.3;
  return areTargets && links.length <= 0.8 * filled.length;
}

/** The record's own text must be about a failure, a check or the status: `message` isn't. */
function fitError(candidate: Candidate): boolean {
  const subjects = [lexicon.FAILURE_WORDS, lexicon.CHECK_WORDS, lexicon.STATUS_KEY_WORDS];
  const isAbout = subjects.some((words) => candidate.speaksOf(words));
  return candidate.share(isWords) > 0.5 && (candidate.holder !== 'own' || isAbout);
}

function fitInterval(candidate: Candidate): boolean {
  const areIntervals = candidate.share((value) => readInterval(value, SECOND) !== undefined) >= 0.5;
  return areIntervals && !candidate.path.includes('[');
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether a value is a text that is no time. */
const isWords = (value: unknown): boolean => isText(value) && !readTime(value);

function isTags(value: unknown): boolean {
  return isArray(value) ? typeof value[0] !== 'number' : isText(value) || isObject(value);
}

function byTime(field: PlainField): FieldRule {
  const score = (candidate: Candidate) => {
    const about = candidate.holder === 'stranger' ? undefined : fieldOf(candidate);
    const clarity = about === 'lastCheck' ? scoreCheck(candidate) : 0.9;
    return about === field ? clarity - 0.01 * candidate.depth : 0;
  };
  return { score, fit: (candidate) => candidate.share((value) => Boolean(readTime(value))) > 0 };
}

/** Decides whether a time is the last check, the last change or the start of the status. */
function fieldOf(candidate: Candidate) {
  const { words, holder } = candidate;
  const isOfStatus = candidate.speaksOf(lexicon.STATUS_KEY_WORDS);
  // In `latestDiff: {at: …}`, the outer key says what happened at that time.
  if (candidate.speaksOf(lexicon.CHANGE_WORDS)) {
    const ofTarget = isOfStatus ? 'since' : 'changedAt';
    return candidate.speaksOf(lexicon.OTHER_CHANGES) ? undefined : ofTarget;
  }
  const isSince = words.at(-1) === 'since' && words.every((word) => lexicon.SINCE_WORDS.has(word));
  if (isSince || (isOfStatus && candidate.says(lexicon.START_WORDS))) {
    return 'since';
  }
  return holder === 'incident' ? undefined : 'lastCheck';
}

/** Scores how clearly a time is the last check: `last_check`, `checked_at`. */
function scoreCheck(candidate: Candidate): number {
  const { words, holder } = candidate;
  // The end of a check counts, not its start.
  const penalty = candidate.says(lexicon.START_WORDS) ? 0.02 : 0;
  const isLast = candidate.speaksOf(lexicon.LAST_WORDS) && !candidate.says(lexicon.OTHER_TIMES);
  if (isLast && candidate.speaksOf(lexicon.CHECK_WORDS)) {
    return 1 - penalty;
  }
  const telling = words.filter(
    (word) => !lexicon.TIME_WORDS.has(word) && !lexicon.START_WORDS.has(word),
  );
  const isOnlyCheck = telling.every((word) => lexicon.CHECK_WORDS.has(word));
  return isOnlyCheck && (holder === 'check' || telling.length > 0) ? 0.9 - penalty : 0;
}
