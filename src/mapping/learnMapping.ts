import { firstKeys, isFilled, isObject } from '../base/json';
import type { Path } from '../base/path';
import type { Page } from '../monitors/page';
import type { Sample } from './candidate';
import { findListed, findListedRecords, holdsRecords, MonitorTest } from './findEntries';
import { findFields } from './findFields';
import { findList, takeSamples, type ListSearch } from './findList';
import { NO_FIELDS, type Mapping } from './mapping';
import type { Picks } from './picker/picks';
import type { FieldReader } from './readRecord';

/** Of a record, or of an object in it. */
const MAX_KEYS = 50;

/**
 * Learns from all responses that are there. A known id field stays, so that shown monitors keep their ids.
 * `candidates`: lists to ask the user about, likeliest first, if there is no mapping.
 * @param saved the mapping so far
 */
export function learnMapping(
  responses: readonly unknown[],
  saved: Mapping | undefined,
  picks: Picks,
) {
  const [picked] = picks.fields.monitors ?? [];
  const isUsable = saved !== undefined && hasFields(saved) && isListIn(responses, saved);
  const path = picked ?? (isUsable ? saved.list : undefined);
  const search: ListSearch = path === undefined ? findList(responses) : { candidates: [] };
  const list = path ?? search.list?.path;
  const learned = list === undefined ? undefined : learnFields(responses, list);
  const isSameList = saved !== undefined && saved.list === list;
  const mapping = learned && isSameList ? withIdOf(saved, learned) : learned;
  return { mapping, candidates: search.candidates };
}

/** Another id field would give a monitor another id. */
function withIdOf({ fields: { id = [] } }: Mapping, learned: Mapping) {
  return id.length > 0 ? { ...learned, fields: { ...learned.fields, id } } : learned;
}

/** Adds fields that no earlier page had. Saved fields stay. */
export function addNewFields(saved: Mapping, learned: Mapping | undefined): Mapping {
  const paths = Object.entries(saved.fields);
  const fields = Object.fromEntries(paths.filter(([, places = []]) => places.length > 0));
  return learned?.list === saved.list
    ? { ...saved, fields: { ...learned.fields, ...fields } }
    : saved;
}

/** Finds keys that have values in the records of a page, and in objects in them. @param seen other keys */
export function findNewKeys(
  mapping: Mapping,
  { response }: Page,
  seen: ReadonlySet<string>,
): ReadonlySet<string> {
  const added = new Set<string>();
  const look = (holder: unknown, outer = ''): void => {
    const object = isObject(holder) ? holder : {};
    for (const key of firstKeys(object, MAX_KEYS)) {
      const path = outer + key;
      if (!seen.has(path) && isFilled(object[key])) {
        added.add(path);
      }
      if (outer === '') {
        look(object[key], `${key}.`);
      }
    }
  };
  findListedRecords(response, mapping).forEach(({ value }) => look(value));
  return added;
}

function learnFields(responses: readonly unknown[], list: Path) {
  const listed = responses.flatMap((response) =>
    findListedRecords(response, { list, ...NO_FIELDS }),
  );
  return { list, ...findFields(takeSamples(listed)).mapping };
}

function isListIn(responses: readonly unknown[], mapping: Mapping): boolean {
  return responses.some((response) => findListed(response, mapping, 1) !== undefined);
}

/** Returns whether anything was learned of the records. An empty list teaches nothing. */
function hasFields({ fields, status }: Mapping): boolean {
  const { id = [], name = [] } = fields;
  return id.length + name.length + status.paths.length > 0;
}

/** Returns whether a page has something that the mapping doesn't read. */
export function needsLearning(mapping: Mapping | undefined, { response }: Page): boolean {
  if (response === null) {
    return false;
  }
  if (mapping === undefined) {
    return true;
  }
  if (!isListIn([response], mapping) || !hasFields(mapping)) {
    return holdsRecords(response);
  }
  const records = findListedRecords(response, mapping);
  const { fields, status } = mapping;
  const test = new MonitorTest(mapping);
  return (
    areLacking(fields.id, records, test.idOf) ||
    areLacking(fields.name, records, test.nameOf) ||
    areLacking(status.paths, records, test.statusOf)
  );
}

/** Whether most records lack a field that other pages have. */
function areLacking(
  paths: readonly Path[] = [],
  records: readonly Sample[],
  read: FieldReader<string>,
): boolean {
  const lacking = records.filter((record) => read(record) === undefined);
  return paths.length > 0 && lacking.length * 2 > records.length;
}
