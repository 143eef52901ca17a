import { firstEntries, isArray, isObject } from '../base/json';
import { readTime } from './values';
import { toPlain, toWords, wordSet } from './words';

/**
 * More useful fields in display order, best key first. Inner keys are joined: `lastCheck.latency` is
 * `lastchecklatency`.
 */
const KEYS = {
  responseTime: wordSet(`
    responsetime responsetimems lastresponsetime lastresponsetimems avgresponsetime averageresponsetime latency
    latencyms lastlatency rtt rttms ping pingms lastcheckresponsetime lastchecklatency lastcheckresponsetimems
    lastresultresponsetime
  `),
  uptime: wordSet(`
    uptime uptimepercent uptimepercentage uptimepct uptimeratio availability uptime30d uptime30 uptime24h uptime7d
    alltimeuptimeratio
  `),
  statusCode: wordSet('httpstatus httpcode httpstatuscode statuscode responsecode lastcheckstatuscode'),
  region: wordSet('region regions location locations datacenter probe probes zone'),
  certificateExpiry: wordSet(`
    sslexpiresat sslexpiry sslexpires sslexpirationdate sslvaliduntil sslvalidto certexpiry certexpiresat
    certificateexpiry certificateexpiresat certificatevalidto certificatevaliduntil tlsexpiresat tlsexpiry ssldaysleft
    certdaysleft daystosslexpiry certificatedaysremaining ssldaysremaining ssldaysuntilexpiry
  `),
  lastError: wordSet(`
    lasterror lasterrormessage error errormessage lastcheckerror failurereason reason lastfailure lastfailurereason
    cause downreason
  `),
  lastIncident: wordSet(`
    lastincident lastincidentat lastdowntime lastdownat lastoutage incidentid incident currentincident incidentstartedat
    lastincidentstartedat
  `),
  group: wordSet('group groupname folder project projectname service servicename environment env'),
  createdAt: wordSet('createdat created createdate creationdate createtime datecreated createdon'),
};

export type NotableKind = keyof typeof KEYS;

const TIMES: readonly NotableKind[] = ['certificateExpiry', 'lastIncident', 'createdAt'];

/** Units in a key, never guessed. */
const UNITS = {
  ms: wordSet('ms msec millis milliseconds'),
  s: wordSet('s sec secs seconds'),
  '%': wordSet('percent percentage pct'),
};

export interface NotableField {
  readonly kind: NotableKind;
  readonly value: string | number;
  readonly unit: keyof typeof UNITS | 'days' | undefined;
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
    const found = fields.get([...KEYS[kind]].find((key) => fields.has(key)) ?? '');
    const unit = found && unitOf(found.key);
    const at = found && TIMES.includes(kind) && unit !== 'days' ? readTime(found.value)?.at : undefined;
    return found ? [{ kind, value: found.value, unit, at }] : [];
  });
}

function unitOf(key: string): NotableField['unit'] {
  const words = toWords(key);
  const units = Object.keys(UNITS) as (keyof typeof UNITS)[];
  const named = units.find((unit) => UNITS[unit].has(words.at(-1) ?? ''));
  return named ?? (words.includes('days') ? 'days' : undefined);
}

const entriesOf = (value: unknown): [string, unknown][] =>
  isObject(value) ? firstEntries(value, MAX_KEYS) : [];
