import type { Monitor } from '../../src/monitors/monitor';
import type { HttpResponse } from '../../src/service/httpResponse';
import type {
  Choice,
  Mapping,
  MappingProblem,
  Path,
  PlainField,
  Question,
} from '../../src/service/mapping/mapping';
import { learnMapping, learnPages, type EarlierPage } from '../../src/service/mapping/learn/learnMapping';
import { readPage, type PageResult } from '../../src/service/mapping/read/readPage';
import type { MappingSettings } from '../../src/service/mapping/settings';
import { NO_MAPPING_SETTINGS } from './noMappingSettings';

/** What was made of pages that came one after the other. */
export interface PagesRead {
  /** Absent where no list of monitors was found. */
  readonly mapping: Mapping | undefined;
  /** Of all pages, as they are read in the end. */
  readonly pages: readonly PageResult[];
  readonly monitors: readonly Monitor[];
  /** What the last page said. */
  readonly total: number | undefined;
  readonly hasMore: boolean | undefined;
  readonly questions: readonly Question[];
  /** Times that the responses were said to have changed. */
  readonly changes: number;
}

interface Options {
  readonly pageSize?: number;
  readonly settings?: MappingSettings;
  readonly known?: Mapping | undefined;
}

/** Reads pages of one snapshot in their order, each by what was learned before. */
export function readPages(responses: readonly HttpResponse[], options: Options = {}): PagesRead {
  const { pageSize = 50, settings = NO_MAPPING_SETTINGS } = options;
  let mapping = options.known;
  let pages: PageResult[] = [];
  let questions: readonly Question[] = [];
  let changes = 0;
  const earlier: EarlierPage[] = [];
  for (const [pageIndex, response] of responses.entries()) {
    const context = { pageIndex, pageSize, settings };
    const result = mapping && readPage(mapping, response, context);
    const known = mapping && result && { mapping, result };
    if (known && result.mappingError === undefined && !result.isNew && mapping?.isComplete) {
      pages.push(result);
    } else {
      const learned = learnPages(response, { ...context, earlier, known });
      mapping = learned.mapping ?? mapping;
      questions = learned.questions;
      changes += Number(learned.hasChanged);
      pages = learned.result ? [...(learned.reread ?? pages), learned.result] : pages;
    }
    earlier.push({ pageIndex, response });
  }
  const last = pages.at(-1);
  const monitors = pages.flatMap((page) => page.monitors);
  return {
    mapping,
    pages,
    monitors,
    total: last?.total,
    hasMore: last && saysMore(last, monitors.length),
    questions,
    changes,
  };
}

/** What a page says of further ones, by a word or by a total. */
function saysMore({ monitors, total, hasMore }: PageResult, received: number): boolean | undefined {
  return hasMore ?? (total === undefined ? undefined : total > received && monitors.length > 0);
}

/** What was made of one response of a service of which nothing was known. */
export interface ListRead {
  readonly found: boolean;
  readonly monitors: readonly Monitor[];
  readonly cutFrom?: number | undefined;
  readonly itemsPath?: (Choice & { readonly value: Path }) | undefined;
  readonly alsoPaths: readonly Path[];
  readonly total?: { readonly value: number; readonly confidence: number } | undefined;
  readonly hasMore?: { readonly value: boolean; readonly confidence: number } | undefined;
  readonly fields: Readonly<Partial<Record<PlainField | 'status', Choice>>>;
  readonly unknownStatusValues: readonly string[];
  readonly questions: readonly Question[];
  readonly problems: readonly MappingProblem[];
  readonly mapping: Mapping | undefined;
}

/** Learns from one response, and reads it by that. */
export function readList(
  response: HttpResponse,
  { pageIndex, pageSize, settings }: { pageIndex: number; pageSize: number; settings: MappingSettings },
): ListRead {
  const { mapping, questions, problems } = learnMapping([response], { settings, pageSize });
  if (mapping === undefined) {
    return {
      found: false,
      monitors: [],
      alsoPaths: [],
      fields: {},
      unknownStatusValues: [],
      questions,
      problems,
      mapping,
    };
  }
  const page = readPage(mapping, response, { pageIndex, pageSize, settings });
  const { monitors, cutFrom, total, unknownStatusValues } = page;
  const hasMore = saysMore(page, pageIndex * pageSize + monitors.length);
  const [list, ...others] = mapping.shapes[0].lists;
  return {
    found: true,
    monitors,
    cutFrom,
    itemsPath: { ...list, value: list.path },
    alsoPaths: others.map(({ path }) => path),
    total: total === undefined ? undefined : { value: total, confidence: 1 },
    hasMore: hasMore === undefined ? undefined : { value: hasMore, confidence: 1 },
    fields: { ...list.fields, ...(list.status.place && { status: list.status.place }) },
    unknownStatusValues,
    questions,
    problems,
    mapping,
  };
}
