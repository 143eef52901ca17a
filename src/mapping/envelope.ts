import { firstEntries, isArray, isObject, type JsonObject } from '../base/json';
import { parsePath, stepInto, type Path, type Step } from '../base/path';
import { toText } from '../base/scalar';
import { toZone, type Zone } from '../base/time';
import { toWords } from './words';

/** A field of the objects around a list. */
export interface EnvelopeField {
  readonly words: readonly string[];
  /** The words without spaces: `totalpages`. */
  readonly plain: string;
  readonly value: unknown;
  /** The words of the object's key; none for an object that contains the list. */
  readonly holder: readonly string[];
}

/** An object, and how many levels of objects inside of it are read. */
interface OpenObject {
  readonly object: JsonObject;
  readonly holder: readonly string[];
  readonly levels: number;
}

/** Objects inside the objects around a list: `meta: {pagination: {…}}`. */
const LEVELS = 2;
/** A hostile response may have millions of fields. */
const MAX_FIELDS = 400;
const MAX_FIELDS_EACH = 100;

/** Lists the fields of the objects around a list, the nearest first. An object of groups has none of its own. */
export function findEnvelope(response: unknown, list: Path): readonly EnvelopeField[] {
  const steps = parsePath(list) ?? [];
  const listKeys = new Set(steps.map(String));
  const fields: EnvelopeField[] = [];
  const open = findHolders(response, steps);
  for (const { object, holder, levels } of open) {
    for (const [key, value] of firstEntries(object, MAX_FIELDS_EACH)) {
      if (fields.length > MAX_FIELDS) {
        return fields;
      }
      const words = toWords(key);
      fields.push({ words, plain: words.join(''), value, holder }, ...linksIn(key, value));
      if (isObject(value) && levels > 0 && !listKeys.has(key)) {
        open.push({ object: value, holder: words, levels: levels - 1 });
      }
    }
  }
  return fields;
}

/** Finds the objects that contain the list, and no other list of the same kind. */
function findHolders(response: unknown, steps: readonly Step[]): OpenObject[] {
  const holders = steps.map((step, depth): OpenObject[] => {
    const outer = steps.slice(0, depth);
    const object = outer.reduce(stepInto, response);
    if (step === '*' || outer.includes('*')) {
      return [];
    }
    // `[{"total": 60}, […]]`
    const pair = typeof step === 'number' && isArray(object) ? { ...object.slice(0, 10) } : object;
    return isObject(pair) ? [{ object: pair, holder: [], levels: LEVELS }] : [];
  });
  return holders.reverse().flat();
}

/** Reads `links: [{"rel": "next", "href": "…"}]`. */
function linksIn(key: string, value: unknown): readonly EnvelopeField[] {
  const links = isArray(value) && /links?$/i.test(key) ? value.slice(0, 20).filter(isObject) : [];
  return links.map((link) => {
    const words = toWords(toText(link['rel']));
    return { words, plain: words.join(''), value: link['href'] ?? link['url'], holder: [] };
  });
}

/** Returns the time zone that a response names. */
export function findZone(envelope: readonly EnvelopeField[]): Zone | undefined {
  const zones = envelope.filter(({ plain }) => /^(?:timezone|tz)$/.test(plain));
  return zones.map(({ value }) => toZone(value)).find((zone) => zone !== undefined);
}
