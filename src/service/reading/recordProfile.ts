import type { JsonObject } from './json';
import { embeddedStep, isArray, isObject, readEmbedded, valueAt } from './json';
import { toField, toFieldWords } from './keys';
import type { Path } from './reading';
import { lastCheckWrapper, strangerWrappers, transparentWrappers } from './vocabulary/wrapperWords';
import { idNames } from './vocabulary/fieldWords';
import { nouns } from './vocabulary/listWords';

/** One place that records of a list have, with what a sample of them holds there. */
export interface Leaf {
  /** From the record, with 0 for the first element of an array. */
  readonly path: Path;
  /** The last key of the path, in plain form and as words. */
  readonly plain: string;
  readonly words: readonly string[];
  /** The keys before the last one, in plain form. */
  readonly wrappers: readonly string[];
  /** Factor, from 1 (the record's own field) down to 0 (of someone else). */
  readonly ownness: number;
  /** Whether it stands in an object about the last check. */
  readonly inLastCheck: boolean;
  readonly inArray: boolean;
  /** Whether it stands in a text that is itself JSON. */
  readonly embedded: boolean;
  /** Whether it stands in one of several objects of a list; what the first of them says is not the record's. */
  readonly crowded: boolean;
  /** What the records that have it hold; nulls included. */
  readonly values: readonly unknown[];
  /** All records of the sample, also those that do not have it. */
  readonly records: readonly unknown[];
}

/** A sample of records of one list, folded over each other. */
export interface RecordProfile {
  readonly size: number;
  /** In the order in which the records have them. */
  readonly leaves: readonly Leaf[];
}

const deepest = 5;
const mostKeys = 120;
const mostLeaves = 600;

/** Folds a sample of records: every path that occurs, and what stands there. */
export function profileRecords(sample: readonly unknown[]): RecordProfile {
  const places = new Map<string, { path: Path; values: unknown[] }>();
  for (const record of sample) {
    if (isObject(record)) {
      foldObject(record, [], '', places);
    }
  }
  const sole = soleWrapperOf(places, sample.length);
  const leaves = [...places.values()].map((place) => toLeaf(place, sample, sole));
  const noun = ownNounOf(leaves);
  return {
    size: sample.length,
    leaves: noun === undefined ? leaves : leaves.map((leaf) => withoutNoun(leaf, noun)),
  };
}

/** The one key of every record, as in `[{"turbine": {…}}, …]`: what it holds is the record, whatever its name. */
function soleWrapperOf(places: Places, size: number): string | undefined {
  const [top, ...others] = [...places.values()].filter(({ path }) => path.length === 1);
  const isSole = others.length === 0 && top?.values.length === size && top.values.every(isObject);
  return isSole ? String(top.path[0]) : undefined;
}

type Places = Map<string, { path: Path; values: unknown[] }>;

function foldObject(object: JsonObject, path: Path, prefix: string, places: Places): void {
  let seen = 0;
  for (const key in object) {
    if (++seen > mostKeys) {
      return;
    }
    if (Object.hasOwn(object, key)) {
      foldValue(object[key], [...path, key], `${prefix}\u0000${key}`, places);
    }
  }
}

function foldValue(value: unknown, path: Path, name: string, places: Places): void {
  const place = places.get(name);
  if (place) {
    place.values.push(value);
  } else if (places.size < mostLeaves) {
    places.set(name, { path, values: [value] });
  }
  if (path.length >= deepest) {
    return;
  }
  const embedded = path.length <= 2 ? readEmbedded(value) : undefined;
  if (embedded) {
    foldObject(embedded, [...path, embeddedStep], `${name}\u0000${embeddedStep}`, places);
  } else if (isObject(value)) {
    foldObject(value, path, name, places);
  } else if (isArray(value) && isObject(value[0])) {
    foldObject(value[0], [...path, 0], `${name}\u00000`, places);
  } else if (isArray(value) && value.length > 0) {
    foldValue(value[0], [...path, 0], `${name}\u00000`, places);
  }
}

/** What records call themselves where every field says it: `turbineId`, `turbineName`, `turbineState`. */
function ownNounOf(leaves: readonly Leaf[]): string | undefined {
  const own = leaves.filter(({ path }) => path.length === 1);
  if (own.some(({ plain }) => plain === 'id' || plain === 'name')) {
    return undefined;
  }
  // `ServerName` beside `OwnerName`: the usual nouns need no help, and the owner is not what the list is of.
  if (own.some(({ words }) => words.length === 2 && words[1] === 'name' && nouns.has(words[0] ?? ''))) {
    return undefined;
  }
  const nounBefore = (last: RegExp) =>
    own.flatMap(({ words }) => (words.length === 2 && last.test(words[1] ?? '') ? [words[0] ?? ''] : []));
  const named = new Set(nounBefore(/^(?:name|title|label)$/));
  return nounBefore(/^(?:id|uuid|guid|arn|key|ref)$/).find(
    (noun) => named.has(noun) && !nouns.has(noun) && !idNames.refused.has(noun),
  );
}

function withoutNoun(leaf: Leaf, noun: string): Leaf {
  if (leaf.path.length !== 1 || leaf.words.length < 2 || leaf.words[0] !== noun) {
    return leaf;
  }
  const words = leaf.words.slice(1);
  return { ...leaf, words, plain: words.join('') };
}

function toLeaf(
  { path, values }: { path: Path; values: unknown[] },
  records: readonly unknown[],
  sole: string | undefined,
): Leaf {
  const keys = path.filter((step): step is string => typeof step === 'string' && step !== embeddedStep);
  const last = keys.at(-1) ?? '';
  const wrappers = keys.slice(0, -1).map(toField);
  return {
    path,
    plain: toField(last),
    words: toFieldWords(last),
    wrappers,
    // OData's `__metadata` tells of the row as a resource: its own address, not what is checked.
    ownness: wrappers.reduce(
      (factor, wrapper, i) => factor * (i === 0 && keys[0] === sole ? 0.985 : ownnessOf(wrapper)),
      keys.includes('__metadata') ? 0.2 : 1,
    ),
    inLastCheck: wrappers.some((wrapper) => lastCheckWrapper.test(wrapper)),
    inArray: path.includes(0),
    embedded: path.includes(embeddedStep),
    crowded: isCrowded(path, records),
    values,
    records,
  };
}

const sequence = /(?:step|result|request|page)s?$/i;

function isCrowded(path: Path, records: readonly unknown[]): boolean {
  const at = path.indexOf(0);
  // The first of several steps is where a check begins; the first of several origins is one of many.
  if (at < 0 || sequence.test(String(path[at - 1]))) {
    return false;
  }
  return records.some((record) => {
    const list = valueAt(record, path.slice(0, at));
    return isArray(list) && list.length > 1 && isObject(list[0]);
  });
}

/** `HealthCheckConfig`, `httpSettings`: what a record is set to is its own, unless it is of another thing. */
const transparentEnding =
  /(?:status|state|type)$|^(?!.*(?:alert|notif|auth|ssl|tls|cert|proxy|login|escalat|retry|owner|team|user)).*(?:config|configuration|settings|properties|attributes|definition)$/;

/** How much a field inside this wrapper is still the record's own. */
function ownnessOf(wrapper: string): number {
  if (strangerWrappers.has(wrapper)) {
    return 0.2;
  }
  if (transparentWrappers.has(wrapper) || transparentEnding.test(wrapper)) {
    return 0.985;
  }
  return nouns.has(wrapper) ? 0.93 : 0.85;
}
