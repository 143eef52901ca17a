import { isObject } from '../base/json';
import { lastKey, parsePath } from '../base/path';
import type { ListRecord, Page, PageContent, ReadPage } from '../monitors/page';
import { clockLagOf } from './serviceNow';
import { findEntries, isListLeftOut, holdsRecords } from './findEntries';
import { meaningOf } from './findStatus';
import { CHANGING_FIELDS, toStatusKey, type Mapping } from './mapping';
import { NO_PICKS, withPicks, type Picks } from './picker/picks';
import { readPaging } from './readPaging';
import { toRecordReader } from './readRecord';

/** A hostile page may have millions of entries. */
const MAX_RECORDS = 20_000;

const WITHOUT_LIST: PageContent = {
  hasList: false,
  entries: 0,
  entriesWithoutRecord: 0,
  records: [],
  hasOtherList: false,
  unclearFields: [],
  unknownStatuses: [],
};

/** The content of a page, by the reader that read it last. Each quick garbage collection would keep a WeakMap's values. */
const CONTENT = Symbol('content');

interface ReadBefore {
  readonly [CONTENT]?: { readonly reader: ReadPage; readonly content: PageContent };
}

/** Creates a function that reads pages by a mapping, and that reads each page once. */
export function createReader(mapping: Mapping | undefined, picks: Picks = NO_PICKS): ReadPage {
  const picked = mapping && withPicks(mapping, picks);
  const isListPicked = picks.fields.monitors !== undefined;
  const reader: ReadPage = (page) => {
    const before = (page as ReadBefore)[CONTENT];
    if (before?.reader === reader) {
      return before.content;
    }
    const content = readPage(page, picked, isListPicked);
    const value = { reader, content };
    Object.defineProperty(page, CONTENT, { value, configurable: true });
    return content;
  };
  return reader;
}

function readPage(page: Page, mapping: Mapping | undefined, isListPicked: boolean): PageContent {
  const { response, call, headers } = page;
  if (mapping === undefined) {
    return readWithoutMapping(page);
  }
  const list = findEntries(response, mapping);
  if (list === undefined && response !== null && !isListLeftOut(response)) {
    return WITHOUT_LIST;
  }
  const { entries: all = [], hasOtherList = false } = list ?? {};
  const read = toRecordReader(mapping, call.ended - clockLagOf(headers.date, call.ended));
  const toFingerprint = createFingerprint(mapping);
  const records: ListRecord[] = [];
  let entries = 0;
  all.forEach((entry, index) => {
    const { value, isNested } = entry;
    entries += isNested ? 0 : 1;
    if (isObject(value) && index < MAX_RECORDS) {
      const monitor = read(entry, { page: page.index + 1, position: index + 1 });
      records.push({ monitor, isNested, fingerprint: () => toFingerprint(value) });
    }
  });
  return {
    hasList: true,
    entries,
    entriesWithoutRecord: Math.min(all.length, MAX_RECORDS) - records.length,
    records,
    ...readPaging(page, mapping.list, entries),
    hasOtherList: all.length > MAX_RECORDS || (hasOtherList && !isListPicked),
    unclearFields: mapping.unclear,
    unknownStatuses: findUnknownStatuses(records, mapping),
  };
}

/** Without a mapping, an account is empty if the response is `null`, or `{"total": 0}` without any list. */
function readWithoutMapping(page: Page): PageContent {
  const { response } = page;
  const { total } = readPaging(page, 'list', 0);
  if (total?.count === 0 && total.saysTotal && !holdsRecords(response)) {
    return { ...WITHOUT_LIST, hasList: true, total };
  }
  return { ...WITHOUT_LIST, hasList: response === null };
}

function findUnknownStatuses(records: readonly ListRecord[], { status }: Mapping) {
  const words = new Set(
    records.flatMap(({ monitor }) =>
      monitor.status === 'unknown' ? (monitor.rawStatus ?? []) : [],
    ),
  );
  // Words such as "No Data" are known to mean unknown.
  return [...words].filter(
    (word) => !Object.hasOwn(status.meanings, toStatusKey(word)) && meaningOf(word) === undefined,
  );
}

/** Returns a function that returns equal texts for records that differ in status, error and times only. */
function createFingerprint({ fields, status }: Mapping): (record: unknown) => string {
  const signals = [...status.off, ...status.alarms].map(({ path }) => path);
  const changing = CHANGING_FIELDS.flatMap((field) => fields[field] ?? []);
  const paths = [...status.paths, ...signals, ...changing];
  const keys = paths.map((path) => lastKey(parsePath(path) ?? []));
  // JSON.stringify begins with an empty key.
  const omitted = new Set(keys.filter(Boolean));
  return (record) =>
    JSON.stringify(record, (key, value: unknown) => (omitted.has(key) ? undefined : value));
}
