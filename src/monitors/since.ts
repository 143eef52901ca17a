import type { Monitor, MonitorStatus } from './monitor';
import { ABSENT, fromStatusValue, ofLastMapping, toStatusValue, type Run } from './run';

export interface Since {
  /** `service`: from the record. `seen`: the first reading of the run. */
  readonly source: 'service' | 'seen';
  /** Epoch milliseconds. */
  readonly at: number;
  /** The last other status, and its last reading, if the change was seen. Never an unknown one. */
  readonly before?: {
    readonly status: MonitorStatus;
    readonly to: number;
  };
  /** The record's time lacks a zone, so it may be hours off. */
  readonly lacksZone?: true | undefined;
}

/** Prefers the record's time. `runs`: of the status, oldest first; default: the record is all that is known. */
export function sinceOf(monitor: Monitor, runs?: readonly Run[]): Since | undefined {
  const { since, timesLackZone, status } = monitor;
  if (since !== undefined) {
    return { source: 'service', at: since, lacksZone: timesLackZone };
  }
  const [last, before] = ofLastMapping(runs).toReversed();
  if (last?.value !== toStatusValue(monitor) || status === 'unknown') {
    return undefined;
  }
  const seen: Since = { source: 'seen', at: last.firstReadAt };
  if (before === undefined || before.value === ABSENT) {
    return seen;
  }
  const was = fromStatusValue(before.value).status;
  // While the status isn't known, it may have been the same.
  if (was === status || was === 'unknown') {
    return seen;
  }
  return { ...seen, before: { status: was, to: before.lastReadAt } };
}

export type SinceOf = (monitor: Monitor) => Since | undefined;

/** Returns ISO 8601; without a zone, only the day. */
export function toIsoTime(at: number, lacksZone?: true): string {
  return new Date(at).toISOString().slice(0, lacksZone && 10);
}
