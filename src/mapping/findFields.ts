import { isArray, isObject } from '../base/json';
import { readTime } from '../base/time';
import { domainOf } from '../base/url';
import { lastKey, type Path, type Step } from '../base/path';
import { findCandidates, rank, type Candidate, type Holder, type Ranked } from './candidates';
import { findStatus, meaningOf } from './findStatus';
import * as lexicon from './lexicon';
import { PLAIN_FIELDS, type PlainField } from './mapping';
import type { Sample } from './records';
import * as values from './values';
import { toSingular, toWords } from './words';

interface Context {
  readonly count: number;
  /** Of the service. */
  readonly address?: string | undefined;
  readonly chosen: Partial<Record<PlainField, Candidate | undefined>>;
}

interface FieldRule {
  readonly maxPaths: number;
  readonly score: (candidate: Candidate) => number;
  readonly fit: (candidate: Candidate, context: Context) => number | boolean;
}

/** @param holders a factor for each kind of object around a value; 0 if absent */
const byWords = (
  words: lexicon.FieldWords,
  holders: Partial<Record<Holder, number>>,
  maxPaths: number,
  fit: FieldRule['fit'],
): FieldRule => ({
  maxPaths,
  score: ({ words: key, outerWords, holder, depth }) => {
    const wrapped = outerWords.length > 0 ? lexicon.scoreWords([...outerWords, ...key], words) : 0;
    return Math.max(lexicon.scoreWords(key, words), wrapped) * (holders[holder] ?? 0) - 0.01 * depth;
  },
  fit,
});

/** What a time is about, and how clear that is. */
function aboutTime(one: Candidate): readonly [PlainField, score: number] | undefined {
  const { words, holder } = one;
  const isEdge = (word: string) => lexicon.START_WORDS.has(word) || lexicon.END_WORDS.has(word);
  const rest = words.filter((word) => !lexicon.TIME_WORDS.has(word) && !isEdge(word));
  // In `latestDiff: {at: …}`, the outer key says what happened at that time.
  const says = (about: ReadonlySet<string>) => (rest.length === 0 ? one.speaksOf(about) : one.says(about));
  const ofStatus = holder === 'status' || one.speaksOf(lexicon.STATUS_KEY_WORDS);
  const isChange = says(lexicon.CHANGE_WORDS);
  if (holder === 'incident' || holder === 'stranger' || (holder === 'other' && !isChange)) {
    return undefined;
  }
  if (isChange) {
    const isOfStatus = ofStatus && !/content|text|page|body|price/.test(one.plain);
    return one.speaksOf(lexicon.OTHER_CHANGES) ? undefined : [isOfStatus ? 'since' : 'changedAt', 0.9];
  }
  if (SINCE.test(one.plain) || (ofStatus && one.says(lexicon.START_WORDS))) {
    return ['since', 0.9];
  }
  const isLast = one.speaksOf(lexicon.LAST_WORDS) && !one.says(lexicon.OTHER_TIMES);
  // `checked_at` is the last check even without "last".
  const areChecks =
    rest.every((word) => lexicon.CHECK_WORDS.has(word)) && (holder === 'check' || rest.length > 0);
  // A record's own `timestamp` may be of anything.
  const isStamp =
    rest.length === 0 ? holder === 'status' && words.includes('timestamp') : rest.join('') === 'latest';
  const score = isLast && says(lexicon.CHECK_WORDS) ? 1 : areChecks ? 0.9 : isStamp ? 0.65 : 0;
  // The end of a check counts, not its start.
  return ['lastCheck', one.says(lexicon.START_WORDS) ? score - 0.02 : score];
}

const isTime = (value: unknown) => readTime(value) !== undefined;
/** 0 means never. A smaller number may be an amount. */
const isTimeOrNever = (value: unknown) => isText(value) || value === 0 || Number(value) > 1.6e9;
const isNano = (value: unknown) => Number(value) >= 1e9 && Number(value) % 1e9 === 0;

