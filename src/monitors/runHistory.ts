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
  const items: HistoryItem[] = [];
  for (const [place, run] of comparable.entries()) {
    const { firstReadAt, lastReadAt: to } = run;
    const next = comparable[place + 1];
    const before = items.at(-1);
    // A shorter gap began a run when readings were more frequent.
    const isSame = before?.run?.value === run.value;
    const from = isSame ? items.pop()!.from : firstReadAt;
    const lasted = (next?.saidAt ?? NaN) - (run.saidAt ?? NaN);
    const isTold = next?.value !== run.value && lasted > 0;
    items.push({ from, to, run, lastedMs: isTold ? lasted : undefined });
    if (next && next.firstReadAt - to > gapMs) {
      items.push({ from: to, to: next.firstReadAt });
    }
  }
  return items;
}

/**
 * Returns the value before the present one, since when that is read, and the smallest number, if the present one is
 * larger, of all readings since `firstReadAt`. All times are in epoch milliseconds.
 * @param toNumber returns the number of a value, if it is one
 */
export function pastOf(
  runs: readonly Run[] | undefined,
  toNumber: (value: string) => number | undefined,
) {
  const comparable = ofLastMapping(runs);
  const values = comparable.map(({ value }) => value);
  const place = values.findLastIndex((value) => value !== values.at(-1));
  const before = values[place];
  if (before === undefined) {
    return undefined;
  }
  // NaN, if a value is no number.
  const numbers = values.map((value) => toNumber(value) ?? NaN);
  const smallest = Math.min(...numbers);
  return {
    since: comparable[place + 1]!.firstReadAt,
    before,
    lowest: smallest < numbers.at(-1)! ? values[numbers.indexOf(smallest)] : undefined,
    firstReadAt: comparable[0]!.firstReadAt,
  };
}
