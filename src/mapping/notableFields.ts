import { walk } from '../base/json';
import { readTime } from './values';
import { toPlain } from './words';

/** More useful fields in display order, by their keys: `lastCheck.latency` is `lastchecklatency`. */
const KEYS = {
  responseTime: /^(?:last|avg|average)?(?:check|result)?(?:responsetime|latency|rtt|ping)(?:ms)?$/,
  uptime: /^(?:alltime)?(?:uptime|availability)(?:percent|percentage|pct|ratio|\d{1,3}[dh]?)?$/,
  statusCode: /^(?:lastcheck)?(?:http(?:status|code|statuscode)|statuscode|responsecode)$/,
  region: /^(?:region|location|datacenter|zone)$/,
  certificateExpiry: /^(?:ssl|tls|cert|certificate)(?:expir|valid(?:to|until))[a-z]{0,20}$/,
  lastIncident: /^(?:last(?:downtime|outage|incident|down)(?:at)?)$/,
  group: /^(?:group|folder|project|service|environment|env)(?:name)?$/,
  createdAt: /^(?:date)?(?:creat(?:ed|e|ion)(?:at|on|date|time)?)$/,
};

export type NotableKind = keyof typeof KEYS;

const TIMES: readonly NotableKind[] = ['certificateExpiry', 'lastIncident', 'createdAt'];

export interface NotableField {
  readonly kind: NotableKind;
  readonly value: string | number;
  /** Epoch milliseconds, if the value is a time. */
  readonly at: number | undefined;
}

/** Finds fields in display order, at most one level deep. */
export function findNotableFields(record: unknown): NotableField[] {
  const fields = walk(record, 2).flatMap(({ steps, value }) => {
    const isScalar = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
    return isScalar ? { name: toPlain(steps.join(' ')), value } : [];
  });
  return (Object.keys(KEYS) as NotableKind[]).flatMap((kind) => {
    const value = fields.find(({ name }) => KEYS[kind].test(name))?.value;
    const at = TIMES.includes(kind) ? readTime(value)?.at : undefined;
    return value === undefined || (at === undefined && TIMES.includes(kind)) ? [] : [{ kind, value, at }];
  });
}
