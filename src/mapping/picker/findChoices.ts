import { isArray, toText } from '../../base/json';
import { toGetter } from '../../base/path';
import { toPlainText, type PlainText } from '../../base/text';
import type { Page } from '../../monitors/page';
import { findCandidates, rank, type Candidate } from '../candidate';
import { findListedRecords } from '../findEntries';
import { rankCandidates, toKeyCandidate } from '../findFields';
import { takeSamples } from '../findList';
import { scoreStatus } from '../findStatus';
import { CHANGING_FIELDS, FIELDS, type Field, type Mapping } from '../mapping';
import type { Picks } from './picks';
import { readTags } from '../readRecord';

export type Choice = ReturnType<typeof findAllChoices>[number];

/** Finds possible paths for a field, likely ones first. */
export function findChoices(
  field: Field,
  pages: readonly Page[],
  mapping: Mapping | undefined,
): readonly Choice[] {
  const samples = samplesOf(pages, mapping);
  const candidates = [toKeyCandidate(samples), ...findCandidates(samples)];
  const likely =
    field === 'status' ? rank(candidates, 0.4, scoreStatus) : rankCandidates(field, candidates);
  return toChoices([...new Set([...likely.map(({ candidate }) => candidate), ...candidates])]);
}

export function findAllChoices(pages: readonly Page[], mapping: Mapping | undefined) {
  return toChoices(findCandidates(samplesOf(pages, mapping)));
}

/** Leaves out fields without a sample. */
function toChoices(candidates: readonly Candidate[]) {
  return candidates.flatMap(({ path, filled }) => {
    const texts = filled.map(toSample);
    const sample = texts.find(Boolean);
    // A group by it would have two monitors or more on average.
    const isGroup = 2 * new Set(texts).size <= texts.length;
    return sample ? { path, sample, isGroup } : [];
  });
}

/** Returns the paths of each field, a sample, and whether the user chose the paths. */
export function describeFields(mapping: Mapping | undefined, picks: Picks, pages: readonly Page[]) {
  const samples = samplesOf(pages, mapping);
  const hasIds = (mapping?.fields.id ?? []).length > 0;
  return FIELDS.map((field) => {
    const paths = (field === 'status' ? mapping?.status.paths : mapping?.fields[field]) ?? [];
    const values = paths.flatMap((path) => {
      const get = toGetter(path);
      return samples.map(({ value, key }) => toSample(get(value, key)));
    });
    return {
      field,
      paths,
      // Without an id, a monitor's id is made from all that changing fields don't read.
      makesIds: field === 'id' || (!hasIds && [...CHANGING_FIELDS, 'status'].includes(field)),
      isPicked: picks.fields[field] !== undefined,
      sample: values.find(Boolean) ?? toSample(''),
    };
  });
}

/** Returns some records of all pages. */
function samplesOf(pages: readonly Page[], mapping: Mapping | undefined) {
  const listed = pages.map(({ response }) => mapping && findListedRecords(response, mapping));
  return takeSamples(listed.flatMap((records) => records ?? []));
}

function toSample(value: unknown): PlainText {
  return toPlainText(isArray(value) ? (readTags(value) ?? []).join(', ') : toText(value), 80);
}
