import type { JsonObject } from './json';
import { isArray, isObject, sampleOf } from './json';
import { toPlain } from './keys';
import type { ListName } from './listName';
import { nameList } from './listName';
import type { ListKind } from './listResult';
import type { Path } from './reading';
import { recordsOfTable, tablesAt } from './tables';
import { statusMeanings } from './vocabulary/statusWords';

/** A place in an answer at which entries of one kind stand. */
export interface ListPlace {
  readonly path: Path;
  readonly kind: ListKind;
  readonly name: ListName;
  /** Some of its entries. */
  readonly sample: readonly unknown[];
  /** Entries in all, as far as they were counted. */
  readonly count: number;
}

interface Spot {
  readonly path: Path;
  /** What stands at this place in the sampled records; one value outside of lists. */
  readonly values: readonly unknown[];
}

const deepest = 9;
const mostSpots = 1_500;
const mostKeys = 80;
const sampleSize = 12;

/** Every place of an answer that may be a list, the outer ones first. */
export function findListPlaces(root: unknown): readonly ListPlace[] {
  const spots: Spot[] = [{ path: [], values: [root] }];
  const places: ListPlace[] = [];
  for (let next = 0; next < spots.length; next++) {
    const spot = spots[next] as Spot;
    const place = toPlace(spot) ?? tablePlace(root, spot);
    if (place) {
      places.push(place);
    }
    if (spot.path.length >= deepest) {
      continue;
    }
    for (const below of spotsBelow(spot, place)) {
      if (spots.length < mostSpots) {
        spots.push(below);
      }
    }
  }
  return places;
}

function toPlace({ path, values }: Spot): ListPlace | undefined {
  const lists = values.filter(isArray);
  if (lists.length > 0) {
    return arrayPlace(path, lists);
  }
  const objects = values.filter(isObject);
  return objects.length > 0 ? mapPlace(path, objects) : undefined;
}

/** Rows of a table are looked at as the records they stand for. */
function tablePlace(root: unknown, { path, values }: Spot): ListPlace | undefined {
  if (!values.some((value) => isArray(value) && isArray(value[0]))) {
    return undefined;
  }
  const tables = tablesAt(root, path);
  const count = tables.reduce((total, { rows }) => total + rows.length, 0);
  if (count === 0) {
    return undefined;
  }
  const sample = tables
    .flatMap(({ columns, rows }) => recordsOfTable({ columns, rows: sampleOf(rows, sampleSize) }))
    .slice(0, sampleSize);
  return { path, kind: 'table', name: nameList(path), sample, count };
}

function arrayPlace(path: Path, lists: readonly (readonly unknown[])[]): ListPlace | undefined {
  const count = lists.reduce((total, list) => total + list.length, 0);
  const sample = lists.flatMap((list) => sampleOf(list, sampleSize)).slice(0, sampleSize);
  const name = nameList(path);
  const objects = sample.filter(isObject).length;
  if (sample.some(isArray)) {
    return undefined;
  }
  if (objects * 2 > sample.length || count === 0) {
    return { path, kind: path.includes('*') ? 'nested' : 'array', name, sample, count };
  }
  const scalars = sample.every((value) => typeof value === 'string' || typeof value === 'number');
  return scalars && !path.includes('*') ? { path, kind: 'scalars', name, sample, count } : undefined;
}

function mapPlace(path: Path, objects: readonly JsonObject[]): ListPlace | undefined {
  const name = nameList(path);
  const entries = objects.flatMap((object) => Object.entries(object).slice(0, 200));
  const count = objects.reduce((total, object) => total + Object.keys(object).length, 0);
  const sample = sampleOf(entries, sampleSize).map(([, value]) => value);
  const common = { path, name, count, sample };
  if (isMapOfRecords(entries, name)) {
    return { ...common, kind: path.includes('*') ? 'nested' : 'map' };
  }
  if (name.kind !== 'noun' || path.includes('*')) {
    return undefined;
  }
  const holdsStates = (value: unknown) =>
    isObject(value) && Object.keys(value).length > 0 && saysStates(value, true);
  if (name.strength >= 0.7 && sample.length > 0 && sample.every(holdsStates)) {
    return { ...common, kind: 'mapOfMaps' };
  }
  const object = objects[0];
  return object && count > 0 && saysStates(object, false) ? { ...common, kind: 'map' } : undefined;
}

/** `{web01: {HTTP: 16, SSH: 2}}` and `{db: "up", cache: "down"}`: names and, for each, how it is. */
function saysStates(object: JsonObject, codes: boolean): boolean {
  return Object.values(object).every(
    (value) =>
      (codes && Number.isInteger(value)) || (typeof value === 'string' && statusMeanings.has(toPlain(value))),
  );
}

/** Values of one make under keys that are ids, or under any keys where the name says what they are. */
function isMapOfRecords(entries: readonly (readonly [string, unknown])[], name: ListName): boolean {
  const holders = entries.filter(([, value]) => isObject(value));
  const records = sampleOf(holders, sampleSize).map(([, value]) => value as JsonObject);
  // PHP writes a list with gaps as an object, in one with the envelope: `{"stat": "ok", "0": {…}, "3": {…}}`.
  const indexed = holders.length * 2 >= entries.length && holders.every(([key]) => /^\d+$/.test(key));
  if (records.length === 0 || (holders.length < entries.length * 0.8 && !indexed)) {
    return false;
  }
  const idLike = holders.filter(([key]) => isIdLike(key)).length >= holders.length * 0.8;
  if (records.length === 1) {
    return idLike && name.kind !== 'decoy';
  }
  if (likeness(records) < 0.6) {
    return false;
  }
  return (
    idLike ||
    (name.kind === 'noun' && records.length >= 2) ||
    (records.length >= 2 && likeness(records) > 0.85)
  );
}

function isIdLike(key: string): boolean {
  if (/^\d+$/.test(key) || /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(key)) {
    return true;
  }
  return /^[\w-]{6,}$/.test(key) && /\d/.test(key) && !/^[a-z]+\d{0,2}$/i.test(key);
}

/** How much of their keys records share, against the first one. */
function likeness(records: readonly JsonObject[]): number {
  const [first, ...others] = records;
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

function spotsBelow({ path, values }: Spot, place: ListPlace | undefined): readonly Spot[] {
  const entries = { path: [...path, '*'], values: place?.sample ?? [] };
  if (place && values.some(isArray)) {
    return place.kind === 'scalars' || place.kind === 'table' ? [] : [entries];
  }
  const named = namedSpots(path, values);
  // Taken for a map wrongly, an envelope would hide what is in it; so its few keys are followed as well.
  return place ? [entries, ...(named.length <= 12 ? named : [])] : named;
}

function namedSpots(path: Path, values: readonly unknown[]): readonly Spot[] {
  const lists = values.filter(isArray);
  if (lists.length > 0) {
    // A tuple, as in `[[…monitors], {}]`: its elements are different things, each at its own index.
    return (lists[0] ?? []).slice(0, 10).map((value, i) => ({ path: [...path, i], values: [value] }));
  }
  const below = new Map<string, unknown[]>();
  for (const [key, value] of values
    .filter(isObject)
    .flatMap((object) => Object.entries(object).slice(0, mostKeys))) {
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
