import { firstEntries, isArray, isObject, type JsonObject, readText, walk } from '../base/json';
import { parsePath, stepInto, toPath, type Step } from '../base/path';
import { remember } from '../base/remember';
import type { Sample } from './candidate';
import { findListCandidates, isOfOtherThings, nounScore, toEntries, type Entry } from './findList';
import type { Mapping, RecordMapping } from './mapping';
import { toFieldReader, toRawStatusReader } from './readRecord';

/** Records that are looked at to decide whether all are monitors. */
const LOOKED_AT = 20;

/** An object in the arrays of a record. */
interface Part {
  readonly value: JsonObject;
  readonly isNamed: boolean;
  readonly isMonitor: boolean;
}

/** Decides by the mapped id, name and status which records are monitors. */
export class MonitorTest {
  readonly idOf;
  readonly nameOf;
  readonly statusOf;
  readonly #isNoun = remember((key: string) => nounScore([key]) > 0);
  readonly #isOtherKey = remember((key: string) => isOfOtherThings([key]));

  constructor({ fields, status }: RecordMapping) {
    this.idOf = toFieldReader(fields.id, readText);
    this.nameOf = toFieldReader(fields.name, readText);
    this.statusOf = toRawStatusReader(status);
  }

  hasNameAndStatus(record: Sample): boolean {
    return this.nameOf(record) !== undefined && this.statusOf(record) !== undefined;
  }

  /** Whether a list in the same object has monitors, too: `up: […]` beside `down: […]`. */
  isJoined(list: readonly Step[], steps: readonly Step[], samples: readonly Sample[]): boolean {
    const isBeside =
      toPath(list.slice(0, -1)) === toPath(steps.slice(0, -1)) && list.at(-1) !== steps.at(-1);
    const records = samples.filter(({ value }) => isObject(value)).slice(0, LOOKED_AT);
    const isOther = isOfOtherThings(steps) || records.length === 0;
    return isBeside && !isOther && records.every((record) => this.hasNameAndStatus(record));
  }

  /** Lists the objects with a status in the arrays of a record and of its objects: `services: […]` in a host. */
  findParts(record: JsonObject): readonly Part[] {
    const parts: Part[] = [];
    const addFrom = (holder: JsonObject): void => {
      for (const key in holder) {
        const inner = holder[key];
        if (isArray(inner) && !this.#isOtherKey(key)) {
          parts.push(...this.#partsOf(inner, key, record));
        } else if (isObject(inner) && holder === record) {
          addFrom(inner);
        }
      }
    };
    addFrom(record);
    return parts;
  }

  #partsOf(list: readonly unknown[], key: string, record: JsonObject) {
    const parts = list.filter(isObject).filter((value) => this.statusOf({ value }) !== undefined);
    return parts.map((value) => {
      const isNamed = this.nameOf({ value }) !== undefined;
      const isLike = this.idOf({ value }) !== undefined && haveSameKeys(value, record);
      return { value, isNamed, isMonitor: isLike || (isNamed && this.#isNoun(key)) };
    });
  }
}

/** Whether most keys of an object in a record are keys of the record, too. */
function haveSameKeys(object: JsonObject, record: JsonObject): boolean {
  const keys = Object.keys(object);
  return keys.filter((key) => Object.hasOwn(record, key)).length >= 0.8 * keys.length;
}
/**
 * Finds the entries of the list, each followed by the monitors in its own arrays. `hasUnlisted`: records have objects
 * with a name and a status that aren't entries. Returns undefined if the list isn't there.
 */
export function findEntries(response: unknown, mapping: Mapping) {
  const listed = findListed(response, mapping);
  const test = new MonitorTest(mapping);
  if (listed === undefined || mapping.status.paths.length === 0) {
    return listed && { entries: listed, hasUnlisted: false };
  }
  const entries: Entry[] = [];
  let hasUnlisted = false;
  for (const entry of listed) {
    entries.push(entry);
    for (const { value, isNamed, isMonitor } of isObject(entry.value)
      ? test.findParts(entry.value)
      : []) {
      if (isMonitor) {
        entries.push({ value, key: undefined, parent: test.nameOf(entry), isNested: true });
      }
      hasUnlisted ||= isMonitor ? test.findParts(value).some((part) => part.isMonitor) : isNamed;
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
  const places = findPlaces(response, steps);
  const listed = places.flatMap((place) => {
    const entries = toEntries(place.list, limit, place.group);
    const joined = findJoined(place, entries, steps, mapping);
    return joined.length > 0 ? [...entries, ...joined] : entries;
  });
  const isThere = places.every(({ list }) => isArray(list) || isObject(list));
  return isThere || listed.length > 0 ? listed : undefined;
}

/** A value, the object or array that it is in, and the name of the group around it. */
interface Place {
  readonly list: unknown;
  readonly holder?: unknown;
  readonly group?: string | undefined;
}

function findPlaces(response: unknown, steps: readonly Step[]) {
  let places: readonly Place[] = [{ list: response }];
  for (const step of steps) {
    places = places.flatMap((place) => {
      const { list, group } = place;
      const groups = isArray(list) || isObject(list) ? groupsOf(list) : [place];
      return step === '*' ? groups : [{ list: stepInto(list, step), holder: list, group }];
    });
  }
  return places;
}

function groupsOf(list: unknown) {
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
) {
  const test = new MonitorTest(mapping);
  const lists = isObject(holder) ? firstEntries(holder, 100) : [];
  const joined = lists.flatMap(([key, value]) => {
    const beside = [...steps.slice(0, -1), key];
    const isJoined = test.isJoined(steps, beside, toEntries(value, LOOKED_AT));
    return isJoined ? toEntries(value, Infinity, group) : [];
  });
  const records = new Set(joined.length > 0 ? listed.map(toJson) : []);
  return joined.filter((entry) => !records.has(toJson(entry)));
}

const toJson = ({ value }: Entry) => JSON.stringify(value);

/** Returns whether a response has no list and says nothing else: `{"result": {}}`, `""`, `{"status": "ok"}`. */
export function isListLeftOut(response: unknown): boolean {
  const isSaid = walk(response, 3).some(
    ({ value }) => typeof value === 'string' && !/^(?:|ok|done|success\w*)$/i.test(value),
  );
  return !isSaid && !holdsRecords(response);
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
