import { isObject } from '../base/json';
import { lastKey, parsePath } from '../base/path';
import type { Page, ListRecord, PageContent, ReadPage } from '../monitors/page';
import { clockLagOf } from './serviceNow';
import { findEntries, isListLeftOut, holdsRecords } from './findEntries';
import type { Entry } from './findList';
import { meaningOf } from './findStatus';
import { toStatusKey, type Mapping } from './mapping';
import { NO_PICKS, withPicks, type Picks } from './picker/picks';
import { readPaging } from './readPaging';
import { toRecordReader } from './readRecord';

/** A hostile page may have millions of records. */
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

function readPage(page: Page, mapping: Mapping | undefined, isListPicked: boolean) {
  const { response } = page;
  if (mapping === undefined) {
    return readWithoutMapping(page);
  }
  const list = findEntries(response, mapping);
  if (list === undefined && response !== null && !isListLeftOut(response)) {
    return WITHOUT_LIST;
  }
  const { entries = [], hasOtherList = false } = list ?? {};
  const content = readEntries(page, mapping, entries);
  return { ...content, hasOtherList: content.hasOtherList || (hasOtherList && !isListPicked) };
}

/** Without a mapping, an account is empty if the response is `null`, or `{"total": 0}` without any list. */
function readWithoutMapping(page: Page) {
  const { response } = page;
  const { total } = readPaging(page, 'list', 0);
  if (total?.count === 0 && total.saysTotal && !holdsRecords(response)) {
    return { ...WITHOUT_LIST, hasList: true, total };
  }
  return { ...WITHOUT_LIST, hasList: response === null };
}

function readEntries(page: Page, mapping: Mapping, all: readonly Entry[]) {
  const lag = clockLagOf(page.headers.date, page.call.ended);
  const read = toRecordReader(mapping, page.call.ended - lag);
  const toFingerprint = createFingerprint(mapping);
  const records: ListRecord[] = [];
  let entries = 0;
  let entriesWithoutRecord = 0;
  all.forEach((entry, index) => {
    const { value, isNested } = entry;
    entries += isNested ? 0 : 1;
    if (!isObject(value)) {
      entriesWithoutRecord += 1;
    } else if (records.length < MAX_RECORDS) {
      const monitor = read(entry, { page: page.index + 1, position: index + 1 });
      records.push({ monitor, isNested, fingerprint: () => toFingerprint(value) });
    }
  });
  return {
    hasList: true,
    entries,
    entriesWithoutRecord,
    records,
    ...readPaging(page, mapping.list, entries),
    hasOtherList: records.length + entriesWithoutRecord < all.length,
    unclearFields: mapping.unclear,
    unknownStatuses: findUnknownStatuses(records, mapping),
  };
}

function findUnknownStatuses(
  records: readonly ListRecord[],
  { status }: Mapping,
): readonly string[] {
  const values = records.flatMap(({ monitor: { status: said, rawStatus } }) =>
    said === 'unknown' && rawStatus ? rawStatus : [],
  );
  // Words such as "No Data" are known to mean unknown.
  return [...new Set(values)].filter(
    (value) =>
      !Object.hasOwn(status.meanings, toStatusKey(value)) && meaningOf(value) === undefined,
  );
}

/** Returns a function that returns equal texts for records that differ in status, error and times only. */
function createFingerprint({ fields, status }: Mapping): (record: unknown) => string {
  const { lastError = [], lastCheck = [], changedAt = [], since = [] } = fields;
  const signals = [...status.off, ...status.alarms].map(({ path }) => path);
  const paths = [...status.paths, ...signals, ...lastError, ...lastCheck, ...changedAt, ...since];
  const keys = paths.map((path) => lastKey(parsePath(path) ?? []));
  // JSON.stringify begins with an empty key.
  const omitted = new Set(keys.filter(Boolean));
  return (record) =>
    JSON.stringify(record, (key, value: unknown) => (omitted.has(key) ? undefined : value));
}
