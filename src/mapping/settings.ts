import { isArray, isObject } from '../base/json';
import { parsePath, toPath, type Path } from '../base/path';
import { MONITOR_STATUSES, type MonitorStatus } from '../monitors/monitor';
import { PICKABLE, toStatusKey, type Mapping, type Picks } from './mapping';

const NAMES: readonly string[] = [...PICKABLE, 'statusValues'];
const MAX_LENGTH = 500;

/** Reads the setting `monitorExplorer.reading`. Skips invalid parts and reports them in `problems`. */
export function parseSetting(setting: unknown) {
  // In English, without a value of a response.
  const problems: { readonly field: string; readonly message: string }[] = [];
  const toObject = (value: unknown, field: string) => {
    if (value !== undefined && value !== null && !isObject(value)) {
      problems.push({ field, message: 'expected an object' });
    }
    return isObject(value) ? value : {};
  };
  const fields: Record<string, readonly Path[]> = {};
  const { statusValues: words, ...told } = toObject(setting, 'reading');
  for (const [field, given] of Object.entries(told)) {
    const found = (isArray(given) ? given : [given]).map(toPlainPath);
    const valid = found.filter((path) => path !== undefined);
    if (!NAMES.includes(field)) {
      problems.push({ field, message: `expected one of ${NAMES.join(', ')}` });
    } else if (valid.length === found.length) {
      fields[field] = valid;
    } else if (given !== null && given !== '') {
      problems.push({ field, message: 'expected a path such as attributes.label or checks[0].result' });
    }
  }
  const statusValues: Record<string, MonitorStatus> = {};
  for (const [word, meaning] of Object.entries(toObject(words, 'statusValues')).slice(0, 1_000)) {
    const status = MONITOR_STATUSES.find((known) => known === meaning);
    if (status) {
      statusValues[toStatusKey(word)] = status;
    } else {
      problems.push({ field: 'statusValues', message: `expected one of ${MONITOR_STATUSES.join(', ')}` });
    }
  }
  const picks: Picks = { fields, statusValues };
  return { picks, problems };
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