const byTime = (field: PlainField, maxPaths: number): FieldRule => ({
  maxPaths,
  score: (one) => {
    const [about, score = 0] = aboutTime(one) ?? [];
    return about === field ? score - 0.01 * one.depth : 0;
  },
  fit: (one) => one.share(isTime) >= 0.5 || (one.share(isTime) > 0 && one.share(isTimeOrNever) === 1),
});

const SINCE = /^(?:activeat|startsat|(?:failing|alarm|down|offline)?since|(?:overall)?stat(?:e|us)modified)$/;
const isText = (value: unknown): value is string => typeof value === 'string';

const ID_FORM = /^(?:[\da-f]{8}-[\da-f-]{4,27}|\d+|[\da-f]{16,})$/i;
/** A link to a record of an API. */
const API_LINK =
  /^https?:\S{1,300}\/(?:(?:api|v\d|rest)\/\S{1,300}|(?:monitor|check|watch)s?)\/[\da-f-]+\/?$|^swis:/i;
const RECORD_KIND = /^[a-z]{0,20}(?:monitor|check|watch|test|feature|object|record|item|resource)s?$|\//i;
const OF_TARGET = { own: 1, check: 0.75, other: 0.85 };
const OF_FAILURE = { own: 1, check: 1, status: 1, incident: 1 };

const RULES: Readonly<Record<PlainField, FieldRule>> = {
  name: byWords(lexicon.NAME, { own: 1 }, 3, (one, { count }) => {
    const areTexts = one.share((v) => isText(v) && v.length <= 300 && !readTime(v)) >= 0.5;
    const areIds = one.share((v) => ID_FORM.test(values.toText(v))) > 0.6;
    const isSame = count > 2 && one.filled.length > 2 && one.distinct === 1;
    const variety = one.distinct / one.filled.length;
    const isOther = one.isInThing && (variety < 0.7 || lexicon.scoreWords(one.words, lexicon.NAME) < 0.8);
    return areTexts && !isSame && !areIds && !isOther && (variety > 0.95 ? 1 : 0.7);
  }),
  id: byWords(lexicon.ID, { own: 1 }, 1, (one, { count, chosen }) => {
    const isKey = one !== chosen.name && one.share((v) => /\s/.test(values.toText(v))) === 0;
    const mayBeId = !one.words.includes('name') || (one.plain === 'name' && isKey);
    const isEach = one.filled.length === count && one.distinct === count;
    // Row numbers begin again on each page.
    const areCodes = /(?:code|no)$/.test(one.plain) && one.share((v) => Number(v) < 1_000) === 1;
    const isId = isEach && !areCodes && mayBeId && one.share((v) => values.readText(v) !== undefined) === 1;
    // `location_id` beside `campaign_id`
    return isId && (one.says(lexicon.STRANGERS) ? 0.8 : 1);
  }),
  target: byWords(lexicon.TARGET, OF_TARGET, 4, (one, { count, chosen, address = '' }) => {
    const domains = new Set(one.filled.flatMap((v) => (isText(v) && domainOf(v)) || []));
    const isElsewhere = domains.size > 1 || (address !== '' && !domains.has(domainOf(address) ?? ''));
    // A link to the record itself contains its id.
    const idOf = (i: number) => values.toText(chosen.id?.values[i]) || '/';
    const hasId = (v: string, i: number) => v.split(/[/=]/).includes(idOf(i), 3);
    const isLink = (v: unknown, i: number) =>
      isText(v) && (API_LINK.test(v) || (!isElsewhere && v.includes('://') && hasId(v, i)));
    const areTargets = one.share((v) => isText(v) && values.isTarget(v.trim())) >= 0.3;
    const isOther = one.plain === 'full' && !/\burl\.full$/i.test(one.path);
    const mayBeTarget = areTargets && !isOther && one.values.filter(isLink).length <= 0.8 * one.filled.length;
    // A domain of all is less likely, and the first address of all is none.
    const isShared = count > 2 && one.distinct === 1;
    return mayBeTarget && !(isShared && one.path.endsWith('[0]')) && (isShared ? 0.83 : 1);
  }),
  type: byWords(lexicon.TYPE, { own: 1 }, 2, (one, { count }) => {
    const isWord = (v: unknown) => (isText(v) ? v.length <= 60 && !v.includes('://') : Number(v) < 1_000);
    // In JSON:API, `type` is the kind of record.
    const isKind = count > 1 && one.distinct === 1 && RECORD_KIND.test(values.toText(one.filled[0]));
    return !isKind && one.share(isWord) > 0.8 && (one.share(isText) > 0 ? 1 : 0.6);
  }),
  lastCheck: byTime('lastCheck', 2),
  changedAt: byTime('changedAt', 1),
  since: byTime('since', 2),
  lastError: byWords(lexicon.LAST_ERROR, OF_FAILURE, 2, (one) => {
    // `reasons: ["input"]` are categories.
    const form = one.path.endsWith('[0]') ? /\s/ : /../;
    const areTexts = one.share((v) => isText(v) && form.test(v) && !readTime(v) && !values.isTarget(v)) > 0.5;
    const about = [lexicon.FAILURE_WORDS, lexicon.CHECK_WORDS, lexicon.STATUS_KEY_WORDS];
    return areTexts && (one.holder !== 'own' || about.some((words) => one.speaksOf(words)));
  }),
  interval: byWords(lexicon.INTERVAL, { own: 1, other: 0.85, check: 0.8 }, 2, (one) => {
    const areIntervals = one.share((v) => values.readInterval(v, isNano(v) ? 1e-6 : 1) !== undefined) >= 0.5;
    // "03:00:00" in a schedule is a time of day.
    const areTimes = /schedule|every/.test(one.plain) && one.share((v) => isText(v) && /^\d\d:/.test(v)) > 0;
    return areIntervals && !areTimes && !one.path.includes('[');
  }),
  tags: byWords(lexicon.TAGS, { own: 1 }, 1, (one) => {
    return one.share((v) => (isArray(v) ? typeof v[0] !== 'number' : isText(v) || isObject(v))) === 1;
  }),
};

