import { firstEntries, isArray, isObject } from '../base/json';
import { readUnit, readTime } from './values';
import { toPlain, toWords } from './words';

/**
 * More useful fields in display order, by their plain key. Inner keys are joined: `lastCheck.latency` is
 * `lastchecklatency`.
 */
const KEYS = {
  responseTime: /^(?:last|avg|average)?(?:check|result)?(?:responsetime|latency|rtt|ping)(?:ms)?$/,
  uptime: /^(?:alltime)?(?:uptime|availability)(?:percent|percentage|pct|ratio|\d{1,3}[dh]?)?$/,
  statusCode: /^(?:lastcheck)?(?:http(?:status|code|statuscode)|statuscode|responsecode)$/,
  region: /^(?:regions?|locations?|datacenter|probes?|zone)$/,
  certificateExpiry:
    /^(?:(?:ssl|tls|cert|certificate)(?:expir|valid(?:to|until)|days)[a-z]{0,20}|days(?:to|until)(?:ssl|cert)[a-z]{0,20})$/,
  lastError:
    /^(?:last(?:check)?(?:error|failure)(?:message|reason)?|error(?:message)?|failurereason|downreason|reason|cause)$/,
  lastIncident: /^(?:(?:current|last)?incident(?:id|at|startedat)?|last(?:downtime|outage|down)(?:at)?)$/,
  group: /^(?:group|folder|project|service|environment|env)(?:name)?$/,
  createdAt: /^(?:date)?(?:creat(?:ed|e|ion)(?:at|on|date|time)?)$/,
};

export type NotableKind = keyof typeof KEYS;

const TIMES: readonly NotableKind[] = ['certificateExpiry', 'lastIncident', 'createdAt'];

export interface NotableField {
  readonly kind: NotableKind;
  readonly value: string | number;
  /** From the key, never guessed. */
  readonly unit: 'ms' | 's' | '%' | 'days' | undefined;
  /** Epoch milliseconds, if the value is a time. */
  readonly at: number | undefined;
}

const MAX_KEYS = 200;

/** Finds fields in display order, at most one level deep. */
export function findNotableFields(record: unknown): NotableField[] {
  const fields = new Map<string, { readonly key: string; readonly value: string | number }>();
  const add = (name: string, key: string, given: unknown): void => {
    const isList = isArray(given) && given.every((part) => typeof part === 'string');
    const value = isList ? given.join(', ') : given;
    const isScalar = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
    if (isScalar && !fields.has(toPlain(name))) {
      fields.set(toPlain(name), { key, value });
    }
  };
  for (const [key, value] of entriesOf(record)) {
    add(key, key, value);
    entriesOf(value).forEach(([inner, innerValue]) => add(key + inner, inner, innerValue));
  }
  return (Object.keys(KEYS) as NotableKind[]).flatMap((kind) => {
    const [, found] = [...fields].find(([name]) => KEYS[kind].test(name)) ?? [];
    const unit = found && unitOf(found.key);
    const at = found && TIMES.includes(kind) && unit !== 'days' ? readTime(found.value)?.at : undefined;
    return found ? [{ kind, value: found.value, unit, at }] : [];
  });
}

function unitOf(key: string): NotableField['unit'] {
  const words = toWords(key);
  const last = words.at(-1) ?? '';
  const ms = readUnit(last);
  return /^(?:percent|percentage|pct)$/.test(last)
    ? '%'
    : ms === 1
      ? 'ms'
      : ms === 1_000
        ? 's'
        : words.includes('days')
          ? 'days'
          : undefined;
}

const entriesOf = (value: unknown): [string, unknown][] =>
  isObject(value) ? firstEntries(value, MAX_KEYS) : [];
