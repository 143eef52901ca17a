import { toText, walk } from '../../base/json';
import { lastKey, stepInto, toPath, type Path } from '../../base/path';
import { wordSet } from '../../base/words';
import type { Monitor } from '../../monitors/monitor';
import { toPlain, toWords } from '../words';

// Fields that rows show by themselves. Values are shown as they came.

/** Records that are looked at. */
const LOOKED_AT = 20;
/** Keys of a record, and of the objects in it. */
const MAX_KEYS = 60;

/** The news of a list without statuses, best first. */
const NEWS = ['price', 'position', 'rank', 'value'];

/** Finds price, position, rank or value, in most of the records. */
export function findNews(monitors: readonly Monitor[]): readonly Path[] {
  const records = monitors.slice(0, LOOKED_AT).map(({ raw }) => raw);
  const places = walk(records[0], 2, MAX_KEYS).map(({ steps }) => steps);
  return NEWS.flatMap((name) => {
    const isNews = (place: (typeof places)[number]) =>
      toPlain(lastKey(place)).replace(/^(?:current|last|latest)/, '') === name;
    const steps = places.find(isNews) ?? [''];
    const texts = records.map((record) => toText(steps.reduce(stepInto, record)));
    const numbers = texts.filter((text) => /^\S{0,3}\s?-?\d/.test(text));
    return numbers.length * 2 > records.length ? [toPath(steps)] : [];
  });
}

/** Words of keys by which monitors of one name differ. */
const KINDS = wordSet(`
  country device shop store seller merchant marketplace market region location city language lang locale engine browser
  platform os environment env type protocol port
`);
/** A longer text is too much for a row. */
const MAX_TEXT = 40;

/** Returns a function that says how a monitor differs from others of its name: "Germany", "phone". */
export function createDistinctions(
  findNamesakes: (name: string) => readonly Monitor[],
): (monitor: Monitor) => readonly string[] {
  return ({ name, raw }) => {
    const namesakes = findNamesakes(name);
    const fields = namesakes.length > 1 ? walk(raw, 2, MAX_KEYS) : [];
    const texts = fields.flatMap(({ steps, value }) => {
      const text = toText(value);
      const isKind = toWords(lastKey(steps)).some((word) => KINDS.has(word));
      if (!isKind || text === '' || text.length > MAX_TEXT) {
        return [];
      }
      const others = namesakes.map((other) => toText(steps.reduce(stepInto, other.raw)));
      return others.every((other) => other === text) ? [] : text;
    });
    return [...new Set(texts)];
  };
}
