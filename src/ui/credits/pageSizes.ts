export interface LargerPage {
  readonly pageSize: number;
  readonly calls: number;
}

/** The settings allow at most 1,000. */
const PAGE_SIZES = [1_000, 500, 200, 100];

/** Shorter lists avoid the largest pages, which services may refuse or serve slowly. */
const LONG_LIST = 10_000;

/**
 * Returns the page size that saves calls, if any.
 * @param options.monitors number wanted; larger pages reload from the first
 * @param options.calls calls at the current size
 * @param options.limit largest page that the service gives
 */
export function largerPage(options: {
  readonly monitors: number;
  readonly calls: number;
  readonly pageSize: number;
  readonly limit: number | undefined;
}): LargerPage | undefined {
  const { monitors, calls, pageSize, limit = Infinity } = options;
  const most = Math.min(limit, monitors > LONG_LIST ? 1_000 : 500);
  const size = PAGE_SIZES.find((candidate) => candidate <= most && candidate > pageSize);
  const needed = size === undefined ? Infinity : Math.ceil(monitors / size);
  return size !== undefined && needed < calls ? { pageSize: size, calls: needed } : undefined;
}
