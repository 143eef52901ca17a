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

/** The changes of a monitor. At least one field did change. */
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
  /** Monitors that were a problem in between, and have the same status as before. */
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
    const statuses = runs.get(STATUS);
    // Most monitors have one value in each field.
    const hasPast = [...runs.values()].some(({ length }) => length > 1);
    if (!hasPast || statuses?.at(-1)?.mapping !== options.mapping) {
      continue;
    }
    const change = toMonitorChange(id, runs, call, options);
    const { status, name, lastChange, fields } = change;
    if (status ?? name ?? lastChange ?? fields[0]) {
      monitors.push(change);
    }
    if (!status && wasProblemMeanwhile(statuses, call)) {
      meanwhile.push(id);
    }
  }
  return { monitors, meanwhile };
}

function toMonitorChange(
  id: string,
  runs: MonitorRuns,
  call: number,
  { fields, tellsStatus }: ChangesOptions,
): MonitorChange {
  const changeOf = (field: string) => findChange(runs.get(field), call);
  const status = changeOf(STATUS);
  const lastChange = changeOf(LAST_CHANGE);
  const isOtherWord = status && isUnknown(status.from) && isUnknown(status.to);
  const isNewer = lastChange && Number(lastChange.to.value) > Number(lastChange.from.value);
  return {
    id,
    status: isOtherWord && !tellsStatus ? undefined : status,
    name: changeOf(NAME),
    lastChange: isNewer ? lastChange : undefined,
    fields: fields.flatMap((field) => changeOf(field) ?? []),
  };
}

function isUnknown({ value }: Run): boolean {
  return fromStatusValue(value).status === 'unknown';
}

function findChange(runs: readonly Run[] = [], call: number): Change | undefined {
  const to = runs.at(-1);
  if (to === undefined || to.call <= call) {
    return undefined;
  }
  const comparable = ofLastMapping(runs);
  const from = comparable.findLast((run) => run.call <= call) ?? comparable[0]!;
  return from.value === to.value ? undefined : { from, to };
}

function wasProblemMeanwhile(runs: readonly Run[], call: number): boolean {
  const [last, ...earlier] = ofLastMapping(runs).toReversed();
  const wasProblem = (run: Run) => run.call > call && isProblem(fromStatusValue(run.value));
  return last !== undefined && !wasProblem(last) && earlier.some(wasProblem);
}
