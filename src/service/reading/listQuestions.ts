import { isObject, sampleOf, valueAt } from './json';
import type { ListReading } from './listResult';
import type { JudgedPlace } from './listEvidence';
import { toPathText } from './paths';
import type { Candidate, Question, Reading } from './reading';
import { isTaken } from './reading';
import type { Leaf, RecordProfile } from './recordProfile';
import { cleanText, toPreview } from './text';

const mostCandidates = 10;

/** Asks which list is meant, where that can't be told and there is one to choose. */
export function toListQuestion(places: readonly JudgedPlace[]): readonly Question[] {
  const candidates = places
    .filter(({ count }) => count > 0)
    .slice(0, mostCandidates)
    .map((place) => ({ choice: toPathText(place.path), preview: previewOfPlace(place) }));
  return candidates.length === 0 ? [] : [{ field: 'list', candidates }];
}

function previewOfPlace({ sample, count }: JudgedPlace): string {
  const [first] = sample;
  const keys = isObject(first) ? Object.keys(first).slice(0, 4).join(', ') : toPreview(first);
  return cleanText(`${count} × {${keys}}`, 80);
}

/** Asks for the id, the name or the status of a monitor, where no place in the records is sure enough. */
export function toFieldQuestions(
  profile: RecordProfile,
  fields: ListReading['fields'],
  records: readonly unknown[],
): readonly Question[] {
  if (profile.leaves.length === 0) return [];
  return (['id', 'name', 'status'] as const).flatMap((field) => {
    const reading = fields[field];
    if (reading && isTaken(reading)) return [];
    const candidates = candidatesFor(field, reading, profile, records);
    return candidates.length === 0 ? [] : [{ field, candidates }];
  });
}

function candidatesFor(
  field: 'id' | 'name' | 'status',
  reading: Reading<string> | undefined,
  profile: RecordProfile,
  records: readonly unknown[],
): readonly Candidate[] {
  const read = reading ? [reading, ...reading.alternatives] : [];
  const likely = read.filter(({ path }) => path.length > 0).map(({ path }) => toPathText(path));
  const possible = profile.leaves.filter(fits[field]).map(({ path }) => toPathText(path));
  const byChoice = new Map(profile.leaves.map((leaf) => [toPathText(leaf.path), leaf]));
  return [...new Set([...likely, ...possible])].slice(0, mostCandidates).map((choice) => {
    const leaf = byChoice.get(choice);
    const values = leaf ? sampleOf(records, 12).map((record) => valueAt(record, leaf.path)) : [];
    return { choice, preview: previewOfValues(values) };
  });
}

const fits: Readonly<Record<'id' | 'name' | 'status', (leaf: Leaf) => boolean>> = {
  id: ({ values, inArray }) => !inArray && values.every(isShort) && new Set(values).size === values.length,
  name: ({ values, inArray }) =>
    !inArray && values.every((value) => typeof value === 'string' && isShort(value)),
  status: ({ values, inArray }) =>
    !inArray &&
    values.every((value) => isShort(value) || typeof value === 'boolean') &&
    new Set(values).size <= 8,
};

function isShort(value: unknown): boolean {
  return (typeof value === 'string' && value.length <= 120) || typeof value === 'number';
}

/** The different values of a place, as far as they fit on a line. */
function previewOfValues(values: readonly unknown[]): string {
  const shown = new Set(values.filter((value) => value !== undefined && value !== null).map(toPreview));
  return cleanText([...shown].slice(0, 4).join(', '), 80);
}
