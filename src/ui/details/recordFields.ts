/** What a person looks for in a monitor's record beside what every monitor has. */
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

export interface NotableField {
  readonly kind: NotableKind;
  /** As the record has it; of a field of an object in the record, the last key. */
  readonly key: string;
  readonly value: string | number;
}

/** Keys in lower case without separators. The first that a record has, wins; of an object in it, both keys joined. */
const KEYS: Readonly<Record<NotableKind, readonly string[]>> = {
  responseTime: [
    ...['responsetime', 'responsetimems', 'lastresponsetime', 'lastresponsetimems', 'avgresponsetime'],
    ...['averageresponsetime', 'latency', 'latencyms', 'lastlatency', 'rtt', 'rttms', 'ping', 'pingms'],
    ...['lastcheckresponsetime', 'lastchecklatency', 'lastcheckresponsetimems', 'lastresultresponsetime'],
  ],
  uptime: [
    ...['uptime', 'uptimepercent', 'uptimepercentage', 'uptimepct', 'uptimeratio', 'availability'],
    ...['uptime30d', 'uptime30', 'uptime24h', 'uptime7d', 'allTimeUptimeRatio'.toLowerCase()],
  ],
  statusCode: [
    'httpstatus',
    'httpcode',
    'httpstatuscode',
    'statuscode',
    'responsecode',
    'lastcheckstatuscode',
  ],
  region: ['region', 'regions', 'location', 'locations', 'datacenter', 'probe', 'probes', 'zone'],
  certificateExpiry: [
    ...['sslexpiresat', 'sslexpiry', 'sslexpires', 'sslexpirationdate', 'sslvaliduntil', 'sslvalidto'],
    ...['certexpiry', 'certexpiresat', 'certificateexpiry', 'certificateexpiresat', 'certificatevalidto'],
    ...[
      'certificatevaliduntil',
      'tlsexpiresat',
      'tlsexpiry',
      'ssldaysleft',
      'certdaysleft',
      'daystosslexpiry',
    ],
    ...['certificatedaysremaining', 'ssldaysremaining', 'ssldaysuntilexpiry'],
  ],
  lastError: [
    ...[
      'lasterror',
      'lasterrormessage',
      'error',
      'errormessage',
      'lastcheckerror',
      'failurereason',
      'reason',
    ],
    ...['lastfailure', 'lastfailurereason', 'cause', 'downreason'],
  ],
  lastIncident: [
    ...[
      'lastincident',
      'lastincidentat',
      'lastdowntime',
      'lastdownat',
      'lastoutage',
      'incidentid',
      'incident',
    ],
    ...['currentincident', 'incidentstartedat', 'lastincidentstartedat'],
  ],
  group: [
    'group',
    'groupname',
    'folder',
    'project',
    'projectname',
    'service',
    'servicename',
    'environment',
    'env',
  ],
  createdAt: ['createdat', 'created', 'createdate', 'creationdate', 'createtime', 'datecreated', 'createdon'],
};

const MOST_KEYS = 200;
const MOST_ROWS = 200;

/** In the order in which they are shown. Takes fields of the record and of the objects in it, no deeper. */
export function findNotableFields(record: unknown): NotableField[] {
  const scalars = new Map<string, { readonly key: string; readonly value: string | number }>();
  for (const [key, value] of entriesOf(record)) {
    note(scalars, toPlainKey(key), key, value);
    for (const [inner, innerValue] of entriesOf(value)) {
      note(scalars, toPlainKey(key + inner), inner, innerValue);
    }
  }
  return (Object.keys(KEYS) as NotableKind[]).flatMap((kind) => {
    const found = KEYS[kind].map((key) => scalars.get(key)).find((field) => field !== undefined);
    return found ? [{ kind, ...found }] : [];
  });
}

/** The unit that a key names; absent where it names none, for no unit is guessed. */
export function unitOfKey(key: string): 'ms' | 's' | '%' | 'days' | undefined {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  const last = words.at(-1) ?? '';
  if (['ms', 'msec', 'millis', 'milliseconds'].includes(last)) {
    return 'ms';
  }
  if (['s', 'sec', 'secs', 'seconds'].includes(last)) {
    return 's';
  }
  if (['percent', 'percentage', 'pct'].includes(last)) {
    return '%';
  }
  return words.includes('days') ? 'days' : undefined;
}

/** A moment in the ways services write one: ISO 8601, or seconds or milliseconds since 1970 between 2001 and 2286. */
export function readMoment(value: string | number): number | undefined {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d([T ]|$)/.test(value) && value.length <= 40) {
    const at = Date.parse(value);
    return Number.isNaN(at) ? undefined : at;
  }
  const number = typeof value === 'string' && /^\d{10}(\d{3})?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !(number >= 1e9)) {
    return undefined;
  }
  if (number < 1e10) {
    return number * 1000;
  }
  return number >= 1e12 && number < 1e13 ? number : undefined;
}

export interface RecordRow {
  /** "ssl.expiresAt". */
  readonly path: string;
  readonly value: string;
}

/** All fields of a record: those of objects in it each by themselves, lists as one. `more` were left out. */
export function toRecordRows(record: unknown): {
  readonly rows: readonly RecordRow[];
  readonly more: number;
} {
  const rows: RecordRow[] = [];
  let more = 0;
  const add = (path: string, value: unknown, depth: number): void => {
    const entries = depth > 0 && !Array.isArray(value) ? entriesOf(value) : [];
    if (entries.length > 0) {
      entries.forEach(([key, inner]) => add(path === '' ? key : `${path}.${key}`, inner, depth - 1));
    } else if (rows.length < MOST_ROWS) {
      rows.push({ path, value: toValueText(value) });
    } else {
      more++;
    }
  };
  add('', record, 4);
  return { rows, more };
}

/** JSON, or a text as it is. Values nested too deeply to be written are an ellipsis. */
export function toValueText(value: unknown, indent?: number): string {
  if (typeof value === 'string') {
    return value;
  }
  try {
    return JSON.stringify(value, undefined, indent) ?? '';
  } catch (error) {
    // JSON nested thousands of levels deep can be parsed but not written: the stack ends before it does.
    if (error instanceof RangeError) {
      return '…';
    }
    throw error;
  }
}

function note(
  scalars: Map<string, { readonly key: string; readonly value: string | number }>,
  plainKey: string,
  key: string,
  value: unknown,
): void {
  const taken =
    Array.isArray(value) && value.every((part) => typeof part === 'string') ? value.join(', ') : value;
  const isScalar = (typeof taken === 'string' && taken.trim() !== '') || typeof taken === 'number';
  if (isScalar && !scalars.has(plainKey)) {
    scalars.set(plainKey, { key, value: taken });
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value).slice(0, MOST_KEYS) : [];
}

function toPlainKey(key: string): string {
  return key.length > 60 ? '' : key.toLowerCase().replace(/[^a-z\d]/g, '');
}
