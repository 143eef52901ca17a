/** A larger page, and what reading the list in pages of that size takes. */
export interface LargerPage {
  readonly pageSize: number;
  readonly calls: number;
}

/** Sizes that are offered; 1,000 is the most that the settings allow. */
const PAGE_SIZES = [1_000, 500, 200, 100];

/** Only a list this long is worth the largest pages: a service is more likely to refuse them, or to be slow. */
const LONG_LIST = 10_000;

/**
 * The page size that saves calls, or `undefined` where none does. Pure.
 * @param options.monitors how many are wanted, from the first on: larger pages need a new snapshot.
 * @param options.calls what it takes without.
 * @param options.pageSize what is asked for without.
 * @param options.limit the largest page that the service is known to give.
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