const MIN_SCORE = 0.5;
/** Other paths are this close to the best. If a name is missing, a ticker symbol isn't it. */
const MAX_GAP = 0.19;

export function rankCandidates(
  field: PlainField,
  candidates: readonly Candidate[],
  context: Context,
): readonly Ranked[] {
  const { score, fit } = RULES[field];
  return rank(candidates, MIN_SCORE, (one) => {
    const words = score(one);
    const filled = one.filled.length / context.count;
    // A clear key counts even without values. A vague key counts only if nearly all records have it.
    if (filled === 0 && words > 0.85 && field !== 'id' && field !== 'name') {
      return MIN_SCORE;
    }
    const isVague = words < MIN_SCORE || (words < 0.6 && filled < 0.9);
    return isVague ? 0 : words * Number(fit(one, context)) * (0.95 + 0.05 * filled);
  });
}

export function findFields(samples: readonly Sample[], list: readonly Step[], address?: string) {
  const noun = toWords(lastKey(list)).map(toSingular).join('');
  const candidates = findCandidates(samples, noun);
  const fields: Partial<Record<PlainField, readonly Path[]>> = {};
  const context: Context = { count: samples.length, address, chosen: {} };
  const { count, chosen } = context;
  for (const field of PLAIN_FIELDS) {
    const all = rankCandidates(field, candidates, context).slice(0, RULES[field].maxPaths);
    const ranked = all.filter(({ score }) => score > all[0]!.score - MAX_GAP);
    fields[field] = ranked.map(({ one }) => one.path);
    chosen[field] = ranked[0]?.one;
  }
  // The key of a record may be its id: `{"db": {…}}`.
  const itself = samples.some(({ key }) => key !== undefined) ? ['@key'] : [];
  const isIdName = chosen.id?.share((v) => /^\D{3,}$/.test(values.toText(v))) === 1;
  const isNamed = chosen.name || isIdName || samples.some(({ key = '0' }) => !ID_FORM.test(key));
  const texts = isNamed ? [] : candidates.filter((one) => one !== chosen.id && mayBeName(one, count));
  const [only] = texts.length === 1 ? texts : [];
  if (!chosen.name) {
    fields.name = only ? [only.path] : itself;
  }
  // Keys such as `item_001` may begin again on each page.
  const areKeysIds = samples.some(({ key }) => key !== undefined && !/^\D*\d{1,3}$/.test(key));
  if (!chosen.id || (areKeysIds && lexicon.scoreWords(chosen.id.words, lexicon.ID) < 0.8)) {
    fields.id = itself;
  }
  const status = findStatus(candidates, chosen.lastCheck);
  // `{period: 1, periodUnit: "days"}`
  const unitKeys = [`${chosen.interval?.plain}unit`, `unit${chosen.interval?.plain}`];
  const unit = candidates.find(({ plain }) => unitKeys.includes(plain));
  const unitMs = chosen.interval && unitOf(chosen.interval);
  const { id, name, target, type, lastCheck, interval } = chosen;
  // A field in an inner list doesn't make this the list of monitors.
  const likely = [id, name, target, type, lastCheck, interval].filter(
    (one) => one && !one.path.includes('['),
  );
  const isUnclear = { name: texts.length > 1 && !target, status: status.isAsked };
  return {
    mapping: {
      fields,
      status: status.mapping,
      ...(unitMs !== undefined && { unitMs }),
      ...(unit && { unit: unit.path }),
    },
    unclear: (['name', 'status'] as const).filter((field) => isUnclear[field]),
    likeness: likely.length + 2 * Number(status.isFound),
  };
}

