import { maskSecretValues } from '../base/secretValues';

// Ids of monitors, where their service gives none or gives one twice.

/** Ids given on a page. One that comes again is told apart by the name of its list, or by a number. */
export class UniqueIds {
  readonly #given = new Set<string>();
  readonly #next = new Map<string, number>();

  toUnique(id: string, listName: string): string {
    const given = this.#given;
    const before = given.size;
    if (given.add(id).size > before) {
      return id;
    }
    const wanted = listName === '' ? id : `${listName}/${id}`;
    for (let nth = this.#next.get(wanted) ?? 1; ; nth++) {
      const unique = nth === 1 ? wanted : `${wanted}#${nth}`;
      if (!given.has(unique)) {
        given.add(unique);
        this.#next.set(wanted, nth + 1);
        return unique;
      }
    }
  }
}

/** Also if one has "é" as one character, and the other as two. */
export function isSameId(one: string, other: string): boolean {
  return one.normalize() === other.normalize();
}

const MAX_CONTENT = 4_000;

/**
 * An id made from what a record says: equal for equal content. 53 bits of a plain hash (cyrb53, public domain): enough
 * to tell the monitors of one account apart, and no secret.
 */
export function toContentId(content: unknown): string {
  const text = toText(maskSecretValues(content)).slice(0, MAX_CONTENT);
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
