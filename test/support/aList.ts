import {
  NO_PAGES,
  type Page,
  type PageList,
  type ListRecord,
  type PageContent,
  type ReadPage,
} from '../../src/monitors/page';
import type { MonitorStatus } from '../../src/monitors/monitor';
import { withPages } from '../../src/monitors/pageList';

/**
 * What a service answers: entries, and what it says of its list.
 * - `a` is up, `a!` is down, `a=Shop` has a name, `=Shop` has no id, `-` has no record.
 * - `a b | total 5` says a total, `count 5` a number whose key doesn't say that it is one.
 * - `| more` says that more follows, `| end` that nothing follows. `| other list` has one that may have monitors, too.
 */
export type Answer = string;

let lastCall = 0;

/** A page that the service answered. `size` is 3, and calls follow each other, by default. */
export function aPage(index: number, answer: Answer, more: Partial<Page> = {}): Page {
  lastCall += 1;
  const time = lastCall * 10;
  const call = { number: lastCall, begun: time, ended: time + 5 };
  return { index, size: 3, call, headers: {}, response: answer, ...more };
}

/** A list of these answers, one for each page. */
export function aList(...answers: readonly Answer[]): PageList {
  const pages = answers.map((answer, index) => aPage(index, answer));
  return withPages(NO_PAGES, pages, readAnswer);
}

/** The same list after one of its pages, or another one, was read with this answer. */
export function withPage(list: PageList, index: number, answer: Answer): PageList {
  return withPages(list, [aPage(index, answer)], readAnswer);
}

const contents = new WeakMap<Page, PageContent>();

/** Reads a page of {@link aPage}. */
export const readAnswer: ReadPage = (page) => {
  const content = contents.get(page) ?? toContent(page.response as Answer);
  contents.set(page, content);
  return content;
};

function toContent(answer: Answer): PageContent {
  const [written = '', said = ''] = answer.split('|');
  const entries = written.split(' ').filter(Boolean);
  const records = entries.filter((entry) => entry !== '-').map(toRecord);
  const [, key, count] = /(total|count) (\d+)/.exec(said) ?? [];
  const [follows] = /more|end/.exec(said) ?? [];
  return {
    hasList: true,
    entries: entries.length,
    entriesWithoutRecord: entries.length - records.length,
    records,
    total: key === undefined ? undefined : { count: Number(count), saysTotal: key === 'total' },
    hasMore: follows === undefined ? undefined : follows === 'more',
    hasOtherList: said.includes('other list'),
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
