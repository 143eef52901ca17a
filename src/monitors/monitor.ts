export const MONITOR_STATUSES = ['up', 'down', 'degraded', 'paused', 'pending', 'unknown'] as const;

/** `unknown` is neutral, never an alarm. */
export type MonitorStatus = (typeof MONITOR_STATUSES)[number];

/** A status that isn't known may be a bad one. */
export const WORST_LAST: readonly MonitorStatus[] = [
  'up',
  'paused',
  'pending',
  'unknown',
  'degraded',
  'down',
];

export function badnessOf({ status }: { readonly status: MonitorStatus }): number {
  return WORST_LAST.indexOf(status);
}

export type StatusCounts = Readonly<Record<MonitorStatus, number>>;

export function noCounts(): Record<MonitorStatus, number> {
  return { up: 0, down: 0, degraded: 0, paused: 0, pending: 0, unknown: 0 };
}

export function countStatuses(monitors: readonly Monitor[]): StatusCounts {
  const sums = MONITOR_STATUSES.map(() => 0);
  // By index, because by name it takes twice as long.
  for (const { status } of monitors) {
    sums[MONITOR_STATUSES.indexOf(status)]! += 1;
  }
  const counts = MONITOR_STATUSES.map((status, index) => [status, sums[index]]);
  return Object.fromEntries(counts) as StatusCounts;
}

export interface Summary {
  readonly monitors: readonly Monitor[];
  readonly counts: StatusCounts;
  readonly tellsStatus: boolean;
}

/** Counts statuses. They are shown if a tenth of the active monitors have one, or the user is asked for the field. */
export function summarize(monitors: readonly Monitor[], isStatusAsked: boolean): Summary {
  const counts = countStatuses(monitors);
  const active = monitors.length - counts.paused;
  const unread = monitors.filter(
    ({ status, rawStatus }) => status === 'unknown' && rawStatus,
  ).length;
  const tellsStatus = (active - counts.unknown + unread) * 10 >= active || isStatusAsked;
  return { monitors, counts, tellsStatus };
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
  /** The amount has no fraction in any record, so it may be in cents. */
  readonly isWhole?: boolean | undefined;
  /** Epoch milliseconds. */
  readonly at?: number;
}

/** By path. */
export type RecordFieldsByPath = Readonly<Record<string, RecordField>>;

/** Worst first. */
export const PROBLEMS: readonly MonitorStatus[] = ['down', 'degraded'];

export function isProblem({ status }: Pick<Monitor, 'status'>): boolean {
  return PROBLEMS.includes(status);
}

export function hasProblem(counts: StatusCounts): boolean {
  return PROBLEMS.some((status) => counts[status] > 0);
}

/** Without statuses from the service, show only problems and pauses. */
export function showsStatus({ status }: Pick<Monitor, 'status'>, tellsStatus = true): boolean {
  return tellsStatus || isProblem({ status }) || status === 'paused';
}

/** Down monitors, then degraded ones. */
export function toProblems(monitors: readonly Monitor[]): readonly Monitor[] {
  const withStatus = (status: MonitorStatus) =>
    monitors.filter((monitor) => monitor.status === status);
  return [...withStatus('down'), ...withStatus('degraded')];
}

/** Steps in a circle; starts at the first or last if `id` isn't among them. */
export function stepProblem(
  problems: readonly Monitor[],
  id: string | undefined,
  step: 1 | -1,
): Monitor | undefined {
  const index = problems.findIndex((monitor) => monitor.id === id);
  return problems.at(index === -1 ? Math.min(0, step) : (index + step) % problems.length);
}
