import { toPlain, toSingular } from '../keys';
import {
  isSamePath,
  PLAIN_FIELDS,
  startsWithPath,
  type ListMapping,
  type Path,
  type PlainField,
} from '../mapping';
import { firstEntries, isArray, isObject, type JsonObject } from '../../../base/json';
import { toOuterPath } from '../read/nested';
import { valueAt } from '../read/paths';
import type { Reason } from '../reasons';
import { sampleOf } from '../../shape';
import { findFieldCandidates } from './fieldRules';
import { FORM_WORDS, GENERIC_LISTS, GROUPINGS, NOUNS, STRENGTH } from './lexicon';
import { profileRecords } from './profile';
import { claim, doubt, DOUBT, judge, type Rule, type RuleSet } from './rules';
import { learnStatus } from './statusRules';

// Which of the lists in a response is the list of monitors.

/** What the name of a list says about what is in it. */
interface ListName {
  readonly kind: 'root' | 'noun' | 'generic' | 'grouping' | 'unnamed';
  /** From 0 to 1: how plainly it says "the monitors". */
  readonly strength: number;
}

/** How the entries are held: in an array, under keys, in the records of another list, or as texts that are no records. */
type ListKind = 'array' | 'map' | 'nested' | 'scalars';

/** A place in a response that holds entries of one kind. */
interface ListNode {
  readonly path: Path;
  readonly kind: ListKind;
  readonly name: ListName;
  /** Some of its entries. */
  readonly sample: readonly unknown[];
  /** Entries in all, as far as they were counted. */
  readonly count: number;
}

/** What the records of a list say of themselves. */
interface RecordScore {
  /** How much they look like monitors, from 0 to 1. */
  readonly score: number;
  /** Whether they say how something is, or what is checked. */
  readonly hasStatus: boolean;
}

/** A list with the evidence that it is the list of monitors. */
export interface ListCandidate extends ListNode, RecordScore {
  readonly confidence: number;
  readonly reason: Reason;
  /** Its rank in the response, the outer nodes first. */
  readonly position: number;
}

type ListSubject = Omit<ListCandidate, 'confidence' | 'reason'> & {
  readonly others: readonly Omit<ListCandidate, 'confidence' | 'reason'>[];
};

/** A noun that is hardly used for anything but what is watched. */
const PLAIN_NOUN = 0.69;

export const LIST_RULES: readonly Rule<ListSubject, 'list'>[] = [
  claim('list', 'noun', 'graded', 'listName').when(({ name }) => (name.kind === 'noun' ? name.strength : 0)),
  claim('list', 'usualPlace', 'strong', 'genericList').when(
    ({ name, count }) => (name.kind === 'generic' || name.kind === 'root') && count > 0,
  ),
  claim('list', 'likeMonitors', 'graded', 'recordsLikeMonitors').when(({ score, count }) =>
    count > 0 ? 0.45 + 0.55 * score : 0,
  ),
  claim('list', 'emptyList', 'weak', 'emptyList').when(
    ({ name, count, kind }) =>
      count === 0 && kind === 'array' && (name.kind === 'generic' || name.kind === 'root'),
  ),
  // Records that say little of a monitor, and less where no name says that they are.
  doubt('list', 'unlikeMonitors', 'graded', 'recordsLikeMonitors').when(({ score, count, name }) =>
    count === 0 ? 1 : toScoreFactor(name, score),
  ),
  // A list in the records of another is a part of them, unless those are groups, or say nothing of how they are.
  doubt('list', 'part', 'graded', 'nestedLists').when((subject) => (isPart(subject) ? DOUBT.severe : 1)),
];

function toScoreFactor({ kind }: ListName, score: number): number {
  switch (kind) {
    case 'noun':
      return 0.89 + 0.11 * score;
    case 'generic':
    case 'root':
      return Math.min(1, 0.6 + 0.6 * score);
    case 'grouping':
    case 'unnamed':
      return 0.5 + 0.5 * score;
  }
}

// Names.

/** What the last key of a path says. */
function nameList(path: Path, rules: RuleSet): ListName {
  const last = path.findLast((step): step is string => typeof step === 'string' && step !== '*');
  return last === undefined ? { kind: 'root', strength: STRENGTH.weak } : nameKey(last, rules);
}

