import type { Monitor } from '../../monitors/monitor';
import { serviceIdOf } from '../../monitors/monitorIds';
import { toIsoTime, type Since } from '../../monitors/since';

/** For exports and tools. Times are ISO 8601, or days without a zone. `sinceAfter`: last seen in another status. */
export function factsOf(monitor: Monitor, since: Since | undefined) {
  const { name, status, rawStatus, target, type, parent, tags, lastError, intervalMs } = monitor;
  const toTime = (at: number | undefined) =>
    at === undefined ? undefined : toIsoTime(at, monitor.timesLackZone);
  return {
    name,
    status,
    serviceStatus: rawStatus,
    target,
    type,
    parent,
    tags,
    lastCheckedAt: toTime(monitor.lastCheckedAt),
    changedAt: toTime(monitor.changedAt),
    since: since && toIsoTime(since.at, since.lacksZone),
    sinceAfter: since?.before && toIsoTime(since.before.to),
    sinceSource: since?.source,
    lastError,
    intervalMs,
    id: serviceIdOf(monitor),
  };
}
