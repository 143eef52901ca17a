import { isProblem } from './monitor';
import {
  fromStatusValue,
  LAST_CHANGE,
  NAME,
  ofLastMapping,
  STATUS,
  type AllRuns,
  type MonitorRuns,
  type Run,
} from './run';

/** A value then and now. */
export interface Change {
  readonly from: Run;
  readonly to: Run;
}

/** What changed of a monitor. At least one field did. */
export interface MonitorChange {
  readonly id: string;
  readonly status?: Change | undefined;
  readonly name?: Change | undefined;
  readonly lastChange?: Change | undefined;
  /** Fields in rows. */
  readonly fields: readonly Change[];
}

export interface Changes {
  readonly monitors: readonly MonitorChange[];
  /** Monitors that were a problem meanwhile, and have the same status as before. */
  readonly meanwhile: readonly string[];
}

export interface ChangesOptions {
  /** Fields in rows. */
  readonly fields: readonly string[];
  /** If false, a word without a known meaning is no status. */
  readonly tellsStatus: boolean;
  /** The present mapping. Runs of others aren't compared with what the list says now. */
  readonly mapping: number;
}

/**
 * Compares what each monitor was with what it is.
 * @param call the number of the last call that the user has seen. A monitor that was read only later is compared with
 * its first reading.
 */
export function changesSince(all: AllRuns, call: number, options: ChangesOptions): Changes {
  const monitors: MonitorChange[] = [];
  const meanwhile: string[] = [];
  for (const [id, runs] of all) {
    if (runs.get(STATUS)?.at(-1)?.mapping !== options.mapping) {
      continue;
    }
    const change = toMonitorChange(id, runs, call, options);
    if (change) {
      monitors.push(change);
    }
    if (!change?.status && wasProblemMeanwhile(runs.get(STATUS), call)) {
      meanwhile.push(id);
    }
  }
  return { monitors, meanwhile };
}

function toMonitorChange(
  id: string,
  runs: MonitorRuns,
  call: number,
  { fields: keys, tellsStatus }: ChangesOptions,
): MonitorChange | undefined {
  const read = changeOf(runs.get(STATUS), call);
  const isUnread = read && isUnknown(read.from) && isUnknown(read.to);
  const status = isUnread && !tellsStatus ? undefined : read;
  const name = changeOf(runs.get(NAME), call);
  const last = changeOf(runs.get(LAST_CHANGE), call);
  const lastChange = last && Number(last.to.value) > Number(last.from.value) ? last : undefined;
  const fields = keys.flatMap((key) => changeOf(runs.get(key), call) ?? []);
  const hasChanged = (status ?? name ?? lastChange) !== undefined || fields.length > 0;
  return hasChanged ? { id, status, name, lastChange, fields } : undefined;
}

function isUnknown({ value }: Run): boolean {
  return fromStatusValue(value).status === 'unknown';
}

function changeOf(runs: readonly Run[] | undefined, call: number): Change | undefined {
  const last = runs?.at(-1);
  // Most monitors haven't changed.
  if (runs === undefined || last === undefined || last.call <= call) {
    return undefined;
  }
  const comparable = ofLastMapping(runs);
  const from = comparable.findLast((run) => run.call <= call) ?? comparable[0]!;
  return from.value === last.value ? undefined : { from, to: last };
}

function wasProblemMeanwhile(runs: readonly Run[] | undefined, call: number): boolean {
  const last = runs?.at(-1);
  if (last === undefined || last.call <= call || isProblem(fromStatusValue(last.value))) {
    return false;
  }
  return ofLastMapping(runs).some(
    (run) => run.call > call && isProblem(fromStatusValue(run.value)),
  );
}
