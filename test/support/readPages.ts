import type { Path } from '../../src/base/path';
import { findKnownRecords, findRecords, learnMapping } from '../../src/mapping/findList';
import { pathsOf, type Field, type Mapping } from '../../src/mapping/mapping';
import { NO_PICKS, withPicks, type Picks } from '../../src/mapping/picker/picks';
import { readMonitors, type PageContent } from '../../src/mapping/readPage';
import type { Monitor } from '../../src/monitors/monitor';
import type { Page } from '../../src/monitors/page';
import { toStoredPage, toUnreadPage } from '../../src/monitors/storedPage';
import type { HttpResponse } from '../../src/service/httpResponse';

interface Options {
  /** Of the first page, from 0. */
  readonly pageIndex?: number;
  readonly pageSize?: number;
  readonly picks?: Partial<Picks>;
}

/** The result of reading pages one after the other. */
export interface PagesRead extends Partial<PageContent> {
  /** Absent if no list of monitors was found. */
  readonly mapping: Mapping | undefined;
  /** The monitors of all pages, by the final mapping. */
  readonly monitors: readonly Monitor[];
  readonly unknownValues: readonly string[];
  readonly asks: readonly (Field | 'list')[];
  /** Lists to choose from. */
  readonly lists: readonly Path[];
}

/** Learns from pages of one snapshot in their order, when one has something new. */
export function learnFrom(responses: readonly HttpResponse[], list?: Path) {
  let learned: Mapping | undefined;
  let lists: readonly Path[] = [];
  for (const [i, { json }] of responses.entries()) {
    if (!learned || !findKnownRecords(learned, json, list !== undefined)) {
      const paths = pathsOf(learned);
      const earlier = responses.slice(0, i).flatMap((page) => findRecords(page.json, paths) ?? []);
      const picked = list === undefined ? undefined : [list];
      const found = learnMapping(json, learned, { lists: picked, earlier });
      learned = found.mapping;
      lists = found.asked.map(({ path }) => path);
    }
  }
  return { learned, lists };
}

/** Reads pages of one snapshot in their order. */
export function readPages(responses: readonly HttpResponse[], options: Options = {}): PagesRead {
  const { pageIndex = 0, pageSize = 50 } = options;
  const picks = { ...NO_PICKS, ...options.picks };
  const { learned, lists } = learnFrom(responses, picks.fields.monitors?.[0]);
  const mapping = learned && withPicks(learned, picks);
  const read = responses.flatMap((response, i) => {
    const context = { pageIndex: pageIndex + i, pageSize };
    return (mapping && finish(readMonitors(mapping, response, context))) ?? [];
  });
  return {
    ...read.at(-1),
    mapping,
    monitors: read.flatMap(({ monitors }) => monitors),
    unknownValues: [...new Set(read.flatMap(({ questions }) => questions?.statusValues ?? []))],
    asks: mapping?.unclear ?? (lists.length > 0 ? ['list'] : []),
    lists,
  };
}

export function finish<T>(reading: Generator<undefined, T>): T {
  for (;;) {
    const step = reading.next();
    if (step.done) {
      return step.value;
    }
  }
}

/** Converts a page for the database and back. Its fields are unread. */
export function saveAndFind(page: Page): Page {
  const { records, ...stored } = finish(toStoredPage(page));
  return finish(toUnreadPage({ ...stored, records: new TextEncoder().encode(records) }))!;
}

/** Learns from one response, and reads it with the learned mapping. */
export function readList(response: HttpResponse, options: Options = {}): PagesRead {
  return readPages([response], options);
}
