import { isArray, isObject } from '../base/json';
import { MONITOR_STATUSES, type MonitorStatus } from '../monitors/monitor';
import { FIELDS, parsePath, toPath, toStatusKey, type Mapping, type Path, type Picks } from './mapping';

/** A problem in the setting, in English, without a value of a response. */
export interface SettingProblem {
  readonly field: string;
  readonly message: string;
}

export interface ParsedSetting {
  readonly picks: Picks;
  readonly problems: readonly SettingProblem[];
}

const FIELD_NAMES = [...FIELDS, 'paused'] as const;
const NAMES: readonly string[] = ['monitors', 'total', 'token', 'expiry', 'statusValues', ...FIELD_NAMES];
const MAX_LENGTH = 500;

/** Reads the setting `monitorExplorer.reading`. Skips invalid parts and reports them in `problems`. */
export function parseSetting(setting: unknown): ParsedSetting {
  const problems: SettingProblem[] = [];
  const told = isObject(setting) ? setting : {};
  if (setting !== undefined && setting !== null && !isObject(setting)) {
    problems.push({ field: 'reading', message: 'expected an object' });
  }
  for (const field of Object.keys(told).filter((name) => !NAMES.includes(name))) {
    problems.push({ field, message: `expected one of ${NAMES.join(', ')}` });
  }
  const pathsOf = (field: string): readonly Path[] | undefined => {
    const given = told[field];
    const paths: readonly unknown[] = isArray(given) ? given : [given];
    if (given === undefined || given === null || given === '') {
      return undefined;
    }
    const plain = paths.map(toPlainPath);
    if (plain.includes(undefined)) {
      problems.push({ field, message: 'expected a path such as attributes.label or checks[0].result' });
      return undefined;
    }
    return plain.filter((path) => path !== undefined);
  };
  const fields = FIELD_NAMES.map((field) => [field, pathsOf(field)] as const).filter(
    ([, paths]) => paths !== undefined,
  );
  const [list] = pathsOf('monitors') ?? [];
  const others = { total: pathsOf('total'), token: pathsOf('token'), expiry: pathsOf('expiry') };
  const statusValues = toStatusValues(told['statusValues'], problems);
  return {
    picks: { list, ...others, fields: Object.fromEntries(fields), statusValues },
    problems,
  };
}

/** Normalizes a path. Returns undefined if it is invalid. */
function toPlainPath(path: unknown): Path | undefined {
  if (typeof path !== 'string' || path.length > MAX_LENGTH) {
    return undefined;
  }
  const steps = /^@(?:key$|header\.\S)/.test(path) ? path : parsePath(path);
  return typeof steps === 'string' ? steps : steps && toPath(steps);
}

function toStatusValues(value: unknown, problems: SettingProblem[]): Picks['statusValues'] {
  const meanings: Record<string, MonitorStatus> = {};
  for (const [word, meaning] of Object.entries(isObject(value) ? value : {}).slice(0, 1_000)) {
    const status = MONITOR_STATUSES.find((known) => known === meaning);
    if (status) {
      meanings[toStatusKey(word)] = status;
    } else {
      problems.push({ field: 'statusValues', message: `expected one of ${MONITOR_STATUSES.join(', ')}` });
    }
  }
  if (value !== undefined && value !== null && !isObject(value)) {
    problems.push({ field: 'statusValues', message: 'expected an object' });
  }
  return meanings;
}

/** Converts a mapping to a setting that a team can share. A field that the user left out gets an empty list. */
export function toSetting(
  mapping: Mapping | undefined,
  token: Path | undefined,
  { total, expiry, fields: picked }: Picks,
): Readonly<Record<string, unknown>> {
  const [list] = mapping?.lists ?? [];
  const learned = Object.entries({ ...list?.fields, status: list?.status.paths });
  const found = learned.filter(([, paths = []]) => paths.length > 0);
  const fields = Object.entries({ ...Object.fromEntries(found), ...picked });
  return {
    token,
    expiry: toShort(expiry),
    monitors: list?.path,
    total: toShort(total),
    ...Object.fromEntries(fields.map(([field, paths]) => [field, toShort(paths)])),
    statusValues: list?.status.meanings,
  };
}

function toShort(paths: readonly Path[] | undefined): Path | readonly Path[] | undefined {
  return paths?.length === 1 ? paths[0] : paths;
}
