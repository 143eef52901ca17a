import { showsSecret } from '../base/secretValues';

/** A record's identifying fields, as received. */
export interface Identity {
  /** The service's id, or the record's key. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly target: string | undefined;
  readonly type: string | undefined;
  /** Identifies a record without name and target. */
  readonly record: unknown;
  /** The name of its list; empty for the first one. */
  readonly list: string;
  /** Index of the outer record. */
  readonly inside?: number | undefined;
}

/** Compares ids in a normal form, because "é" may be one or two characters. */
export function isSameId(one: string, other: string): boolean {
  return one.normalize() === other.normalize();
}

/**
 * Returns the ids in order: the service's, or made from name, target and type. Adds list, outer record or a number to
 * equal ids. `undefined`: a nested copy of a record.
 */
export function toPageIds(records: readonly Identity[]): readonly (string | undefined)[] {
  const { wanted, copies } = toWantedIds(records);
  const ambiguous = findAmbiguous(records, wanted, copies);
  const repeats = new Map<string, number>();
  return records.map(({ id: ownId, name, target, type }, i) => {
    if (copies.has(i)) {
      return undefined;
    }
    const isAmbiguous = ownId !== undefined && ambiguous.has(wanted[i]!);
    const id = isAmbiguous ? toContentId([wanted[i], name, target, type]) : wanted[i]!;
    let unique = id;
    let nth = repeats.get(id) ?? 0;
    while (repeats.has(unique)) {
      nth += 1;
      unique = `${id}#${nth + 1}`;
    }
    repeats.set(unique, 0);
    repeats.set(id, nth);
    return unique;
  });
}

/** Finds ids, possibly equal, and indexes of nested copies. */
function toWantedIds(records: readonly Identity[]): {
  readonly wanted: readonly string[];
  readonly copies: ReadonlySet<number>;
} {
  const firsts = new Map<string, Identity>();
  const toFirst = (id: string, record: Identity): Identity => {
    const first = firsts.get(id) ?? record;
    firsts.set(id, first);
    return first;
  };
  const own = records.map((record) => {
    const id = record.id ?? toMadeId(record, undefined);
    return record.inside === undefined && toFirst(id, record).list !== record.list
      ? `${record.list}/${id}`
      : id;
  });
  const areLocal = countApart(records, firsts);
  const wanted: string[] = [];
  const copies = new Set<number>();
  for (const [i, record] of records.entries()) {
    const { id, inside } = record;
    if (inside === undefined) {
      wanted.push(own[i]!);
      continue;
    }
    const outer = wanted[inside]!;
    const wantedId = id === undefined ? toMadeId(record, outer) : areLocal ? `${outer}/${id}` : id;
    const first = toFirst(wantedId, record);
    if (first !== record && first.inside !== inside) {
      copies.add(i);
    }
    wanted.push(wantedId);
  }
  return { wanted, copies };
}

/** Makes an id from name, target and type; for a nested record without target also from the outer one. */
function toMadeId({ name, target, type, record, inside }: Identity, outer: string | undefined): string {
  const said = (name ?? target) === undefined ? [record] : [name, target, type];
  if (inside !== undefined && target === undefined) {
    return toContentId([...said, outer]);
  }
  return toContentId(said.length === 1 ? record : said);
}

/** Returns whether nested ids are only unique inside their outer record: two records share one, or all are 1, 2, 3. */
function countApart(records: readonly Identity[], own: ReadonlyMap<string, Identity>): boolean {
  const nested = new Map<string, Identity>();
  const siblings = new Map<number, number>();
  const places: number[] = [];
  for (const record of records) {
    const { id, inside } = record;
    if (id === undefined || inside === undefined) {
      continue;
    }
    const other = nested.get(id);
    const outer = own.get(id);
    const isOfOuter = outer !== undefined && outer.name !== record.name;
    if (isOfOuter || (other !== undefined && toText(other.record) !== toText(record.record))) {
      return true;
    }
    nested.set(id, record);
    const place = siblings.get(inside) ?? 0;
    siblings.set(inside, place + 1);
    places.push(Number(id) - place);
  }
  const [first] = places;
  return (first === 0 || first === 1) && places.every((offset) => offset === first);
}

/** Finds ids that different records share: these aren't real ids. */
function findAmbiguous(
  records: readonly Identity[],
  ids: readonly string[],
  copies: ReadonlySet<number>,
): ReadonlySet<string> {
  const firsts = new Map<string, Identity>();
  const found = new Set<string>();
  for (const [i, record] of records.entries()) {
    const id = ids[i]!;
    if (record.id !== undefined && !copies.has(i)) {
      const first = firsts.get(id) ?? record;
      firsts.set(id, first);
      if (!isEqual(first, record)) {
        found.add(id);
      }
    }
  }
  return found;
}

function isEqual(one: Identity, other: Identity): boolean {
  return one.name === other.name && one.target === other.target && one.type === other.type;
}

/** Security: hashes an id that contains a secret. */
export function toShownId(id: string): string {
  return showsSecret(id) ? toHash(id) : id;
}

/** Returns whether an id was made here, so that the service doesn't know it. */
export function isMadeId(id: string): boolean {
  return /^~[0-9a-z]{1,11}(?:#\d+)?$/.test(id);
}

/** Equal content gives equal ids. */
export function toContentId(content: unknown): string {
  return toHash(toText(content));
}

/** 53-bit plain hash (cyrb53, public domain). */
function toHash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return `~${(4294967296 * (2097151 & low) + (high >>> 0)).toString(36)}`;
}

/** Returns an empty text if nested too deep. */
function toText(json: unknown): string {
  try {
    return JSON.stringify(json) ?? '';
  } catch {
    return '';
  }
}
