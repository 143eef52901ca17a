import { toContentId } from './monitorIds';
import type { Page } from './page';
import type { ListRecord, PageContent } from './pageContent';

/** The name that an id had first, and on which page. */
export interface NamedId {
  readonly name: string;
  readonly pageIndex: number;
}

export interface RecordKeys {
  /** One for each record. Equal keys are one monitor. */
  readonly keys: readonly string[];
  /** Whether an id can't be trusted, so that its records count as without one. */
  readonly hasDoubtfulIds: boolean;
}

/**
 * Finds which records of a page are which monitors. A record without an id, or with a doubtful one, is never the same
 * as another record of its response.
 * @param namedIds ids of the list's pages so far
 */
export function findKeys(
  page: Page,
  { records }: PageContent,
  namedIds: ReadonlyMap<string, NamedId>,
): RecordKeys {
  const doubtful = findDoubtfulIds(page, records, namedIds);
  const repeats = new Map<string, number>();
  const keys = records.map((record) => {
    const { id } = record.monitor;
    if (id !== '' && !doubtful.has(id)) {
      return id;
    }
    const made = toContentId(record.fingerprint());
    const repeat = (repeats.get(made) ?? 0) + 1;
    repeats.set(made, repeat);
    return repeat === 1 ? made : `${made}#${repeat}`;
  });
  return { keys, hasDoubtfulIds: doubtful.size > 0 };
}

/** Finds ids with two names in one response, and those of a page that numbers its records from the start again. */
function findDoubtfulIds(
  { index }: Page,
  records: readonly ListRecord[],
  namedIds: ReadonlyMap<string, NamedId>,
): ReadonlySet<string> {
  const names = new Map<string, string>();
  const doubtful = new Set<string>();
  for (const { monitor } of records) {
    const { id, name } = monitor;
    if (id === '') {
      continue;
    }
    if ((names.get(id) ?? name) !== name) {
      doubtful.add(id);
    }
    names.set(id, name);
  }
  const named = [...names].filter(([id, name]) => {
    const elsewhere = namedIds.get(id);
    return elsewhere !== undefined && elsewhere.pageIndex !== index && elsewhere.name !== name;
  });
  // A few are monitors that were renamed while the pages were read.
  if (named.length * 2 >= names.size) {
    named.forEach(([id]) => doubtful.add(id));
  }
  return doubtful;
}
