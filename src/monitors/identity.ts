import { MASK } from '../base/maskText';
import { toHash } from '../base/toHash';
import type { Monitor } from './monitor';
import type { Page, ListRecord } from './page';

/** A monitor as a page has it. */
export interface Reading {
  readonly monitor: Monitor;
  readonly page: Page;
}

/**
 * Finds which records of a page are which monitors: equal ids are one monitor. A record without an id, or with a
 * doubtful one, gets another one, and is never the same as another record of its response.
 * @param first by id, the first readings of the list's pages so far
 */
export function findReadings(
  page: Page,
  records: readonly ListRecord[],
  first: ReadonlyMap<string, Reading>,
): readonly Reading[] {
  const doubtful = findDoubtfulIds(page, records, first);
  const repeats = new Map<string, number>();
  return records.map(({ monitor, fingerprint }) => {
    if (monitor.id !== '' && !doubtful.has(monitor.id)) {
      return { monitor, page };
    }
    const made = toHash(fingerprint());
    const repeat = (repeats.get(made) ?? 0) + 1;
    repeats.set(made, repeat);
    const id = repeat === 1 ? made : `${made}#${repeat}`;
    return { monitor: { ...monitor, id }, page };
  });
}

/** Finds ids with two names in one response, and ids of a page that numbers its records from the start again. */
function findDoubtfulIds(
  page: Page,
  records: readonly ListRecord[],
  first: ReadonlyMap<string, Reading>,
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
    const before = first.get(id);
    if (before && before.page.index !== page.index && before.monitor.name !== name) {
      renamed.add(id);
    }
  }
  // A few are monitors that were renamed while the pages were read.
  return renamed.size * 2 >= names.size ? new Set([...doubtful, ...renamed]) : doubtful;
}

/** Compares ids in a normal form, because "é" may be one or two characters. */
export function isSameId(id: string, other: string): boolean {
  return id.normalize() === other.normalize();
}

/** Returns whether an id was made here, or has a masked secret, so that the service doesn't know it. */
export function isMadeId(id: string): boolean {
  return id.includes(MASK) || /^~[0-9a-z]{1,11}(?:#\d+)?$/.test(id);
}

/** Returns the ID that the service gave, for all that leaves the extension. */
export function serviceIdOf({ id }: { readonly id: string }): string | undefined {
  return id === '' || isMadeId(id) ? undefined : id;
}
