import type { Monitor, MonitorStatus } from './monitor';

/** A time in which a monitor always had this status, or this last change, when seen. */
export interface StatusRun {
  readonly status: MonitorStatus;
  /** Last change of a monitor without a status, in epoch milliseconds. */
  readonly changedAt?: number | null;
  /** Epoch milliseconds of the first and the last snapshot. */
  readonly from: number;
  readonly to: number;
}

export interface Since {
  /** `service`: from the record. `seen`: the change was between two snapshots. */
  readonly source: 'service' | 'seen';
  /** Epoch milliseconds; for `seen`, the first snapshot with this status. */
  readonly at: number;
  /** The last other status, if seen. */
  readonly before?: StatusRun;
  /** The record's time lacks a zone, so it may be hours off. */
  readonly lacksZone?: true;
}

/** Prefers the record's time. `runs`: oldest first; default: the record is all that is known. */
export function toSince(
  { status, since, timesLackZone }: Pick<Monitor, 'status' | 'since' | 'timesLackZone'>,
  runs: readonly StatusRun[] = [],
): Since | undefined {
  if (since !== undefined) {
    return { source: 'service', at: since, ...(timesLackZone && { lacksZone: true }) };
  }
  const before = runs.at(-2);
  const last = runs.at(-1);
  return last?.status === status && status !== 'unknown'
    ? { source: 'seen', at: last.from, ...(before && { before }) }
    : undefined;
}

export type SinceOf = (monitor: Monitor) => Since | undefined;

/** Returns ISO 8601; without a zone, only the day. */
export function toIsoTime(at: number, lacksZone?: true): string {
  return new Date(at).toISOString().slice(0, lacksZone && 10);
}
