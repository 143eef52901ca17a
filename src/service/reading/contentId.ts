import { isArray, isObject } from './json';

const longestContent = 4_000;
const deepest = 4;

/**
 * An id made from what a record says: equal for equal content, whatever the order of its keys. 53 bits of
 * a plain hash (cyrb53, public domain): enough to tell the monitors of one account apart, and no secret.
 */
export function toContentId(content: unknown): string {
  const text = canonical(content, deepest).slice(0, longestContent);
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

function canonical(value: unknown, depth: number): string {
  if (depth === 0 && typeof value === 'object' && value !== null) {
    return '…';
  }
  if (isArray(value)) {
    return `[${value
      .slice(0, 20)
      .map((element) => canonical(element, depth - 1))
      .join()}]`;
  }
  if (!isObject(value)) {
    return JSON.stringify(value) ?? 'null';
  }
  const keys = Object.keys(value).sort().slice(0, 60);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key], depth - 1)}`).join()}}`;
}
