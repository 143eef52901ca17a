import { isFilled, walk } from '../base/json';
import type { Path } from '../base/path';
import type { Page } from '../monitors/page';
import { createReaders, findListed, findListedRecords, holdsRecords } from './findEntries';
import { findFields } from './findFields';
import { findList, takeSamples, type ListCandidate } from './findList';
import { NO_FIELDS, type Mapping } from './mapping';
import type { Picks } from './picker/picks';
import type { FieldReader } from './readRecord';

/** Of a record, or of an object in it. */
const MAX_KEYS = 50;

interface Learned {
  readonly mapping?: Mapping;
  /** Lists to ask the user about, likeliest first, if there is no mapping. */
  readonly candidates: readonly ListCandidate[];
}

/**
 * Learns from all responses that are there. A known id field stays, so that shown monitors keep their ids.
 * @param saved the mapping so far
 */
export function learnMapping(
  responses: readonly unknown[],
  saved: Mapping | undefined,
  picks: Picks,
): Learned {
  const isUsable = saved && hasFields(saved) && responses.some((page) => findListed(page, saved));
  const path = picks.fields.monitors?.[0] ?? (isUsable ? saved.list : undefined);
  const search = path === undefined ? findList(responses) : { list: path, candidates: [] };
  const { list, candidates } = search;
  if (list === undefined) {
    return { candidates };
  }
  const place = { list, ...NO_FIELDS };
  const listed = responses.flatMap((response) => findListedRecords(response, place));
  const { mapping } = findFields(takeSamples(listed));
  const { id = [] } = saved?.list === list ? saved.fields : {};
  // Another id field would give a monitor another id.
  const fields = id.length > 0 ? { ...mapping.fields, id } : mapping.fields;
  return { mapping: { list, ...mapping, fields }, candidates };
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

/** Returns whether anything was learned of the records. An empty list teaches nothing. */
function hasFields({ fields, status }: Mapping): boolean {
  const { id = [], name = [] } = fields;
  return id.length + name.length + status.paths.length > 0;
}

/**
 * Returns whether a page has something that the mapping doesn't read: another list, or most of its records lack a field
 * that other pages have.
 */
export function needsLearning(mapping: Mapping | undefined, { response }: Page): boolean {
  if (response === null) {
    return false;
  }
  if (mapping === undefined) {
    return true;
  }
  if (findListed(response, mapping) === undefined || !hasFields(mapping)) {
    return holdsRecords(response);
  }
  const records = findListedRecords(response, mapping);
  const { idOf, nameOf, statusOf } = createReaders(mapping);
  const areLacking = (read: FieldReader<string>, paths: readonly Path[] = []) => {
    const lacking = records.filter((record) => read(record) === undefined);
    return paths.length > 0 && lacking.length * 2 > records.length;
  };
  const { fields, status } = mapping;
  return (
    areLacking(idOf, fields.id) ||
    areLacking(nameOf, fields.name) ||
    areLacking(statusOf, status.paths)
  );
}
