import type { Monitor } from '../../src/monitors/monitor';

/** A monitor that is up, unless told otherwise; named by its id. */
export function aMonitor(fields: Partial<Monitor> = {}): Monitor {
  const id = fields.id ?? 'mon_1';
  return { id, name: `Monitor ${id}`, status: 'up', tags: [], raw: { id }, ...fields };
}

/** Monitors with the ids `m0`, `m1` and so on, from number `from` up to and without number `to`. */
export function monitorsFrom(from: number, to: number): Monitor[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => aMonitor({ id: `m${from + index}` }));
}

/** As `monitorsFrom` names them, in one line: for tests that compare orders. */
export function idsOf(monitors: readonly Monitor[]): string[] {
  return monitors.map(({ id }) => id);
}
