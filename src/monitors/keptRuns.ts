import { DAY } from '../base/time';
import { STATUS, type AllRuns, type Run } from './run';

/** Runs of a field that are kept beside the last one and the one at the last look. */
const MAX_STATUS_RUNS = 100;
const MAX_FIELD_RUNS = 20;
const MAX_RUNS = 50_000;
const KEPT_FOR_MS = 90 * DAY;

/** Returns the runs of a field to keep. @param look the number of the last call that the user has seen */
export function keepRuns(runs: readonly Run[], look: number): readonly Run[] {
  const most = runs[0]?.field === STATUS ? MAX_STATUS_RUNS : MAX_FIELD_RUNS;
  // One is at the look.
  if (runs.length <= most + 1) {
    return runs;
  }
  const atLook = runs.findLast(({ call }) => call <= look);
  return runs.filter((run, place) => run === atLook || place >= runs.length - 1 - most);
}

/**
 * Returns runs of an account that are too old or too many. Those of a status go last. The last reading says what is
 * old, because the clock may be wrong.
 */
export function findNeedlessRuns(all: AllRuns, look: number): readonly Run[] {
  const runs = [...all.values()].flatMap((fields) => [...fields.values()]);
  const others = runs.flatMap((field) => {
    const atLook = field.findLast(({ call }) => call <= look);
    return field.slice(0, -1).filter((run) => run !== atLook);
  });
  const readAt = runs.reduce((latest, field) => Math.max(latest, field.at(-1)!.lastReadAt), 0);
  const count = runs.reduce((sum, { length }) => sum + length, 0);
  const isStatus = ({ field }: Run) => Number(field === STATUS);
  others.sort((a, b) => isStatus(a) - isStatus(b) || a.lastReadAt - b.lastReadAt);
  const tooMany = Math.max(0, count - MAX_RUNS);
  return others.filter(
    ({ lastReadAt }, place) => place < tooMany || lastReadAt < readAt - KEPT_FOR_MS,
  );
}
