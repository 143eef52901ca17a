import { HOUR, MINUTE } from '../../src/base/time';
import { addReading, STATUS, type MonitorRuns, type Run } from '../../src/monitors/run';

/** A reading as a text: `3 down 10-12`, by call 3, which began at minute 10 and ended at minute 12. */
export type ReadingText = string;

interface Field {
  readonly monitor?: string;
  readonly field?: string;
}

/**
 * Runs of these readings, oldest first. `by 2` after a reading: by mapping 2. `since 5`: the service says that it began
 * at minute 5.
 */
export function aHistory(readings: readonly ReadingText[], fields: Field = {}): readonly Run[] {
  const { monitor = 'm', field = STATUS } = fields;
  let runs: readonly Run[] = [];
  for (const text of readings) {
    const parts = /^(\d+) (.+?) (\d+)-(\d+)(?: by (\d+))?(?: since (\d+))?$/.exec(text)!;
    const [number = 0, , begun = 0, ended = 0, mapping = 1, since] = parts.slice(1).map(Number);
    const call = { number, begun: begun * MINUTE, ended: ended * MINUTE };
    const saidAt = parts[6] === undefined ? undefined : since! * MINUTE;
    const reading = { monitor, field, value: parts[2]!, saidAt, mapping: mapping || 1 };
    runs = addReading(runs, reading, call, HOUR);
  }
  return runs;
}

/** Returns `up 1-5`: value, first and last reading in minutes. */
export function toRunTexts(runs: readonly Run[]): readonly string[] {
  return runs.map(({ value, firstReadAt, lastReadAt }) => {
    return `${value} ${firstReadAt / MINUTE}-${lastReadAt / MINUTE}`;
  });
}

/** Runs of one monitor by field. */
export function runsOf(
  readings: Readonly<Record<string, readonly ReadingText[]>>,
  monitor = 'm',
): MonitorRuns {
  const fields = Object.entries(readings).map(([field, texts]) => {
    return [field, aHistory(texts, { monitor, field })] as const;
  });
  return new Map(fields);
}

type Span = readonly [value: string, firstReadAt: number, lastReadAt?: number];

/** Runs of a field with these times, in epoch milliseconds. */
export function runsAt(spans: readonly Span[], field = STATUS): readonly Run[] {
  return spans.map(([value, firstReadAt, lastReadAt = firstReadAt], place) => {
    const lastCall = place + 1;
    const call = { call: lastCall, lastCall, lastBegunAt: lastReadAt, mapping: 1 };
    return { monitor: 'm', field, value, firstReadAt, lastReadAt, ...call };
  });
}
