export type RecordStatus = 'up' | 'down' | 'degraded' | 'paused' | 'pending';

/** A monitor as the service keeps it. Responses may have another shape. */
export interface MonitorRecord {
  readonly id: string;
  readonly name: string;
  readonly status: RecordStatus;
  readonly type: string;
  /** For http and ssl; other types have `host`, and a heartbeat has neither. */
  readonly url?: string;
  readonly host?: string;
  /** Seconds between two checks. */
  readonly interval: number;
  /** ISO 8601. */
  readonly lastCheckedAt: string;
  /** Milliseconds; absent if nothing answers. */
  readonly responseTimeMs?: number;
  readonly region: string;
  readonly tags: readonly string[];
  /** Start and cause of an outage, if the service reports it. */
  readonly statusSince?: string;
  readonly lastError?: string;
  /** Further fields of a test. */
  readonly [field: string]: unknown;
}

/** Decides every field of a generated record, together with `ordinal`. */
export interface RecordSource {
  readonly seed: number;
  /** Epoch milliseconds. Check times are before it. */
  readonly startedAt: number;
  /** Whether records have start and cause of an outage. */
  readonly tellsOutages?: boolean;
}

/** Name, type, host label with an optional port or path, tags. */
const subjects = toRows(`
  Checkout API | http | checkout/health | payments critical
  Status page | http | status | public
  Nightly backup | heartbeat | | backup
  Customer portal | http | portal | public
  Orders database | tcp | orders-db:5432 | database critical
  Payment gateway | http | pay/v2/ping | payments critical
  Mail relay | tcp | smtp:587 | mail
  Wildcard certificate | ssl | www | security
  Name servers | dns | ns1 | network
  Office router | ping | gw | network
  Search API | http | search/health | catalogue
  Image CDN | http | img/probe.gif | cdn
  Login | http | login | identity critical
  Single sign-on | http | sso/.well-known/openid-configuration | identity
  Invoice run | heartbeat | | billing
  Warehouse VPN | ping | vpn | network
  Message queue | tcp | queue:5672 | platform
  Session cache | tcp | cache:6379 | platform
  Shop front | http | shop | public critical
  Blog | http | blog | public marketing
  Careers site | http | jobs | public marketing
  Partner API | http | partners/v1/status | partners
  Webhook delivery | http | hooks/health | partners
  Log shipping | heartbeat | | platform
  Git server | http | git | engineering
  Build agents | heartbeat | | engineering
  Package registry | http | registry/-/ping | engineering
  Wiki | http | wiki | internal
  Phone system | tcp | sip:5061 | internal
  API certificate | ssl | api | security
  Fraud scoring | http | risk/ready | payments
  Reporting | http | reports/health | internal`);

/** Place and region. */
const places = toRows(`
  Frankfurt | eu-central
  Dublin | eu-west
  Virginia | us-east
  Oregon | us-west
  São Paulo | sa-east
  Singapore | ap-southeast
  Tōkyō | ap-northeast
  Sydney | ap-south
  London | eu-west
  Zürich | eu-central
  Montréal | ca-central`);

function toRows(table: string): readonly (readonly string[])[] {
  const lines = table.trim().split('\n');
  return lines.map((line) => line.split('|').map((cell) => cell.trim()));
}

const CAUSES: Readonly<Partial<Record<RecordStatus, readonly string[]>>> = {
  down: [
    '503 Service Unavailable',
    'Connection refused',
    'Timeout after 10 s',
    '500 Internal Server Error',
  ],
  degraded: ['Slow response', '2 of 5 checks failed'],
};

const intervals = [30, 60, 60, 60, 300, 300, 600, 900];

/** Maps each 32-bit integer to another one, so that IDs never collide. */
function scramble(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function statusFor(hash: number): RecordStatus {
  const share = hash % 100;
  if (share < 86) {
    return 'up';
  }
  if (share < 90) {
    return 'down';
  }
  if (share < 95) {
    return 'degraded';
  }
  return share < 98 ? 'paused' : 'pending';
}

const pick = <T>(choices: readonly T[], index: number): T => choices[index % choices.length]!;

function targetOf(type: string, at: string, region: string): object {
  if (type === 'heartbeat') {
    return {};
  }
  const [label = '', ...path] = at.split('/');
  if (type !== 'http' && type !== 'ssl') {
    const [name, port] = label.split(':');
    return { host: `${name}.${region}.example.com${port ? `:${port}` : ''}` };
  }
  return { url: `https://${label}.${region}.example.com/${path.join('/')}` };
}

/** Generates record number `ordinal` (0 to 2^32 - 1), always the same. */
export function generateRecord(
  { seed, startedAt, tellsOutages = false }: RecordSource,
  ordinal: number,
): MonitorRecord {
  const idBits = scramble(ordinal ^ scramble(seed));
  const hash = scramble(idBits + 1);
  const [name = '', type = '', at = '', tags = ''] = pick(subjects, ordinal);
  // Shifts the places in each round of subjects, so that names repeat late.
  const [place = '', region = ''] = pick(
    places,
    ordinal + Math.floor(ordinal / subjects.length) * 3,
  );
  const round = Math.floor(ordinal / (subjects.length * places.length)) + 1;
  const status = statusFor(hash);
  const interval = type === 'heartbeat' ? 86_400 : pick(intervals, hash >>> 8);
  const answers = (status === 'up' || status === 'degraded') && type !== 'heartbeat';
  const sinceCheck = status === 'paused' ? 3 * 86_400 : (hash >>> 4) % interval;
  return {
    id: `mon_${idBits.toString(16).padStart(8, '0')}`,
    name: `${name} – ${place}${round > 1 ? ` ${round}` : ''}`,
    status,
    type,
    ...targetOf(type, at, region),
    interval,
    lastCheckedAt: new Date(startedAt - sinceCheck * 1000).toISOString(),
    ...(answers && { responseTimeMs: (status === 'up' ? 20 : 2000) + ((hash >>> 12) % 400) }),
    region,
    tags: tags.split(' '),
    ...(tellsOutages && toOutage(status, hash, startedAt)),
  };
}

/** Start and cause. */
function toOutage(status: RecordStatus, hash: number, startedAt: number): object | undefined {
  const causes = CAUSES[status];
  const minutes = 2 + ((hash >>> 6) % 180);
  return (
    causes && {
      statusSince: new Date(startedAt - minutes * 60_000).toISOString(),
      lastError: pick(causes, hash >>> 14),
    }
  );
}
