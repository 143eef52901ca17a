import { firstEntries, isArray, isObject, type JsonObject, readText, walk } from '../base/json';
import { parsePath, stepInto, toPath, type Step } from '../base/path';
import type { Sample } from './candidate';
import { findListCandidates, isOfOtherThings, nounScore, toEntries, type Entry } from './findList';
import type { Mapping, RecordMapping } from './mapping';
import { toFieldReader, toRawStatusReader } from './readRecord';

/** Returns readers of what tells monitors from other records. */
export function createReaders({ fields, status }: RecordMapping) {
  const nameOf = toFieldReader(fields.name, readText);
  const statusOf = toRawStatusReader(status);
  return {
    idOf: toFieldReader(fields.id, readText),
    nameOf,
    statusOf,
    isMonitor: (record: Sample) => nameOf(record) !== undefined && statusOf(record) !== undefined,
  };
}

type Readers = ReturnType<typeof createReaders>;

/**
 * Finds the entries of the list, each followed by the monitors in its own arrays. `hasOtherList`: other objects of the
 * response have a name and a status. Returns undefined if the list isn't there.
 */
export function findEntries(response: unknown, mapping: Mapping) {
  const listed = findListed(response, mapping);
  const readers = createReaders(mapping);
  let { hasOther } = findOtherLists(response, mapping);
  const entries = listed?.flatMap((entry) => {
    const parts = findParts(entry.value, readers);
    if (parts.length === 0) {
      return entry;
    }
    const monitors = parts.filter(({ isMonitor }) => isMonitor);
    hasOther ||=
      parts.some(({ isMonitor, isNamed }) => isNamed && !isMonitor) ||
      monitors.some(({ value }) => findParts(value, readers).some((part) => part.isMonitor));
    const parent = readers.nameOf(entry);
    return [
      entry,
      ...monitors.map(({ value }) => ({ value, key: undefined, parent, isNested: true })),
    ];
  });
  return entries && { entries, hasOtherList: hasOther };
}

/** An object with a status in an array of a record. */
interface Part {
  readonly value: JsonObject;
  readonly isNamed: boolean;
  readonly isMonitor: boolean;
}

/** Lists the objects with a status in the arrays of a record and of its objects: `services: […]` in a host. */
function findParts(record: unknown, { nameOf, statusOf }: Readers) {
  const parts: Part[] = [];
  const addFrom = (holder: unknown, outer?: JsonObject): void => {
    if (!isObject(holder)) {
      return;
    }
    for (const key in holder) {
      const inner = holder[key];
      if (!isArray(inner)) {
        addFrom(outer ? undefined : inner, holder);
        continue;
      }
      const withStatus = inner
        .filter(isObject)
        .filter((value) => statusOf({ value }) !== undefined);
      if (withStatus.length === 0 || isOfOtherThings([key])) {
        continue;
      }
      const isNoun = nounScore([key]) > 0;
      for (const value of withStatus) {
        const isNamed = nameOf({ value }) !== undefined;
        const isMonitor = (isNoun && isNamed) || isLike(value, outer ?? holder);
        parts.push({ value, isNamed, isMonitor });
      }
    }
  };
  addFrom(record);
  return parts;
}

/** Whether most keys of an object in a record are keys of the record, too. */
function isLike(object: JsonObject, record: JsonObject): boolean {
  const keys = Object.keys(object);
  return keys.filter((key) => Object.hasOwn(record, key)).length >= 0.8 * keys.length;
}

/** Enough records to learn from. */
const LEARNED = 1_000;

/** Returns the first records of the list, without those inside records. */
export function findListedRecords(response: unknown, mapping: Mapping): readonly Entry[] {
  const listed = findListed(response, mapping) ?? [];
  return listed.slice(0, LEARNED).filter(({ value }) => isObject(value));
}

/**
 * Finds the entries of the mapped list and of lists beside it with the same fields. Returns undefined if the list isn't
 * there.
 */
export function findListed(response: unknown, mapping: Mapping): readonly Entry[] | undefined {
  const places = findPlaces(response, parsePath(mapping.list) ?? []);
  const listed = places.flatMap(entriesOf);
  const { joined } = findOtherLists(response, mapping);
  const beside = joined.flatMap(({ steps }) => findPlaces(response, steps).flatMap(entriesOf));
  const isThere = places.every(({ list }) => typeof list === 'object' && list !== null);
  if (beside.length === 0) {
    return isThere ? listed : undefined;
  }
  // Another list may repeat some entries.
  const records = new Set(listed.map(toJson));
  return [...listed, ...beside.filter((entry) => !records.has(toJson(entry)))];
}

const toJson = ({ value }: Entry) => JSON.stringify(value);

/** Finds other lists with the mapped name and status. `joined` are beside the list: `up: […]` beside `down: […]`. */
function findOtherLists(response: unknown, mapping: Mapping) {
  const steps = parsePath(mapping.list) ?? [];
  const { isMonitor } = createReaders(mapping);
  const others = findListCandidates([response], mapping.list).filter((list) => {
    const isAround = list.steps.every((step, place) => step === steps[place]);
    return !isAround && list.samples.some(isMonitor);
  });
  const joined = others.filter((list) => {
    const isBeside = toPath(list.steps.slice(0, -1)) === toPath(steps.slice(0, -1));
    return isBeside && !isOfOtherThings(list.steps) && list.samples.every(isMonitor);
  });
  return { joined, hasOther: joined.length < others.length };
}

/** A value, and the name of the group around it. */
interface Place {
  readonly list: unknown;
  readonly group?: string | undefined;
}

const entriesOf = ({ list, group }: Place) => toEntries(list, Infinity, group);

function findPlaces(response: unknown, steps: readonly Step[]) {
  let places: readonly Place[] = [{ list: response }];
  for (const step of steps) {
    places = places.flatMap((place) => {
      const { list, group } = place;
      if (step !== '*') {
        return [{ list: stepInto(list, step), group }];
      }
      return typeof list === 'object' ? toEntries(list).map(toGroup) : [place];
    });
  }
  return places;
}

function toGroup({ value, key }: Entry): Place {
  const fields = isObject(value) ? firstEntries(value, 100) : [];
  const name = fields.find(([field]) => /^(?:group_?)?(?:name|title|label)$/i.test(field));
  return { list: value, group: readText(name?.[1]) ?? key };
}

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
