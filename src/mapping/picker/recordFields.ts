import { finish } from '../../base/finish';
import { firstEntries, isArray, isObject } from '../../base/json';
import { lastKey, parsePath, stepInto, toGetter, type Path } from '../../base/path';
import { readAmount, toText } from '../../base/scalar';
import { readTime } from '../../base/time';
import { inStretches } from '../../monitors/mappedMonitor';
import type { Monitor, RecordField } from '../../monitors/monitor';
import { splitKey, toPlain, toWords } from '../words';

// Avoids the lexicon, to load fast.

const PRICE_WORDS = new Set(['price', 'prices', 'cost', 'amount', 'fee', 'rate', 'value']);
/** Last words of keys whose numbers are epoch times. */
const TIME_WORDS = new Set([
  'at',
  'date',
  'timestamp',
  'changed',
  'checked',
  'created',
  'seen',
  'updated',
]);
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]{0,20}(?:Z|[+-]\d\d:?\d\d)$/;

/** Caches the fields of records, for columns, sorting and grouping. */
export class RecordFields {
  readonly #read = new WeakMap<Monitor, Map<Path, RecordField | undefined>>();

  get(monitor: Monitor, path: Path): RecordField | undefined {
    const read = this.#read.get(monitor) ?? new Map<Path, RecordField | undefined>();
    this.#read.set(monitor, read);
    if (!read.has(path)) {
      read.set(path, readField(monitor.raw, path));
    }
    return read.get(path);
  }

  /** Reads a field for sorting, with pauses to avoid blocking. */
  async readAll(
    monitors: readonly Monitor[],
    path: Path,
    pause: () => Promise<unknown>,
  ): Promise<void> {
    const read = (monitor: Monitor) => this.get(monitor, path);
    await finish(inStretches(monitors, read), pause);
  }

  toComparable(monitor: Monitor, path: Path): string | number | undefined {
    const { value, at } = this.get(monitor, path) ?? {};
    return at ?? (typeof value === 'boolean' ? String(value) : value);
  }
}

function readField(record: unknown, path: Path): RecordField | undefined {
  const steps = parsePath(path) ?? [];
  const words = splitKey(lastKey(steps));
  const value = toScalar(toGetter(path)(record));
  if (value === undefined) {
    return undefined;
  }
  const isPrice = typeof value === 'number' && words.some((word) => PRICE_WORDS.has(word));
  const currency = isPrice ? findCurrency(steps.slice(0, -1).reduce(stepInto, record)) : undefined;
  const isTime =
    typeof value === 'string' ? ISO_TIME.test(value) : TIME_WORDS.has(words.at(-1) ?? '');
  const at = isTime ? readTime(value)?.at : undefined;
  return { value, words, ...(currency && { currency }), ...(at !== undefined && { at }) };
}

function toScalar(value: unknown): RecordField['value'] | undefined {
  if (isArray(value)) {
    const texts = value.filter((one) => typeof one === 'string' || typeof one === 'number');
    return texts.join(', ') || undefined;
  }
  const isScalar =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar && value !== '' ? value : undefined;
}

/** Finds a code such as EUR beside a price. */
function findCurrency(holder: unknown): string | undefined {
  const entries = isObject(holder) ? firstEntries(holder, 100) : [];
  const codes = entries.flatMap(([key, code]) =>
    toWords(key).includes('currency') ? toText(code) : [],
  );
  return codes.find((code) => /^[A-Z]{3}$/.test(code));
}

const CHANGES =
  /^(?:(?:number|count|total|times)(?:of)?)?change[sd]?(?:counts?|total|number|times)?$/;

/** Counts changes, by `changes`, `change_count` or `numberOfChanges`. */
export function countChanges({ raw }: Monitor): number | undefined {
  const entries = isObject(raw) ? firstEntries(raw, 100) : [];
  const counts = entries.flatMap(([key, value]) =>
    CHANGES.test(toPlain(key)) ? (readAmount(value) ?? []) : [],
  );
  return counts.find((count) => Number.isSafeInteger(count) && count >= 0);
}

/** Keys of further facts: `lastCheck.latency` is `lastchecklatency`. */
export const FACT_KEYS = {
  responseTime: /^(?:last|avg|average)?(?:check|result)?(?:responsetime|latency|rtt|ping)(?:ms)?$/,
  uptime: /^(?:alltime)?(?:uptime|availability)(?:percent|percentage|pct|ratio|\d{1,3}[dh]?)?$/,
  statusCode: /^(?:lastcheck)?(?:http(?:status|code|statuscode)|statuscode|responsecode)$/,
  region: /^(?:region|location|datacenter|zone)$/,
  certificateExpiry: /^(?:ssl|tls|cert|certificate)(?:expir|valid(?:to|until))[a-z]{0,20}$/,
};
