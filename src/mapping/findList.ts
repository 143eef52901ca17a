import { firstEntries, isArray, isObject, type JsonObject } from '../base/json';
import type { Sample } from './candidates';
import { findFields } from './findFields';
import * as lexicon from './lexicon';
import { toPath, type Path, type PlainField, type Step } from './mapping';
import { toOuterSteps } from './nested';
import { toPlain, toSingular, toWords } from './words';

// Finds the list of monitors in a response.

export interface ListCandidate {
  readonly path: Path;
  readonly steps: readonly Step[];
  readonly samples: readonly Sample[];
  readonly score: number;
}

export interface FoundLists {
  /** The best list and similar lists beside it. */
  readonly lists: readonly Path[];
  /** The lists to ask the user about, likeliest first. */
  readonly candidates: readonly ListCandidate[];
  readonly isAsked: boolean;
}

const MAX_DEPTH = 7;
const MAX_KEYS = 200;
const LOOKED_AT = 12;
const MIN_SCORE = 2;
/** A list below `MIN_SCORE` needs this lead over the next. */
const MIN_LEAD = 1;

export function findLists(json: unknown): FoundLists {
  const found: ListCandidate[] = [];
  visitLists(json, [], false, found);
  const candidates = found.sort((a, b) => b.score - a.score || a.steps.length - b.steps.length);
  const [first, second] = candidates;
  const inner = first && innerListOf(first, candidates);
  const [best, rival] = inner ? [inner] : [first, second];
  const lead = (best?.score ?? 0) - (rival?.score ?? 0);
  if (
    best === undefined ||
    (best.score < (lead >= MIN_LEAD && best.samples.length > 0 ? MIN_LEAD : MIN_SCORE) &&
      !isOnlyList(best, candidates))
  ) {
    return { lists: [], candidates, isAsked: candidates.some(({ samples }) => samples.length > 0) };
  }
  const others = candidates.filter((other) => other !== best && isBeside(best, other));
  const lists = [best, ...others];
  const paths = new Set(lists.map(({ steps }) => toPath(toOuterSteps(json, steps))));
  const isAsked =
    rival !== undefined &&
    !lists.includes(rival) &&
    lead < 0.25 &&
    rival.samples.length > 0 &&
    rival.score > MIN_SCORE;
  return { lists: isAsked ? [] : [...paths], candidates, isAsked };
}

/** Checks that records have an id and a name, and contain all other lists. */
function isOnlyList(best: ListCandidate, candidates: readonly ListCandidate[]): boolean {
  const areRecords = best.samples.length > 1 && best.samples.every(({ value }) => isObject(value));
  const isIdentified = areRecords && hasField(best, 'id') && hasField(best, 'name');
  return isIdentified && candidates.every((other) => isIn(best, other));
}

const hasField = ({ samples }: ListCandidate, field: PlainField): boolean =>
  (findFields(samples).mapping.fields[field] ?? []).length > 0;

const isIn = (outer: ListCandidate, inner: ListCandidate): boolean =>
  outer.steps.every((step, i) => step === inner.steps[i]);

/** Finds the list in a single record without a name: `tasks: [{id, result: […]}]`. */
function innerListOf(outer: ListCandidate, candidates: readonly ListCandidate[]): ListCandidate | undefined {
  const isEnvelope = outer.samples.length === 1 && !hasField(outer, 'name');
  const depth = outer.steps.length + 2;
  return candidates.find(
    (one) =>
      isEnvelope &&
      one.samples.length > 1 &&
      one.steps.length === depth &&
      isIn(outer, one) &&
      hasField(one, 'id'),
  );
}

/** Checks whether another list has monitors too, such as services beside hosts. */
function isBeside(best: ListCandidate, other: ListCandidate): boolean {
  const [name, otherName] = [best.steps.at(-1), other.steps.at(-1)];
  const isSibling = best.steps.slice(0, -1).join() === other.steps.slice(0, -1).join();
  const isAlike = similarity(best.samples, other.samples) > 0.5;
  const areNouns = nounScore(best.steps) > 0.75 && nounScore(other.steps) > 0.75 && other.score > 5;
  const areNamed = typeof name === 'string' && best.samples.length > 0 && other.samples.length > 0;
  return (
    areNamed &&
    !isIn(best, other) &&
    (isSibling ? areNouns && (isAlike || best.score - other.score < 3) : isAlike && name === otherName)
  );
}

/** Returns the share of common field names. */
function similarity(a: readonly Sample[], b: readonly Sample[]): number {
  const [keys, others] = [a, b].map(
    (samples) => new Set(samples.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : []))),
  );
  const common = [...(keys ?? [])].filter((key) => others?.has(key)).length;
  return common / Math.max(1, keys?.size ?? 0, others?.size ?? 0);
}

