import type { Sample } from './candidates';
import { findFields } from './findFields';
import { findLists, type ListCandidate } from './findList';
import { mergeMappings, type Mapping, type Path } from './mapping';
import { recordsAt } from './readPage';

/** What pages tell of a service. */
export interface Learned {
  /** Absent if no list of monitors was found. */
  readonly mapping?: Mapping;
  /** To be asked about if no list is clear; the likeliest first. */
  readonly lists: readonly ListCandidate[];
}

/** Records that are looked at, spread over all pages. */
const LOOKED_AT = 40;

/**
 * Learns from the pages that are here, and adds to what is known.
 * @param list the list that the user picked.
 */
export function learnMapping(pages: readonly unknown[], known?: Mapping, list?: Path): Learned {
  const found = list === undefined ? pages.map((json) => findLists(json)) : [];
  const asked = found.find(({ isAsked }) => isAsked)?.candidates ?? [];
  const paths = list === undefined ? [...new Set(found.flatMap(({ lists }) => lists))] : [list];
  const all = paths.map((path) => ({
    path,
    samples: spread(pages.flatMap((json) => recordsAt(json, path) ?? [])),
  }));
  const filled = all.filter(({ samples }) => samples.length > 0);
  const learned = (filled.length > 0 ? filled : all).map(({ path, samples }) => {
    const { mapping, asks } = findFields(samples);
    return { asks, list: { path, ...mapping } };
  });
  if (learned.length === 0) {
    return { lists: asked };
  }
  const asks = [...new Set(learned.flatMap((one) => one.asks))];
  const mapping = { lists: learned.map((one) => one.list), asks };
  return { mapping: known ? mergeMappings(known, mapping) : mapping, lists: asked };
}

function spread(samples: readonly Sample[]): readonly Sample[] {
  const step = Math.max(1, samples.length / LOOKED_AT);
  const indexes = Array.from({ length: Math.min(LOOKED_AT, samples.length) }, (_, i) => Math.floor(i * step));
  return indexes.flatMap((i) => samples[i] ?? []);
}
