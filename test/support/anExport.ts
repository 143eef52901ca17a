import type { LoadedMonitors } from '../../src/monitors/loadedMonitors';
import type { Monitor } from '../../src/monitors/monitor';
import { sinceOf } from '../../src/monitors/since';
import type { ExportContent } from '../../src/ui/export/exportText';

/** Times as in the record, and no chosen fields. */
export const asRecorded = { sinceOf, fieldsOf: () => ({}) };

/** All monitors of an account, unless there are more in `total`. */
export function anExport(
  monitors: readonly Monitor[],
  {
    oldestReadAt = 0,
    total = monitors.length,
    ...more
  }: Partial<Omit<ExportContent, 'monitors'> & Pick<LoadedMonitors, 'total' | 'oldestReadAt'>> = {},
): ExportContent {
  const { length: count } = monitors;
  const complete = total === count;
  const loaded = { monitors, count, total, complete, end: 'maybe' as const, oldestReadAt };
  return { loaded: loaded as LoadedMonitors, monitors, ...asRecorded, ...more };
}
