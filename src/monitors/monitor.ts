/** Saved data uses these numbers, so keep the order. */
export const MONITOR_STATUSES = ['up', 'down', 'degraded', 'paused', 'pending', 'unknown'] as const;

/** `unknown` is neutral, never an alarm. */
export type MonitorStatus = (typeof MONITOR_STATUSES)[number];

export function noCounts(): Record<MonitorStatus, number> {
  return { up: 0, down: 0, degraded: 0, paused: 0, pending: 0, unknown: 0 };
}

/** Counts the monitors of each status. */
export function countStatuses(monitors: readonly Monitor[]): Record<MonitorStatus, number> {
  const counts = noCounts();
  monitors.forEach(({ status }) => (counts[status] += 1));
  return counts;
}

/** A monitor, read from a record whose shape the service does not document. */
export interface Monitor {
  /** Unique within the account and the same in every snapshot. */
  readonly id: string;
  /** Empty without a name, target and ID in the record. */
  readonly name: string;
  /** Position in the service's list. */
  readonly place?: MonitorPlace;
  readonly status: MonitorStatus;
  /** The service's own status ("AV", "2", "false"). */
  readonly rawStatus?: string;
  /** The checked URL or host. Untrusted text. */
  readonly target?: string;
  /** The kind of check ("http", "ping"). */
  readonly type?: string;
  /** Epoch milliseconds. */
  readonly lastCheckedAt?: number;
  /** Epoch milliseconds at which the target last changed; edits of settings don't count. */
  readonly changedAt?: number;
  /** The record's times lack a zone and are read as UTC, so they may be hours off. */
  readonly timesLackZone?: true;
  /** Milliseconds between two checks. */
  readonly intervalMs?: number;
  readonly tags: readonly string[];
  /** The name of the monitor or group around this one; absent at the top level. */
  readonly parent?: string;
  /** Epoch milliseconds at which the status began, if the record says so; never after the page was read. */
  readonly since?: number;
  /** Message of the last failed check. Untrusted text. */
  readonly lastError?: string;
  /** The whole record, so that unknown fields stay available. */
  readonly raw: unknown;
}

/** Both count from 1. */
export interface MonitorPlace {
  readonly page: number;
  readonly position: number;
}

/** A record's field in a row. Plain JSON. */
export interface RecordField {
  /** Untrusted. */
  readonly value: string | number | boolean;
  /** The words of its key. */
  readonly words: readonly string[];
  /** Currency code of a price, such as EUR. */
  readonly currency?: string;
  /** Epoch milliseconds, if the value is a time as text. */
  readonly at?: number;
}

/** By path. */
export type RecordFieldsByPath = Readonly<Record<string, RecordField>>;

/** Returns whether the monitor needs attention. */
export function isProblem({ status }: Pick<Monitor, 'status'>): boolean {
  return status === 'down' || status === 'degraded';
}

/** Returns whether to show a status. If the service sends no statuses, show only problems and pauses. */
export function showsStatus({ status }: Pick<Monitor, 'status'>, tellsStatus = true): boolean {
  return tellsStatus || isProblem({ status }) || status === 'paused';
}
