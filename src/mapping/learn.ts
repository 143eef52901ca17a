import { findCandidates } from './candidates';
import { findFields, keysOf } from './findFields';
import { findLists, type ListCandidate } from './findList';
import { mergeMappings, type Mapping, type Path } from './mapping';
import { findRecords, outerRecords, type FoundRecords } from './records';

export interface Learned {
  readonly mapping?: Mapping;
  /** The lists to ask about, likeliest first. */
  readonly lists: readonly ListCandidate[];
}

/** Sampled records, spread over all pages. */
const LOOKED_AT = 40;

/**
 * Adds what the pages show to the known mapping.
 * @param list the list that the user picked.
 * @param earlier records of earlier pages.
 */
export function learnMapping(
  pages: readonly unknown[],
  known?: Mapping,
  list?: Path,
  earlier: readonly FoundRecords[] = [],
): Learned {
  const found = list === undefined ? pages.map(findLists) : [];
  const lists = found.find(({ asked }) => asked.length > 0)?.asked ?? [];
  const paths = list === undefined ? [...new Set(found.flatMap((one) => one.lists))] : [list];
  const records = [...earlier, ...pages.flatMap((json) => findRecords(json, paths) ?? [])];
  const filled = paths.filter((path) =>
    records.some(({ places }) => places.some((one) => one.list === path)),
  );
  const mapping = toMapping(filled.length > 0 ? filled : paths, records);
  return mapping ? { mapping: known ? mergeMappings(known, mapping) : mapping, lists } : { lists };
}

/** Learns unknown lists from saved records. */
export function learnFromRecords(records: FoundRecords, known?: Mapping): Mapping | undefined {
  const isKnown = (path: Path) => known?.lists.some((list) => list.path === path) === true;
  const paths = [...new Set(records.places.map(({ list }) => list))].filter((path) => !isKnown(path));
  const mapping = toMapping(paths, [records]);
  return known && mapping ? mergeMappings(known, mapping) : (mapping ?? known);
}

function toMapping(paths: readonly Path[], records: readonly FoundRecords[]): Mapping | undefined {
  const learned = paths.map((path) => {
    const own = records.flatMap((one) => outerRecords(one, path));
    const step = Math.max(1, own.length / LOOKED_AT);
    const { mapping, asks } = findFields(own.filter((_, i) => Math.floor(i % step) === 0));
    return { asks, list: { path, ...mapping } };
  });
  const asks = [...new Set(learned.flatMap((one) => one.asks))];
  return learned.length === 0 ? undefined : { lists: learned.map(({ list }) => list), asks };
}

/** With more keys than this, some are values in a map. */
const MAX_KEYS = 300;

/** Checks for a new list or new fields. */
export function wantsLearning({ lists }: Mapping, json: unknown): boolean {
  const paths = lists.map(({ path }) => path);
  const records = findRecords(json, paths);
  return (
    !records ||
    lists.some(({ path, keys }) => {
      const samples = outerRecords(records, path).slice(0, LOOKED_AT);
      return keys.length < MAX_KEYS && keysOf(findCandidates(samples)).some((key) => !keys.includes(key));
    })
  );
}
