import { isProblem } from './monitor';
import {
  fromStatusValue,
  LAST_CHANGE,
  NAME,
  ofLastMapping,
  STATUS,
  type AllRuns,
  type Run,
} from './run';

/** A value then and now. */
export interface Change {
  readonly from: Run;
  readonly to: Run;
}

/** The changes of a monitor by field: status, name, last change, fields in rows. At least one did change. */
export type MonitorChange = ReadonlyMap<string, Change>;

export interface Changes {
  /** By id. */
  readonly monitors: ReadonlyMap<string, MonitorChange>;
  /** Monitors that were a problem in between, and have the same status as before. */
  readonly meanwhile: readonly string[];
}

/**
 * Compares what each monitor was with what it is.
 * @param call the number of the last call that the user has seen. A monitor that was read only later is compared with
 * its first reading.
 * @param fields in rows
 * @param mapping the present one. Runs of others aren't compared with what the list says now.
 */
export function changesSince(
  all: AllRuns,
  call: number,
  fields: readonly string[],
  mapping: number,
): Changes {
  const monitors = new Map<string, MonitorChange>();
  const meanwhile: string[] = [];
  for (const [id, runs] of all) {
    const statuses = runs.get(STATUS);
    // Most monitors have one value in each field.
    const hasPast = [...runs.values()].some(({ length }) => length > 1);
    if (!hasPast || statuses?.at(-1)?.mapping !== mapping) {
      continue;
    }
    const changes = new Map<string, Change>();
    for (const field of [STATUS, NAME, LAST_CHANGE, ...fields]) {
      const change = findChange(runs.get(field), call);
      if (change) {
        changes.set(field, change);
      }
    }
    if (changes.size > 0) {
      monitors.set(id, changes);
    }
    if (!changes.has(STATUS) && wasProblemMeanwhile(statuses, call)) {
      meanwhile.push(id);
    }
  }
  return { monitors, meanwhile };
}

function findChange(runs: readonly Run[] = [], call: number): Change | undefined {
  const to = runs.at(-1);
  if (to === undefined || to.call <= call) {
    return undefined;
  }
  const comparable = ofLastMapping(runs);
  const from = comparable.findLast((run) => run.call <= call) ?? comparable[0]!;
  const isOlder = to.field === LAST_CHANGE && Number(to.value) < Number(from.value);
  return isOlder || from.value === to.value ? undefined : { from, to };
}

function wasProblemMeanwhile(runs: readonly Run[], call: number): boolean {
  const later = ofLastMapping(runs).filter((run) => run.call > call);
  const wasProblem = ({ value }: Run) => isProblem(fromStatusValue(value));
  return later.some(wasProblem) && !wasProblem(later.at(-1)!);
}
