import { firstKeys, isObject } from '../base/json';
import { isFilled } from '../base/scalar';
import type { Path } from '../base/path';
import type { Page } from '../monitors/page';
import type { Sample } from './candidates';
import { findListed, findListedRecords, holdsRecords } from './findEntries';
import { findFields } from './findFields';
import { findList } from './findList';
import { takeSamples, type ListCandidate } from './listCandidates';
import { NO_FIELDS, PLAIN_FIELDS, type Mapping } from './mapping';
import { MonitorTest } from './findEntries';
import type { Picks } from './picker/picks';
import type { FieldReader } from './readRecord';

/** Of a record, or of an object in it. */
const MAX_KEYS = 50;

export interface Learned {
  readonly mapping: Mapping | undefined;
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
  const [picked] = picks.fields.monitors ?? [];
  const isUsable = saved !== undefined && hasFields(saved) && isListIn(responses, saved);
  let list = picked ?? (isUsable ? saved.list : undefined);
  if (list === undefined) {
    const search = findList(responses);
    if (search.list === undefined) {
      return { mapping: undefined, candidates: search.candidates };
    }
    list = search.list.path;
  }
  const learned = learnFields(responses, list);
  const mapping = saved?.list === list ? withIdOf(saved, learned) : learned;
  return { mapping, candidates: [] };
}

/** Another id field would give a monitor another id. */
function withIdOf({ fields: { id = [] } }: Mapping, learned: Mapping): Mapping {
  return id.length > 0 ? { ...learned, fields: { ...learned.fields, id } } : learned;
}

/** Adds fields that no earlier page had. Saved fields stay. */
export function addNewFields(saved: Mapping, learned: Mapping | undefined): Mapping {
  if (learned?.list !== saved.list) {
    return saved;
  }
  const fields = PLAIN_FIELDS.map((field) => {
    const { [field]: paths = [] } = saved.fields;
    return [field, paths.length > 0 ? paths : learned.fields[field]] as const;
  });
  return { ...saved, fields: Object.fromEntries(fields) };
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

/** Learns from the list, and then also from the lists beside it that have the same fields. */
function learnFields(responses: readonly unknown[], list: Path): Mapping {
  const listed = recordsOf(responses, { list, ...NO_FIELDS });
  const mapping: Mapping = { list, ...findFields(takeSamples(listed)).mapping };
  const all = recordsOf(responses, mapping);
  if (all.length === listed.length) {
    return mapping;
  }
  return withIdOf(mapping, { list, ...findFields(takeSamples(all)).mapping });
}

function recordsOf(responses: readonly unknown[], mapping: Mapping): readonly Sample[] {
  return responses.flatMap((response) => findListedRecords(response, mapping));
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
