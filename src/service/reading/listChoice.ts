import type { FieldCandidate, PlainField } from './fieldChoice';
import { findFieldCandidates } from './fieldChoice';
import { isObject, ownValue, valueAt } from './json';
import { toPlain } from './keys';
import type { ListPlace } from './listPlaces';
import { findListPlaces } from './listPlaces';
import { isSamePath, startsWithPath } from './paths';
import type { Path } from './reading';
import type { Reason } from './reasons';
import { profileRecords } from './recordProfile';
import { chooseStatus } from './statusChoice';
import { nameList } from './listName';

/** A place with the case for its being the list of monitors. */
export interface JudgedPlace extends ListPlace {
  /** From 0 to 1, to compare places of one answer. */
  readonly score: number;
  /** How much its records look like monitors, from 0 to 1. */
  readonly evidence: number;
  /** Whether its records say how something is, or what is checked. */
  readonly telling: boolean;
}

export interface ListChoice {
  readonly place: JudgedPlace;
  readonly sureness: number;
  readonly reason: Reason;
  /** Places beside it whose entries are monitors as well. */
  readonly also: readonly JudgedPlace[];
  readonly others: readonly JudgedPlace[];
}

/** How much each field says that a record is a monitor; nearly everything has an id and a name. */
const fieldWeights: readonly (readonly [PlainField, number])[] = [
  ['id', 0.15],
  ['name', 0.2],
  ['target', 0.25],
  ['type', 0.1],
  ['lastCheck', 0.15],
  ['interval', 0.15],
];
const statusWeight = 0.3;
const fullEvidence = 0.8;
const leastScore = 0.3;
const mostJudged = 40;

/** Chooses the list of monitors among all the lists of an answer; `undefined` where there is none. */
export function chooseList(root: unknown): ListChoice | undefined {
  const judged = judgeLists(root);
  const best = judged.find(({ score }) => score >= leastScore);
  if (!best) return chooseEmpty(root);
  const others = judged.filter((place) => place !== best);
  const also = others.filter((place) => isSibling(place, best));
  const rivals = others.filter((place) => !also.includes(place));
  return { place: best, also, others: rivals.slice(0, 8), ...surenessOf(best, rivals, also.length > 0) };
}

/** Every list of an answer, the likeliest first. */
export function judgeLists(root: unknown): readonly JudgedPlace[] {
  const places = findListPlaces(root).slice(0, mostJudged).map(judge);
  return [...settleNesting(places)].sort((a, b) => b.score - a.score);
}

function judge(place: ListPlace): JudgedPlace {
  const { evidence, telling } = evidenceOf(place);
  const named = place.name.strength;
  if (place.count === 0) {
    const empty = place.kind === 'array' && place.name.kind !== 'unnamed' ? 0.1 + named * 0.35 : 0;
    return { ...place, evidence, telling, score: place.name.kind === 'decoy' ? 0 : empty };
  }
  const plain = 0.5 * named + 0.5 * evidence - 0.01 * place.path.length;
  const nested = place.path.includes('*') ? 0.15 : 0;
  const score = place.name.kind === 'decoy' ? Math.min(0.29, plain) : plain - nested;
  return { ...place, evidence, telling, score };
}

function evidenceOf(place: ListPlace): { readonly evidence: number; readonly telling: boolean } {
  if (place.kind === 'scalars')
    return { evidence: place.name.kind === 'noun' || place.name.kind === 'root' ? 0.2 : 0, telling: false };
  if (place.kind === 'mapOfMaps') return { evidence: 0.4, telling: true };
  const records = place.sample.filter(isObject);
  // A map of names to status words has no records, and its words were looked at when it was found.
  if (records.length === 0) return { evidence: place.count > 0 ? 0.5 : 0, telling: place.kind === 'map' };
  const profile = profileRecords(records);
  const found = new Map<PlainField, FieldCandidate>();
  let weight = 0;
  for (const [field, share] of fieldWeights) {
    const candidate = findFieldCandidates(field, profile)[0];
    if (!candidate) continue;
    found.set(field, candidate);
    weight += share * candidate.sureness;
  }
  if (place.kind === 'map' && !found.has('id')) weight += 0.12;
  const status = chooseStatus(profile, new Map());
  const said = status.source?.sureness ?? status.pauses[0]?.sureness ?? 0;
  weight += statusWeight * Math.max(said, status.source ? 0.6 : 0);
  return {
    evidence: Math.min(1, weight / fullEvidence),
    telling: status.source !== undefined || found.has('target'),
  };
}

/**
 * A list inside the records of another: the inner one is meant where the outer ones are drawers (groups,
 * folders), or where the inner name says it and the outer records say nothing of their own.
 */
