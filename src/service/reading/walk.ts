import { isArray, isObject } from './json';
import type { Path } from './reading';

export interface Visit {
  readonly path: Path;
  readonly value: unknown;
}

interface WalkLimits {
  /** Levels below the root. */
  readonly depth: number;
  /** Values looked at in all; hostile answers end here. */
  readonly visits: number;
  /** Elements looked at in one array. */
  readonly elements: number;
}

/** Every value of an answer, the outer ones first, within limits that no honest answer to a sign-in reaches. */
export function walk(root: unknown, limits: WalkLimits): readonly Visit[] {
  const visits: Visit[] = [{ path: [], value: root }];
  for (let next = 0; next < visits.length && visits.length < limits.visits; next++) {
    const { path, value } = visits[next] as Visit;
    if (path.length >= limits.depth) {
      continue;
    }
    const room = limits.visits - visits.length;
    for (const [step, child] of stepsOf(value, Math.min(room, limits.elements))) {
      visits.push({ path: [...path, step], value: child });
    }
  }
  return visits;
}

function stepsOf(value: unknown, limit: number): readonly (readonly [string | number, unknown])[] {
  if (isArray(value)) {
    return value.slice(0, limit).map((child, i) => [i, child] as const);
  }
  return isObject(value) ? Object.entries(value).slice(0, limit) : [];
}
