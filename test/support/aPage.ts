import type { Monitor } from '../../src/monitors/monitor';
import type { Page } from '../../src/monitors/page';
import { aMonitor } from './aMonitor';

type PageFields = Partial<Omit<Page, 'monitors'>> & {
  /** Monitors, or IDs of one letter each: `'abc'`. */
  readonly monitors?: readonly Monitor[] | string;
};

/** The first page of a list with pages of three, by default. */
export function aPage({ monitors = '', ...fields }: PageFields = {}): Page {
  const records =
    typeof monitors === 'string' ? [...monitors].map((id) => aMonitor({ id })) : monitors;
  return {
    snapshotId: 'a snapshot',
    pageIndex: 0,
    pageSize: 3,
    readAt: Date.UTC(2026, 0, 15, 12),
    ...fields,
    monitors: records,
  };
}
