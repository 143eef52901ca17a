/** A plain hash of 53 bits, from two products. */
export function toHash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  // Upper bits depend on all characters.
  return `~${((high >>> 11) * 2 ** 32 + (low >>> 0)).toString(36)}`;
}
