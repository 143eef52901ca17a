import { firstEntries, isArray, isObject, walk } from '../../base/json';
import { lastKey, parsePath, stepInto, toGetter, type Path } from '../../base/path';
import { readAmount, toText } from '../../base/scalar';
import { readTime } from '../../base/time';
import type { Monitor, RecordField } from '../../monitors/monitor';
import { splitKey, toPlain, toWords } from '../words';

// Avoids the lexicon, to load fast.

const AMOUNT_WORDS = new Set(['price', 'prices', 'cost', 'amount', 'fee']);
/** Words of keys whose numbers are no amount: `price_cents`, `price_change_percent`, `price_rank`. */
const NO_AMOUNT_WORDS = new Set([
  'cent',
  'cents',
  'micro',
  'micros',
  'percent',
  'percentage',
  'pct',
  'ratio',
  'rate',
  'rank',
  'count',
  'change',
  'changes',
]);
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

/** Records that are read without a pause. */
const STRETCH = 250;

/** Caches the fields of records, for columns, sorting and grouping. */
export class RecordFields {
  readonly #read = new WeakMap<Monitor, Map<Path, RecordField | undefined>>();
  readonly #fractions = new WeakMap<readonly Monitor[], Map<Path, boolean>>();

  /** @param monitors all that are loaded */
  constructor(private readonly monitors: () => readonly Monitor[] = () => []) {}

  /** A whole amount may be in cents, unless the field has a fraction in another record. */
  get(monitor: Monitor, path: Path): RecordField | undefined {
    const field = this.#find(monitor, path);
    const isWhole = field?.currency !== undefined && Number.isInteger(field.value);
    return field && isWhole && !this.#hasFraction(path) ? { ...field, isWhole } : field;
  }

  #hasFraction(path: Path): boolean {
    const monitors = this.monitors();
    const cached = this.#fractions.get(monitors) ?? new Map<Path, boolean>();
    this.#fractions.set(monitors, cached);
    const isFraction = (value: unknown) => typeof value === 'number' && !Number.isInteger(value);
    const hasFraction =
      cached.get(path) ?? monitors.some((monitor) => isFraction(this.#find(monitor, path)?.value));
    cached.set(path, hasFraction);
    return hasFraction;
  }

  #find(monitor: Monitor, path: Path): RecordField | undefined {
    const read = this.#read.get(monitor) ?? new Map<Path, RecordField | undefined>();
    this.#read.set(monitor, read);
    if (!read.has(path)) {
      read.set(path, readField(monitor.raw, path));
    }
    return read.get(path);
  }

  /** Reads a field before monitors are sorted by it, with pauses, except in the search for fractions. */
  async readAll(
    monitors: readonly Monitor[],
    path: Path,
    pause: () => Promise<unknown>,
  ): Promise<void> {
    for (const [place, monitor] of monitors.entries()) {
      this.get(monitor, path);
      if (place % STRETCH === STRETCH - 1) {
        await pause();
      }
    }
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
  const isAmount =
    typeof value === 'number' &&
    words.some((word) => AMOUNT_WORDS.has(word)) &&
    !words.some((word) => NO_AMOUNT_WORDS.has(word));
  const currency = isAmount ? findCurrency(steps.slice(0, -1).reduce(stepInto, record)) : undefined;
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

const CHANGE_COUNT = /^(?:(?:number|count|total)(?:of)?changes?|changes?(?:counts?|total|number))$/;

/** Reads a field that is named as a count of changes: `change_count`, `numberOfChanges`. */
export function readChangeCount({ raw }: Monitor): number | undefined {
  const entries = isObject(raw) ? firstEntries(raw, 100) : [];
  const counts = entries.flatMap(([key, value]) =>
    CHANGE_COUNT.test(toPlain(key)) ? (readAmount(value) ?? []) : [],
  );
  return counts.find((count) => Number.isSafeInteger(count) && count >= 0);
}

const CHANGE_SUMMARY =
  /^(?:last|latest)?(?:change|diff)[sd]?(?:summary|description|text|message|excerpt)$/;

/** Returns what a page watcher says of the last change, by `lastChange.summary` or `diff_text`. */
export function changeSummaryOf({ raw }: Monitor): string | undefined {
  const fields = walk(raw, 2).filter(({ value }) => typeof value === 'string' && value !== '');
  const field = fields.find(({ steps }) => CHANGE_SUMMARY.test(toPlain(steps.join(' '))));
  return field && String(field.value);
}

/** Keys of further facts: `lastCheck.latency` is `lastchecklatency`. */
export const FACT_KEYS = {
  responseTime: /^(?:last|avg|average)?(?:check|result)?(?:responsetime|latency|rtt|ping)$/,
  responseTimeMs:
    /^(?:last|avg|average)?(?:check|result)?(?:responsetime|latency|rtt|ping)(?:in)?(?:ms|millis|milliseconds)$/,
  uptime: /^(?:alltime)?(?:uptime|availability)(?:ratio|\d{1,3}[dh]?)?$/,
  uptimePercent: /^(?:alltime)?(?:uptime|availability)(?:percent|percentage|pct)$/,
  statusCode: /^(?:lastcheck)?(?:http(?:status|code|statuscode)|statuscode|responsecode)$/,
  region: /^(?:region|location|datacenter|zone)$/,
  certificateExpiry: /^(?:ssl|tls|cert|certificate)(?:expir|valid(?:to|until))[a-z]{0,20}$/,
};
