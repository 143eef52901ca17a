/** In the order in which they are numbered on disk. */
export const MONITOR_STATUSES = ['up', 'down', 'degraded', 'paused', 'pending', 'unknown'] as const;

/** What a monitor says of its target. `unknown` is an honest answer: neutral, never an alarm. */
export type MonitorStatus = (typeof MONITOR_STATUSES)[number];

/** No monitor of any status, to count on from. */
export function noCounts(): Record<MonitorStatus, number> {
  return { up: 0, down: 0, degraded: 0, paused: 0, pending: 0, unknown: 0 };
}

/** How many of the monitors have each status. */
export function countStatuses(monitors: readonly Monitor[]): Record<MonitorStatus, number> {
  const counts = noCounts();
  monitors.forEach(({ status }) => (counts[status] += 1));
  return counts;
}

/** One monitor of an account, read out of a record whose shape the service does not document. */
export interface Monitor {
  /** Unique within the account and the same in every snapshot. */
  readonly id: string;
  /** Empty where the record has no name, no target and no ID. */
  readonly name: string;
  /** Where its record stands in the service's list, as people count. */
  readonly place?: MonitorPlace;
  readonly status: MonitorStatus;
  /** The service's own word for the status, as it stood in the record ("AV", "2", "false"). */
  readonly rawStatus?: string;
  /** What is checked: a URL or a host. Untrusted text. */
  readonly target?: string;
  /** The kind of check ("http", "ping"). */
  readonly type?: string;
  /** Epoch milliseconds. */
  readonly lastCheckedAt?: number;
  /** Epoch milliseconds at which what is watched changed last; an edit of its settings isn't a change. */
  readonly changedAt?: number;
  /** The record's times name no zone, so that they may be some hours off. They are kept as if they were in UTC. */
  readonly timesLackZone?: true;
  /** Milliseconds between two checks. */
  readonly intervalMs?: number;
  readonly tags: readonly string[];
  /** The name of the monitor or group that this one is inside; absent for the records of the list itself. */
  readonly parent?: string;
  /** Epoch milliseconds since when the status is what it is, where the record says so; never later than when the page was read. */
  readonly since?: number;
  /** What the last check that failed said, where the record says so. Untrusted text. */
  readonly lastError?: string;
  /** The whole record as received, so that nothing is lost that was not understood. */
  readonly raw: unknown;
}

/** Both from 1. */
export interface MonitorPlace {
  readonly page: number;
  readonly position: number;
}

/** What a record has in a field that rows show. Plain JSON. */
export interface RecordField {
  /** Untrusted. */
  readonly value: string | number | boolean;
  /** The words of its key. */
  readonly words: readonly string[];
  /** Of a price: a code such as EUR. */
  readonly currency?: string;
  /** Epoch milliseconds, if the value is a time as a text. */
  readonly at?: number;
}

/** By path. */
export type RecordFieldsByPath = Readonly<Record<string, RecordField>>;

/** Whether the monitor wants a user's attention. */
export function isProblem({ status }: Pick<Monitor, 'status'>): boolean {
  return status === 'down' || status === 'degraded';
}

/** Whether to show a monitor's status. If the service tells none, only problems and pauses are worth a word. */
export function showsStatus({ status }: Pick<Monitor, 'status'>, tellsStatus = true): boolean {
  return tellsStatus || isProblem({ status }) || status === 'paused';
}
