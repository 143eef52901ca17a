import { maskSecretValues } from '../base/secretValues';
import type { Monitor } from '../monitors/monitor';
import type { Page } from '../monitors/page';
import { MappedMonitor, recordsFromText, type MonitorFields } from '../monitors/mappedMonitor';
import type { StoredPage } from '../storage/snapshots';

/** What a page says besides its records. */
type Answer = Omit<Page, keyof StoredPage | 'monitors'> & { readonly monitors: readonly MonitorFields[] };

/** A page as it is kept: the records, and what was read out of them. The values of secrets are masked. */
export function toStoredPage({
  monitors,
  snapshotId,
  pageIndex,
  pageSize,
  readAt,
  ...said
}: Page): StoredPage {
  const fields = monitors.map((monitor) => ({ ...monitor, raw: undefined, place: undefined }));
  const answer = JSON.stringify({ ...said, earlier: undefined, monitors: fields });
  const records = `[${monitors.map(toRecordText).join(',')}]`;
  return { snapshotId, pageIndex, pageSize, readAt, answer, records };
}

/** Reads what {@link toStoredPage} made. */
export function toPage({ answer, records, ...about }: StoredPage): Page {
  const { monitors: fields, ...said } = JSON.parse(answer) as Answer;
  const all = recordsFromText(records);
  const monitors = fields.map((monitor, index) => new MappedMonitor(monitor, all, index, about.pageIndex));
  return { ...about, ...said, monitors };
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