function nameKey(key: string, rules: RuleSet): ListName {
  const read = rules.readKey(key);
  const whole = NOUNS.get(toSingular(read.plain));
  if (whole !== undefined) {
    return { kind: 'noun', strength: whole };
  }
  if (GENERIC_LISTS.has(read.plain)) {
    return { kind: 'generic', strength: STRENGTH.weak };
  }
  const words = read.words.map(toSingular);
  const own = words.filter((word, i) => i === 0 || !FORM_WORDS.has(word));
  const head = own.at(-1) ?? '';
  if (GROUPINGS.has(head)) {
    return { kind: 'grouping', strength: STRENGTH.trace };
  }
  const noun = NOUNS.get(head);
  if (noun !== undefined) {
    return { kind: 'noun', strength: noun };
  }
  return { kind: 'unnamed', strength: STRENGTH.hint };
}

// Nodes.

interface Node {
  readonly path: Path;
  /** What is at this place in the sampled records; one value outside of lists. */
  readonly values: readonly unknown[];
}

const MAX_DEPTH = 9;
const MAX_NODES = 1_500;
const MAX_KEYS = 80;
const MAX_MAP_ENTRIES = 200;
const SAMPLE_SIZE = 12;

/** Every place of a response that may be a list, the outer ones first. */
function findListNodes(root: unknown, rules: RuleSet): readonly ListNode[] {
  const nodes: Node[] = [{ path: [], values: [root] }];
  const lists: ListNode[] = [];
  for (let next = 0; next < nodes.length; next++) {
    const node = nodes[next] as Node;
    const list = toListNode(node, rules);
    if (list) {
      lists.push(list);
    }
    if (node.path.length < MAX_DEPTH) {
      nodes.push(...nodesBelow(node, list).slice(0, MAX_NODES - nodes.length));
    }
  }
  return lists;
}

function toListNode({ path, values }: Node, rules: RuleSet): ListNode | undefined {
  const lists = values.filter(isArray);
  if (lists.length > 0) {
    return toArrayNode(path, lists, rules);
  }
  return toMapNode(path, values.filter(isObject), rules);
}

function toArrayNode(
  path: Path,
  lists: readonly (readonly unknown[])[],
  rules: RuleSet,
): ListNode | undefined {
  const count = lists.reduce((total, list) => total + list.length, 0);
  const sample = lists.flatMap((list) => sampleOf(list, SAMPLE_SIZE)).slice(0, SAMPLE_SIZE);
  if (sample.some(isArray)) {
    return undefined;
  }
  const name = nameList(path, rules);
  const isNested = path.includes('*');
  if (count === 0 || sample.filter(isObject).length * 2 > sample.length) {
    return { path, kind: isNested ? 'nested' : 'array', name, sample, count };
  }
  const areTexts = sample.every((value) => typeof value === 'string' || typeof value === 'number');
  return areTexts && !isNested && typeof path.at(-1) !== 'number'
    ? { path, kind: 'scalars', name, sample, count }
    : undefined;
}

function toMapNode(path: Path, objects: readonly JsonObject[], rules: RuleSet): ListNode | undefined {
  const name = nameList(path, rules);
  const entries = objects.flatMap((object) => firstEntries(object, MAX_MAP_ENTRIES));
  const count = objects.reduce((total, object) => total + Object.keys(object).length, 0);
  const sample = sampleOf(entries, SAMPLE_SIZE).map(([, value]) => value);
  const isNested = path.includes('*');
  const isMapOfStates = name.kind === 'noun' && !isNested && areStates(entries, rules);
  return isMapOfRecords(entries) || isMapOfStates
    ? { path, kind: isNested ? 'nested' : 'map', name, sample, count }
    : undefined;
}

/** `{db: "up", cache: "down"}`: names and, for each, how it is. */
function areStates(entries: readonly (readonly [string, unknown])[], rules: RuleSet): boolean {
  return (
    entries.length > 0 &&
    entries.every(([, value]) => typeof value === 'string' && rules.statusMeanings.has(toPlain(value)))
  );
}

/** Values of one make: under any keys, or, where they are less alike, under keys that are ids. */
function isMapOfRecords(entries: readonly (readonly [string, unknown])[]): boolean {
  const holders = entries.filter(([, value]) => isObject(value));
  const records = sampleOf(holders, SAMPLE_SIZE).map(([, value]) => value as JsonObject);
  // PHP writes a list with gaps as an object, in one with the envelope: `{"stat": "ok", "0": {…}, "3": {…}}`.
  const isIndexed = holders.length * 2 >= entries.length && holders.every(([key]) => /^\d+$/.test(key));
  if (holders.length < entries.length * 0.8 && !isIndexed) {
    return false;
  }
  const isKeyed = holders.filter(([key]) => isIdLike(key)).length >= holders.length * 0.8;
  if (records.length === 1) {
    return isKeyed;
  }
  const score = similarityOf(records);
  return score >= 0.6 && (isKeyed || score > 0.85);
}

