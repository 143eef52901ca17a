import { isArray, isObject } from '../base/json';
import { toPath, type Path } from '../base/path';
import { readText, toText } from '../base/scalar';
import { readDuration, readTime, readUnit, SECOND } from '../base/time';
import { isTarget } from '../base/url';
import { findCandidates, rank } from './candidates';
import type { Candidate, Holder, Sample } from './candidates';
import { findStatus } from './findStatus';
import { meaningOf } from './statusWords';
import * as lexicon from './lexicon';
import { PLAIN_FIELDS, type Field, type PlainField, type RecordMapping } from './mapping';
import { readInterval } from './values';

interface Context {
  readonly count: number;
  readonly chosen: Partial<Record<PlainField, Candidate | undefined>>;
}

interface FieldRule {
  readonly score: (candidate: Candidate) => number;
  readonly fit: (candidate: Candidate, context: Context) => number | boolean;
}

/** @param holders a factor for each kind of object around a value; 0 if absent */
const byWords = (
  words: lexicon.FieldWords,
  holders: Partial<Record<Holder, number>>,
  fit: FieldRule['fit'],
): FieldRule => ({
  score: ({ words: key, holder, depth }) =>
    lexicon.scoreWords(key, words) * (holders[holder] ?? 0) - 0.01 * depth,
  fit,
});

const SINCE =
  /^(?:current|fail(?:ing|ed)|alarm|down|offline|up|online|broken|blocked|idle|overdue|(?:un)?healthy|health|availability|verdict|(?:inthis)?stat(?:e|us)|degraded|problem|(?:un)?reachable)?since(?:ms|utc)?$|^(?:active|starts)at$|stat(?:e|us)modified$/;

/** What a time is about, and how clear that is. */
function aboutTime(one: Candidate): readonly [PlainField, score: number] | undefined {
  const ofStatus = one.speaksOf(lexicon.STATUS_KEY_WORDS);
  // In `latestDiff: {at: …}`, the outer key says what happened at that time.
  if (one.speaksOf(lexicon.CHANGE_WORDS)) {
    const isOfStatus = ofStatus && !/content|text|page|body|price/.test(one.plain);
    return one.speaksOf(lexicon.OTHER_CHANGES)
      ? undefined
      : [isOfStatus ? 'since' : 'changedAt', 0.9];
  }
  if (SINCE.test(one.plain) || (ofStatus && one.says(lexicon.START_WORDS))) {
    return ['since', 0.9];
  }
  if (one.holder === 'incident') {
    return undefined;
  }
  const ofCheck = one.speaksOf(lexicon.CHECK_WORDS);
  const isLast = one.speaksOf(lexicon.LAST_WORDS) && !one.says(lexicon.OTHER_TIMES);
  // `checked_at` is the last check even without "last".
  const rest = one.words.filter(
    (word) => !lexicon.TIME_WORDS.has(word) && !lexicon.START_WORDS.has(word),
  );
  const isOnlyCheck =
    rest.every((word) => lexicon.CHECK_WORDS.has(word)) &&
    (one.holder === 'check' || rest.length > 0);
  const isStamp =
    one.plain === 'timestamp' && (/^(?:status|check)$/.test(one.holder) || one.path.includes('@'));
  let score = isStamp ? 0.6 : 0;
  if (isLast && ofCheck) {
    score = 1;
  } else if (isOnlyCheck) {
    score = 0.9;
  }
  // The end of a check counts, not its start.
  return ['lastCheck', one.says(lexicon.START_WORDS) ? score - 0.02 : score];
}

const byTime = (field: PlainField): FieldRule => ({
  score: (one) => {
    const [about, score = 0] = one.holder === 'stranger' ? [] : (aboutTime(one) ?? []);
    return about === field ? score - 0.01 * one.depth : 0;
  },
  fit: (one) => one.share((value) => readTime(value) !== undefined) > 0,
});

const isText = (value: unknown): value is string => typeof value === 'string';

const ID_FORM = /^(?:[\da-f]{8}-[\da-f-]{4,27}|\d+|[\da-f]{16,})$/i;
/** A link to a record of an API. */
const API_LINK =
  /^https?:\S{1,300}\/(?:(?:api|v\d|rest)\/\S{1,300}|(?:monitor|check|watch)s?)\/[\da-f-]+\/?$|^swis:/i;
const RECORD_KIND =
  /^[a-z]{0,20}(?:monitor|check|watch|test|feature|object|record|item|resource)s?$|\//i;

/** Any clear name that differs in each record is better: `hostname` (0.7) than a repeated `site_name` (0.93). */
const REPEATED_NAME = 0.7;