function settleNesting(places: readonly JudgedPlace[]): readonly JudgedPlace[] {
  return places.map((inner) => {
    const outer = places.find(
      (place) =>
        place.count > 0 &&
        place.path.length < inner.path.length &&
        startsWithPath(inner.path, [...place.path, '*']) &&
        place.name.kind !== 'decoy',
    );
    if (!outer) return inner;
    const drawer = outer.name.kind === 'grouping';
    const named = inner.name.kind === 'noun' && inner.name.strength > outer.name.strength;
    if (drawer && inner.name.kind !== 'decoy') return inner;
    return named && !outer.telling ? inner : { ...inner, score: Math.min(inner.score, outer.score - 0.2) };
  });
}

/** Hosts beside services, monitors beside heartbeats: both named for it, and both with something to tell. */
function isSibling(place: JudgedPlace, best: JudgedPlace): boolean {
  return (
    place.count > 0 &&
    best.count > 0 &&
    place.kind === best.kind &&
    best.kind === 'array' &&
    best.name.kind === 'noun' &&
    place.name.kind === 'noun' &&
    best.name.strength >= 0.7 &&
    place.name.strength >= 0.7 &&
    best.telling &&
    place.telling &&
    isSamePath(place.path.slice(0, -1), best.path.slice(0, -1))
  );
}

function surenessOf(
  best: JudgedPlace,
  rivals: readonly JudgedPlace[],
  siblings: boolean,
): { readonly sureness: number; readonly reason: Reason } {
  const reason = siblings ? 'siblingLists' : reasonOf(best);
  const rival = rivals.find(({ count }) => count > 0 || best.count === 0);
  if (rival && best.score - rival.score < 0.06 && rival.score >= leastScore)
    return { sureness: 0.5, reason: 'rivals' };
  const told = Math.max(best.name.kind === 'noun' ? best.name.strength : 0, best.evidence);
  const named = best.name.kind === 'generic' || best.name.kind === 'root' ? 0.15 : 0;
  return { sureness: Math.min(0.98, 0.35 + 0.5 * told + named + (best.count === 0 ? 0.2 : 0)), reason };
}

function reasonOf({ kind, name, count, path }: JudgedPlace): Reason {
  if (count === 0) return 'emptyList';
  if (kind === 'map' || kind === 'mapOfMaps') return 'mapOfRecords';
  if (kind === 'nested') return 'nestedLists';
  if (kind === 'scalars') return 'scalars';
  if (path.length === 0) return 'rootList';
  return name.kind === 'noun' ? 'listName' : name.kind === 'generic' ? 'genericList' : 'recordsLikeMonitors';
}

const emptyAt: readonly Path[] = [['data'], ['result'], ['results'], ['response'], ['items']];

/**
 * Nothing at all: `null` where Go services leave an empty list (`{"monitors": null}`), and `{"data": {}}`
 * beside a word of success.
 */
function chooseEmpty(root: unknown): ListChoice | undefined {
  if (!isObject(root)) return undefined;
  const none = { sample: [], count: 0, score: 0.3, evidence: 0, telling: false, kind: 'array' as const };
  const said = (path: Path, reason: Reason) => ({
    place: { ...none, path, name: nameList(path) },
    sureness: 0.7,
    reason,
    also: [],
    others: [],
  });
  for (const [key, value] of Object.entries(root).slice(0, 50)) {
    const name = nameList([key]);
    if (value === null && name.kind === 'noun' && name.strength >= 0.7) return said([key], 'emptyList');
  }
  const at = emptyAt.find((path) => isNothing(valueAt(root, path)));
  return at && saysSuccess(root) ? said(at, 'emptyObject') : undefined;
}

function isNothing(value: unknown): boolean {
  return value === null || (isObject(value) && Object.keys(value).length === 0);
}

function saysSuccess(root: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(root)
    .slice(0, 50)
    .some(([key, value]) => {
      const plain = toPlain(key);
      if (/^(?:success|ok|succeeded)$/.test(plain)) return value === true || value === 1;
      if (/^(?:code|total|count|totalcount|errno)$/.test(plain)) return value === 0 || value === 200;
      return (
        /^(?:message|msg|status|stat)$/.test(plain) && /^(?:ok|success|successful)$/i.test(String(value))
      );
    });
}

/** The place a person picked; `undefined` where nothing is there in this answer. */
export function choosePlaceAt(root: unknown, path: Path): JudgedPlace | undefined {
  const found = findListPlaces(root).find((place) => isSamePath(place.path, path));
  if (found) return { ...judge(found), score: 1 };
  const value = path.includes('*') ? undefined : valueAt(root, path);
  if (!Array.isArray(value) && !isObject(value)) return undefined;
  const members = Array.isArray(value)
    ? (value as unknown[])
    : Object.keys(value).map((key) => ownValue(value, key));
  const kind = Array.isArray(value) ? ('array' as const) : ('map' as const);
  const sample = members.slice(0, 12);
  return {
    path,
    kind,
    name: nameList(path),
    sample,
    count: members.length,
    score: 1,
    evidence: 1,
    telling: true,
  };
}
