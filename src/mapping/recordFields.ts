import { firstEntries, isArray, isObject, walk } from '../base/json';
import { readTime } from '../base/time';
import { lastKey, parsePath, stepInto, toGetter, type Path } from '../base/path';
import type { Monitor, RecordField } from '../monitors/monitor';
import { toText } from './values';
import { splitKey, toPlain, toWords } from './words';

// Reads fields for columns, sorting and grouping. Avoids the lexicon, to load fast.

const PRICE_WORDS = new Set(['price', 'prices', 'cost', 'amount', 'fee', 'rate', 'value']);
/** Last words of keys whose numbers are epoch times. */
const TIME_WORDS = new Set(['at', 'date', 'timestamp', 'changed', 'checked', 'created', 'seen', 'updated']);
/** Records per slice: a few milliseconds. */
const SLICE = 250;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]{0,20}(?:Z|[+-]\d\d:?\d\d)$/;

/** A path of our own for a count of changes, whatever its key. */
const CHANGES = '@changes';

export class RecordFields {
  readonly #read = new WeakMap<Monitor, Map<Path, RecordField | undefined>>();

  get(monitor: Monitor, path: Path): RecordField | undefined {
    const read = this.#read.get(monitor) ?? new Map<Path, RecordField | undefined>();
    this.#read.set(monitor, read);
    if (!read.has(path)) {
      read.set(path, path === CHANGES ? findChanges(monitor.raw) : toField(monitor.raw, path));
    }
    return read.get(path);
  }

  /** Caches a field for sorting. Pauses to avoid blocking. */
  async readAll(monitors: readonly Monitor[], path: Path, pause: () => Promise<unknown>): Promise<void> {
    for (let from = 0; from < monitors.length; from += SLICE) {
      monitors.slice(from, from + SLICE).forEach((monitor) => this.get(monitor, path));
      await pause();
    }
  }

  toComparable(monitor: Monitor, path: Path): string | number | undefined {
    const { value, at } = this.get(monitor, path) ?? {};
    return at ?? (typeof value === 'boolean' ? String(value) : value);
  }

  changesOf(monitor: Monitor): number | undefined {
    return this.get(monitor, CHANGES)?.value as number | undefined;
  }
}

function toField(record: unknown, path: Path): RecordField | undefined {
  const steps = parsePath(path) ?? [];
  const words = splitKey(lastKey(steps));
  const value = toScalar(toGetter(path)(record));
  if (value === undefined) {
    return undefined;
  }
  const holder = steps.slice(0, -1).reduce(stepInto, record);
  const isPrice = typeof value === 'number' && words.some((word) => PRICE_WORDS.has(word));
  const currency = isPrice ? findCurrency(holder) : undefined;
  const isTime = typeof value === 'string' ? ISO_TIME.test(value) : TIME_WORDS.has(words.at(-1) ?? '');
  const at = isTime ? readTime(value)?.at : undefined;
  return { value, words, ...(currency && { currency }), ...(at !== undefined && { at }) };
}

function toScalar(value: unknown): RecordField['value'] | undefined {
  if (isArray(value)) {
    const texts = value.filter((one) => typeof one === 'string' || typeof one === 'number');
    return texts.length === 0 ? undefined : texts.join(', ');
  }
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar && value !== '' ? value : undefined;
}

function findCurrency(holder: unknown): string | undefined {
  const entries = isObject(holder) ? firstEntries(holder, 100) : [];
  const codes = entries.flatMap(([key, code]) => (toWords(key).includes('currency') ? toText(code) : []));
  return codes.find((code) => /^[A-Z]{3}$/.test(code));
}

/** Finds `changes`, `change_count` or `numberOfChanges`. */
function findChanges(record: unknown): RecordField | undefined {
  const isCount = ([key, value]: readonly [string, unknown]): boolean => {
    const name = toWords(key).join('');
    const isNamed =
      /^(?:(?:number|count|total|times)(?:of)?)?change[sd]?(?:counts?|total|number|times)?$/.test(name);
    return isNamed && Number.isSafeInteger(value) && (value as number) >= 0;
  };
  const found = isObject(record) ? firstEntries(record, 100).find(isCount) : undefined;
  return found && { value: found[1] as number, words: [] };
}

/** More useful fields in display order, by their keys: `lastCheck.latency` is `lastchecklatency`. */
const KEYS = {
  responseTime: /^(?:last|avg|average)?(?:check|result)?(?:responsetime|latency|rtt|ping)(?:ms)?$/,
  uptime: /^(?:alltime)?(?:uptime|availability)(?:percent|percentage|pct|ratio|\d{1,3}[dh]?)?$/,
  statusCode: /^(?:lastcheck)?(?:http(?:status|code|statuscode)|statuscode|responsecode)$/,
  region: /^(?:region|location|datacenter|zone)$/,
  certificateExpiry: /^(?:ssl|tls|cert|certificate)(?:expir|valid(?:to|until))[a-z]{0,20}$/,
};

export type NotableKind = keyof typeof KEYS;
/** `at`: epoch milliseconds, if the value is a time. */
export type NotableField = ReturnType<typeof findNotableFields>[number];

/** Finds fields in display order, at most one level deep. */
export function findNotableFields(record: unknown) {
  const fields = walk(record, 2).flatMap(({ steps, value }) => {
    const isScalar = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
    return isScalar ? { name: toPlain(steps.join(' ')), value } : [];
  });
  return (Object.keys(KEYS) as NotableKind[]).flatMap((kind) => {
    const value = fields.find(({ name }) => KEYS[kind].test(name))?.value;
    const isTime = kind === 'certificateExpiry';
    const at = isTime ? readTime(value)?.at : undefined;
    return value === undefined || (isTime && at === undefined) ? [] : [{ kind, value, at }];
  });
}
