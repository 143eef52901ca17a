import { showsSecret } from '../base/secretValues';

/** What a record says of which monitor it is, as received. */
export interface Identity {
  /** The service's own id, or the key that the record is filed under; absent where there is neither. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly target: string | undefined;
  readonly type: string | undefined;
  /** Stands for a record that has neither a name nor a target. */
  readonly record: unknown;
  /** The name of its list; empty for the first list of a page. */
  readonly list: string;
}

/** Also if one has "é" as one character, and the other as two. */
export function isSameId(one: string, other: string): boolean {
  return one.normalize() === other.normalize();
}

/**
 * The ids of the records of a page, in their order: the service's own, or else what name, target and type say. Equal ones
 * are told apart by their list, or get a number. What is on other pages changes none of them.
 */
export function toPageIds(records: readonly Identity[]): readonly string[] {
  const lists = new Map<string, string>();
  const wanted = records.map(({ id, list }) => {
    if (id === undefined) {
      return undefined;
    }
    const first = lists.get(id) ?? list;
    lists.set(id, first);
    return first === list ? id : `${list}/${id}`;
  });
  const ambiguous = findAmbiguous(records, wanted);
  const repeats = new Map<string, number>();
  return records.map(({ name, target, type, record }, i) => {
    const ownId = wanted[i];
    const id =
      ownId === undefined
        ? toContentId((name ?? target) === undefined ? record : [name, target, type])
        : ambiguous.has(ownId)
          ? toContentId([ownId, name, target, type])
          : ownId;
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

/** Whether two records of the first list have the same id of their own. */
export function repeatsIds(records: readonly Identity[]): boolean {
  const ids = records.flatMap(({ id, list }) => (id !== undefined && list === '' ? [id] : []));
  return new Set(ids).size < ids.length;
}

/** The ids that records of different content have: what they hold is no id. */
function findAmbiguous(
  records: readonly Identity[],
  ids: readonly (string | undefined)[],
): ReadonlySet<string> {
  const firsts = new Map<string, Identity>();
  const found = new Set<string>();
  for (const [i, record] of records.entries()) {
    const id = ids[i];
    const first = id === undefined ? undefined : firsts.get(id);
    if (id !== undefined && first === undefined) {
      firsts.set(id, record);
    } else if (id !== undefined && !isEqual(first!, record)) {
      found.add(id);
    }
  }
  return found;
}

function isEqual(one: Identity, other: Identity): boolean {
  return one.name === other.name && one.target === other.target && one.type === other.type;
}

/** The id that a monitor is known by: the one that was received, or a hash of it if it would show a secret. */
export function toShownId(id: string): string {
  return showsSecret(id) ? toHash(id) : id;
}

/** Whether an id is one that was made here, which the service doesn't know. */
export function isMadeId(id: string): boolean {
  return /^~[0-9a-z]{1,11}(?:#\d+)?$/.test(id);
}

/** An id made from what a record says: equal for equal content. */
export function toContentId(content: unknown): string {
  return toHash(toText(content));
}

/** 53 bits of a plain hash (cyrb53, public domain): enough to tell the monitors of one account apart. */
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

/** Nothing where it is nested too deep to be written. */
function toText(json: unknown): string {
  try {
    return JSON.stringify(json) ?? '';
  } catch {
    return '';
  }
}
