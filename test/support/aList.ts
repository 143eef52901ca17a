import { remember } from '../../src/base/remember';
import type { Monitor } from '../../src/monitors/monitor';
import {
  NO_PAGES,
  type Page,
  type PageContent,
  type PageList,
  type ReadPage,
} from '../../src/monitors/page';
import { withPages } from '../../src/monitors/pageList';
import { aMonitor } from './aMonitor';

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

/** Reads a page of {@link aPage}. */
export const readAnswer: ReadPage = remember((page: Page) => toContent(page.response as Answer));

/** The content of a page with these monitors. Without an ID, the name says which is which. */
export function aContent(monitors: readonly Monitor[], said: Partial<PageContent>): PageContent {
  return {
    hasList: true,
    entries: monitors.length,
    entriesWithoutRecord: 0,
    records: monitors.map((monitor) => {
      return { monitor, isNested: false, fingerprint: () => monitor.name };
    }),
    hasOtherList: false,
    unclearFields: [],
    unknownStatuses: [],
    ...said,
  };
}

function toContent(answer: Answer): PageContent {
  const [written = '', said = ''] = answer.split('|');
  const entries = written.split(' ').filter(Boolean);
  const records = entries.filter((entry) => entry !== '-');
  const [, key, count] = /(total|count) (\d+)/.exec(said) ?? [];
  const [follows] = /more|end/.exec(said) ?? [];
  return aContent(records.map(toMonitor), {
    entries: entries.length,
    entriesWithoutRecord: entries.length - records.length,
    total: key === undefined ? undefined : { count: Number(count), saysTotal: key === 'total' },
    hasMore: follows === undefined ? undefined : follows === 'more',
    hasOtherList: said.includes('other list'),
  });
}

function toMonitor(entry: string): Monitor {
  const [id = '', name = id] = entry.replace('!', '').split('=');
  return aMonitor({ id, name, status: entry.includes('!') ? 'down' : 'up' });
}
