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
  /** Returns a factor from 0 to 1. */
  readonly fit: (candidate: Candidate, chosen: Chosen) => number;
}

/** Holders: a factor for each kind of object around a value; 0 if absent. */
type Holders = Partial<Record<Holder, number>>;

const RULES: Readonly<Record<PlainField, FieldRule>> = {
  name: byWords(lexicon.NAME, { own: 1 }, fitName),
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
  const fit = (candidate: Candidate) =>
    Number(candidate.share((value) => readTime(value) !== undefined) > 0);
  return { score: (candidate) => scoreTime(candidate, field), fit };
}

/** `hostname` (0.7) behind a noun is the least clear key that counts. */
const MIN_SCORE = 0.5;
/** A `keyword` (0.65) that is repeated for each country is still a name. */
const MIN_NAME_SCORE = 0.45;
/** `title` (0.9) is known even if no record has one, `host` (0.6) only if most have. */
const CLEAR = 0.85;
const VAGUE = 0.6;

/** Returns the candidates for a field, best first. */
export function rankCandidates(
  field: PlainField,
  candidates: readonly Candidate[],
  chosen: Chosen = {},
): readonly Scored[] {
  const { score, fit } = RULES[field];
  const minimum = field === 'name' ? MIN_NAME_SCORE : MIN_SCORE;
  return rank(candidates, minimum, (candidate) => {
    const words = score(candidate);
    const { filled, values } = candidate;
    const share = filled.length / values.length;
    if (filled.length === 0 && words > CLEAR && field !== 'id' && field !== 'name') {
      return minimum;
    }
    if (words < VAGUE && share < 0.9) {
      return 0;
    }
    return words * fit(candidate, chosen) * (0.95 + 0.05 * share);
  });
}

const ID_FORM = /^(?:[\da-f]{8}-[\da-f-]{4,27}|\d+|[\da-f]{16,})$/i;
/** Any clear name that differs in each record is better: `hostname` (0.7) than a repeated `site_name` (0.93). */
const REPEATED_NAME = 0.7;

function fitName(candidate: Candidate): number {
  const { filled, distinct, depth } = candidate;
  const areTexts = candidate.share((value) => isText(value) && !readTime(value)) >= 0.5;
  const areIds = candidate.share((value) => ID_FORM.test(toText(value))) > 0.6;
  const isSame = filled.length > 2 && distinct === 1;
  const variety = distinct / filled.length;
  // The name of a host that has several monitors isn't theirs.
  const isOfHolder = depth > 1 && variety < 0.7;
  if (!areTexts || areIds || isSame || isOfHolder) {
    return 0;
  }
  return variety > 0.95 ? 1 : REPEATED_NAME;
}

function fitId(candidate: Candidate, { name }: Chosen): number {
  const { words, plain, filled, distinct, values } = candidate;
  const isKey = candidate !== name && candidate.share((value) => /\s/.test(toText(value))) === 0;
  const isName = words.includes('name') && !(plain === 'name' && isKey);
  // `code: 200` is a result.
  const areCodes = plain.endsWith('code') && candidate.share((value) => Number(value) < 1_000) > 0;
  const areTexts = candidate.share((value) => readText(value) !== undefined) === 1;
  const isUnique = distinct === values.length || (name && isRepeatedWith(name, candidate));
  if (isName || areCodes || !areTexts || filled.length < values.length || !isUnique) {
    return 0;
  }
  // `location_id` beside `campaign_id`
  return candidate.says(lexicon.OTHER_THINGS) ? 0.8 : 1;
}

/** Whether some records are listed twice: each value of a clear key of ids has one name. */
function isRepeatedWith(name: Candidate, id: Candidate): boolean {
  if (id === name || lexicon.scoreWords(id.words, lexicon.ID) < 0.9) {
    return false;
  }
  const pairs = id.values.map((value, place) => JSON.stringify([value, name.values[place]]));
  return new Set(pairs).size === id.distinct && id.distinct * 2 >= id.values.length;
}

/** A link to a record of an API. */
const API_LINK =
  /^https?:\S{1,300}\/(?:(?:api|v\d|rest)\/\S{1,300}|(?:monitor|check|watch)s?)\/[\da-f-]+\/?$|^swis:/i;

function fitTarget(candidate: Candidate, { id }: Chosen): number {
  const { values, filled, distinct } = candidate;
  const hasId = (link: string, place: number) => {
    const text = toText(id?.values[place]);
    return text !== '' && link.split(/[/=]/).includes(text, 3);
  };
  const links = values.filter(
    (value, place) => isText(value) && (API_LINK.test(value) || hasId(value, place)),
  );
  const areTargets = candidate.share((value) => isText(value) && isTarget(value.trim())) >= 0.3;
  if (!areTargets || links.length > 0.8 * filled.length) {
    return 0;
  }
  // A `domain` that all share is less a target than an `fqdn` that differs.
  return values.length > 2 && distinct === 1 ? 0.83 : 1;
}

/** In JSON:API, `type` is the kind of record. */
const RECORD_KIND =
  /^[a-z]{0,20}(?:monitor|check|watch|test|feature|object|record|item|resource)s?$|\//i;

function fitType(candidate: Candidate): number {
  const { values, filled, distinct } = candidate;
  const isKind = values.length > 1 && distinct === 1 && RECORD_KIND.test(toText(filled[0]));
  return Number(!isKind && candidate.share(isText) > 0.8);
}

/** The record's own text must be about a failure, a check or the status: `message` isn't. */
function fitError(candidate: Candidate): number {
  const areTexts = candidate.share((value) => isText(value) && !readTime(value)) > 0.5;
  const subjects = [lexicon.FAILURE_WORDS, lexicon.CHECK_WORDS, lexicon.STATUS_KEY_WORDS];
  const isAbout = subjects.some((words) => candidate.speaksOf(words));
  return Number(areTexts && (candidate.holder !== 'own' || isAbout));
}

function fitInterval(candidate: Candidate): number {
  const areIntervals = candidate.share((value) => readInterval(value, SECOND) !== undefined) >= 0.5;
  // "03:00:00" in a schedule is a time of day.
  const areTimes =
    candidate.plain === 'schedule' && candidate.share((value) => /^\d\d:/.test(toText(value))) > 0;
  return Number(areIntervals && !areTimes && !candidate.path.includes('['));
}

function fitTags(candidate: Candidate): number {
  const areTags = (value: unknown) =>
    isArray(value) ? typeof value[0] !== 'number' : isText(value) || isObject(value);
  return Number(candidate.share(areTags) === 1);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
