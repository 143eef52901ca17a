import { isArray, isObject } from '../base/json';
import { findCandidates, type Candidate, type Holder, type Sample } from './candidates';
import { findStatus } from './findStatus';
import * as words from './lexicon';
import { PLAIN_FIELDS, type Field, type ListMapping, type Path, type PlainField } from './mapping';
import {
  isTarget,
  readAmount,
  readInterval,
  readStructure,
  readText,
  readTime,
  readUnit,
  toZone,
} from './values';

// Which of the candidates are the fields of a monitor: by the words of their keys and a test of their values.

export interface FoundFields {
  readonly mapping: Omit<ListMapping, 'path' | 'children'>;
  readonly asks: readonly Field[];
  /** How much a record is like a monitor. */
  readonly likeness: number;
}

interface Context {
  readonly samples: readonly Sample[];
  readonly id: Candidate | undefined;
}

interface FieldRule {
  readonly score: (candidate: Candidate) => number;
  /** How well values fit, from 0 to 1. */
  readonly fit: (candidate: Candidate, context: Context) => number;
  /** How many paths are tried one after the other. */
  readonly paths: number;
}

const MIN_SCORE = 0.5;

/** How well the words of a key match: all of them, or their end after nouns, or their end after other words. */
export function scoreWords(key: readonly string[], { names, not }: words.FieldWords): number {
  const whole = names.get(key.join(''));
  if (whole !== undefined) {
    return whole;
  }
  if (key.some((word) => not.has(word))) {
    return 0;
  }
  for (let start = 1; start < key.length; start++) {
    const end = names.get(key.slice(start).join(''));
    if (end !== undefined) {
      const isPlain = key.slice(0, start).every((word) => words.NOUNS.has(word) || words.FILLERS.has(word));
      return isPlain ? end - 0.02 : end * 0.8;
    }
  }
  return 0;
}

/** A score by words, in holders that may have the field: a factor for each. */
function byWords(
  list: words.FieldWords,
  holders: Partial<Record<Holder, number>>,
  ends?: ReadonlySet<string>,
) {
  return ({ words: key, within, holder, depth }: Candidate): number => {
    const factor = holders[holder] ?? 0;
    if (factor === 0) {
      return 0;
    }
    const bare = ends ? key.slice(0, 1 + key.findLastIndex((word) => !ends.has(word))) : key;
    const own = scoreWords(bare, list);
    const wrapped = within.length === 0 ? 0 : scoreWords([...within, ...bare], list);
    return Math.max(own * factor, wrapped * Math.min(1, factor + 0.1)) - 0.01 * depth;
  };
}

function share(values: readonly unknown[], test: (value: unknown) => boolean): number {
  return values.length === 0 ? 0 : values.filter(test).length / values.length;
}

const distinct = (values: readonly unknown[]): number => new Set(values).size;
const isShort = (value: unknown): boolean => typeof value === 'string' && value.length <= 300;
const ifMost = (portion: number): number => (portion >= 0.5 ? 1 : 0);

const UUID_OR_NUMBER = /^(?:[\da-f]{8}-[\da-f-]{27}|\d+|[\da-f]{16,})$/i;
const DISALLOWED_ID = wordsOf('name title url hostname host domain status state type time at');

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

