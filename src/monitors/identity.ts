import { toContentId } from './monitorIds';
import type { ListRecord } from './pageContent';

/** The name that an id had first, and on which page. */
export interface NamedId {
  readonly name: string;
  readonly pageIndex: number;
}

/**
 * Finds which records of a page are which monitors: equal keys are one monitor. A record without an id, or with a
 * doubtful one, is never the same as another record of its response.
 * @param namedIds ids of the list's pages so far
 */
export function findKeys(
  pageIndex: number,
  records: readonly ListRecord[],
  namedIds: ReadonlyMap<string, NamedId>,
): readonly string[] {
  const doubtful = findDoubtfulIds(pageIndex, records, namedIds);
  const repeats = new Map<string, number>();
  return records.map(({ monitor, fingerprint }) => {
    const { id } = monitor;
    if (id !== '' && !doubtful.has(id)) {
      return id;
    }
    const made = toContentId(fingerprint());
    const repeat = (repeats.get(made) ?? 0) + 1;
    repeats.set(made, repeat);
    return repeat === 1 ? made : `${made}#${repeat}`;
  });
}

/** Finds ids with two names in one response, and ids of a page that numbers its records from the start again. */
function findDoubtfulIds(
  pageIndex: number,
  records: readonly ListRecord[],
  namedIds: ReadonlyMap<string, NamedId>,
): ReadonlySet<string> {
  const names = new Map<string, string>();
  const doubtful = new Set<string>();
  const renamed = new Set<string>();
  for (const { monitor } of records) {
    const { id, name } = monitor;
    if (id === '') {
      continue;
    }
    if ((names.get(id) ?? name) !== name) {
      doubtful.add(id);
    }
    names.set(id, name);
    const before = namedIds.get(id);
    if (before && before.pageIndex !== pageIndex && before.name !== name) {
      renamed.add(id);
    }
  }
  // A few are monitors that were renamed while the pages were read.
  return renamed.size * 2 >= names.size ? new Set([...doubtful, ...renamed]) : doubtful;
}
