import { maskSecretValues } from '../base/secretValues';
import { MappedMonitor, recordsFromText } from '../monitors/mappedMonitor';
import type { Monitor } from '../monitors/monitor';
import type { Page } from '../monitors/page';
import type { StoredPage } from '../storage/snapshots';

/** What a page says besides its records. */
type Answer = Omit<Page, keyof StoredPage | 'monitors' | 'questions' | 'earlier'>;

/** A page as it is kept: its records, the values of secrets masked, and where they were. */
export function toStoredPage({
  monitors,
  snapshotId,
  pageIndex,
  pageSize,
  readAt,
  questions: _,
  earlier: __,
  ...answer
}: Page): StoredPage {
  const records = `[${monitors.map(toRecordText).join(',')}]`;
  return { snapshotId, pageIndex, pageSize, readAt, answer: JSON.stringify(answer), records };
}

/** The page whose fields are still to be read from its records; undefined if it isn't one. */
export function toUnreadPage({ answer, records, ...about }: StoredPage): Page | undefined {
  const said = JSON.parse(answer) as Answer;
  const all = recordsFromText(records);
  const monitors = said.source?.places.map(({ id }, index) => {
    const fields = { id, name: '', status: 'unknown', tags: [] } as const;
    return new MappedMonitor(fields, all, index, about.pageIndex);
  });
  return monitors && { ...about, ...said, monitors };
}

/** A record that is nested too deeply to be written is left out; its monitor is kept. */
function toRecordText(monitor: Monitor): string {
  try {
    // The getter of a mapped monitor masks its record already.
    const record = monitor instanceof MappedMonitor ? monitor.raw : maskSecretValues(monitor.raw);
    return JSON.stringify(record ?? null);
  } catch {
    return 'null';
  }
}
