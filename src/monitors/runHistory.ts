import { ofLastMapping, type Run } from './run';

/** A time with one value, or a time in which nothing was read. */
export interface HistoryItem {
  /** Epoch milliseconds of the first and the last reading. */
  readonly from: number;
  readonly to: number;
  /** Absent in a gap. */
  readonly run?: Run;
  readonly lastedMs?: number | undefined;
}

/**
 * Lists what a field was, oldest first. A run has a duration only if the service says when it and the next one began.
 * @param gapMs readings with more time between them leave a gap
 */
export function historyOf(runs: readonly Run[] | undefined, gapMs: number): readonly HistoryItem[] {
  const comparable = ofLastMapping(runs);
  return comparable.flatMap((run, place): HistoryItem[] => {
    const next = comparable[place + 1];
    const { firstReadAt: from, lastReadAt: to } = run;
    const item = { from, to, run, lastedMs: next && toDuration(run, next) };
    const isGap = next !== undefined && next.firstReadAt - to > gapMs;
    return isGap ? [item, { from: to, to: next.firstReadAt }] : [item];
  });
}

function toDuration(run: Run, next: Run): number | undefined {
  if (run.saidAt === undefined || next.saidAt === undefined || run.value === next.value) {
    return undefined;
  }
  const lasted = next.saidAt - run.saidAt;
  return lasted > 0 ? lasted : undefined;
}

/** What a field was before. */
export interface FieldPast {
  /** The first reading of the value that it has. */
  readonly since: number;
  readonly before: string;
  /** The smallest number of all readings, if another reading had it. */
  readonly lowest?: { readonly value: string; readonly since: number } | undefined;
}

/** @param toNumber returns the number of a value, if it is one */
export function pastOf(
  runs: readonly Run[] | undefined,
  toNumber: (value: string) => number | undefined,
): FieldPast | undefined {
  const comparable = ofLastMapping(runs);
  const last = comparable.at(-1);
  const beforePlace = comparable.findLastIndex(({ value }) => value !== last?.value);
  const before = comparable[beforePlace];
  if (last === undefined || before === undefined) {
    return undefined;
  }
  const numbers = comparable.map(({ value }) => toNumber(value));
  const isNumeric = numbers.every((number) => number !== undefined);
  const lowest = isNumeric ? comparable[numbers.indexOf(Math.min(...numbers))] : undefined;
  const isLowest = lowest === undefined || toNumber(lowest.value) === toNumber(last.value);
  return {
    since: comparable[beforePlace + 1]!.firstReadAt,
    before: before.value,
    lowest: isLowest ? undefined : { value: lowest.value, since: comparable[0]!.firstReadAt },
  };
}
