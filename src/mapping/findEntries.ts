import { firstEntries, isArray, isObject, walk } from '../base/json';
import { parsePath, stepInto, type Step } from '../base/path';
import { readText, toText } from '../base/scalar';
import { findListCandidates, toEntries, type Entry } from './listCandidates';
import type { Mapping } from './mapping';
import { LOOKED_AT, MonitorTest } from './monitorTest';

export interface FoundEntries {
  readonly entries: readonly Entry[];
  /** Whether records have objects with a name and a status that aren't entries, such as monitors in nested ones. */
  readonly hasUnlisted: boolean;
}

/**
 * Finds the entries of the list, each followed by the monitors in its own arrays. Returns undefined if the list isn't
 * there.
 */
export function findEntries(response: unknown, mapping: Mapping): FoundEntries | undefined {
  const listed = findListed(response, mapping);
  if (listed === undefined) {
    return undefined;
  }
  const test = new MonitorTest(mapping);
  const entries: Entry[] = [];
  let hasUnlisted = false;
  for (const entry of listed) {
    entries.push(entry);
    const { monitors, hasOthers } = test.findParts(entry.value);
    hasUnlisted ||= hasOthers;
    for (const value of monitors) {
      const parent = test.nameOf(entry);
      entries.push({ value, key: undefined, parent, isNested: true });
      hasUnlisted ||= test.findParts(value).monitors.length > 0;
    }
  }
  return { entries, hasUnlisted };
}

/** Enough records to learn from. */
const LEARNED = 1_000;

/** Returns the first records of the list, without those inside records. */
export function findListedRecords(response: unknown, mapping: Mapping): readonly Entry[] {
  const listed = findListed(response, mapping, LEARNED) ?? [];
  return listed.filter(({ value }) => isObject(value));
}

/**
 * Finds the entries of the mapped list and of lists beside it with the same fields. Returns undefined if the list isn't
 * there.
 * @param limit entries of each list that are read
 */
export function findListed(
  response: unknown,
  mapping: Mapping,
  limit = Infinity,
): readonly Entry[] | undefined {
  const steps = parsePath(mapping.list) ?? [];
  const listed = findPlaces(response, steps).flatMap((place) => {
    const entries = toEntries(place.list, limit, place.group);
    const joined = findJoined(place, entries, steps, mapping);
    return joined.length > 0 ? [...entries, ...joined] : entries;
  });
  const list = findOutermost(response, mapping);
  return listed.length > 0 || isArray(list) || isObject(list) ? listed : undefined;
}

/** A value, the object or array that it is in, and the name of the group around it. */
interface Place {
  readonly list: unknown;
  readonly holder?: unknown;
  readonly group?: string | undefined;
}

function findPlaces(response: unknown, steps: readonly Step[]): readonly Place[] {
  let places: readonly Place[] = [{ list: response }];
  for (const step of steps) {
    places = places.flatMap(({ list, group }) => {
      const inner = { list: stepInto(list, step), holder: list, group };
      return step === '*' ? groupsOf(list) : [inner];
    });
  }
  return places;
}

function groupsOf(list: unknown): readonly Place[] {
  return toEntries(list).map(({ value, key }) => {
    const fields = isObject(value) ? firstEntries(value, 100) : [];
    const name = fields.find(([field]) => /^(?:group_?)?(?:name|title|label)$/i.test(field));
    return { list: value, group: readText(name?.[1]) ?? key };
  });
}

/** Returns the entries of the lists beside a list, except entries that are in both. */
function findJoined(
  { holder, group }: Place,
  listed: readonly Entry[],
  steps: readonly Step[],
  mapping: Mapping,
): readonly Entry[] {
  const test = new MonitorTest(mapping);
  const lists = isObject(holder) ? firstEntries(holder, 100) : [];
  const joined = lists.flatMap(([key, value]) => {
    const beside = [...steps.slice(0, -1), key];
    const isJoined = test.isJoined(steps, beside, toEntries(value, LOOKED_AT));
    return isJoined ? toEntries(value, Infinity, group) : [];
  });
  const keys = new Set(joined.length > 0 ? listed.map((entry) => test.toKey(entry)) : []);
  return joined.filter((entry) => !keys.has(test.toKey(entry)));
}

/** Returns the list, or that of the groups around it; or what is there in its place. */
function findOutermost(response: unknown, { list }: Mapping): unknown {
  let value = response;
  for (const step of parsePath(list) ?? []) {
    if (step === '*' || !(isArray(value) || isObject(value))) {
      return value;
    }
    value = stepInto(value, step);
  }
  return value;
}

/** Returns whether there is nothing in place of the list, no other list, and no message: `{"result": {}}`, `""`. */
export function isListLeftOut(response: unknown, mapping: Mapping): boolean {
  const isNothing = [undefined, null, '', false].includes(findOutermost(response, mapping) as null);
  return isNothing && !holdsRecords(response) && !hasMessage(response);
}

/** A sentence, perhaps in a language without spaces. */
const SENTENCE = /\p{L}\s+\p{L}|[^\p{ASCII}]{2}/u;
const SUCCESS = /^(?:|ok|done|success\w*)$/i;

/** Returns whether a response says something, such as why the list is missing. */
function hasMessage(response: unknown): boolean {
  return walk(response, 3).some(({ steps, value }) => {
    const isMessage = /^(?:message|msg|detail|reason)$/i.test(String(steps.at(-1)));
    const isSaid = isMessage && !SUCCESS.test(toText(value));
    return typeof value === 'string' && (SENTENCE.test(value) || isSaid);
  });
}

/** Returns whether any list of a response has records. */
export function holdsRecords(response: unknown): boolean {
  return findListCandidates([response]).some(({ samples }) => samples.length > 0);
}

/** Returns whether a list that isn't read has objects with the mapped name and status. */
export function hasOtherList(response: unknown, mapping: Mapping): boolean {
  const steps = parsePath(mapping.list) ?? [];
  const test = new MonitorTest(mapping);
  return findListCandidates([response], mapping.list).some((list) => {
    const isAround = list.steps.every((step, place) => step === steps[place]);
    const isRead = isAround || test.isJoined(steps, list.steps, list.samples);
    return !isRead && list.samples.some((record) => test.hasNameAndStatus(record));
  });
}
