import type { Monitor } from '../../src/monitors/monitor';

/** A monitor that is up by default, named by its ID. */
export function aMonitor(fields: Partial<Monitor> = {}): Monitor {
  const id = fields.id ?? 'mon_1';
  return { id, name: `Monitor ${id}`, status: 'up', tags: [], raw: { id }, ...fields };
}

/** Monitors with the IDs `m<from>` to `m<to - 1>`. */
export function monitorsFrom(from: number, to: number): Monitor[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) =>
    aMonitor({ id: `m${from + index}` }),
  );
}

export function idsOf(monitors: readonly Monitor[]): string[] {
  return monitors.map(({ id }) => id);
}
