import { MASK } from '../base/maskText';

/** Compares ids in a normal form, because "é" may be one or two characters. */
export function isSameId(one: string, other: string): boolean {
  return one.normalize() === other.normalize();
}

/** Returns whether an id was made here, or has a masked secret, so that the service doesn't know it. */
export function isMadeId(id: string): boolean {
  return id.includes(MASK) || /^~[0-9a-z]{1,11}(?:#\d+)?$/.test(id);
}

/** Returns the ID that the service gave, for all that leaves the extension. */
export function serviceIdOf({ id }: { readonly id: string }): string | undefined {
  return id === '' || isMadeId(id) ? undefined : id;
}
