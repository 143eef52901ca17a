import { isArray, toText } from '../../base/json';
import { toGetter } from '../../base/path';
import { toPlainText, type PlainText } from '../../base/text';
import type { Page } from '../../monitors/page';
import { Candidate, findCandidates, rank, type Sample } from '../candidate';
import { findListedRecords } from '../findEntries';
import { rankCandidates } from '../findFields';
import { scoreStatus } from '../findStatus';
import { FIELDS, type Field, type Mapping } from '../mapping';
import type { Picks } from './picks';
import { readTags } from '../readRecord';

export type Choice = ReturnType<typeof findAllChoices>[number];

const LOOKED_AT = 40;
/** Without an id, a monitor's id is made from all that these fields don't read. */
const LEFT_OUT_OF_IDS: readonly Field[] = [
  'status',
  'lastError',
  'lastCheck',
  'changedAt',
  'since',
];

/** Finds possible paths for a field, likely ones first. */
export function findChoices(
  field: Field,
  pages: readonly Page[],
  mapping: Mapping | undefined,
): readonly Choice[] {
  const samples = samplesOf(pages, mapping);
  const keys = samples.map(({ key }) => key);
  const candidates = [new Candidate(['@key'], keys), ...findCandidates(samples)];
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
      makesIds: field === 'id' || (!hasIds && LEFT_OUT_OF_IDS.includes(field)),
      isPicked: picks.fields[field] !== undefined,
      sample: values.find(Boolean) ?? toSample(''),
    };
  });
}

/** Returns at most 40 records, about as many of each page. */
export function samplesOf(pages: readonly Page[], mapping: Mapping | undefined): readonly Sample[] {
  const each = Math.ceil(LOOKED_AT / pages.length);
  const samples = pages.map(({ response }) =>
    mapping ? findListedRecords(response, mapping).slice(0, each) : [],
  );
  return samples.flat().slice(0, LOOKED_AT);
}

function toSample(value: unknown): PlainText {
  return toPlainText(isArray(value) ? (readTags(value) ?? []).join(', ') : toText(value), 80);
}