function isIdLike(key: string): boolean {
  if (/^\d+$/.test(key) || /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(key)) {
    return true;
  }
  return /^[\w-]{6,}$/.test(key) && /\d/.test(key) && !/^[a-z]+\d{0,2}$/i.test(key);
}

/** How much of their keys records share, against the first one. */
function similarityOf([first, ...others]: readonly JsonObject[]): number {
  const keys = Object.keys(first ?? {});
  if (keys.length === 0) {
    return 0;
  }
  const shares = others.map((other) => {
    const shared = keys.filter((key) => Object.hasOwn(other, key)).length;
    return (2 * shared) / (keys.length + Object.keys(other).length);
  });
  return shares.reduce((total, share) => total + share, 0) / shares.length;
}

function nodesBelow({ path, values }: Node, list: ListNode | undefined): readonly Node[] {
  return list ? [{ path: [...path, '*'], values: list.sample }] : namedNodes(path, values);
}

function namedNodes(path: Path, values: readonly unknown[]): readonly Node[] {
  const [list] = values.filter(isArray);
  if (list) {
    // A tuple, as in `[[…monitors], {}]`: its elements are different things, each at its own index.
    return list.slice(0, 10).map((value, i) => ({ path: [...path, i], values: [value] }));
  }
  const below = new Map<string, unknown[]>();
  for (const [key, value] of values.filter(isObject).flatMap((object) => firstEntries(object, MAX_KEYS))) {
    if (typeof value !== 'object' || value === null) {
      continue;
    }
    const same = below.get(key);
    if (same) {
      same.push(value);
    } else {
      below.set(key, [value]);
    }
  }
  return [...below].map(([key, found]) => ({ path: [...path, key], values: found }));
}

// The choice.

/** How much each field says that a record is a monitor; nearly everything has an id and a name. */
const FIELD_SCORES: Readonly<Partial<Record<PlainField, number>>> = {
  id: 0.15,
  name: 0.2,
  target: 0.25,
  type: 0.1,
  lastCheck: 0.15,
  interval: 0.15,
};
const STATUS_SCORE = 0.3;
/** Records that have four fifths of it all look as much like monitors as they can. */
const FULL_SCORE = 0.8;

const MAX_CANDIDATES = 40;
/** Two lists closer than this to each other are a question. */
const MIN_MARGIN = 0.04;
const MIN_CANDIDATE = 0.25;

/** Every list of a response, the likeliest first. */
export function findListCandidates(root: unknown, rules: RuleSet): readonly ListCandidate[] {
  const subjects = findListNodes(root, rules)
    .slice(0, MAX_CANDIDATES)
    .map((node, position) => ({ ...node, ...scoreOf(node, rules), position }));
  const inForce = rules.for(LIST_RULES, 'list');
  return subjects
    .flatMap((subject): ListCandidate[] => {
      const judged = judge({ ...subject, others: subjects }, inForce, 0.05);
      return judged
        ? [{ ...subject, confidence: judged.confidence, reason: reasonOf(subject, judged.reason) }]
        : [];
    })
    .sort((a, b) => b.confidence - a.confidence);
}

function reasonOf({ kind, count, path }: ListNode, reason: Reason): Reason {
  if (count === 0) {
    return 'emptyList';
  }
  if (kind !== 'array') {
    return kind === 'map' ? 'mapOfRecords' : kind === 'nested' ? 'nestedLists' : 'scalars';
  }
  return path.length === 0 ? 'rootList' : reason;
}

/** Of entries that are no records: each is its own id. */
const TEXTS: RecordScore = { score: 0, hasStatus: false };

function scoreOf({ kind, name, count, sample }: ListNode, rules: RuleSet): RecordScore {
  if (kind === 'scalars') {
    return { ...TEXTS, score: name.kind === 'noun' || name.kind === 'root' ? STRENGTH.trace : 0 };
  }
  const records = sample.filter(isObject);
  // A map of names to status words has no records, and its words were looked at when it was found.
  if (records.length === 0) {
    return { ...TEXTS, score: count > 0 ? DOUBT.heavy : 0, hasStatus: kind === 'map' };
  }
  const profile = profileRecords(records, rules);
  const best = new Map(PLAIN_FIELDS.map((field) => [field, findFieldCandidates(field, profile, rules)[0]]));
  const fields = PLAIN_FIELDS.reduce(
    (sum, field) => sum + (FIELD_SCORES[field] ?? 0) * (best.get(field)?.confidence ?? 0),
    0,
  );
  const { place, off } = learnStatus(profile, rules, new Map());
  const status = place ? Math.max(place.confidence, DOUBT.grave) : off.length > 0 ? DOUBT.fair : 0;
  const target = best.get('target');
  return {
    score: Math.min(1, (fields + STATUS_SCORE * status) / FULL_SCORE),
    hasStatus: place !== undefined || (target !== undefined && !target.path.includes(0)),
  };
}

