import { HOUR } from '../base/time';
import { badnessOf, type Monitor, type MonitorStatus, type RecordField } from './monitor';
import type { PageCall } from './page';

/** A value of a monitor, from one reading to another. */
export interface Run {
  readonly monitor: string;
  /** {@link STATUS}, {@link NAME}, {@link LAST_CHANGE}, {@link RECORD}, or the key of a field in rows. */
  readonly field: string;
  /** A status, a name, epoch milliseconds, or JSON. */
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

/** A field's value on a page. */
export type FieldReading = Pick<Run, 'monitor' | 'field' | 'value' | 'saidAt' | 'mapping'>;

/** Runs by field, oldest first. */
export type MonitorRuns = ReadonlyMap<string, readonly Run[]>;

/** Runs by monitor. */
export type AllRuns = ReadonlyMap<string, MonitorRuns>;

/** More time between two readings is a gap, however seldom the account is read. */
export const MAX_GAP_MS = 6 * HOUR;

export const STATUS = 'status';
export const NAME = 'name';
export const LAST_CHANGE = 'changed';
/** The last record of a monitor that is gone. */
export const RECORD = 'record';
/** The status of a monitor that its page or list didn't have. */
export const ABSENT = 'absent';

const UNKNOWN = 'unknown ';

/** Says the service's own word if its meaning isn't known. */
export function toStatusValue({ status, rawStatus }: Pick<Monitor, 'status' | 'rawStatus'>) {
  return status === 'unknown' && rawStatus ? UNKNOWN + rawStatus : status;
}

export function fromStatusValue(value: string): Pick<Monitor, 'status' | 'rawStatus'> {
  return value.startsWith(UNKNOWN)
    ? { status: 'unknown', rawStatus: value.slice(UNKNOWN.length) }
    : { status: value as MonitorStatus };
}

/** Saves a field in rows, without what depends on other monitors. */
export function toFieldValue(field: RecordField): string {
  return JSON.stringify({ ...field, isWhole: undefined });
}

/** Reads a saved field. @param field the field now, whose `isWhole` replaces the saved one */
export function fromFieldValue(value: string, field?: RecordField): RecordField {
  return { ...(JSON.parse(value) as RecordField), isWhole: field?.isWhole };
}

/** Returns how much time may be between two readings of one run. @param times of an account's refreshes, in their order */
export function toGap(times: readonly number[]): number {
  const distances = times.slice(1).map((at, place) => Math.abs(at - times[place]!));
  distances.sort((a, b) => a - b);
  const median = distances.at(distances.length / 2) ?? Infinity;
  return Math.min(MAX_GAP_MS, 3 * median);
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
  said: FieldReading,
  { number, begun, ended }: PageCall,
  gapMs: number,
): readonly Run[] {
  const last = runs.at(-1);
  const read = { lastReadAt: ended, lastCall: number, lastBegunAt: begun };
  const added: Run = { ...said, ...read, firstReadAt: ended, call: number };
  if (last === undefined) {
    return [added];
  }
  const isStatus = said.field === STATUS;
  const isComparable = said.mapping === last.mapping;
  const isOther = !isComparable || said.value !== last.value;
  const isOverlapping =
    number !== last.lastCall && last.lastBegunAt < ended && begun < last.lastReadAt;
  if (isStatus && isComparable && isOther && isOverlapping) {
    const lastCall = Math.max(number, last.lastCall);
    const badness = badnessOf(fromStatusValue(said.value));
    const isWorse = badness > badnessOf(fromStatusValue(last.value));
    return isWorse ? append(runs, { ...added, call: lastCall, lastCall }) : runs;
  }
  if (number < last.lastCall || (isComparable && number === last.lastCall)) {
    return runs;
  }
  const unreadMs = ended - last.lastReadAt;
  if (isOther || (isStatus && unreadMs > gapMs)) {
    return append(runs, added);
  }
  if (!isStatus && Math.abs(unreadMs) < HOUR) {
    return runs;
  }
  const lastReadAt = Math.max(last.firstReadAt, ended);
  return runs.with(-1, { ...last, ...read, lastReadAt, saidAt: said.saidAt ?? last.saidAt });
}

/** A run of the same call is replaced, because it was read otherwise. */
function append(runs: readonly Run[], added: Run): readonly Run[] {
  return [...runs.filter(({ call }) => call !== added.call), added];
}

/**
 * Returns the oldest runs of a field.
 * @param look the number of the last call that the user has seen
 * @param kept so many stay, beside the last one and the one at the last look
 */
export function findExcessRuns(
  runs: readonly Run[],
  look: number,
  kept = runs[0]?.field === STATUS ? 100 : 20,
): readonly Run[] {
  const atLook = runs.findLast(({ call }) => call <= look);
  return runs.slice(0, -kept - 1).filter((run) => run !== atLook);
}

/**
 * Returns runs of an account that are too old or more than 50,000. Runs of a status go last.
 * @param oldestCall the number of the oldest call that is kept. Calls say what is old, because the clock may be wrong.
 */
export function findNeedlessRuns(all: AllRuns, look: number, oldestCall: number): ReadonlySet<Run> {
  const fields = [...all.values()].flatMap((monitor) => [...monitor.values()]);
  const candidates = fields.flatMap((field) => findExcessRuns(field, look, 0));
  const isStatus = ({ field }: Run) => Number(field === STATUS);
  candidates.sort((a, b) => isStatus(a) - isStatus(b) || a.lastReadAt - b.lastReadAt);
  const tooMany = fields.flat().length - 50_000;
  return new Set(candidates.filter((run, place) => place < tooMany || run.lastCall < oldestCall));
}
