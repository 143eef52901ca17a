import { toPlainText } from '../../../base/text';
import {
  isConfident,
  isSamePath,
  toPathText,
  type Choice,
  type ListMapping,
  type Question,
  type StatusMapping,
} from '../mapping';
import { isObject } from '../../../base/json';
import { valueAt } from '../read/paths';
import { readInstant } from '../read/values';
import { sampleOf, toPreview } from '../../shape';
import { findFieldCandidates } from './fieldRules';
import { REFUSED_STATUS_WORDS } from './lexicon';
import type { ListCandidate } from './lists';
import type { FieldProfile, RecordProfile } from './profile';
import type { RuleSet } from './rules';
import { readStatusMeaning } from './statusRules';

// What a user is asked where the rules can't tell.

const MAX_CANDIDATES = 10;
const MAX_PREVIEW = 80;

/** Asks which list is meant, where that can't be told and there is one to choose. */
export function toListQuestion(lists: readonly ListCandidate[]): readonly Question[] {
  const candidates = lists
    .filter(({ count }) => count > 0)
    .slice(0, MAX_CANDIDATES)
    .map((list) => ({ path: list.path, preview: previewOfList(list) }));
  return candidates.length === 0 ? [] : [{ field: 'list', candidates }];
}

function previewOfList({ sample, count }: ListCandidate): string {
  const [first] = sample;
  const keys = isObject(first) ? Object.keys(first).slice(0, 4).join(', ') : toPreview(first);
  return toPlainText(`${count} × {${keys}}`, MAX_PREVIEW);
}

interface Asking {
  readonly profile: RecordProfile;
  readonly fields: ListMapping['fields'];
  readonly status: StatusMapping;
  readonly rules: RuleSet;
}

/**
 * Asks for the id, the name or the status of a monitor, where no place in the records is sure enough and there
 * is something to choose.
 */
export function toFieldQuestions(asking: Asking): readonly Question[] {
  const { profile, fields, status } = asking;
  return (['id', 'name', 'status'] as const).flatMap((field) => {
    const found = field === 'status' ? status.place : fields[field];
    // How it is set up is read for sure, and is not how it is; something else in the record may say that.
    const setUp = found?.reason === 'setupWords';
    if (found && isConfident(found) && !setUp) {
      return [];
    }
    const places = candidatesFor(field, found, asking);
    const differing = places.filter(
      (place) => differs(place, profile.size) && !(setUp && (place.path === found?.path || isFlag(place))),
    );
    const hasOthers = differing.some(({ path }) => path !== found?.path || field === 'status');
    if (!hasOthers) {
      return [];
    }
    const candidates = places.slice(0, MAX_CANDIDATES).map(({ path }) => {
      const values = sampleOf(profile.records, 12).map((record) => valueAt(record, path));
      return { path, preview: previewOfValues(values) };
    });
    return [{ field, candidates }];
  });
}

/** A place that says the same of every monitor tells none from the others. */
function differs({ values }: FieldProfile, size: number): boolean {
  return size < 2 || new Set(values).size > 1 || values.length < size;
}

type AskedField = 'id' | 'name' | 'status';

/** The places that may hold a field: those that the rules thought of first, then those that have its form. */
function candidatesFor(
  field: AskedField,
  found: Choice | undefined,
  { profile, fields, status, rules }: Asking,
): readonly FieldProfile[] {
  const thoughtOf = [
    ...(found ? [found, ...(found.runnerUp ? [found.runnerUp] : [])] : []),
    ...(field === 'status' ? [] : findFieldCandidates(field, profile, rules)),
  ];
  const likely = thoughtOf.flatMap(
    ({ path }) => profile.fields.find((place) => isSamePath(place.path, path)) ?? [],
  );
  const others = Object.entries({ ...fields, status: status.place }).filter(
    ([other, choice]) => other !== 'target' && choice && isConfident(choice),
  );
  const used = others.map(([, choice]) => toPathText(choice?.path ?? []));
  const free = profile.fields.filter(({ path, inArray }) => !inArray && !used.includes(toPathText(path)));
  return [...new Set([...likely, ...free.filter((place) => hasForm[field](place, rules))])];
}

const hasForm: Readonly<Record<AskedField, (place: FieldProfile, rules: RuleSet) => boolean>> = {
  id: ({ values }) =>
    values.every((value) => isShort(value) && !isTime(value)) && new Set(values).size === values.length,
  name: ({ values }, rules) =>
    values.every((value) => typeof value === 'string' && isShort(value) && !isTime(value)) &&
    !values.every((value) => saysStatus(value, rules)),
  status: (place, rules) =>
    place.values.every((value) => isShort(value) || typeof value === 'boolean') &&
    new Set(place.values).size <= 8 &&
    (isLikeStatus(place) ||
      place.values.filter((value) => saysStatus(value, rules)).length * 2 >= place.values.length),
};

function isFlag({ values }: FieldProfile): boolean {
  return values.every((value) => typeof value === 'boolean');
}

function isLikeStatus({ plain, words }: FieldProfile): boolean {
  return STATUS_HINT.test(plain) && !words.some((word) => REFUSED_STATUS_WORDS.has(word));
}

/** What names of a status are made of, in whatever way they are put together. */
const STATUS_HINT =
  /stat|health|result|alert|alarm|avail|alive|online|condition|severity|outcome|verdict|fail|error|problem|issue|trouble|reach|respond|isup|isdown|^(?:up|down|ok|s|st|value|level)$/;

function saysStatus(value: unknown, rules: RuleSet): boolean {
  return readStatusMeaning(value, rules, new Map())?.about === 'check';
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
  return toPlainText([...shown].slice(0, 4).join(', '), MAX_PREVIEW);
}
