export const MONITOR_STATUSES = ['up', 'down', 'degraded', 'paused', 'pending', 'unknown'] as const;

/** `unknown` is neutral, never an alarm. */
export type MonitorStatus = (typeof MONITOR_STATUSES)[number];

export type StatusCounts = Readonly<Record<MonitorStatus, number>>;

export function noCounts(): Record<MonitorStatus, number> {
  return { up: 0, down: 0, degraded: 0, paused: 0, pending: 0, unknown: 0 };
}

export function countStatuses(monitors: readonly Monitor[]): StatusCounts {
  const counts = noCounts();
  monitors.forEach(({ status }) => (counts[status] += 1));
  return counts;
}

/** A monitor, read from an undocumented record. */
export interface Monitor {
  /** The same in every snapshot. */
  readonly id: string;
  /** Empty if the record lacks name, target and ID. */
  readonly name: string;
  readonly place?: MonitorPlace;
  readonly status: MonitorStatus;
  /** The service's own status ("AV", "2", "false"). */
  readonly rawStatus?: string;
  /** URL or host. Untrusted. */
  readonly target?: string;
  /** "http", "ping". */
  readonly type?: string;
  /** Epoch milliseconds. */
  readonly lastCheckedAt?: number;
  /** Epoch milliseconds of the target's last change, not of its settings. */
  readonly changedAt?: number;
  /** Times lack a zone and are read as UTC, so they may be hours off. */
  readonly timesLackZone?: true;
  readonly intervalMs?: number;
  readonly tags: readonly string[];
  /** Name of the monitor or group around this one. */
  readonly parent?: string;
  /** Epoch milliseconds at which the status began; never after the page was read. */
  readonly since?: number;
  /** Untrusted. */
  readonly lastError?: string;
  /** The whole record. */
  readonly raw: unknown;
}

/** From 1. */
export interface MonitorPlace {
  readonly page: number;
  readonly position: number;
}

/** A field in a row. Plain JSON. */
export interface RecordField {
  /** Untrusted. */
  readonly value: string | number | boolean;
  readonly words: readonly string[];
  /** A code such as EUR. */
  readonly currency?: string;
  /** Epoch milliseconds. */
  readonly at?: number;
}

/** By path. */
export type RecordFieldsByPath = Readonly<Record<string, RecordField>>;

export function isProblem({ status }: Pick<Monitor, 'status'>): boolean {
  return status === 'down' || status === 'degraded';
}

/** Without statuses from the service, show only problems and pauses. */
export function showsStatus({ status }: Pick<Monitor, 'status'>, tellsStatus = true): boolean {
  return tellsStatus || isProblem({ status }) || status === 'paused';
}
