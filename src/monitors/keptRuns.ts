import { STATUS, type AllRuns, type Run } from './run';

const MAX_STATUS_RUNS = 100;
const MAX_FIELD_RUNS = 20;
/** Most runs of an account. */
const MAX_RUNS = 50_000;

/**
 * Returns the oldest runs of a field.
 * @param look the number of the last call that the user has seen
 * @param kept so many stay, beside the last one and the one at the last look
 */
export function findExcessRuns(
  runs: readonly Run[],
  look: number,
  kept = runs[0]?.field === STATUS ? MAX_STATUS_RUNS : MAX_FIELD_RUNS,
): readonly Run[] {
  const atLook = runs.findLast(({ call }) => call <= look);
  return runs.slice(0, -kept - 1).filter((run) => run !== atLook);
}

/**
 * Returns runs of an account that are too old or too many. Runs of a status go last.
 * @param oldestCall the number of the oldest call that is kept. Calls say what is old, because the clock may be wrong.
 */
export function findNeedlessRuns(all: AllRuns, look: number, oldestCall: number): ReadonlySet<Run> {
  const fields = [...all.values()].flatMap((monitor) => [...monitor.values()]);
  const candidates = fields.flatMap((field) => findExcessRuns(field, look, 0));
  const isStatus = ({ field }: Run) => Number(field === STATUS);
  candidates.sort((a, b) => isStatus(a) - isStatus(b) || a.lastReadAt - b.lastReadAt);
  const tooMany = fields.flat().length - MAX_RUNS;
  return new Set(candidates.filter((run, place) => place < tooMany || run.lastCall < oldestCall));
}
