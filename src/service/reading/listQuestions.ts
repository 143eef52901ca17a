import { isObject, sampleOf, valueAt } from './json';
import type { ListReading } from './listResult';
import type { JudgedPlace } from './listEvidence';
import { isSamePath, toPathText } from './paths';
import type { Question, Reading } from './reading';
import { isTaken } from './reading';
import type { Leaf, RecordProfile } from './recordProfile';
import { readStatusMeaning } from './statusMeaning';
import { cleanText, toPreview } from './text';
import { readInstant } from './times';
import { refusedStatusWords } from './vocabulary/statusKeys';

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

/**
 * Asks for the id, the name or the status of a monitor, where no place in the records is sure enough and there
 * is something to choose.
 */
export function toFieldQuestions(
  profile: RecordProfile,
  fields: ListReading['fields'],
  records: readonly unknown[],
): readonly Question[] {
  if (profile.leaves.length === 0) {
    return [];
  }
  return (['id', 'name', 'status'] as const).flatMap((field) => {
    const reading = fields[field];
    // How it is set up is read for sure, and is not how it is; something else in the record may say that.
    const setUp = field === 'status' && reading?.reason === 'setupWords';
    if (reading && isTaken(reading) && !setUp) {
      return [];
    }
    const leaves = candidatesFor(field, reading, { profile, fields });
    const telling = leaves.filter(
      (leaf) => differs(leaf, profile.size) && !(setUp && (leaf.path === reading.path || isFlag(leaf))),
    );
    if (telling.length === 0 || telling.every(({ path }) => path === reading?.path && field !== 'status')) {
      return [];
    }
    const candidates = leaves.slice(0, mostCandidates).map(({ path }) => {
      const values = sampleOf(records, 12).map((record) => valueAt(record, path));
      return { choice: toPathText(path), preview: previewOfValues(values) };
    });
    return [{ field, candidates }];
  });
}

/** A place that says the same of every monitor tells none from the others. */
function differs({ values }: Leaf, size: number): boolean {
  return size < 2 || new Set(values).size > 1 || values.length < size;
}

/** The places that may hold a field: those the reading thought of first, then those that have its form. */
function candidatesFor(
  field: 'id' | 'name' | 'status',
  reading: Reading<string> | undefined,
  { profile, fields }: { readonly profile: RecordProfile; readonly fields: ListReading['fields'] },
): readonly Leaf[] {
  const read = reading ? [reading, ...reading.alternatives] : [];
  const likely = read.flatMap(({ path }) => profile.leaves.find((leaf) => isSamePath(leaf.path, path)) ?? []);
  const used = Object.entries(fields).flatMap(([other, found]) =>
    other !== field && other !== 'target' && isTaken(found) ? [toPathText(found.path)] : [],
  );
  const free = profile.leaves.filter(
    ({ path, inArray, embedded }) => !inArray && !embedded && !used.includes(toPathText(path)),
  );
  return [...new Set([...likely, ...free.filter(fits[field])])];
}

const fits: Readonly<Record<'id' | 'name' | 'status', (leaf: Leaf) => boolean>> = {
  id: ({ values }) =>
    values.every((value) => isShort(value) && !isTime(value)) && new Set(values).size === values.length,
  name: ({ values }) =>
    values.every((value) => typeof value === 'string' && isShort(value) && !isTime(value)) &&
    !values.every(saysStatus),
  status: (leaf) =>
    leaf.values.every((value) => isShort(value) || typeof value === 'boolean') &&
    new Set(leaf.values).size <= 8 &&
    (isLikeStatus(leaf) || leaf.values.filter(saysStatus).length * 2 >= leaf.values.length),
};

function isFlag({ values }: Leaf): boolean {
  return values.every((value) => typeof value === 'boolean');
}

function isLikeStatus({ plain, words }: Leaf): boolean {
  return statusHints.test(plain) && !words.some((word) => refusedStatusWords.has(word));
}

/** What names of a status are made of, in whatever way they are put together. */
const statusHints =
  /stat|health|result|alert|alarm|avail|alive|online|condition|severity|outcome|verdict|fail|error|problem|issue|trouble|reach|respond|isup|isdown|^(?:up|down|ok|s|st|value|level)$/;

function saysStatus(value: unknown): boolean {
  return typeof value === 'string' && readStatusMeaning(value, new Map())?.live === true;
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && readInstant(value) !== undefined;
}

function isShort(value: unknown): boolean {
  return (typeof value === 'string' && value.length <= 120) || typeof value === 'number';
}

/** The different values of a place, as far as they fit on a line. */
function previewOfValues(values: readonly unknown[]): string {
  const shown = new Set(values.filter((value) => value !== undefined && value !== null).map(toPreview));
  return cleanText([...shown].slice(0, 4).join(', '), 80);
}
