import { inStretches, MappedMonitor, PageRecords, STRETCH } from './mappedMonitor';
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
  /** JSON of the records, with masked secrets. A line feed before each comma that follows {@link STRETCH} records. */
  readonly records: string;
}

/** A page from the database. `records` is UTF-8, because decoding all at once would block. */
export interface FoundPage extends Omit<StoredPage, 'records'> {
  readonly records: Uint8Array;
}

type StoredPlace = RecordPlace & Pick<Monitor, 'id'>;
interface Answer extends Omit<
  Page,
  keyof StoredPage | 'monitors' | 'questions' | 'earlier' | 'source'
> {
  readonly source?: Omit<PageSource, 'places'> & { readonly places: readonly StoredPlace[] };
}

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
  const lines: string[] = [];
  for (let from = 0; from < monitors.length || from === 0; from += STRETCH) {
    const text = JSON.stringify(monitors.slice(from, from + STRETCH).map(({ raw }) => raw ?? null));
    lines.push(`${from === 0 ? '[' : ','}${text.slice(1, -1)}`);
    if (lines.length * STRETCH < monitors.length) {
      yield;
    }
  }
  MappedMonitor.keepLines(monitors, lines);
  const places = source?.places.map((place, index) => ({ ...place, id: monitors[index]!.id }));
  const answer = JSON.stringify({ ...said, source: source && { ...source, places } });
  return { snapshotId, pageIndex, pageSize, readAt, answer, records: `${lines.join('\n')}]` };
}

/** Stored in place of `answer` if no list was found. `records` is then the whole response. */
export const NO_LIST = 'null';

export function isUnread({ answer }: Pick<StoredPage, 'answer'>): boolean {
  return answer === NO_LIST;
}

const LINE_FEED = 10;

/** Restores a page without reading its fields; undefined without a source. Yields to avoid blocking. */
export function* toUnreadPage({
  answer,
  records,
  ...about
}: FoundPage): Generator<undefined, Page | undefined> {
  const said = JSON.parse(answer) as Answer | null;
  const lines: string[] = [];
  for (let from = 0, to = 0; from < records.length; from = to + 1) {
    const end = records.indexOf(LINE_FEED, from);
    to = end < 0 ? records.length - 1 : end;
    lines.push(new TextDecoder().decode(records.subarray(from, to)));
    yield;
  }
  const all = new PageRecords(about.pageIndex);
  all.keepLines(lines, 0);
  const monitors = yield* inStretches(said?.source?.places ?? [], ({ id }, i) => {
    return new MappedMonitor({ id, name: '', status: 'unknown', tags: [] }, all, i);
  });
  return said?.source && { ...about, ...said, monitors };
}
