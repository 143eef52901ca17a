import { firstEntries, isObject } from '../../base/json';
import { stepInto, toPath, type Path, type Step } from '../../base/path';
import { toText } from '../../base/scalar';
import { wordSet } from '../../base/words';
import type { Monitor } from '../../monitors/monitor';
import { toPlain, toWords } from '../words';

// Fields that rows show by themselves. Values are shown as they came.

/** Records that are looked at. */
const LOOKED_AT = 20;
/** Keys of a record, and of the objects in it. */
const MAX_KEYS = 60;

/** The news of a list without statuses, best first. */
const NEWS = [
  /^(?:current|last|latest)?price$/,
  /^(?:current|last|latest)?position$/,
  /^(?:current|last|latest)?rank$/,
  /^(?:current|last|latest)?value$/,
];

/** Finds price, position, rank or value, in most of the records. */
export function findNews(monitors: readonly Monitor[]): readonly Path[] {
  const records = monitors.slice(0, LOOKED_AT).map(({ raw }) => raw);
  const keys = keysOf(records[0]);
  return NEWS.flatMap((name) => {
    const steps = keys.find((key) => name.test(toPlain(String(key.at(-1)))));
    return steps && areNumbers(records, steps) ? [toPath(steps)] : [];
  });
}

function areNumbers(records: readonly unknown[], steps: readonly Step[]): boolean {
  const numbers = records.filter((record) => /^\S{0,3}\s?-?\d/.test(textAt(record, steps)));
  return numbers.length * 2 > records.length;
}

/** Words of keys that tell monitors of one name apart. */
const KINDS = wordSet(`
  country device shop store seller merchant marketplace market region location city language lang locale engine browser
  platform os environment env type protocol port
`);
/** A longer text tells too much for a row. */
const MAX_TEXT = 40;

/** Returns a function that tells a monitor from others of its name: "Germany", "phone". */
export function createDistinctions(
  monitors: readonly Monitor[],
): (monitor: Monitor) => readonly string[] {
  const byName = Map.groupBy(monitors, ({ name }) => name);
  return (monitor) => {
    const namesakes = byName.get(monitor.name) ?? [];
    const keys = namesakes.length > 1 ? keysOf(monitor.raw) : [];
    const kinds = keys.filter((steps) =>
      toWords(String(steps.at(-1))).some((word) => KINDS.has(word)),
    );
    const texts = kinds.flatMap((steps) => {
      const text = textAt(monitor.raw, steps);
      const differs = namesakes.some(({ raw }) => textAt(raw, steps) !== text);
      return differs && text !== '' && text.length <= MAX_TEXT ? [text] : [];
    });
    return [...new Set(texts)];
  };
}

/** Lists the keys of a record and of the objects in it. */
function keysOf(record: unknown): readonly (readonly string[])[] {
  const outer = isObject(record) ? firstEntries(record, MAX_KEYS) : [];
  return outer.flatMap(([key, value]) => {
    const inner = isObject(value) ? firstEntries(value, MAX_KEYS) : [];
    return [[key], ...inner.map(([innerKey]) => [key, innerKey])];
  });
}

function textAt(record: unknown, steps: readonly Step[]): string {
  return toText(steps.reduce(stepInto, record));
}