const RULES: Readonly<Record<PlainField, FieldRule>> = {
  name: byWords(lexicon.NAME, { own: 1 }, (one) => {
    const areTexts = one.share((v) => isText(v) && !readTime(v)) >= 0.5;
    const areIds = one.share((v) => ID_FORM.test(toText(v))) > 0.6;
    const isSame = one.filled.length > 2 && one.distinct === 1;
    // The name of a host that has several monitors isn't theirs.
    const variety = one.distinct / one.filled.length;
    const isOther = isSame || (one.depth > 1 && variety < 0.7);
    return areTexts && !areIds && !isOther && (variety > 0.95 ? 1 : REPEATED_NAME);
  }),
  id: byWords(lexicon.ID, { own: 1 }, (one, { count, chosen }) => {
    const isKey = one !== chosen.name && one.share((v) => /\s/.test(toText(v))) === 0;
    const isName = one.words.includes('name') && !(one.plain === 'name' && isKey);
    // `code: 200` is a result.
    const areCodes = one.plain.endsWith('code') && one.share((v) => Number(v) < 1_000) > 0;
    const areTexts = one.share((v) => readText(v) !== undefined) === 1;
    const isUnique = one.distinct === count || isRepeatedWith(chosen.name, one);
    const isId = !isName && !areCodes && areTexts && one.filled.length === count && isUnique;
    // `location_id` beside `campaign_id`
    return isId && (one.says(lexicon.OTHER_THINGS) ? 0.8 : 1);
  }),
  target: byWords(
    lexicon.TARGET,
    { own: 1, check: 0.75, other: 0.85 },
    (one, { count, chosen }) => {
      const idOf = (i: number) => toText(chosen.id?.values[i]) || '/';
      const hasId = (link: string, i: number) => link.split(/[/=]/).includes(idOf(i), 3);
      const isLink = (v: unknown, i: number) => isText(v) && (API_LINK.test(v) || hasId(v, i));
      const areLinks = one.values.filter(isLink).length > 0.8 * one.filled.length;
      const areTargets = one.share((v) => isText(v) && isTarget(v.trim())) >= 0.3;
      const isShared = count > 2 && one.distinct === 1;
      return areTargets && !areLinks && (isShared ? 0.83 : 1);
    },
  ),
  type: byWords(lexicon.TYPE, { own: 1 }, (one, { count }) => {
    // In JSON:API, `type` is the kind of record.
    const isKind = count > 1 && one.distinct === 1 && RECORD_KIND.test(toText(one.filled[0]));
    return !isKind && one.share(isText) > 0.8;
  }),
  lastCheck: byTime('lastCheck'),
  changedAt: byTime('changedAt'),
  since: byTime('since'),
  lastError: byWords(lexicon.LAST_ERROR, { own: 1, check: 1, status: 1, incident: 1 }, (one) => {
    const areTexts = one.share((v) => isText(v) && !readTime(v)) > 0.5;
    const about = [lexicon.FAILURE_WORDS, lexicon.CHECK_WORDS, lexicon.STATUS_KEY_WORDS];
    return areTexts && (one.holder !== 'own' || about.some((words) => one.speaksOf(words)));
  }),
  interval: byWords(lexicon.INTERVAL, { own: 1, other: 0.85, check: 0.8 }, (one) => {
    const areIntervals = one.share((v) => readInterval(v, SECOND) !== undefined) >= 0.5;
    // "03:00:00" in a schedule is a time of day.
    const areTimes = one.plain === 'schedule' && one.share((v) => /^\d\d:/.test(toText(v))) > 0;
    return areIntervals && !areTimes && !one.path.includes('[');
  }),
  tags: byWords(lexicon.TAGS, { own: 1 }, (one) => {
    return (
      one.share((v) => (isArray(v) ? typeof v[0] !== 'number' : isText(v) || isObject(v))) === 1
    );
  }),
};

const MIN_SCORE = 0.5;
/** A `keyword` (0.65) that is repeated for each country is still a name. */
const MIN_NAME_SCORE = 0.45;
const MAX_PATHS = 3;
/** Other paths are this close to the best. If a name is missing, a ticker symbol isn't it. */
const MAX_GAP = 0.19;

export function rankCandidates(
  field: PlainField,
  candidates: readonly Candidate[],
  context: Context,
) {
  const { score, fit } = RULES[field];
  return rank(candidates, field === 'name' ? MIN_NAME_SCORE : MIN_SCORE, (one) => {
    const words = score(one);
    const filled = one.filled.length / context.count;
    // A clear key counts even without values. A vague key counts only if nearly all records have it.
    if (filled === 0 && words > 0.85 && field !== 'id' && field !== 'name') {
      return MIN_SCORE;
    }
    return words < 0.6 && filled < 0.9
      ? 0
      : words * Number(fit(one, context)) * (0.95 + 0.05 * filled);
  });
}

