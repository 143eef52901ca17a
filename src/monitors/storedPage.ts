import { keepRecords, MappedMonitor } from './mappedMonitor';
import type { Monitor } from './monitor';
import type { Page, PageSource, RecordPlace } from './page';

/** A saved page. */
export interface StoredPage {
  readonly snapshotId: string;
  readonly pageIndex: number;
  readonly pageSize: number;
  /** Epoch milliseconds at which the response was complete. */
  readonly readAt: number;
  /** JSON of the response without records: total, end and the like. */
  readonly answer: string;
  /** JSON of the records, with masked secrets. */
  readonly records: string;
}

type StoredPlace = RecordPlace & Pick<Monitor, 'id'>;
interface Answer extends Omit<Page, keyof StoredPage | 'monitors' | 'questions' | 'earlier' | 'source'> {
  readonly source?: Omit<PageSource, 'places'> & { readonly places: readonly StoredPlace[] };
}

/** Monitors stored without a pause. */
const STRETCH = 250;

/** Converts a page for storage. The records of its monitors are masked. Yields to avoid blocking. */
export function* toStoredPage({
  monitors,
  snapshotId,
  pageIndex,
  pageSize,
  readAt,
  questions: _,
  earlier: __,
  source,
  ...said
}: Page): Generator<undefined, StoredPage> {
  const recordAt = MappedMonitor.toRecordReader(monitors);
  const texts: string[] = [];
  while (texts.length < monitors.length) {
    texts.push(JSON.stringify(recordAt(texts.length) ?? null));
    if (texts.length % STRETCH === 0) {
      yield;
    }
  }
  const places = source?.places.map((place, index) => ({ ...place, id: monitors[index]!.id }));
  const answer = JSON.stringify({ ...said, source: source && { ...source, places } });
  return { snapshotId, pageIndex, pageSize, readAt, answer, records: `[${texts.join()}]` };
}

/** Stored in place of `answer` if no list was found. `records` is then the whole response. */
export const NO_LIST = 'null';

export function isUnread({ answer }: StoredPage): boolean {
  return answer === NO_LIST;
}

/** Restores a page without reading its fields; undefined without a source. */
export function toUnreadPage({ answer, records, ...about }: StoredPage): Page | undefined {
  const said = JSON.parse(answer) as Answer | null;
  const all = keepRecords(records);
  const monitors = said?.source?.places.map(({ id }, index) => {
    const fields = { id, name: '', status: 'unknown', tags: [] } as const;
    return new MappedMonitor(fields, all, index, about.pageIndex);
  });
  return monitors && { ...about, ...said, monitors };
}
