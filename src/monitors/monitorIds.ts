import { MASK } from '../base/maskText';

/** Compares ids in a normal form, because "é" may be one or two characters. */
export function isSameId(one: string, other: string): boolean {
  return one.normalize() === other.normalize();
}

/** Returns whether an id was made here, or has a masked secret, so that the service doesn't know it. */
export function isMadeId(id: string): boolean {
  return id.includes(MASK) || /^~[0-9a-z]{1,11}(?:#\d+)?$/.test(id);
}

/** Makes an id of a text: a plain hash of 53 bits (cyrb53, public domain). */
export function toContentId(text: string): string {
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
