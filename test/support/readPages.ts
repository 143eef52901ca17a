import type { Path } from '../../src/base/path';
import { Masker } from '../../src/base/masker';
import { createReader } from '../../src/mapping/createReader';
import { learnMapping, needsLearning } from '../../src/mapping/learnMapping';
import type { Field, Mapping } from '../../src/mapping/mapping';
import { NO_PICKS, type Picks } from '../../src/mapping/picker/picks';
import { readHeaders } from '../../src/mapping/toPageResponse';
import { readList as readListing, type LoadedMonitors } from '../../src/monitors/loadedMonitors';
import type { Monitor } from '../../src/monitors/monitor';
import type { Page, PageContent } from '../../src/monitors/page';
import type { HttpResponse } from '../../src/service/httpResponse';

interface Options {
  /** Of the first page, from 0. */
  readonly pageIndex?: number;
  readonly pageSize?: number;
  readonly picks?: Partial<Picks>;
}

/** The result of reading pages one after the other. */
export interface PagesRead extends PageContent {
  /** Absent if no list of monitors was found. */
  readonly mapping: Mapping | undefined;
  /** The contents of all pages, by the final mapping. `PageContent` is that of the last page. */
  readonly contents: readonly PageContent[];
  readonly listing: LoadedMonitors;
  /** The monitors of all pages as they came, with the service's ids. */
  readonly monitors: readonly Monitor[];
  readonly unknownValues: readonly string[];
  readonly asks: readonly (Field | 'list')[];
  /** Lists to choose from. */
  readonly lists: readonly Path[];
}

/** A page with this response, whose secrets are masked. */
export function aPageOf(response: HttpResponse, index = 0, size = 50): Page {
  const masked = new Masker().maskValue(response.json);
  const call = { number: index + 1, begun: response.receivedAt - 10, ended: response.receivedAt };
  return { index, size, call, response: masked, headers: readHeaders(response) };
}

/** Reads pages of one list in their order. Learns when a page has something new. */
export function readPages(responses: readonly HttpResponse[], options: Options = {}): PagesRead {
  const { pageIndex = 0, pageSize = 50 } = options;
  const picks = { ...NO_PICKS, ...options.picks };
  const pages = responses.map((response, i) => aPageOf(response, pageIndex + i, pageSize));
  let mapping: Mapping | undefined;
  let lists: readonly Path[] = [];
  for (const [i, page] of pages.entries()) {
    if (needsLearning(mapping, page)) {
      const soFar = pages.slice(0, i + 1).map(({ response }) => response);
      const learned = learnMapping(soFar, mapping, picks);
      mapping = learned.mapping;
      lists = learned.candidates.map(({ path }) => path);
    }
  }
  const read = createReader(mapping, picks);
  const contents = pages.map(read);
  const listing = readListing(
    { pages: pages.map((page, index) => ({ ...page, index })), replaced: [] },
    read,
  );
  return {
    ...contents.at(-1)!,
    mapping,
    contents,
    listing,
    monitors: contents.flatMap(({ records }) => records.map(({ monitor }) => monitor)),
    unknownValues: [...new Set(contents.flatMap(({ unknownStatuses }) => unknownStatuses))],
    asks: lists.length > 0 ? ['list'] : (contents.at(-1)!.unclearFields as readonly Field[]),
    lists,
  };
}

/** Learns from one response, and reads it with the learned mapping. */
export function readList(response: HttpResponse, options: Options = {}): PagesRead {
  return readPages([response], options);
}
