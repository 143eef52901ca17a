import { firstEntries, isArray, isObject } from '../../base/json';
import { readTime } from '../../mapping/values';
import { toPlain, toWords } from '../../mapping/words';

export type NotableKind =
  | 'responseTime'
  | 'uptime'
  | 'statusCode'
  | 'region'
  | 'certificateExpiry'
  | 'lastError'
  | 'lastIncident'
  | 'group'
  | 'createdAt';

/** Whole keys, the best first; of a field of an object in the record, both keys joined. Kinds as they are shown. */
const NOTABLE_WORDS: Readonly<Record<NotableKind, string>> = {
  responseTime: `
      responsetime responsetimems lastresponsetime lastresponsetimems avgresponsetime
      averageresponsetime latency latencyms lastlatency rtt rttms ping pingms
      lastcheckresponsetime lastchecklatency lastcheckresponsetimems lastresultresponsetime
    `,
  uptime: `
      uptime uptimepercent uptimepercentage uptimepct uptimeratio availability uptime30d
      uptime30 uptime24h uptime7d alltimeuptimeratio
    `,
  statusCode: 'httpstatus httpcode httpstatuscode statuscode responsecode lastcheckstatuscode',
  region: 'region regions location locations datacenter probe probes zone',
  certificateExpiry: `
      sslexpiresat sslexpiry sslexpires sslexpirationdate sslvaliduntil sslvalidto certexpiry
      certexpiresat certificateexpiry certificateexpiresat certificatevalidto
      certificatevaliduntil tlsexpiresat tlsexpiry ssldaysleft certdaysleft daystosslexpiry
      certificatedaysremaining ssldaysremaining ssldaysuntilexpiry
    `,
  lastError: `
      lasterror lasterrormessage error errormessage lastcheckerror failurereason reason
      lastfailure lastfailurereason cause downreason
    `,
  lastIncident: `
      lastincident lastincidentat lastdowntime lastdownat lastoutage incidentid incident
      currentincident incidentstartedat lastincidentstartedat
    `,
  group: 'group groupname folder project projectname service servicename environment env',
  createdAt: 'createdat created createdate creationdate createtime datecreated createdon',
};

/** The unit that a key names; none is guessed. */
export type NotableUnit = 'ms' | 's' | '%' | 'days';

/** A field that a user looks for in a record beside those that every monitor has. */
export interface NotableField {
  readonly kind: NotableKind;
  readonly value: string | number;
  readonly unit: NotableUnit | undefined;
  /** Epoch milliseconds; of a certificate's end, an incident or a creation that is told as a point in time. */
  readonly at: number | undefined;
}

/** Keys that are looked at of one object. */
const MAX_KEYS = 200;

const UNIT_WORDS: readonly (readonly [NotableUnit, readonly string[]])[] = [
  ['ms', ['ms', 'msec', 'millis', 'milliseconds']],
  ['s', ['s', 'sec', 'secs', 'seconds']],
  ['%', ['percent', 'percentage', 'pct']],
];

interface Scalar {
  readonly key: string;
  readonly value: string | number;
}

/** In the order in which they are shown. Takes fields of the record and of the objects in it, no deeper. */
export function findNotableFields(record: unknown): NotableField[] {
  const scalars = new Map<string, Scalar>();
  for (const [key, value] of entriesOf(record)) {
    note(scalars, key, key, value);
    for (const [inner, innerValue] of entriesOf(value)) {
      note(scalars, key + inner, inner, innerValue);
    }
  }
  return (Object.keys(NOTABLE_WORDS) as NotableKind[]).flatMap((kind) => {
    const found = NOTABLE_WORDS[kind]
      .trim()
      .split(/\s+/)
      .map((word) => scalars.get(word))
      .find((scalar) => scalar !== undefined);
    return found ? [toField(kind, found)] : [];
  });
}

function toField(kind: NotableKind, { key, value }: Scalar): NotableField {
  const unit = unitOf(key);
  const isMoment = kind === 'certificateExpiry' || kind === 'lastIncident' || kind === 'createdAt';
  return { kind, value, unit, at: isMoment && unit !== 'days' ? readTime(value)?.at : undefined };
}

function unitOf(key: string): NotableUnit | undefined {
  const words = toWords(key);
  const last = words.at(-1) ?? '';
  const named = UNIT_WORDS.find(([, names]) => names.includes(last))?.[0];
  return named ?? (words.includes('days') ? 'days' : undefined);
}

function note(scalars: Map<string, Scalar>, name: string, key: string, value: unknown): void {
  const scalar = isArray(value) && value.every((part) => typeof part === 'string') ? value.join(', ') : value;
  const word = toPlain(name);
  const isScalar = (typeof scalar === 'string' && scalar.trim() !== '') || typeof scalar === 'number';
  if (isScalar && !scalars.has(word)) {
    scalars.set(word, { key, value: scalar });
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? firstEntries(value, MAX_KEYS) : [];
}
