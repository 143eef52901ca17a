import type { MonitorRecord, RecordStatus } from './monitorRecords';

interface ListContext {
  /** Undefined if the service doesn't report it. */
  readonly total: number | undefined;
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

const maybeTotal = ({ total }: ListContext) => (total === undefined ? {} : { total });

export const listShapes = {
  /** {monitors, total} */
  plain: (monitors, context) => ({ monitors, ...maybeTotal(context) }),
  array: (monitors) => monitors,
  /** {monitors, total} with `statusCodes`. */
  numericStatus: (monitors, context) => ({
    monitors: monitors.map((monitor) => ({ ...monitor, status: statusCodes[monitor.status] })),
    ...maybeTotal(context),
  }),
} as const satisfies Record<string, ListShape>;
