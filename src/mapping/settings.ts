import { isArray, isObject } from '../base/json';
import { parsePath, toPath, type Path } from '../base/path';
import { MONITOR_STATUSES } from '../monitors/monitor';
import { PICKABLE, toStatusKey, type Mapping, type Picks } from './mapping';

const MAX_LENGTH = 500;

/** Reads the setting `monitorExplorer.reading`. Also returns fields with a wrong path. VS Code checks all else. */
export function parseSetting(setting: unknown) {
  const values = isObject(setting) ? setting : {};
  const fields: Record<string, readonly Path[]> = {};
  const wrong: string[] = [];
  for (const field of PICKABLE) {
    const given = values[field] ?? '';
    const found = (isArray(given) ? given : [given]).map(toPlainPath);
    const valid = found.filter((path) => path !== undefined);
    if (valid.length === found.length) {
      fields[field] = valid;
    } else if (given !== '') {
      wrong.push(field);
    }
  }
  const words = Object.entries(values['statusValues'] ?? {}).slice(0, 1_000);
  const statusValues = words.flatMap(([word, meaning]) => {
    const status = MONITOR_STATUSES.find((known) => known === meaning);
    return status ? [[toStatusKey(word), status] as const] : [];
  });
  const picks: Picks = { fields, statusValues: Object.fromEntries(statusValues) };
  return { picks, wrong };
}

function toPlainPath(path: unknown): Path | undefined {
  if (typeof path !== 'string' || path.length > MAX_LENGTH) {
    return undefined;
  }
  const steps = parsePath(path);
  return /^@(?:key$|header\.\S)/.test(path) ? path : steps && toPath(steps);
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
