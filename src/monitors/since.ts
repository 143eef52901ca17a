import type { Monitor, MonitorStatus } from './monitor';

/** A time over which a monitor was seen in one status: at `from`, at `to`, and never otherwise between. */
export interface StatusRun {
  readonly status: MonitorStatus;
  /** Epoch milliseconds of the first and the last snapshot. */
  readonly from: number;
  readonly to: number;
}

/** Since when a monitor is in its status, and how that is known. */
export interface Since {
  /** `service`: its record says so. `seen`: the change lies between two snapshots. */
  readonly source: 'service' | 'seen';
  /** Epoch milliseconds; of what was seen here, when it was seen first in its status. */
  readonly at: number;
  /** When it was last seen in another status; absent where it never was, or where the record has the time. */
  readonly before?: StatusRun;
  /** The record names no zone with the time: it may be some hours off. */
  readonly lacksZone?: true;
}

/** The record outweighs what was seen here. `runs` is what was seen, oldest first. */
export function toSince(
  { status, since, timesLackZone }: Pick<Monitor, 'status' | 'since' | 'timesLackZone'>,
  runs: readonly StatusRun[],
): Since | undefined {
  if (since !== undefined) {
    return { source: 'service', at: since, ...(timesLackZone && { lacksZone: true }) };
  }
  const last = runs.at(-1);
  if (last?.status !== status) {
    return undefined;
  }
  const before = runs.at(-2);
  return { source: 'seen', at: last.from, ...(before && { before }) };
}

/** Looks up since when a monitor is in its status. */
export type SinceOf = (monitor: Monitor) => Since | undefined;

/** As far as the record says it. */
export const sinceOfRecord: SinceOf = (monitor) => toSince(monitor, []);

/** A time in ISO 8601; one without a zone as its day. */
export function toIsoTime(at: number, lacksZone?: true): string {
  return new Date(at).toISOString().slice(0, lacksZone && 10);
}
