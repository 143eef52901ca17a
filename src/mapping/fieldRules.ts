import { isArray, isObject } from '../base/json';
import { readText, toText } from '../base/scalar';
import { readTime, SECOND } from '../base/time';
import { isTarget } from '../base/url';
import { rank, type Candidate, type Holder, type Scored } from './candidates';
import * as lexicon from './lexicon';
import type { PlainField } from './mapping';
import { scoreTime } from './timeRules';
import { readInterval } from './values';

// How well a candidate fits a field: by the words of its key, times a factor by its values.

export type Chosen = { readonly [Field in PlainField]?: Candidate | undefined };

interface FieldRule {
  readonly score: (candidate: Candidate) => number;
  /** Returns a factor from 0 to 1, or whether the values fit. */
  readonly fit: (candidate: Candidate, chosen: Chosen) => number | boolean;
}

/** Holders: a factor for each kind of object around a value; 0 if absent. */
type Holders = Partial<Record<Holder, number>>;

const RULES: Readonly<Record<PlainField, FieldRule>> = {
  name: byWords(lexicon.NAME_KEYS, { own: 1 }, fitName),
  id: byWords(lexicon.ID, { own: 1 }, fitId),
  target: byWords(lexicon.TARGET, { own: 1, check: 0.75, other: 0.85 }, fitTarget),
  type: byWords(lexicon.TYPE, { own: 1 }, fitType),
  lastCheck: byTime('lastCheck'),
  changedAt: byTime('changedAt'),
  since: byTime('since'),
  lastError: byWords(lexicon.LAST_ERROR, { own: 1, check: 1, status: 1, incident: 1 }, fitError),
  interval: byWords(lexicon.INTERVAL, { own: 1, other: 0.85, check: 0.8 }, fitInterval),
  tags: byWords(lexicon.TAGS, { own: 1 }, fitTags),
};

function byWords(words: lexicon.FieldWords, holders: Holders, fit: FieldRule['fit']): FieldRule {
  const score = ({ words: key, holder, depth }: Candidate) =>
    lexicon.scoreWords(key, words) * (holders[holder] ?? 0) - 0.01 * depth;
  return { score, fit };
}

function byTime(field: PlainField): FieldRule {
  return {
    score: (candidate) => scoreTime(candidate, field),
    fit: (candidate) => candidate.share((value) => readTime(value) !== undefined) > 0,
  };
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
  chosen: Chosen = {},
): readonly Scored[] {
  const { score, fit } = RULES[field];
  return rank(candidates, field === 'name' ? MIN_NAME_SCORE : MIN_SCORE, (candidate) => {
    const words = score(candidate);
    const filled = candidate.filled.length / candidate.values.length;
    const isRare = words < VAGUE && filled < 0.9;
    return isRare ? 0 : words * Number(fit(candidate, chosen)) * (0.95 + 0.05 * filled);
  });
}

const ID_FORM = /^(?:[\da-f]{8}-[\da-f-]{4,27}|\d+|[\da-f]{16,})$/i;
/** Any clear name that differs in each record is better: `hostname` (0.75) than a repeated `site_name` (0.93). */
const REPEATED_NAME = 0.7;

function fitName(candidate: Candidate): number {
  const { filled, distinct } = candidate;
  const areTexts = candidate.share((value) => isText(value) && !readTime(value)) >= 0.5;
  const areIds = candidate.share((value) => ID_FORM.test(toText(value))) > 0.6;
  const isShared = distinct === 1 && filled.length > 2;
  if (!areTexts || areIds || isShared) {
    return 0;
  }
  return distinct / filled.length > 0.95 ? 1 : REPEATED_NAME;
}

function fitId(candidate: Candidate, { name }: Chosen): boolean {
  const { words, plain, distinct, values } = candidate;
  const isKey = candidate !== name && candidate.share((value) => /\s/.test(toText(value))) === 0;
  const isName = words.includes('name') && !(plain === 'name' && isKey);
  const areTexts = values.every((value) => readText(value) !== undefined);
  const isUnique = distinct === values.length || isRepeatedWith(name, candidate);
  return !isName && areTexts && isUnique;
}

/** Whether a list has some records twice: at most half of them, and each id has one name. */
function isRepeatedWith(name: Candidate | undefined, { values, distinct }: Candidate): boolean {
  const pairs = values.map((id, place) => JSON.stringify([id, name?.values[place]]));
  const isOneNameEach = name !== undefined && new Set(pairs).size === distinct;
  return isOneNameEach && distinct * 2 >= values.length;
}

/** A link to a record of an API. */
const API_LINK =
  /^https?:\S{1,300}\/(?:(?:api|v\d|rest)\/\S{1,300}|(?:monitor|check|watch)s?)\/[\da-f-]+\/?$|^swis:/i;

function fitTarget(candidate: Candidate, { id }: Chosen): boolean {
  const { values, filled } = candidate;
  const links = values.filter((value, place) => {
    const link = toText(value);
    const ownId = toText(id?.values[place]);
    return API_LINK.test(link) || (ownId !== '' && link.split(/[/=]/).includes(ownId, 3));
  });
  const areTargets = candidate.share((value) => isText(value) && isTarget(value.trim())) >= 0.3;
  return areTargets && links.length <= 0.8 * filled.length;
}

/** In JSON:API, `type` is the kind of record. */
const RECORD_KIND =
  /^[a-z]{0,20}(?:monitor|check|watch|test|feature|object|record|item|resource)s?$|\//i;

function fitType(candidate: Candidate): boolean {
  const { values, filled, distinct } = candidate;
  const isKind = values.length > 1 && distinct === 1 && RECORD_KIND.test(toText(filled[0]));
  return !isKind && candidate.share(isText) > 0.8;
}

/** The record's own text must be about a failure, a check or the status: `message` isn't. */
function fitError(candidate: Candidate): boolean {
  const areTexts = candidate.share((value) => isText(value) && !readTime(value)) > 0.5;
  const subjects = [lexicon.FAILURE_WORDS, lexicon.CHECK_WORDS, lexicon.STATUS_KEY_WORDS];
  const isAbout = subjects.some((words) => candidate.speaksOf(words));
  return areTexts && (candidate.holder !== 'own' || isAbout);
}

function fitInterval(candidate: Candidate): boolean {
  const { plain, path } = candidate;
  // "03:00:00" in a schedule is a time of day.
  const isTimeOfDay =
    plain === 'schedule' && candidate.share((value) => /^\d\d:/.test(toText(value))) > 0;
  const areIntervals = candidate.share((value) => readInterval(value, SECOND) !== undefined) >= 0.5;
  return areIntervals && !isTimeOfDay && !path.includes('[');
}

function fitTags(candidate: Candidate): boolean {
  const areTags = (value: unknown) =>
    isArray(value) ? typeof value[0] !== 'number' : isText(value) || isObject(value);
  return candidate.share(areTags) === 1;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
