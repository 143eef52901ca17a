import { DAY } from '../base/time';
import { STATUS, type AllRuns, type Run } from './run';

/** Runs of a field that are kept beside the last one and the one at the last look. */
const MAX_STATUS_RUNS = 100;
const MAX_FIELD_RUNS = 20;
/** Most runs of an account. */
export const MAX_RUNS = 50_000;
/** So many stay if there are more, because it takes time to choose them. */
const ENOUGH_RUNS = 45_000;
const KEPT_FOR_MS = 90 * DAY;

/** Returns the runs of a field that are too many. @param look the number of the last call that the user has seen */
export function findExcessRuns(runs: readonly Run[], look: number): readonly Run[] {
  const most = runs[0]?.field === STATUS ? MAX_STATUS_RUNS : MAX_FIELD_RUNS;
  const atLook = runs.findLast(({ call }) => call <= look);
  return runs.slice(0, -most - 1).filter((run) => run !== atLook);
}

/**
 * Returns runs of an account that are too old or too many. Those of a status go last. The last reading says what is
 * old, because the clock may be wrong.
 */
export function findNeedlessRuns(all: AllRuns, look: number): ReadonlySet<Run> {
  const fields = [...all.values()].flatMap((monitor) => [...monitor.values()]);
  const count = fields.reduce((sum, runs) => sum + runs.length, 0);
  const readAt = fields.reduce((latest, runs) => Math.max(latest, runs.at(-1)!.lastReadAt), 0);
  const candidates = fields.flatMap((runs) => {
    const atLook = runs.findLast(({ call }) => call <= look);
    return runs.filter((run, place) => run !== atLook && place < runs.length - 1);
  });
  const isStatus = ({ field }: Run) => Number(field === STATUS);
  candidates.sort((a, b) => isStatus(a) - isStatus(b) || a.lastReadAt - b.lastReadAt);
  const tooMany = count > MAX_RUNS ? count - ENOUGH_RUNS : 0;
  return new Set(
    candidates.filter((run, place) => place < tooMany || run.lastReadAt < readAt - KEPT_FOR_MS),
  );
}
