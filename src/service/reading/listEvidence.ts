import type { FieldCandidate, PlainField } from './fieldChoice';
import { findFieldCandidates } from './fieldChoice';
import { isObject } from './json';
import type { ListPlace } from './listPlaces';
import { findListPlaces } from './listPlaces';
import { startsWithPath } from './paths';
import { profileRecords } from './recordProfile';
import { chooseStatus } from './statusChoice';

/** A place with the case for its being the list of monitors. */
export interface JudgedPlace extends ListPlace {
  /** From 0 to 1, to compare places of one answer. */
  readonly score: number;
  /** How much its records look like monitors, from 0 to 1. */
  readonly evidence: number;
  /** Whether its records say how something is, or what is checked. */
  readonly telling: boolean;
  /** Whether its records have an id of their own. */
  readonly standing: boolean;
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
const mostJudged = 40;

/** Every list of an answer, the likeliest first. */
export function judgeLists(root: unknown): readonly JudgedPlace[] {
  const places = findListPlaces(root).slice(0, mostJudged).map(judge);
  return [...settleNesting(places)].sort((a, b) => b.score - a.score);
}

/** Makes the case for a place. */
export function judge(place: ListPlace): JudgedPlace {
  const said = evidenceOf(place);
  const { evidence } = said;
  const named = place.name.strength;
  if (place.count === 0) {
    const empty = place.kind === 'array' && place.name.kind !== 'unnamed' ? 0.1 + named * 0.35 : 0;
    return { ...place, ...said, score: place.name.kind === 'decoy' ? 0 : empty };
  }
  const plain = 0.5 * named + 0.5 * evidence - 0.01 * place.path.length;
  const nested = place.path.includes('*') ? 0.15 : 0;
  const score = place.name.kind === 'decoy' ? Math.min(0.29, plain) : plain - nested;
  return { ...place, ...said, score };
}

function evidenceOf(place: ListPlace): Pick<JudgedPlace, 'evidence' | 'telling' | 'standing'> {
  if (place.kind === 'scalars') {
    return {
      evidence: place.name.kind === 'noun' || place.name.kind === 'root' ? 0.2 : 0,
      telling: false,
      standing: true,
    };
  }
  if (place.kind === 'mapOfMaps') {
    return { evidence: 0.4, telling: true, standing: true };
  }
  const records = place.sample.filter(isObject);
  // A map of names to status words has no records, and its words were looked at when it was found.
  if (records.length === 0) {
    return { evidence: place.count > 0 ? 0.5 : 0, telling: place.kind === 'map', standing: true };
  }
  const profile = profileRecords(records);
  const found = new Map<PlainField, FieldCandidate>();
  let weight = 0;
  for (const [field, share] of fieldWeights) {
    const candidate = findFieldCandidates(field, profile)[0];
    if (!candidate) {
      continue;
    }
    found.set(field, candidate);
    weight += share * candidate.sureness;
  }
  if (place.kind === 'map' && !found.has('id')) {
    weight += 0.12;
  }
  const status = chooseStatus(profile, new Map());
  const said = status.source?.sureness ?? status.pauses[0]?.sureness ?? 0;
  weight += statusWeight * Math.max(said, status.source ? 0.6 : 0);
  return {
    evidence: Math.min(1, weight / fullEvidence),
    telling: status.source !== undefined || (found.get('target')?.path.every((step) => step !== 0) ?? false),
    standing: (found.get('id')?.sureness ?? 0) >= 0.7,
  };
}

/**
 * A list inside the records of another: the inner one is meant where the outer ones are drawers (groups,
 * folders), or where the inner name says it and the outer records say nothing of their own.
 */
function settleNesting(places: readonly JudgedPlace[]): readonly JudgedPlace[] {
  return places.map((inner) => {
    // A drawer that holds what speaks for itself is not the list, though it has a name as well.
    const isHeld = (place: JudgedPlace) =>
      place.name.kind === 'noun' &&
      place.telling &&
      place.evidence > inner.evidence &&
      isWithin(place, inner);
    if (inner.name.kind === 'grouping' && places.some(isHeld)) {
      return { ...inner, score: inner.score - 0.2 };
    }
    const outer = places.find(
      (place) => place.count > 0 && isWithin(inner, place) && place.name.kind !== 'decoy',
    );
    if (!outer) {
      return inner;
    }
    const drawer = outer.name.kind === 'grouping';
    const named = inner.name.kind === 'noun' && inner.name.strength > outer.name.strength;
    if (drawer && inner.name.kind !== 'decoy') {
      return inner;
    }
    // Applications and their instances: only the inner records say how they are, and they stand for themselves.
    const speaks =
      inner.name.kind === 'noun' && inner.telling && inner.standing && inner.evidence > outer.evidence;
    return (named || speaks) && !outer.telling
      ? inner
      : { ...inner, score: Math.min(inner.score, outer.score - 0.2) };
  });
}

function isWithin(inner: JudgedPlace, outer: JudgedPlace): boolean {
  return inner.path.length > outer.path.length && startsWithPath(inner.path, [...outer.path, '*']);
}
