import { parseJson } from '../base/json';
import { maskSecretValues } from '../base/secretValues';
import { MappedMonitor, PageRecords } from '../monitors/mappedMonitor';
import type { Monitor } from '../monitors/monitor';
import type { Page, PageRequest } from '../monitors/page';
import type { HttpResponse } from '../service/httpResponse';
import type { StoredPage } from '../storage/snapshots';

type Answer = Omit<Page, keyof StoredPage | 'monitors' | 'questions' | 'earlier'>;

/** Converts a page for storage, and masks secrets. */
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

/** Stored in place of `answer` if no list was found. `records` is then the whole response. */
const NO_LIST = 'null';

/** @param response with masked secrets */
export function toStoredResponse(
  { snapshotId, pageIndex, pageSize }: PageRequest,
  { text, receivedAt }: HttpResponse,
): StoredPage {
  return { snapshotId, pageIndex, pageSize, readAt: receivedAt, answer: NO_LIST, records: text };
}

/** Whether it is a response without a list. */
export function isUnread({ answer }: StoredPage): boolean {
  return answer === NO_LIST;
}

/** Restores a response without a list. Its headers aren't stored. */
export function toUnreadResponse({ records, readAt }: StoredPage): HttpResponse {
  return {
    status: 200,
    header: () => undefined,
    contentType: 'application/json',
    json: parseJson(records),
    text: records,
    bytes: records.length,
    receivedAt: readAt,
  };
}

/** Restores a page without reading its fields; undefined without a source. */
export function toUnreadPage({ answer, records, ...about }: StoredPage): Page | undefined {
  const said = JSON.parse(answer) as Answer | null;
  const all = new PageRecords(records);
  const monitors = said?.source?.places.map(({ id }, index) => {
    const fields = { id, name: '', status: 'unknown', tags: [] } as const;
    return new MappedMonitor(fields, all, index, about.pageIndex);
  });
  return monitors && { ...about, ...said, monitors };
}

/** Drops a record nested too deeply, but keeps its monitor. */
function toRecordText(monitor: Monitor): string {
  try {
    // `MappedMonitor.raw` is already masked.
    const record = monitor instanceof MappedMonitor ? monitor.raw : maskSecretValues(monitor.raw);
    return JSON.stringify(record ?? null);
  } catch {
    return 'null';
  }
}
