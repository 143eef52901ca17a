import { NO_PAGES, type Page, type PageList } from '../../src/monitors/page';
import type { ListRecord, PageContent, ReadPage } from '../../src/monitors/pageContent';
import type { MonitorStatus } from '../../src/monitors/monitor';
import { withPages } from '../../src/monitors/pageList';

/** An entry of the service's list: `a` is up, `a!` is down; `a=Shop` has a name; `=Shop` has no id; `null` no record. */
export type Entry = string | null;

/** What a service answers. */
export interface Answer {
  readonly entries: readonly Entry[] | string;
  readonly total?: number;
  /** A number whose key doesn't say that it is a total. */
  readonly count?: number;
  readonly hasMore?: boolean;
  readonly hasOtherList?: true;
}

let lastCall = 0;

/** A page that the service answered. `size` is 3, and calls follow each other, by default. */
export function aPage(index: number, answer: Answer, more: Partial<Page> = {}): Page {
  lastCall += 1;
  const time = lastCall * 10;
  const call = { number: lastCall, begun: time, ended: time + 5 };
  return { index, size: 3, call, headers: {}, response: answer, ...more };
}

/** A list of these answers, one for each page. Entries may be written as one text: `'a b! =Shop'`. */
export function aList(...answers: readonly (Answer | string)[]): PageList {
  const pages = answers.map((answer, index) => {
    return aPage(index, typeof answer === 'string' ? { entries: answer } : answer);
  });
  return withPages(NO_PAGES, pages, readAnswer);
}

/** The same list after one of its pages, or another one, was read with these entries. */
export function withPage(list: PageList, index: number, entries: string): PageList {
  return withPages(list, [aPage(index, { entries })], readAnswer);
}

const contents = new WeakMap<Page, PageContent>();

/** Reads a page of {@link aPage}. */
export const readAnswer: ReadPage = (page) => {
  const content = contents.get(page) ?? toContent(page.response as Answer);
  contents.set(page, content);
  return content;
};

function toContent({ entries: written, total, count, hasMore, hasOtherList }: Answer): PageContent {
  const entries = typeof written === 'string' ? written.split(' ').filter(Boolean) : written;
  const records = entries.filter((entry) => entry !== null).map(toRecord);
  const stated = total ?? count;
  return {
    hasList: true,
    entries: entries.length,
    entriesWithoutRecord: entries.length - records.length,
    records,
    total: stated === undefined ? undefined : { count: stated, saysTotal: total !== undefined },
    hasMore,
    hasOtherList: hasOtherList ?? false,
    unclearFields: [],
    unknownStatuses: [],
  };
}

function toRecord(entry: string): ListRecord {
  const status: MonitorStatus = entry.includes('!') ? 'down' : 'up';
  const text = entry.replace('!', '');
  const [id = '', name = id] = text.split('=');
  const monitor = { id, name, status, tags: [], raw: { id, name, status } };
  return { monitor, isNested: false, fingerprint: () => name };
}
