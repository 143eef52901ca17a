import {
  firstEntries,
  isArray,
  isObject,
  readAmount,
  readText,
  toText,
  walk,
} from '../../base/json';
import { lastKey, parsePath, stepInto, toGetter, type Path } from '../../base/path';
import { remember } from '../../base/remember';
import { readTime } from '../../base/time';
import { wordSet } from '../../base/words';
import type { Monitor, RecordField } from '../../monitors/monitor';
import { toPlain, toWords } from '../words';

// Avoids the lexicon, to load fast.

const AMOUNT_WORDS = wordSet('price prices cost amount fee');
/** Words of keys whose numbers are no amount: `price_cents`, `price_change_percent`, `price_rank`. */
const NO_AMOUNT_WORDS = wordSet(
  'cent cents micro micros percent percentage pct ratio rate rank count change changes',
);
/** Last words of keys whose numbers are epoch times. */
const TIME_WORDS = wordSet('at date timestamp changed checked created seen updated');
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]{0,20}(?:Z|[+-]\d\d:?\d\d)$/;

/** Reads the fields of records, for columns, sorting and grouping. */
export class RecordFields {
  readonly #toFieldReader = remember(createFieldReader);
  readonly #fractions = new WeakMap<readonly Monitor[], (path: Path) => boolean>();

  /** @param monitors all that are loaded */
  constructor(private readonly monitors: () => readonly Monitor[] = () => []) {}

  /** A whole amount may be in cents, unless the field has a fraction in another record. */
  get(monitor: Monitor, path: Path): RecordField | undefined {
    const field = this.#toFieldReader(path)(monitor);
    const isWhole = field?.currency !== undefined && Number.isInteger(field.value);
    return isWhole && !this.#hasFraction(path) ? { ...field, isWhole } : field;
  }

  #hasFraction(path: Path): boolean {
    const monitors = this.monitors();
    const search = (place: Path) => {
      const values = monitors.map(this.#toFieldReader(place)).map((field) => field?.value);
      return values.some((value) => typeof value === 'number' && !Number.isInteger(value));
    };
    const hasFraction = this.#fractions.get(monitors) ?? remember(search);
    this.#fractions.set(monitors, hasFraction);
    return hasFraction(path);
  }

  toComparable(monitor: Monitor, path: Path): string | number | undefined {
    const { value, at } = this.get(monitor, path) ?? {};
    return typeof value === 'boolean' ? String(value) : (at ?? value);
  }
}

function createFieldReader(path: Path) {
  const steps = parsePath(path) ?? [];
  const words = toWords(lastKey(steps));
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const isAmount = has(AMOUNT_WORDS) && !has(NO_AMOUNT_WORDS);
  const isTime = TIME_WORDS.has(words.at(-1) ?? '');
  const get = toGetter(path);
  return ({ raw }: Monitor): RecordField | undefined => {
    const value = toScalar(get(raw));
    if (value === undefined) {
      return undefined;
    }
    const isNumber = typeof value === 'number';
    const holder = steps.slice(0, -1).reduce(stepInto, raw);
    const currency = isNumber && isAmount ? findCurrency(holder) : undefined;
    const isAt = isNumber ? isTime : ISO_TIME.test(String(value));
    const at = isAt ? readTime(value)?.at : undefined;
    return { value, words, ...(currency && { currency }), ...(at !== undefined && { at }) };
  };
}

function toScalar(value: unknown) {
  if (isArray(value)) {
    return value.flatMap((inner) => readText(inner) ?? []).join(', ') || undefined;
  }
  if (typeof value === 'object' || value === '') {
    return undefined;
  }
  return value as RecordField['value'] | undefined;
}

/** Finds a code such as EUR beside a price. */
function findCurrency(holder: unknown): string | undefined {
  const entries = isObject(holder) ? firstEntries(holder, 100) : [];
  const codes = entries.map(([key, code]) => (/currency/i.test(key) ? toText(code) : ''));
  return codes.find((code) => /^[A-Z]{3}$/.test(code));
}

const CHANGE_COUNT = /^(?:(?:number|count|total)(?:of)?changes?|changes?(?:counts?|total|number))$/;

/** Reads a field that is named as a count of changes: `change_count`, `numberOfChanges`. */
export function readChangeCount(monitor: Monitor): number | undefined {
  const count = readAmount(findFact(monitor, CHANGE_COUNT)?.value) ?? -1;
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

const CHANGE_SUMMARY =
  /^(?:last|latest)?(?:change|diff)[sd]?(?:summary|description|text|message|excerpt)$/;

/** Returns what a page watcher says of the last change, by `lastChange.summary` or `diff_text`. */
export function changeSummaryOf(monitor: Monitor): string | undefined {
  return readText(findFact(monitor, CHANGE_SUMMARY)?.value);
}

/** Finds the first text or number by its keys, joined: `lastCheck.latency` is `lastchecklatency`. */
export function findFact({ raw }: Monitor, keys: RegExp) {
  const fields = walk(raw, 2).filter(({ value }) => readText(value) !== undefined);
  const facts = fields.map(({ steps, value }) => ({ key: toPlain(steps.join(' ')), value }));
  return facts.find(({ key }) => keys.test(key));
}

/** Keys of further facts. Keys of a response time and of an uptime may end in a unit. */
export const FACT_KEYS = {
  responseTime:
    /^(?:last|avg|average|check|result)*(?:responsetime|latency|rtt|ping)(?:(?:in)?(?:ms|millis|milliseconds))?$/,
  uptime: /^(?:alltime)?(?:uptime|availability)(?:ratio|\d{1,3}[dh]?|percent|percentage|pct)?$/,
  statusCode: /^(?:lastcheck)?(?:http(?:status|code|statuscode)|statuscode|responsecode)$/,
  region: /^(?:region|location|datacenter|zone)$/,
  certificateExpiry: /^(?:ssl|tls|cert|certificate)(?:expir|valid(?:to|until))[a-z]{0,20}$/,
};
