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

type FieldsOf = (monitor: Monitor) => RecordFieldsByPath;

export function toLook(
  { total, complete, monitors }: ComparedSnapshot<Monitor>,
  at: number,
  fieldsOf: FieldsOf,
): Look {
  return { at, complete, monitors: toSeen(monitors, 0, fieldsOf), total };
}

function toSeen(monitors: readonly Monitor[], from: number, fieldsOf: FieldsOf): ComparedMonitor[] {
  return monitors.map((monitor, index) => {
    const { id, name, status, changedAt } = monitor;
    const fields = from + index < MAX_FIELDS_SEEN ? fieldsOf(monitor) : undefined;
    return { id, name, status, ...(changedAt !== undefined && { changedAt }), fields };
  });
}

/**
 * Adds monitors that came into view, which may be old ones and so are no change. Their later changes are.
 * @returns undefined if there are none
 */
export function extendLook(
  look: Look,
  { cameIntoView }: Comparison,
  { complete }: ComparedSnapshot,
  fieldsOf: FieldsOf,
): Look | undefined {
  const isExtended = cameIntoView.length > 0 || (complete && !look.complete);
  const monitors = [...look.monitors, ...toSeen(cameIntoView, look.monitors.length, fieldsOf)];
  return isExtended ? { ...look, monitors, complete: look.complete || complete } : undefined;
}

/** Adds fields that are shown only now. The user sees their values, so these are no change. */
export function addFields(look: Look, find: (id: string) => Monitor | undefined, fieldsOf: FieldsOf): Look {
  const monitors = look.monitors.map((seen, index) => {
    const monitor = index < MAX_FIELDS_SEEN ? find(seen.id) : undefined;
    return monitor ? { ...seen, fields: { ...fieldsOf(monitor), ...seen.fields } } : seen;
  });
  return { ...look, monitors };
}

/** Cuts a look to what is saved. */
export function toSavedLook(look: Look): Look {
  const monitors = look.monitors.slice(0, MAX_SEEN);
  return { ...look, monitors, complete: look.complete && monitors.length === look.monitors.length };
}
