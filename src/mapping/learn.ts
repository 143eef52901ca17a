import type { Sample } from './candidates';
import { findFields } from './findFields';
import { findChildren, findLists, type ListCandidate } from './findList';
import { mergeMappings, type Field, type ListMapping, type Mapping, type Path } from './mapping';
import { recordsAt } from './readPage';

// What pages tell of a service.

export interface Learned {
  /** Absent if no list of monitors was found. */
  readonly mapping?: Mapping;
  /** Lists to choose from, the likeliest first, if the list could not be told. */
  readonly lists: readonly ListCandidate[];
}

/** Records that are looked at, spread over all pages. */
const LOOKED_AT = 40;

/**
 * Learns from the pages that are here, and adds to what is known.
 * @param list the list that the user picked.
 */
export function learnMapping(pages: readonly unknown[], known?: Mapping, list?: Path): Learned {
  const found = pages.map((json) => findLists(json));
  const isAsked = list === undefined && found.some((page) => page.isAsked);
  const candidates = isAsked ? (found[0]?.candidates ?? []) : [];
  const paths = list === undefined ? [...new Set(found.flatMap(({ lists }) => lists))] : [list];
  const all = paths.map((path) => ({
    path,
    samples: spread(pages.flatMap((json) => recordsAt(json, path) ?? [])),
  }));
  const filled = all.filter(({ samples }) => samples.length > 0);
  const learned = (filled.length > 0 ? filled : all).map(({ path, samples }) => learnList(path, samples));
  if (learned.length === 0) {
    return { lists: candidates };
  }
  const asks = [...new Set(learned.flatMap((one) => one.asks))];
  const mapping: Mapping = { lists: learned.map((one) => one.list), asks };
  return { mapping: known ? mergeMappings(known, mapping) : mapping, lists: candidates };
}

function learnList(
  path: Path,
  samples: readonly Sample[],
): { readonly list: ListMapping; readonly asks: readonly Field[] } {
  const { mapping, asks } = findFields(samples);
  const children = findChildren(samples);
  return { list: { path, ...(children !== undefined && { children }), ...mapping }, asks };
}

function spread(samples: readonly Sample[]): readonly Sample[] {
  const step = Math.max(1, samples.length / LOOKED_AT);
  return Array.from(
    { length: Math.min(LOOKED_AT, samples.length) },
    (_, i) => samples[Math.floor(i * step)] as Sample,
  );
}