/** Whether distinct texts of a key that is of no other field may name the monitors. */
function mayBeName(one: Candidate, count: number): boolean {
  const isName = (v: unknown) =>
    isText(v) &&
    /^[^/@]{2,120}$/.test(v) &&
    !ID_FORM.test(v) &&
    !(toWords(v).length === 1 && meaningOf(v)) &&
    (readTime(v) ?? values.readDuration(v)) === undefined &&
    !values.isTarget(v);
  const others = [lexicon.ID, lexicon.TYPE, lexicon.STATUS, lexicon.LAST_ERROR];
  const isOther = others.some((words) => lexicon.scoreWords(one.words, words) > 0);
  const isOwn = one.holder === 'own' && one.depth <= 2 && !one.path.endsWith('0]');
  const isPlain = !isOther && !one.says(lexicon.NAME.not) && !one.says(lexicon.TIME_WORDS);
  return isOwn && isPlain && count > 1 && one.distinct === count && one.share(isName) === 1;
}

/** Returns milliseconds per 1, by the last word or by the size of the numbers. */
function unitOf({ words, steps, filled }: Candidate): number | undefined {
  const named = values.readUnit(words.at(-1) ?? '');
  const numbers = filled.flatMap((v) => values.readAmount(v) ?? []).filter((n) => n > 0);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const isBare = toWords(lastKey(steps)).length === 1;
  const isOfMinutes = least < 10 || [720, 1_440, ...(isBare ? [360] : [])].some((n) => numbers.includes(n));
  if (named !== undefined || numbers.length === 0) {
    return named;
  }
  if (most <= 10_080 && isOfMinutes) {
    return 60_000;
  }
  const areSeconds = numbers.every((n) => n < 10_000 || n % 3_600 === 0) && most <= 86_400 * 31;
  // 30 may be seconds or minutes, and 360 six minutes or six hours.
  const isUnclear = most < 60 || (least < 30 && most < 120) || numbers.includes(360);
  return isUnclear ? undefined : areSeconds ? 1_000 : numbers.every(isNano) ? 1e-6 : 1;
}
