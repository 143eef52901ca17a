import type { Path } from '../mapping';
import { firstEntries, isArray, isObject } from '../read/json';

/**
 * At most `count` elements of a list: the first ones and a spread over the rest, so that a page
 * that is sorted by status or type does not show one side alone.
 */
export function sampleOf<T>(list: readonly T[], count: number): readonly T[] {
  if (list.length <= count) {
    return list;
  }
  const head = Math.ceil(count / 2);
  const tail = count - head;
  const stride = (list.length - head) / tail;
  const spread = Array.from({ length: tail }, (_, i) => list[head + Math.floor(i * stride)] as T);
  return [...list.slice(0, head), ...spread];
}

/** One value of a response, with where it is. */
export interface Visit {
  readonly path: Path;
  readonly value: unknown;
  /** The object or array that holds it; absent for the root. */
  readonly holder?: Visit;
  /** What the visited value holds, as far as it was looked at. */
  readonly members: Visit[];
}

/** Every value of a response, the outer ones first, to a depth and a number that bound the work. */
export function walk(
  root: unknown,
  limits: { readonly depth: number; readonly visits: number; readonly elements: number },
): readonly Visit[] {
  const visits: Visit[] = [{ path: [], value: root, members: [] }];
  for (let next = 0; next < visits.length && visits.length < limits.visits; next++) {
    const holder = visits[next] as Visit;
    if (holder.path.length >= limits.depth) {
      continue;
    }
    const room = Math.min(limits.visits - visits.length, limits.elements);
    for (const [step, value] of stepsOf(holder.value, room)) {
      const visit = { path: [...holder.path, step], value, holder, members: [] };
      holder.members.push(visit);
      visits.push(visit);
    }
  }
  return visits;
}

function stepsOf(value: unknown, limit: number): readonly (readonly [string | number, unknown])[] {
  if (isArray(value)) {
    return value.slice(0, limit).map((child, i) => [i, child] as const);
  }
  return isObject(value) ? firstEntries(value, limit) : [];
}

/** Whether a value says anything. `error: "none"`, `captcha: 0` and `errors: []` are there, and say that there is none. */
export function isFilled(value: unknown): boolean {
  if (typeof value === 'string') {
    return !/^(?:|0|ok|success|false|no|none|no ?error|null|n\/a|disabled|off)$/i.test(value.trim());
  }
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}
