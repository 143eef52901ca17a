import { inStretches, MappedMonitor, PageRecords, STRETCH } from './mappedMonitor';
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

/** The id, and what is unusual: its list in `lists`, its key there, and the index of its outer record. */
type StoredPlace = readonly [
  id: string,
  list?: number,
  key?: string | null | undefined,
  inside?: number | null | undefined,
];
interface Answer extends Omit<
  Page,
  keyof StoredPage | 'monitors' | 'questions' | 'earlier' | 'source'
> {
  readonly source?: Omit<PageSource, 'places'> & {
    readonly lists: readonly string[];
    readonly places: readonly StoredPlace[];
  };
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
  const lists = [...new Set(source?.places.map(({ list }) => list))];
  const places = source?.places.map(({ list, key, inside }, index): StoredPlace => {
    const { id } = monitors[index]!;
    const isUsual = list === lists[0] && key === undefined && inside === undefined;
    return isUsual ? [id] : [id, lists.indexOf(list), key, inside];
  });
  const answer = JSON.stringify({ ...said, source: source && { ...source, lists, places } });
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
  if (said?.source === undefined) {
    return undefined;
  }
  const { lists, ...source } = said.source;
  const monitors = yield* inStretches(source.places, ([id], i) => {
    return new MappedMonitor({ id, name: '', status: 'unknown', tags: [] }, all, i);
  });
  const places = source.places.map(([, list = 0, key, inside]): RecordPlace => ({
    list: lists[list]!,
    key: key ?? undefined,
    inside: inside ?? undefined,
  }));
  return { ...about, ...said, source: { ...source, places }, monitors };
}
