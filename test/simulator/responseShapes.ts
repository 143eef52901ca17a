import type { MonitorRecord, RecordStatus } from './monitorRecords';

interface ListContext {
  readonly total: number;
}

/** Makes the JSON of a token response. Must not return undefined. */
export type TokenShape = (issued: { readonly token: string }) => unknown;

/** Makes the JSON of a list response. Must not return undefined. */
export type ListShape = (monitors: readonly MonitorRecord[], context: ListContext) => unknown;

/** The codes of `listShapes.numericStatus`. */
const statusCodes: Record<RecordStatus, number> = {
  paused: 0,
  pending: 1,
  up: 2,
  degraded: 8,
  down: 9,
};

export const listShapes = {
  /** {monitors, total} */
  plain: (monitors, { total }) => ({ monitors, total }),
  /** {monitors, total} with `statusCodes`. */
  numericStatus: (monitors, { total }) => ({
    monitors: monitors.map((monitor) => ({ ...monitor, status: statusCodes[monitor.status] })),
    total,
  }),
} as const satisfies Record<string, ListShape>;