function visitLists(
  value: unknown,
  steps: readonly Step[],
  isInRecord: boolean,
  found: ListCandidate[],
): void {
  const push = (samples: readonly Sample[]) =>
    found.push({ path: toPath(steps), steps, samples, score: scoreList(steps, samples, isInRecord) });
  if (steps.length > MAX_DEPTH) {
    return;
  }
  if (isArray(value) && value.some(isArray)) {
    value.slice(0, 10).forEach((inner, i) => visitLists(inner, [...steps, i], isInRecord, found));
  } else if (isArray(value)) {
    const records = value.filter(isObject);
    const areTexts = !isInRecord && value.every((one) => typeof one === 'string' || typeof one === 'number');
    if (value.length === 0 || records.length * 2 >= value.length || areTexts) {
      push((areTexts ? value : records).slice(0, LOOKED_AT).map((record) => ({ value: record })));
    }
    visitInner(records, steps, found);
  } else if (isObject(value)) {
    const map = asMap(value);
    if (map) {
      push(map.slice(0, LOOKED_AT));
      visitInner(map.map((entry) => entry.value).filter(isObject), steps, found);
    } else {
      firstEntries(value, MAX_KEYS).forEach(([key, inner]) =>
        visitLists(inner, [...steps, key], isInRecord, found),
      );
    }
  } else if (value === null && nounScore(steps) > 0.7 && !isInRecord) {
    push([]);
  }
}

/** Finds lists in records, such as the monitors of groups. */
function visitInner(records: readonly JsonObject[], steps: readonly Step[], found: ListCandidate[]): void {
  const inner = new Map<string, unknown>();
  for (const [key, value] of records.slice(0, LOOKED_AT).flatMap((record) => firstEntries(record, 100))) {
    const before = inner.get(key);
    if (isArray(value)) {
      inner.set(key, [...(isArray(before) ? before : []), ...value.slice(0, LOOKED_AT)]);
    } else if (isObject(value) && !isArray(before)) {
      inner.set(key, { ...(before as JsonObject | undefined), ...value });
    }
  }
  inner.forEach((value, key) => visitLists(value, [...steps, '*', key], true, found));
}

const ID_LIKE = /^(?:\d+|[\da-f]{8,}|[\da-f-]{36})$|\d{3}$/i;
const STATUS_WORD =
  /^(?:up|down|ok|error|warning|critical|online|offline|degraded|healthy|unhealthy|unknown)$/i;

/** Reads an object that is a list: `{"12": {…}, "14": {…}}`, `{"shop": "up"}`. */
function asMap(object: JsonObject): readonly Sample[] | undefined {
  const entries = firstEntries(object, MAX_KEYS).map(([key, value]) => ({ key, value }));
  const records = entries.filter(({ value }) => isObject(value));
  const areIds = records.every(({ key }) => ID_LIKE.test(key));
  const areWords =
    entries.length > 1 && entries.every(({ value }) => typeof value === 'string' && STATUS_WORD.test(value));
  const [first] = records;
  const shared = Object.keys(first?.value ?? {}).filter((key) =>
    records.every(({ value }) => isObject(value) && key in value),
  );
  const areAlike = records.length > 1 && (shared.length >= 2 || (shared.length === 1 && records.length > 2));
  const areMost = records.length > 0 && records.length >= (areIds ? 0.5 : 0.8) * entries.length;
  return areWords ? entries : areMost && (areAlike || (areIds && records.length === 1)) ? records : undefined;
}

function nameOf(steps: readonly Step[]): readonly string[] {
  return toWords(String(steps.findLast((step) => typeof step === 'string' && step !== '*') ?? '')).map(
    toSingular,
  );
}

function nounScore(steps: readonly Step[]): number {
  const words = nameOf(steps);
  const last = words.findLast((word, i) => i === 0 || !lexicon.FORM_WORDS.has(word));
  return Math.max(lexicon.NOUNS.get(words.join('')) ?? 0, lexicon.NOUNS.get(last ?? '') ?? 0);
}

function scoreList(steps: readonly Step[], samples: readonly Sample[], isInRecord: boolean): number {
  const words = nameOf(steps);
  const isGeneric =
    steps.length === 0 ||
    typeof steps.at(-1) === 'number' ||
    lexicon.GENERIC_LISTS.has(toPlain(String(steps.at(-1))));
  const isOther = lexicon.GROUPINGS.has(words.at(-1) ?? '') || lexicon.OTHER_THINGS.has(words.join(''));
  const areTexts = samples.length > 0 && steps.length > 0 && !samples.some(({ value }) => isObject(value));
  const likeness = samples.length > 0 ? findFields(samples).likeness : 0;
  const doubt = (isInRecord ? 2.5 : 0) + (isOther ? 3 : 0) + (areTexts ? 3 : 0);
  return 4 * nounScore(steps) + (isGeneric ? 2 : 0) + likeness - doubt;
}
