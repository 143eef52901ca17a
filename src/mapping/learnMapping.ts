import { isFilled, walk } from '../base/json';
import type { Path } from '../base/path';
import type { Page } from '../monitors/page';
import type { Sample } from './candidate';
import { createReaders, findListed, findListedRecords, holdsRecords } from './findEntries';
import { findFields } from './findFields';
import { findList, takeSamples } from './findList';
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
  const { list, candidates } =
    path === undefined ? findList(responses) : { list: path, candidates: [] };
  const learned = list === undefined ? undefined : learnFields(responses, list);
  const isSameList = saved !== undefined && saved.list === list;
  const mapping = learned && isSameList ? withIdOf(saved, learned) : learned;
  return { mapping, candidates };
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
  const records = findListedRecords(response, mapping).map(({ value }) => value);
  const fields = records.flatMap((record) => walk(record, 2, MAX_KEYS));
  const keys = fields.flatMap(({ steps, value }) => (isFilled(value) ? steps.join('.') : []));
  return new Set(keys.filter((key) => !seen.has(key)));
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
  const { idOf, nameOf, statusOf } = createReaders(mapping);
  return (
    areLacking(fields.id, records, idOf) ||
    areLacking(fields.name, records, nameOf) ||
    areLacking(status.paths, records, statusOf)
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