const RULES: Readonly<Record<PlainField, FieldRule>> = {
  id: {
    paths: 1,
    score: (one) => {
      const score = byWords(words.ID, { own: 1 })(one);
      const [last = ''] = one.words.slice(-1);
      const before = one.words.slice(0, -1);
      const [, stem] = /^([a-z]+)id$/.exec(last) ?? [];
      const isId = (/^(?:id|uuid|guid|arn|uid|key)$/.test(last) && before.length > 0) || stem !== undefined;
      const of = stem === undefined ? before : [...before, stem];
      const isOfNoun = of.every((word) => words.NOUNS.has(word) && !words.OTHER_THINGS.has(word));
      const isOfOther = of.some((word) => words.OTHER_THINGS.has(word));
      return isId && one.holder === 'own' && !isOfOther
        ? Math.max(score, isOfNoun ? 0.9 : 0.6) - 0.01 * one.depth
        : score;
    },
    fit: ({ filled, words: key }, { samples }) => {
      const isEach = filled.length === samples.length && distinct(filled) === samples.length;
      return isEach && !DISALLOWED_ID.has(key.at(-1) ?? '') && filled.every((v) => readText(v) !== undefined)
        ? 1
        : 0;
    },
  },
  name: {
    paths: 3,
    score: byWords(words.NAME, { own: 1 }),
    fit: ({ filled }, { samples }) => {
      if (!ifMost(share(filled, (v) => isShort(v) && readTime(v) === undefined))) {
        return 0;
      }
      const variety = distinct(filled) / filled.length;
      const isSame = samples.length > 2 && distinct(filled) === 1 && filled.length > 2;
      return isSame || share(filled, (v) => UUID_OR_NUMBER.test(String(v))) > 0.6
        ? 0
        : variety > 0.95
          ? 1
          : 0.4 + 0.3 * variety;
    },
  },
  target: {
    paths: 4,
    score: byWords(words.TARGET, { own: 1, check: 0.7, other: 0.85 }),
    fit: ({ filled }, { id }) => {
      const isAddress = share(filled, (v) => typeof v === 'string' && isTarget(v.trim()));
      const isOwnAddress = share(filled, (v) =>
        /^https?:\S*\/(?:api|v\d+|rest)\/\S*\/[\da-f-]+\/?$|^swis:/i.test(String(v)),
      );
      const ids = new Set(id?.filled.map(String));
      const holdsId = share(filled, (v) => ids.has(String(v).replace(/\/$/, '').split(/[/=]/).at(-1) ?? ''));
      const isOwn = isOwnAddress > 0.8 || (holdsId > 0.8 && /:\/\//.test(String(filled[0])));
      return !isOwn && isAddress >= 0.3 ? 1 : 0;
    },
  },
  type: {
    paths: 2,
    score: (one) => {
      const [kind] = one.within.slice(-1);
      const isPart =
        one.within.length <= 2 && kind === 'type' && /^(?:name|label|title|value)$/.test(one.words.join(''));
      return isPart ? 0.85 : byWords(words.TYPE, { own: 1 })(one);
    },
    fit: ({ filled }, { samples }) => {
      const isWord = (v: unknown) =>
        (typeof v === 'string' && v.length <= 60 && !/:\/\//.test(v)) ||
        (Number.isSafeInteger(v) && Number(v) < 1_000);
      // JSON:API and others write what every record is.
      const isSame =
        distinct(filled) === 1 &&
        /^[A-Za-z]*(?:monitor|check|watch|test|feature|object|record|item|resource)s?$/i.test(
          String(filled[0]),
        );
      const isText = samples.length > 8 && distinct(filled) > 0.7 * filled.length;
      const isPath = distinct(filled) === 1 && String(filled[0]).includes('/');
      const isCode = filled.every((v) => typeof v === 'number') ? 0.6 : 1;
      return (samples.length > 1 && (isSame || isPath)) || isText || share(filled, isWord) <= 0.8
        ? 0
        : isCode;
    },
  },
  lastCheck: { paths: 2, score: (one) => timeScore(one, 'lastCheck'), fit: fitsTime },
  lastChange: { paths: 1, score: (one) => timeScore(one, 'lastChange'), fit: fitsTime },
  since: { paths: 2, score: (one) => timeScore(one, 'since'), fit: fitsTime },
  lastError: {
    paths: 2,
    score: (one) => {
      const score = byWords(words.LAST_ERROR, { own: 1, check: 1, status: 1, error: 1, incident: 0.9 })(one);
      const tells = [...one.within, ...one.words].some((word) => words.FAILURE_WORDS.has(word));
      return tells || one.holder === 'check' || one.holder === 'status' || one.holder === 'incident'
        ? score
        : 0;
    },
    fit: ({ filled }) =>
      share(
        filled,
        (v) => typeof v === 'string' && readTime(v) === undefined && !isTarget(v) && v.length > 1,
      ) > 0.5
        ? 1
        : 0,
  },
  interval: {
    paths: 2,
    score: (one) => byWords(words.INTERVAL, { own: 1, other: 0.85, check: 0.8 }, UNIT_WORDS)(one),
    fit: ({ filled }) => ifMost(share(filled, (v) => readInterval(v, 1) !== undefined)),
  },
  tags: {
    paths: 1,
    score: byWords(words.TAGS, { own: 1 }),
    fit: ({ filled }) => {
      const given = filled.map(readStructure);
      const isNumbers = given.some(
        (v) => isArray(v) && v.length > 0 && v.every((tag) => typeof tag === 'number'),
      );
      return isNumbers ? 0 : ifMost(share(given, (v) => typeof v === 'string' || isArray(v) || isObject(v)));
    },
  },
};

const UNIT_WORDS = wordsOf(
  'in seconds secs sec second minutes mins min minute ms msec millis milliseconds hours hour s h m expression',
);

function fitsTime({ filled }: Candidate): number {
  return ifMost(share(filled, (v) => readTime(v) !== undefined));
}

/** How well the words of a key say that a time is that of the last check, of the last change, or of the last status. */
function timeScore(
  { words: key, within, holder, depth }: Candidate,
  field: 'lastCheck' | 'lastChange' | 'since',
): number {
  const all = [...within, ...key];
  const has = (set: { has(word: string): boolean }, list: readonly string[] = all) =>
    list.some((word) => set.has(word));
  const ofStatus = holder === 'status' || has(words.STATUS_WORDS_OF_KEYS);
  const isChange = has(words.CHANGE_WORDS, key) && !has(words.OTHER_CHANGES);
  const rest = key.filter((word) => !words.TIME_WORDS.has(word));
  const penalty = 0.01 * depth;
  if (holder === 'stranger' || holder === 'other') {
    return 0;
  }
  switch (field) {
    case 'lastChange':
      return isChange && !ofStatus && !has(words.DOWN_WORDS) && !has(words.UP_WORDS) ? 0.9 - penalty : 0;
    case 'since': {
      const isStart = has(words.START_WORDS, key);
      if (holder === 'incident') {
        const isOpen = !has(words.LAST_WORDS);
        return isOpen && (isStart || key.includes('created')) ? 0.7 : 0;
      }
      if (isChange) {
        return ofStatus ? 0.95 - penalty : 0;
      }
      const ofSide = has(words.DOWN_WORDS) || has(words.UP_WORDS);
      return isStart && (ofStatus || ofSide || rest.join('') === 'since') && !key.includes('until')
        ? 0.85 - penalty
        : 0;
    }
    case 'lastCheck': {
      if (holder === 'incident' || holder === 'error' || isChange) {
        return 0;
      }
      const ofCheck = (word: string) => words.CHECK_TIMES.has(word) || words.CHECK_WORDS.has(word);
      const isEnd = has(words.CHECK_WORDS, key) && has(wordsOf('finished completed ended'), key);
      if (isEnd || (holder === 'check' && rest.every(ofCheck))) {
        return 0.9 - penalty;
      }
      if (has(words.OTHER_TIMES, key)) {
        return /^lastupdate$/.test(rest.join('')) && holder !== 'status' ? 0.55 : 0;
      }
      const isLast = has(words.LAST_WORDS) && has(words.CHECK_WORDS, key);
      const isChecked =
        words.CHECKED_WORDS.has(key[0] ?? '') || /^(?:check|test|scan|poll)$/.test(rest.join(''));
      const weaker = has(wordsOf('seen contact ping heartbeat data activity sync refresh'), key) ? 0.1 : 0;
      return isLast
        ? 1 - weaker - penalty
        : isChecked
          ? 0.9 - weaker - penalty
          : rest.length === 0 && key.includes('timestamp')
            ? 0.6
            : 0;
    }
  }
}

interface Ranked {
  readonly one: Candidate;
  readonly score: number;
}

/** The candidates of a field, the best first. */
export function rankCandidates(
  field: PlainField,
  candidates: readonly Candidate[],
  context: Context,
): readonly Ranked[] {
  const { score, fit } = RULES[field];
  return candidates
    .map((one) => {
      const words = score(one);
      const isEmpty = one.filled.length === 0 && words > 0.85 && field !== 'id' && field !== 'name';
      const filled = one.filled.length / context.samples.length;
      const known = words < 0.6 && filled < 0.9 ? 0 : 0.95 + 0.05 * filled;
      return { one, score: words < MIN_SCORE ? 0 : isEmpty ? 0.5 : words * fit(one, context) * known };
    })
    .filter((ranked) => ranked.score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score);
}

export function findFields(samples: readonly Sample[]): FoundFields {
  const candidates = findCandidates(samples);
  const [best] = rankCandidates('id', candidates, { samples, id: undefined });
  const context = { samples, id: best?.one };
  const fields: Partial<Record<PlainField, readonly Path[]>> = {};
  const chosen: Partial<Record<PlainField, Candidate>> = {};
  for (const field of PLAIN_FIELDS) {
    const ranked = rankCandidates(field, candidates, context).slice(0, RULES[field].paths);
    if (ranked[0]) {
      fields[field] = ranked.map(({ one }) => one.path);
      chosen[field] = ranked[0].one;
    }
  }
  const isKeyed = samples.some(({ key }) => key !== undefined);
  if (!fields.id) {
    const keyName = findKeyName(candidates, samples, fields.name?.[0]);
    const path = isKeyed ? '@key' : keyName?.path;
    fields.id = path === undefined ? [] : [path];
  }
  if (samples.length > 0 && !samples.some(({ value }) => isObject(value))) {
    const scalars = fieldsOfScalars(samples, isKeyed);
    fields.id = scalars.id ?? [];
    fields.name = scalars.name ?? [];
    fields.target = scalars.target ?? [];
  }
  const asks: Field[] = [];
  // `{"db": {…}}`: the key names a record better than any of its texts.
  const isNamedByKey =
    isKeyed && fields.name !== undefined && scoreWords(chosen.name?.words ?? [], words.NAME) < 0.6;
  if (isNamedByKey) {
    delete fields.name;
  }
  if (!fields.name) {
    const texts = findDistinctTexts(candidates, samples, context.id);
    const [only, other] = texts;
    if (only && !other && !fields.target && !isKeyed) {
      fields.name = [only.path];
    } else if (other && !fields.target && !isKeyed) {
      asks.push('name');
    } else if (isKeyed) {
      fields.name = ['@key'];
    }
  }
  const status = findStatus(candidates, samples);
  const unitMs = chosen.interval && unitOf(chosen.interval);
  const unit = chosen.interval && findUnit(chosen.interval, candidates);
  const zone = candidates.find(
    ({ words: key, holder, filled }) =>
      (holder === 'own' || holder === 'other') &&
      /^(?:timezone|tz|zone)$/.test(key.slice(-2).join('')) &&
      filled.some((v) => toZone(v)),
  );
  if (status.isAsked) {
    asks.push('status');
  }
  const plain = (['id', 'name', 'target', 'type', 'lastCheck', 'interval'] as const).filter(
    (field) => chosen[field],
  );
  return {
    mapping: {
      fields,
      status: status.mapping,
      ...(unitMs !== undefined && { unitMs }),
      ...(unit && { unit: unit.path }),
      ...(zone && { zone: zone.path }),
      keys: [
        ...new Set(
          candidates.filter(({ depth, path }) => depth === 1 && path !== '@key').map(({ path }) => path),
        ),
      ],
    },
    asks,
    likeness: plain.length + 2 * Number(status.isFound),
  };
}

/** A list of texts or numbers, or a map of names to words or flags. */
function fieldsOfScalars(
  samples: readonly Sample[],
  isKeyed: boolean,
): Partial<Record<PlainField, readonly Path[]>> {
  if (isKeyed) {
    return { id: ['@key'], name: ['@key'] };
  }
  const areTargets =
    share(
      samples.map(({ value }) => value),
      (value) => typeof value === 'string' && isTarget(value),
    ) > 0.5;
  return { id: ['$'], name: ['$'], ...(areTargets && { target: ['$'] }) };
}

/** A name that is the key of a record, beside one for people: `{name: "web!http", display_name: "Front page"}`. */
function findKeyName(
  candidates: readonly Candidate[],
  samples: readonly Sample[],
  shown: Path | undefined,
): Candidate | undefined {
  return candidates.find(
    ({ words: key, holder, path, filled }) =>
      key.join('') === 'name' &&
      holder === 'own' &&
      path !== shown &&
      distinct(filled) === samples.length &&
      filled.every((v) => !/\s/.test(String(v))),
  );
}

/** Texts of a record's own that differ from record to record and could name it. */
function findDistinctTexts(
  candidates: readonly Candidate[],
  samples: readonly Sample[],
  id: Candidate | undefined,
): readonly Candidate[] {
  return candidates.filter(
    (one) =>
      one.holder === 'own' &&
      one !== id &&
      !one.words.some((word) => NO_NAME_WORDS.has(word)) &&
      one.depth <= 2 &&
      one.filled.length === samples.length &&
      samples.length > 1 &&
      distinct(one.filled) === samples.length &&
      one.filled.every(
        (v) =>
          typeof v === 'string' &&
          v.length <= 120 &&
          !UUID_OR_NUMBER.test(v) &&
          readTime(v) === undefined &&
          !isTarget(v) &&
          !v.includes('@'),
      ),
  );
}

const NO_NAME_WORDS = wordsOf(
  'id ids uuid guid key token hash arn url uri email cursor etag version ip mac serial time at date status state health reason mode color currency zone country type kind',
);

/** The unit of an interval in a field beside it: `{period: 1, periodUnit: "days"}`. */
function findUnit(
  { words: key, parent }: Candidate,
  candidates: readonly Candidate[],
): Candidate | undefined {
  return candidates.find(
    (one) =>
      one.parent === parent &&
      /^units?$/.test(one.words.at(-1) ?? '') &&
      one.words.slice(0, -1).join() === key.join() &&
      one.filled.some((value) => readUnit(String(value)) !== undefined),
  );
}

/** What a number 1 means: by the key's last word, else by how large the numbers are. */
function unitOf({ words: key, filled }: Candidate): number | undefined {
  const named = readUnit(key.at(-1) ?? '');
  if (named !== undefined) {
    return named;
  }
  const numbers = filled.flatMap((v) => readAmount(v) ?? []).filter((n) => n > 0);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  if (numbers.length === 0) {
    return undefined;
  }
  if (least >= 5_000 && least < 1e8 && numbers.every((n) => n % 1_000 === 0) && most > 86_400) {
    return 1;
  }
  const isMinutes = numbers.some((n) => n === 360 || n === 720 || n === 1_440);
  if ((isMinutes || least < 10) && most <= 10_080) {
    return 60_000;
  }
  if (least >= 1e8) {
    return 1e-6;
  }
  if (least >= 10_000) {
    return numbers.every((n) => n % 3_600 === 0) ? 1_000 : 1;
  }
  return least < 30 && most < 120 ? undefined : 1_000;
}
