import type { ComparedMonitor, ComparedSnapshot, Comparison } from './comparison';
import type { Monitor, RecordFieldsByPath } from './monitor';

/** Monitors as the user last saw them. Plain JSON. */
export interface Look extends ComparedSnapshot {
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Monitors to save. Further ones show no changes after a restart. */
const MAX_SEEN = 20_000;
/** Monitors whose fields are compared, because reading records is slow. */
const MAX_FIELDS_SEEN = 2_000;

export function toLook(
  { total, complete, monitors }: ComparedSnapshot<Monitor>,
  at: number,
  fieldsOf: (monitor: Monitor) => RecordFieldsByPath,
): Look {
  const seen = monitors.map((monitor, index): ComparedMonitor => {
    const { id, name, status, changedAt } = monitor;
    const fields = index < MAX_FIELDS_SEEN ? fieldsOf(monitor) : undefined;
    return { id, name, status, ...(changedAt !== undefined && { changedAt }), fields };
  });
  return { at, complete, monitors: seen, total };
}

/**
 * Adds monitors that came into view, which may be old ones and so are no change. Their later changes are.
 * @returns undefined if there are none
 */
export function extendLook(
  look: Look,
  { cameIntoView }: Comparison,
  { complete }: ComparedSnapshot,
): Look | undefined {
  const isExtended = cameIntoView.length > 0 || (complete && !look.complete);
  const monitors = [...look.monitors, ...cameIntoView];
  return isExtended ? { ...look, monitors, complete: look.complete || complete } : undefined;
}

/** Cuts a look to what is saved. */
export function toSavedLook(look: Look): Look {
  const monitors = look.monitors.slice(0, MAX_SEEN);
  return { ...look, monitors, complete: look.complete && monitors.length === look.monitors.length };
}
