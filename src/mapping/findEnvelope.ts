import { firstEntries, isArray, isObject, type JsonObject } from '../base/json';
import { parsePath, stepInto, type Path } from '../base/path';
import { toText } from '../base/scalar';
import { toWords } from './words';

/** A field of the objects around a list. */
export interface EnvelopeField {
  readonly words: readonly string[];
  /** The words without spaces: `totalpages`. */
  readonly plain: string;
  readonly value: unknown;
  /** The words of the object's key; empty for an object that contains the list. */
  readonly holder: readonly string[];
}

/** Objects inside the objects around a list: `meta: {pagination: {…}}`. */
const LEVELS = 2;
/** A hostile response may have millions of fields. */
const MAX_FIELDS = 400;
const MAX_FIELDS_EACH = 100;
const NO_WORDS: readonly string[] = [];

/** Lists the fields of the objects around a list, the nearest first. An object of groups has only its groups. */
export function findEnvelope(response: unknown, list: Path): readonly EnvelopeField[] {
  const steps = parsePath(list) ?? [];
  const groups = steps.indexOf('*');
  const outer = groups === -1 ? steps : steps.slice(0, groups);
  const open = outer.map((_, depth) => {
    const value = outer.slice(0, depth).reduce(stepInto, response);
    return { object: toObject(value), holder: NO_WORDS, level: 0 };
  });
  open.reverse();
  const fields: EnvelopeField[] = [];
  for (const { object, holder, level } of open) {
    for (const [key, value] of firstEntries(object, MAX_FIELDS_EACH)) {
      const words = toWords(key);
      fields.push({ words, plain: words.join(''), value, holder });
      const isInner = isObject(value) && level < LEVELS && !steps.includes(key);
      const isOpen = isInner || (isArray(value) && /links?$/i.test(key));
      if (isOpen && fields.length < MAX_FIELDS) {
        open.push({ object: toObject(value), holder: words, level: level + 1 });
      }
    }
  }
  return fields;
}

/** Reads `[{"total": 60}, […]]`, and `links: [{"rel": "next", "href": "…"}]` like `links: {"next": {…}}`. */
function toObject(value: unknown): JsonObject {
  if (!isArray(value)) {
    return isObject(value) ? value : {};
  }
  const members = value.slice(0, 10).map((inner, place) => {
    const key = isObject(inner) ? toText(inner['rel']) : '';
    return [key || String(place), inner] as const;
  });
  return Object.fromEntries(members);
}