type Nested = Omit<ListCandidate, 'confidence' | 'reason'>;

/** Whether the list is a part of another, or holds the one that is meant. */
function isPart(list: ListSubject): boolean {
  const { name, others } = list;
  const outer = others.find((other) => isWithin(list, other));
  if (!outer || outer.name.kind === 'grouping') {
    return false;
  }
  const isNamed = name.kind === 'noun' && name.strength > outer.name.strength;
  // Applications and their instances: only the inner records say how they are.
  const isOfItsOwn = name.kind === 'noun' && list.hasStatus && list.score > outer.score;
  return !((isNamed || isOfItsOwn) && !outer.hasStatus);
}

function isWithin(inner: Nested, outer: Nested): boolean {
  return startsWithPath(inner.path, [...outer.path, '*']);
}

/** Where the monitors are. */
export interface ListChoice extends Pick<ListMapping, 'path' | 'confidence' | 'reason' | 'runnerUp'> {
  /** Lists beside it whose entries are monitors as well. */
  readonly also: readonly Path[];
}

/** The list of a response; `undefined` where there is none. */
export function chooseList(root: unknown, rules: RuleSet): ListChoice | undefined {
  const candidates = withOuterPaths(root, findListCandidates(root, rules));
  const best = candidates.find(({ confidence }) => confidence >= MIN_CANDIDATE);
  if (!best) {
    return chooseEmpty(root, rules);
  }
  const others = candidates.filter((other) => other !== best);
  const also = others.filter((other) => isSibling(other, best));
  const rivals = others.filter((other) => !also.includes(other) && other.confidence >= MIN_CANDIDATE);
  const rival = rivals.find((other) => best.count === 0 || other.count > 0);
  const isContested = rival !== undefined && best.confidence - rival.confidence < MIN_MARGIN;
  // In the response's own order.
  const lists = [best, ...also].sort((a, b) => a.position - b.position);
  const [runnerUp] = rivals;
  return {
    path: (lists[0] ?? best).path,
    confidence: isContested ? DOUBT.heavy : best.confidence,
    reason: isContested ? 'rivals' : also.length > 0 ? 'siblingLists' : best.reason,
    ...(runnerUp && {
      runnerUp: { path: runnerUp.path, confidence: runnerUp.confidence, reason: runnerUp.reason },
    }),
    also: lists.slice(1).map(({ path }) => path),
  };
}

/** What is inside records that are like it is a part of their list. */
function withOuterPaths(root: unknown, candidates: readonly ListCandidate[]): readonly ListCandidate[] {
  const outer = new Map<string, ListCandidate>();
  for (const candidate of candidates) {
    const path = toOuterPath(root, candidate.path);
    const key = JSON.stringify(path);
    outer.set(key, outer.get(key) ?? { ...candidate, path });
  }
  return [...outer.values()];
}

function isPlainNoun(name: ListName): boolean {
  return name.strength >= PLAIN_NOUN;
}

/** Hosts beside services, monitors beside heartbeats: both named for it, and both with something to tell. */
function isSibling(place: ListCandidate, best: ListCandidate): boolean {
  const isFull = (list: ListCandidate) => list.kind === 'array' && list.hasStatus;
  return (
    isFull(place) &&
    isFull(best) &&
    isPlainNoun(place.name) &&
    isPlainNoun(best.name) &&
    isSamePath(place.path.slice(0, -1), best.path.slice(0, -1))
  );
}

// No list, because there is nothing.

const EMPTY_AT: readonly Path[] = [['data'], ['result'], ['results'], ['response'], ['items']];

/**
 * Nothing at all: `null` where Go services leave an empty list (`{"monitors": null}`), and `{"data": {}}`
 * beside a word of success.
 */
function chooseEmpty(root: unknown, rules: RuleSet): ListChoice | undefined {
  if (!isObject(root)) {
    return undefined;
  }
  const isNull = ([key, value]: [string, unknown]) => value === null && isPlainNoun(nameList([key], rules));
  const key = firstEntries(root, 50).find(isNull)?.[0];
  if (key !== undefined) {
    return { path: [key], also: [], confidence: STRENGTH.fair, reason: 'emptyList' };
  }
  const path = EMPTY_AT.find((at) => isNothing(valueAt(root, at)));
  return path ? { path, also: [], confidence: STRENGTH.fair, reason: 'emptyObject' } : undefined;
}

function isNothing(value: unknown): boolean {
  return value === null || (isObject(value) && firstEntries(value, 1).length === 0);
}