export interface FieldsFound {
  readonly mapping: RecordMapping;
  /** How many fields of a monitor the records have. */
  readonly likeness: number;
}

export function findFields(samples: readonly Sample[]): FieldsFound {
  const candidates = findCandidates(samples);
  const fields: { [Field in PlainField]?: readonly Path[] } = {};
  const chosen: Context['chosen'] = {};
  const context = { count: samples.length, chosen };
  for (const field of PLAIN_FIELDS) {
    // Two paths to an id could give one monitor two ids.
    const all = rankCandidates(field, candidates, context).slice(0, field === 'id' ? 1 : MAX_PATHS);
    const ranked = all.filter(({ score }) => score > all[0]!.score - MAX_GAP);
    fields[field] = ranked.map(({ candidate }) => candidate.path);
    chosen[field] = ranked[0]?.candidate;
  }
  const { id, name, target, type, lastCheck, interval } = chosen;
  // The key of a record may be its id: `{"db": {…}}`.
  const itself = samples.some(({ key }) => key) ? ['@key'] : [];
  const isIdName = id?.share((v) => /^\D{3,}$/.test(toText(v))) === 1;
  const isNamed = name !== undefined || isIdName || itself.length > 0;
  const texts = isNamed
    ? []
    : candidates.filter((one) => one !== id && mayBeName(one, samples.length));
  if (name === undefined) {
    fields.name = texts.length === 1 ? [texts[0]!.path] : itself;
  }
  // Keys such as `item_001` may begin again on each page.
  const areKeysIds = samples.some(({ key }) => key && !/^\D*\d{1,3}$/.test(key));
  const isClearId = id && (!areKeysIds || lexicon.scoreWords(id.words, lexicon.ID) >= 0.8);
  if (!isClearId) {
    fields.id = itself;
  }
  const status = findStatus(candidates);
  const unclear: Field[] = [];
  if (texts.length > 1 && !target) {
    unclear.push('name');
  }
  if (status.isAsked) {
    unclear.push('status');
  }
  // A field in an inner list doesn't make this the list of monitors.
  const isLikely = (one?: Candidate) => one?.path.includes('[') === false;
  const likely = [id, name, target, type, lastCheck, interval].filter(isLikely);
  return {
    mapping: {
      fields,
      status: status.mapping,
      unitMs: readUnit(interval?.words.at(-1) ?? ''),
      unit: interval && findUnit(interval, candidates)?.path,
      unclear,
    },
    likeness: likely.length + 2 * Number(status.isFound),
  };
}

/** Whether some records are listed twice: each value of a clear key of ids has one name. */
function isRepeatedWith(name: Candidate | undefined, id: Candidate): boolean {
  if (name === undefined || id === name || lexicon.scoreWords(id.words, lexicon.ID) < 0.9) {
    return false;
  }
  const pairs = id.values.map((value, place) => JSON.stringify([value, name.values[place]]));
  return new Set(pairs).size === id.distinct && id.distinct * 2 >= id.values.length;
}

/** Whether distinct texts of a key that is of no other field may name the monitors. */
function mayBeName(one: Candidate, count: number): boolean {
  const isStatus = (v: string) => !v.includes(' ') && meaningOf(v) !== undefined;
  const isOther = (v: string) => readTime(v) ?? readDuration(v) ?? (isStatus(v) || isTarget(v));
  const areNames =
    one.share((v) => isText(v) && /^(?!\d+$)[^/@]{2,120}$/.test(v) && !isOther(v)) === 1;
  const isError = lexicon.scoreWords(one.words, lexicon.LAST_ERROR) > 0;
  const isOwn = one.holder === 'own' && !one.says(lexicon.NAME.not) && !isError;
  return isOwn && areNames && count > 1 && one.distinct === count;
}

/** Finds the unit beside an interval whose key has none: `{period: 1, periodUnit: "days"}`, `{every: 5, unit: "minutes"}`. */
function findUnit(interval: Candidate, candidates: readonly Candidate[]): Candidate | undefined {
  const holder = toPath(interval.steps.slice(0, -1));
  if (readUnit(interval.words.at(-1) ?? '') !== undefined) {
    return undefined;
  }
  return candidates.find(
    ({ steps, words, filled }) =>
      toPath(steps.slice(0, -1)) === holder &&
      words.includes('unit') &&
      filled.length > 0 &&
      filled.every((value) => readUnit(toText(value)) !== undefined),
  );
}
