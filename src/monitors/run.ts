import { HOUR } from '../base/time';
import { badnessOf, type Monitor, type MonitorStatus } from './monitor';
import type { PageCall } from './page';

/** A value of a monitor, from one reading to another. */
export interface Run {
  readonly monitor: string;
  /** {@link STATUS}, {@link NAME}, {@link LAST_CHANGE}, or the key of a field in rows. */
  readonly field: string;
  /** A status, a name, epoch milliseconds, or a field as JSON. */
  readonly value: string;
  /** Epoch milliseconds. */
  readonly firstReadAt: number;
  readonly lastReadAt: number;
  /** When the value began, if the service says so. */
  readonly saidAt?: number | undefined;
  /** The number of the first call that read it. Orders the runs, whatever the clocks say. */
  readonly call: number;
  readonly lastCall: number;
  /** When the last call was sent. */
  readonly lastBegunAt: number;
  /** Another number: values of before have another meaning. */
  readonly mapping: number;
}

/** What a page says of a field. */
export interface FieldReading extends Pick<Run, 'field' | 'value' | 'saidAt'> {
  readonly monitor: string;
  readonly call: PageCall;
  readonly mapping: number;
}

/** Runs by field, oldest first. */
export type MonitorRuns = ReadonlyMap<string, readonly Run[]>;

/** Runs by monitor. */
export type AllRuns = ReadonlyMap<string, MonitorRuns>;

/** More time between two readings is a gap, however seldom the account is read. */
export const MAX_GAP_MS = 6 * HOUR;
const USUAL_DISTANCES = 3;

export const STATUS = 'status';
export const NAME = 'name';
export const LAST_CHANGE = 'changed';
/** The status of a monitor that its page or list didn't have. */
export const ABSENT = 'absent';

/** Says the service's own word if it has no known meaning. */
export function toStatusValue({ status, rawStatus }: Pick<Monitor, 'status' | 'rawStatus'>) {
  return status === 'unknown' && rawStatus ? `unknown ${rawStatus}` : status;
}

export function fromStatusValue(value: string): Pick<Monitor, 'status' | 'rawStatus'> {
  return value.startsWith('unknown ')
    ? { status: 'unknown', rawStatus: value.slice('unknown '.length) }
    : { status: value as MonitorStatus };
}

/** Returns how much time may be between two readings of one run. @param times of an account's refreshes */
export function toGap(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  const distances = sorted.slice(1).map((at, place) => at - sorted[place]!);
  distances.sort((a, b) => a - b);
  const median = distances[Math.floor(distances.length / 2)] ?? Infinity;
  return Math.min(MAX_GAP_MS, USUAL_DISTANCES * median);
}

/** Returns the runs that mean the same as the last one. */
export function ofLastMapping(runs: readonly Run[] = []): readonly Run[] {
  const mapping = runs.at(-1)?.mapping;
  return runs.slice(runs.findLastIndex((run) => run.mapping !== mapping) + 1);
}

/**
 * Adds a reading to the runs of its field. Returns the same array if the reading says nothing new.
 * @param gapMs after so long, an equal status begins a run, because nobody knows what it was meanwhile. Other fields are
 * only noted once an hour, to write less.
 */
export function addReading(
  runs: readonly Run[],
  reading: FieldReading,
  gapMs: number,
): readonly Run[] {
  const last = runs.at(-1);
  const { value, saidAt, call } = reading;
  if (last === undefined) {
    return [toRun(reading)];
  }
  if (last.mapping !== reading.mapping) {
    return call.number < last.lastCall ? runs : append(runs, toRun(reading));
  }
  const isLater = call.number > last.lastCall;
  if (isOverlapping(last, call) && last.value !== value && reading.field === STATUS) {
    return isWorse(value, last.value) ? append(runs, toRun(reading, last.lastCall)) : runs;
  }
  if (!isLater) {
    return runs;
  }
  const unreadMs = call.ended - last.lastReadAt;
  const isStatus = reading.field === STATUS;
  if (last.value !== value || (isStatus && unreadMs > gapMs)) {
    return append(runs, toRun(reading));
  }
  if (!isStatus && Math.abs(unreadMs) < HOUR) {
    return runs;
  }
  const longer: Run = {
    ...last,
    saidAt: saidAt ?? last.saidAt,
    lastReadAt: Math.max(last.firstReadAt, call.ended),
    lastCall: call.number,
    lastBegunAt: call.begun,
  };
  return runs.with(-1, longer);
}

/** A run of the same call is replaced, because it was read otherwise. */
function append(runs: readonly Run[], run: Run): readonly Run[] {
  return [...(runs.at(-1)?.call === run.call ? runs.slice(0, -1) : runs), run];
}

function toRun({ call, ...reading }: FieldReading, lastCall = call.number): Run {
  const number = Math.max(call.number, lastCall);
  return {
    ...reading,
    firstReadAt: call.ended,
    lastReadAt: call.ended,
    call: number,
    lastCall: number,
    lastBegunAt: call.begun,
  };
}

function isOverlapping(run: Run, call: PageCall): boolean {
  return (
    run.lastCall !== call.number && run.lastBegunAt < call.ended && call.begun < run.lastReadAt
  );
}

function isWorse(value: string, other: string): boolean {
  return badnessOf(fromStatusValue(value)) > badnessOf(fromStatusValue(other));
}
