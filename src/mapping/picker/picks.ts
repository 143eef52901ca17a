import type { Path } from '../../base/path';
import type { Field, ListMapping, Mapping, Signal } from '../mapping';

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
  const lists = mapping.lists.map((list): ListMapping => {
    const meanings = { ...list.status.meanings, ...statusValues };
    return {
      ...list,
      fields: { ...list.fields, ...plain },
      status: {
        ...list.status,
        ...(paths && { paths }),
        meanings,
        // Without a status, ignore pauses and alarms too.
        ...(paths?.length === 0 && { off: [], alarms: [] }),
      },
    };
  });
  const unclear = mapping.unclear.filter((field) => fields[field] === undefined);
  return { lists, unclear, unread: fields.monitors ? [] : mapping.unread };
}
