import { isObject } from '../../base/json';
import { parsePath, toPath, type Path } from '../../base/path';
import { MONITOR_STATUSES } from '../../monitors/monitor';
import { FIELDS, toStatusKey, type ListMapping, type Mapping, type Signal } from '../mapping';

export const PICKABLE = [...FIELDS, 'paused', 'monitors', 'total', 'token', 'expiry'] as const;

/** The user's choices override the learned mapping. An empty list means that the field doesn't exist. */
export interface Picks {
  readonly fields: { readonly [Picked in (typeof PICKABLE)[number]]?: readonly Path[] };
  readonly statusValues: Signal['meanings'];
}

export const NO_PICKS: Picks = { fields: {}, statusValues: {} };

export function mergePicks(first: Picks, second: Picks): Picks {
  const statusValues = { ...second.statusValues, ...first.statusValues };
  return { fields: { ...second.fields, ...first.fields }, statusValues };
}

export function withPicks(mapping: Mapping, { fields, statusValues }: Picks): Mapping {
  const { status: paths, paused, ...plain } = fields;
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
        ...(paused && { off: paused.map(toPauseSignal) }),
      },
    };
  });
  const unclear = mapping.unclear.filter((field) => fields[field] === undefined);
  return { lists, unclear, unread: fields.monitors ? [] : mapping.unread };
}

const ENABLED = /(?:^|[._\]]|is_?|ing_?)(?:enabled?|active|activated|monitored)$/i;

/** Treats true, a time or a word as paused. For a field like `enabled`, false is paused. */
function toPauseSignal(path: Path): Signal {
  const pausedValues = {
    true: 'paused',
    '@time': 'paused',
    paused: 'paused',
    disabled: 'paused',
  } as const;
  return { path, meanings: ENABLED.test(path) ? { false: 'paused' } : pausedValues };
}

/** Reads the setting `monitorExplorer.reading`. Also returns fields with a wrong path. VS Code checks all else. */
export function parseSetting(setting: unknown) {
  const values = isObject(setting) ? setting : {};
  const given = PICKABLE.filter((field) => (values[field] ?? '') !== '');
  const read = given.map((field) => [field, [values[field]].flat().map(toPlainPath)] as const);
  const wrong: readonly string[] = read.flatMap(([field, paths]) =>
    paths.includes(undefined) ? field : [],
  );
  const statusValues = Object.entries(values['statusValues'] ?? {}).flatMap(([word, meaning]) => {
    const status = MONITOR_STATUSES.find((known) => known === meaning);
    return status ? [[toStatusKey(word), status] as const] : [];
  });
  const fields = Object.fromEntries(read.filter(([field]) => !wrong.includes(field)));
  const picks = { fields, statusValues: Object.fromEntries(statusValues) } as Picks;
  return { picks, wrong };
}

function toPlainPath(path: unknown): Path | undefined {
  const text = typeof path === 'string' ? path : '';
  const steps = parsePath(text);
  return /^@(?:key$|header\.\S)/.test(text) ? text : steps && toPath(steps);
}

/** Converts a mapping to a setting that a team can share. A field that the user left out gets an empty list. */
export function toSetting(
  mapping: Mapping | undefined,
  token: Path | undefined,
  { fields: picked }: Picks,
) {
  const [list] = mapping?.lists ?? [];
  const found = { token: token && [token], monitors: list && [list.path], ...list?.fields };
  const learned = Object.entries({ ...found, status: list?.status.paths });
  const isFound = ([, paths = []]: (typeof learned)[number]) => paths.length > 0;
  const fields = Object.entries({ ...Object.fromEntries(learned.filter(isFound)), ...picked });
  const shortened = fields.map(
    ([field, paths]) => [field, paths?.length === 1 ? paths[0] : paths] as const,
  );
  return { ...Object.fromEntries(shortened), statusValues: list?.status.meanings };
}
