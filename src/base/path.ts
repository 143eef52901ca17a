import { isArray, isObject, ownValue } from './json';

/**
 * A path: `attributes.label`, `checks[0].result`, `results[-1]` (last), `groups[*].monitors` (all), `["a.b"]` (odd
 * name), `$` (root), `@key` (the record's key in its list).
 */
export type Path = string;
export type Step = string | number;

export function lastKey(steps: readonly Step[]): string {
  return String(steps.findLast((step) => typeof step === 'string' && step !== '*') ?? '');
}

export function toPath(steps: readonly Step[]): Path {
  const names = steps.map((step) => {
    const isPlain = typeof step === 'string' && /^[^\s.[\]"@$*]+$/.test(step);
    return isPlain
      ? `.${step}`
      : `[${typeof step === 'number' || step === '*' ? step : JSON.stringify(step)}]`;
  });
  return names.length === 0 ? '$' : names.join('').replace(/^\./, '');
}

const PATH_PART =
  /\[(-?\d{1,6}|\*)\]|\[("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*")\]|\.?([^\s.[\]"]+)/g;

export function parsePath(path: Path): readonly Step[] | undefined {
  const parts = path === '$' ? [] : [...path.matchAll(PATH_PART)];
  const isWhole = path === '$' || (path !== '' && parts.map(([part]) => part).join('') === path);
  const toStep = ([, index = '', quoted, name]: RegExpExecArray): Step => {
    if (quoted !== undefined) {
      return JSON.parse(quoted) as string;
    }
    return name ?? (index === '*' ? index : Number(index));
  };
  return isWhole ? parts.map(toStep) : undefined;
}

export function stepInto(value: unknown, step: Step): unknown {
  if (typeof step === 'number') {
    return isArray(value) ? value.at(step) : undefined;
  }
  return isObject(value) ? ownValue(value, step) : undefined;
}

/** Compiles a path, for speed. Most are a single key. */
export function toGetter(path: Path): (record: unknown, key?: string) => unknown {
  if (path === '@key') {
    return (_record, key) => key;
  }
  const steps = parsePath(path) ?? [''];
  // Without a step, the path is `$`.
  const [only = 0] = steps;
  return steps.length > 1 || typeof only === 'number' || only in Object.prototype
    ? (record) => steps.reduce(stepInto, record)
    : (record) => (isObject(record) ? record[only] : undefined);
}
