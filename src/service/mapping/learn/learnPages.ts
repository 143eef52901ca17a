import type { Mapping, MappingProblem, Question, ServiceResponse } from '../mapping';
import { readPage, type PageContext, type PageResult } from '../read/readPage';
import { learnMapping } from './learnMapping';
import type { RuleSet } from './rules';

/** A page of the same snapshot that was read before. */
export interface EarlierPage {
  readonly pageIndex: number;
  readonly response: ServiceResponse;
}

export interface LearnPagesContext extends PageContext {
  /** In their order; those whose responses are still there. */
  readonly earlier: readonly EarlierPage[];
  /** What was known before, and how it reads the page; absent where nothing was. */
  readonly known?:
    { readonly mapping: Mapping; readonly reading: PageResult; readonly collides: boolean } | undefined;
  readonly rules?: RuleSet;
}

export interface PagesLearned {
  /** Absent where no list of monitors is found. */
  readonly mapping?: Mapping;
  readonly reading?: PageResult;
  /** The earlier pages as they are read now; absent where nothing in them is read in another way. */
  readonly reread?: readonly PageResult[];
  /** The service's responses have changed: what was known doesn't fit any more. */
  readonly hasChanged: boolean;
  readonly questions: readonly Question[];
  readonly problems: readonly MappingProblem[];
}

/**
 * Learns from a page that the known mapping can't read, or that tells more. A page that doesn't fit makes it learn anew
 * from all pages; what is merely new is added, and changes nothing of what is known.
 */
export function learnPages(response: ServiceResponse, context: LearnPagesContext): PagesLearned {
  const { earlier, known } = context;
  const pages = [...earlier, { pageIndex: context.pageIndex, response }];
  if (known && known.reading.mappingError === undefined && !known.collides) {
    const from = known.mapping.isComplete ? [response] : pages.map((page) => page.response);
    const learned = learnMapping(from, { ...context, known: known.mapping });
    const read = learned.mapping && readAll(pages, learned.mapping, context);
    if (learned.mapping && read?.every(({ mappingError }) => mappingError === undefined)) {
      const { mapping, questions, problems } = learned;
      const reread = known.mapping.isComplete ? {} : { reread: read.slice(0, -1) };
      return { mapping, reading: read.at(-1)!, ...reread, hasChanged: false, questions, problems };
    }
  }
  const responses = pages.map((page) => page.response);
  const { mapping, questions, problems } = learnMapping(responses, { ...context, known: undefined });
  if (mapping === undefined) {
    return { hasChanged: false, questions, problems };
  }
  const read = readAll(pages, mapping, context);
  const hasChanged = known !== undefined && read.at(-1)?.mappingError === undefined;
  return { mapping, reading: read.at(-1)!, reread: read.slice(0, -1), hasChanged, questions, problems };
}

function readAll(
  pages: readonly EarlierPage[],
  mapping: Mapping,
  context: PageContext,
): readonly PageResult[] {
  return pages.map(({ response, pageIndex }) => readPage(mapping, response, { ...context, pageIndex }));
}
