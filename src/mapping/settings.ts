import { isObject } from '../base/json';
import { parsePath, toPath, type Path } from '../base/path';
import { MONITOR_STATUSES } from '../monitors/monitor';
import { PICKABLE, toStatusKey, type Mapping, type Picks } from './mapping';

/** Reads the setting `monitorExplorer.reading`. Also returns fields with a wrong path. VS Code checks all else. */
export function parseSetting(setting: unknown) {
  const values = isObject(setting) ? setting : {};
  const given = PICKABLE.filter((field) => (values[field] ?? '') !== '');
  const read = given.map((field) => [field, [values[field]].flat().map(toPlainPath)] as const);
  const wrong: readonly string[] = read.flatMap(([field, paths]) => (paths.includes(undefined) ? field : []));
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
export function toSetting(mapping: Mapping | undefined, token: Path | undefined, { fields: picked }: Picks) {
  const [list] = mapping?.lists ?? [];
  const found = { token: token && [token], monitors: list && [list.path], ...list?.fields };
  const learned = Object.entries({ ...found, status: list?.status.paths });
  const isFound = ([, paths = []]: (typeof learned)[number]) => paths.length > 0;
  const fields = Object.entries({ ...Object.fromEntries(learned.filter(isFound)), ...picked });
  const shortened = fields.map(([field, paths]) => [field, paths?.length === 1 ? paths[0] : paths] as const);
  return { ...Object.fromEntries(shortened), statusValues: list?.status.meanings };
}
