import type { Monitor } from './monitor';
import type { Since } from './since';

/** The names of the facts, in the order of columns. */
export const FACT_NAMES = [
  'name',
  'status',
  'serviceStatus',
  'target',
  'type',
  'parent',
  'tags',
  'lastCheckedAt',
  'since',
  'sinceAfter',
  'sinceSource',
  'lastError',
  'intervalMs',
  'id',
] as const;

/** What is known of a monitor, as JSON has it. Times are ISO 8601. */
export type Facts = Readonly<
  Record<(typeof FACT_NAMES)[number], string | number | readonly string[] | undefined>
>;

/** What exports and tools tell of a monitor. `sinceAfter` is when it was last seen in another status. */
export function factsOf(monitor: Monitor, since: Since | undefined): Facts {
  const { id, name, status, target, type, parent, tags, lastError, intervalMs } = monitor;
  return {
    name,
    status,
    serviceStatus: monitor.rawStatus,
    target,
    type,
    parent,
    tags: tags.length === 0 ? undefined : tags,
    lastCheckedAt: toIso(monitor.lastCheckedAt),
    since: toIso(since?.at),
    sinceAfter: toIso(since?.before?.to),
    sinceSource: since?.source,
    lastError,
    intervalMs,
    id,
  };
}

export function toIso(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
