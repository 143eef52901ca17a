import type { Path } from '../../base/path';
import type { Field, Mapping, Signal } from '../mapping';

/** The user's choices override the learned mapping. An empty list means that the field doesn't exist. */
export interface Picks {
  readonly fields: {
    readonly [Picked in Field | 'monitors' | 'token']?: readonly Path[] | undefined;
  };
  readonly statusValues: Signal['meanings'];
}

export const NO_PICKS: Picks = { fields: {}, statusValues: {} };

export function mergePicks(first: Picks, second: Picks): Picks {
  const statusValues = { ...second.statusValues, ...first.statusValues };
  return { fields: { ...second.fields, ...first.fields }, statusValues };
}

export function withPicks(mapping: Mapping, { fields, statusValues }: Picks): Mapping {
  const { status: paths, ...plain } = fields;
  const { status, unclear } = mapping;
  // Without a status, ignore pauses and alarms too.
  const isStatusLeftOut = paths?.length === 0;
  return {
    ...mapping,
    fields: { ...mapping.fields, ...plain },
    status: {
      paths: paths ?? status.paths,
      meanings: { ...status.meanings, ...statusValues },
      off: isStatusLeftOut ? [] : status.off,
      alarms: isStatusLeftOut ? [] : status.alarms,
    },
    unclear: unclear.filter((field) => fields[field] === undefined),
  };
}
