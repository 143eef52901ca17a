import { parsePath, type Path } from '../base/path';
import { toHash } from '../base/hash';
import { maskText } from '../base/secretValues';
import type { Monitor } from './monitor';
import type { RecordPlace } from './page';

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

/** See {@link toPageIds}. An empty id or name is none. */
export function toMonitorIds(
  read: readonly Pick<Monitor, 'id' | 'name' | 'target' | 'type'>[],
  {
    values,
    places,
  }: { readonly values: readonly unknown[]; readonly places: readonly RecordPlace[] },
  firstList: Path = '',
): readonly (string | undefined)[] {
  // The usual case: each record of one list has its own id.
  const ids = new Set(read.map(({ id }, i) => (places[i]!.inside === undefined ? id : '')));
  if (!ids.has('') && ids.size === read.length) {
    return [...ids];
  }
  const identities = read.map(({ id, name, target, type }, i) => {
    const { list: path, inside } = places[i]!;
    const list = path === firstList ? '' : String(parsePath(path)?.at(-1) ?? '');
    return {
      id: id || undefined,
      name: name || undefined,
      target,
      type,
      record: values[i],
      list,
      inside,
    };
  });
  return toPageIds(identities);
}

/**
 * Returns the ids in order: the service's, or made from name, target and type. Adds list, outer record or a number to
 * equal ids. `undefined`: a nested copy of a record.
 */
export function toPageIds(records: readonly Identity[]): readonly (string | undefined)[] {
  const wanted: string[] = [];
  const firsts = new Map<string, Identity>();
  const toFirst = (id: string, record: Identity): Identity => firsts.get(id) ?? record;
  const add = (record: Identity, at: number, id: string): void => {
    wanted[at] = id;
    firsts.set(id, toFirst(id, record));
  };
  for (const [at, record] of records.entries()) {
    if (record.inside === undefined) {
      const id = record.id ?? toMadeId(record, undefined);
      add(record, at, toFirst(id, record).list === record.list ? id : `${record.list}/${id}`);
    }
  }
  const areLocal = areNestedIdsLocal(records, firsts);
  const copies = new Set<Identity>();
  for (const [at, record] of records.entries()) {
    const { id, inside } = record;
    if (inside !== undefined) {
      const outer = wanted[inside];
      if (id === undefined) {
        add(record, at, toMadeId(record, outer));
      } else {
        add(record, at, areLocal ? `${outer}/${id}` : id);
      }
      if (toFirst(wanted[at]!, record).inside !== inside) {
        copies.add(record);
      }
    }
  }
  /** Ids that different records share: these aren't real ids. */
  const shared = new Set(
    wanted.filter((id, at) => {
      const record = records[at]!;
      return record.id !== undefined && !copies.has(record) && !isEqual(firsts.get(id)!, record);
    }),
  );
  const repeats = new Map<string, number>();
  return records.map((record, at) => {
    const { name, target, type } = record;
    if (copies.has(record)) {
      return undefined;
    }
    const isReal = record.id === undefined || !shared.has(wanted[at]!);
    const id = isReal ? wanted[at]! : toContentId([wanted[at], name, target, type]);
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

/** Makes an id from name, target and type; for a nested record without target also from the outer one. */
function toMadeId(
  { name, target, type, record, inside }: Identity,
  outer: string | undefined,
): string {
  const said = (name ?? target) === undefined ? [record] : [name, target, type];
  if (inside !== undefined && target === undefined) {
    return toContentId([...said, outer]);
  }
  return toContentId(said.length === 1 ? record : said);
}

/** Whether nested ids are only unique inside their outer record: two records share one, or all are 1, 2, 3. */
function areNestedIdsLocal(
  records: readonly Identity[],
  outer: ReadonlyMap<string, Identity>,
): boolean {
  const nested = records.filter(({ id, inside }) => id !== undefined && inside !== undefined);
  const byId = new Map(nested.map((record) => [record.id!, record]));
  const isShared = nested.some((record) => {
    const own = outer.get(record.id!);
    const other = byId.get(record.id!)!;
    const isOfOuter = own !== undefined && own.name !== record.name;
    return isOfOuter || (other !== record && toText(other.record) !== toText(record.record));
  });
  const first = Number(nested[0]?.id);
  const last = new Map<number | undefined, number>();
  const isNext = ({ id, inside }: Identity): boolean => {
    const next = (last.get(inside) ?? first - 1) + 1;
    last.set(inside, next);
    return Number(id) === next;
  };
  return isShared || ((first === 0 || first === 1) && nested.every(isNext));
}

function isEqual(one: Identity, other: Identity): boolean {
  return one.name === other.name && one.target === other.target && one.type === other.type;
}

/** Security: hashes an id that contains a secret. */
export function toShownId(id: string, mask = maskText): string {
  return mask(id) === id ? id : toHash(id);
}

/** Returns whether an id was made here, so that the service doesn't know it. */
export function isMadeId(id: string): boolean {
  return /^~[0-9a-z]{1,11}(?:#\d+)?$/.test(id);
}

/** Equal content gives equal ids. */
export function toContentId(content: unknown): string {
  return toHash(toText(content));
}

/** Returns an empty text if nested too deep. */
function toText(json: unknown): string {
  try {
    return JSON.stringify(json) ?? '';
  } catch {
    return '';
  }
}
