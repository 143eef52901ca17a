/** The worst last. A status that isn't known may be a bad one. */
export const MONITOR_STATUSES = ['up', 'paused', 'pending', 'unknown', 'degraded', 'down'] as const;

/** `unknown` is neutral, never an alarm. */
export type MonitorStatus = (typeof MONITOR_STATUSES)[number];

type WithStatus = Pick<Monitor, 'status'>;

export function badnessOf({ status }: WithStatus): number {
  return MONITOR_STATUSES.indexOf(status);
}

export type StatusCounts = Readonly<Record<MonitorStatus, number>>;

export function countStatuses(monitors: readonly Monitor[]) {
  const counts = Object.fromEntries(MONITOR_STATUSES.map((status) => [status, 0])) as Record<
    MonitorStatus,
    number
  >;
  for (const { status } of monitors) {
    counts[status] += 1;
  }
  return counts;
}

/** A monitor, read from an undocumented record. */
export interface Monitor {
  /** The same in every snapshot. It may be made here: {@link serviceIdOf} is the service's own. */
  readonly id: string;
  /** Empty if the record lacks name, target and ID. */
  readonly name: string;
  /** From 1. */
  readonly place?: { readonly page: number; readonly position: number };
  readonly status: MonitorStatus;
  /** The service's own status ("AV", "2", "false"). */
  readonly rawStatus?: string | undefined;
  /** URL or host. Untrusted. */
  readonly target?: string | undefined;
  /** "http", "ping". */
  readonly type?: string | undefined;
  /** Epoch milliseconds. */
  readonly lastCheckedAt?: number | undefined;
  /** Epoch milliseconds of the target's last change, not of its settings. */
  readonly changedAt?: number | undefined;
  /** Times lack a zone and are read as UTC, so they may be hours off. */
  readonly timesLackZone?: true | undefined;
  readonly intervalMs?: number | undefined;
  readonly tags: readonly string[];
  /** Name of the monitor or group around this one. */
  readonly parent?: string | undefined;
  /** Epoch milliseconds at which the status began; never after the page was read. */
  readonly since?: number | undefined;
  /** Untrusted. */
  readonly lastError?: string | undefined;
  /** The whole record. */
  readonly raw: unknown;
}

/** A field in a row. Plain JSON. */
export interface RecordField {
  /** Untrusted. */
  readonly value: string | number | boolean;
  readonly words: readonly string[];
  /** A code such as EUR. */
  readonly currency?: string;
  /** The amount is a whole number in all records, so it may be in cents. */
  readonly isWhole?: boolean | undefined;
  /** Epoch milliseconds. */
  readonly at?: number;
}

/** Worst first. */
export const PROBLEMS: readonly MonitorStatus[] = ['down', 'degraded'];

export function isProblem({ status }: WithStatus): boolean {
  return PROBLEMS.includes(status);
}

/** Down monitors, then degraded ones. */
export function toProblems(monitors: readonly Monitor[]): readonly Monitor[] {
  return monitors.filter(isProblem).sort((a, b) => badnessOf(b) - badnessOf(a));
}

/** Steps in a circle; starts at the first or last if `id` isn't among them. */
export function stepProblem(
  problems: readonly Monitor[],
  id: string | undefined,
  step: number,
): Monitor | undefined {
  const index = problems.findIndex((monitor) => monitor.id === id);
  return problems.at(index === -1 ? Math.min(0, step) : (index + step) % problems.length);
}
