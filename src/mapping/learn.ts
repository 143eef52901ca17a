import { findFields } from './findFields';
import { findLists, type ListCandidate } from './findList';
import { mergeMappings, type ListMapping, type Mapping, type Path } from './mapping';
import { findRecords, isOuter, type FoundRecord, type Sample } from './records';

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
  earlier: readonly FoundRecord[] = [],
): Learned {
  const found = list === undefined ? pages.map((json) => findLists(json)) : [];
  const asked = found.find((one) => one.asked.length > 0)?.asked ?? [];
  const paths = list === undefined ? [...new Set(found.flatMap(({ lists }) => lists))] : [list];
  const all = paths.map((path) => ({
    path,
    samples: [...earlier, ...pages.flatMap((json) => findRecords(json, [path]) ?? [])].filter(
      (record) => record.list === path && isOuter(record),
    ),
  }));
  const filled = all.filter(({ samples }) => samples.length > 0);
  const mapping = toMapping(filled.length > 0 ? filled : all);
  if (mapping === undefined) {
    return { lists: asked };
  }
  return { mapping: known ? mergeMappings(known, mapping) : mapping, lists: asked };
}

/** Learns unknown lists from saved records. */
export function learnFromRecords(records: readonly FoundRecord[], known?: Mapping): Mapping | undefined {
  const isKnown = (path: Path) => known?.lists.some((list) => list.path === path) === true;
  const paths = [...new Set(records.map(({ list }) => list))].filter((path) => !isKnown(path));
  const mapping = toMapping(
    paths.map((path) => ({
      path,
      samples: records.filter((record) => record.list === path && isOuter(record)),
    })),
  );
  return known && mapping ? mergeMappings(known, mapping) : (mapping ?? known);
}

function toMapping(lists: readonly { readonly path: Path; readonly samples: readonly Sample[] }[]) {
  const learned = lists.map(({ path, samples }) => {
    const { mapping, asks } = findFields(spread(samples));
    const list: ListMapping = { path, ...mapping };
    return { asks, list };
  });
  const asks = [...new Set(learned.flatMap((one) => one.asks))];
  return learned.length === 0 ? undefined : { lists: learned.map(({ list }) => list), asks };
}

function spread(samples: readonly Sample[]): readonly Sample[] {
  const step = Math.max(1, samples.length / LOOKED_AT);
  const indexes = Array.from({ length: Math.min(LOOKED_AT, samples.length) }, (_, i) => Math.floor(i * step));
  return indexes.flatMap((i) => samples[i] ?? []);
}
