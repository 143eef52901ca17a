import { firstEntries, isObject } from '../base/json';
import { showsSecret } from '../base/secretValues';
import { MappedMonitor, PageRecords, type NamedFields } from '../monitors/mappedMonitor';
import { toPageIds } from '../monitors/monitorIds';
import type { Page, PageSource } from '../monitors/page';
import type { HttpResponse } from '../service/httpResponse';
import { meaningOf } from './findStatus';
import { parsePath, toPath, toStatusKey, type Mapping, type Path, type Step } from './mapping';
import { readPaging, type PageContext } from './paging';
import { toReader, type FieldsRead } from './readRecord';
import { findRecords, isOuter, type FoundRecord } from './records';

// Reads the monitors of pages by a known mapping.

export type PageContent = Pick<
  Page,
  'monitors' | 'lengths' | 'total' | 'hasMore' | 'cutFrom' | 'source' | 'questions'
>;

/** A page is cut if it has more entries than page size times this, and than {@link MIN_CUT}. */
const MAX_PAGE_FACTOR = 10;
const MIN_CUT = 1_000;
const STRETCH = 250;

/** Reads monitors, or returns undefined without a list. Yields to avoid blocking. */
export function* readMonitors(
  mapping: Mapping,
  response: HttpResponse,
  context: PageContext,
): Generator<undefined, PageContent | undefined> {
  const paths = mapping.lists.map(({ path }) => path);
  const all = findRecords(response.json, paths);
  if (all === undefined) {
    return undefined;
  }
  const outer = all.filter(isOuter);
  const lengths = paths.map((path) => outer.filter(({ list }) => list === path).length);
  const { zone, ...paging } = readPaging(response, paths, { ...context, count: outer.length });
  const records = all.slice(0, Math.max(MIN_CUT, MAX_PAGE_FACTOR * context.pageSize));
  const kept = keepRecords(response.text, paths, records);
  const toMonitor = (fields: NamedFields, i: number): MappedMonitor =>
    new MappedMonitor(fields, kept, i, context.pageIndex);
  const { receivedAt } = response;
  return {
    ...(yield* toMonitors(mapping, records, { receivedAt, zone, toMonitor })),
    ...((lengths.length > 1 || outer.length < all.length) && { lengths }),
    ...(records.length < all.length && { cutFrom: all.length }),
    ...paging,
  };
}

/** A separate function, so its closure doesn't keep the whole page in memory. */
function keepRecords(text: string, paths: readonly Path[], records: readonly FoundRecord[]): PageRecords {
  const toValues = (found: readonly FoundRecord[]): unknown[] => found.map(({ value }) => value);
  return new PageRecords(text, (json) => toValues(findRecords(json, paths) ?? []), toValues(records));
}

/** Returns records of an earlier page, with masked secrets. */
export function recordsOf(
  { monitors, source }: Pick<Page, 'monitors' | 'source'>,
  count = Infinity,
): readonly FoundRecord[] {
  return (source?.places ?? []).slice(0, count).map(({ list, key, inside, group }, i) => ({
    ...{ list, key, inside, group },
    value: monitors[i]?.raw,
  }));
}

/** Reads monitors again from saved records. Keeps ids unless the id fields changed. */
export function* rereadMonitors<T extends Page>(mapping: Mapping, page: T): Generator<undefined, T> {
  const { monitors, source, readAt: receivedAt } = page;
  if (source === undefined) {
    return page;
  }
  const toMonitor = (fields: NamedFields, i: number): MappedMonitor =>
    (monitors[i] as MappedMonitor).withFields(fields);
  const ids = source.idFields === toIdFields(mapping) ? source.places.map(({ id }) => id) : undefined;
  const { zone } = source;
  return { ...page, ...(yield* toMonitors(mapping, recordsOf(page), { receivedAt, zone, toMonitor, ids })) };
}

interface MonitorContext {
  readonly receivedAt: number;
  readonly zone: string | undefined;
  readonly toMonitor: (fields: NamedFields, index: number) => MappedMonitor;
  /** The monitors' ids, if they are known already. */
  readonly ids?: readonly string[] | undefined;
}

/** Creates monitors and drops duplicates. */
function* toMonitors(
  mapping: Mapping,
  records: readonly FoundRecord[],
  { toMonitor, ids: knownIds, ...context }: MonitorContext,
): Generator<undefined, Pick<Page, 'monitors' | 'source' | 'questions'>> {
  const readers = new Map(mapping.lists.map((list) => [list.path, toReader(list, context)]));
  const read: FieldsRead[] = [];
  for (const { list, value, key } of records) {
    read.push(readers.get(list)!(value, key));
    if (read.length % STRETCH === 0) {
      yield;
    }
  }
  const ids = knownIds ?? idsOf(mapping, records, read);
  const monitors: MappedMonitor[] = [];
  const places: PageSource['places'][number][] = [];
  /** The index of each record's monitor. */
  const indexes: number[] = [];
  const values = new Set<string>();
  for (const [i, { list, key, inside, group }] of records.entries()) {
    const [id, fields] = [ids[i], read[i]!];
    if (id === undefined) {
      continue;
    }
    const parent = inside === undefined ? group : read[inside]?.name || group;
    fields.name ??= fields.id ?? '';
    fields.id = id;
    fields.parent = parent;
    const monitor = toMonitor(fields as NamedFields, i);
    const index = monitors.push(monitor) - 1;
    const outer = inside === undefined ? undefined : indexes[inside];
    places.push({ id: monitor.id, list, key, inside: outer, group: parent });
    indexes[i] = index;
    if (monitor.status === 'unknown' && monitor.rawStatus !== undefined) {
      values.add(monitor.rawStatus);
    }
    if (monitors.length % STRETCH === 0) {
      yield;
    }
  }
  const known = new Set(mapping.lists.flatMap(({ status }) => Object.keys(status.meanings)));
  const isUnknown = (value: string) => !known.has(toStatusKey(value)) && meaningOf(value) === undefined;
  return {
    monitors,
    source: { places, idFields: toIdFields(mapping), zone: context.zone },
    questions: { fields: mapping.asks, statusValues: [...values].filter(isUnknown) },
  };
}

function idsOf(
  { lists: [first] }: Mapping,
  records: readonly FoundRecord[],
  read: readonly FieldsRead[],
): readonly (string | undefined)[] {
  const own = read.flatMap(({ id }, i) => (id !== undefined && records[i]!.inside === undefined ? id : []));
  // The usual case: each record of one list has its own id.
  if (new Set(own).size === records.length) {
    return own;
  }
  const identities = read.map(({ id, name, target, type }, i) => {
    const { value, list, inside } = records[i]!;
    const listName = list === first?.path ? '' : String(parsePath(list)?.at(-1) ?? '');
    return { id, name, target, type, record: value, list: listName, inside };
  });
  return toPageIds(identities);
}

/** Lists the id fields. Without an id, ids are a hash of other fields. */
function toIdFields({ lists }: Mapping): string {
  const fields = lists.map(({ path, fields: { id = [], name, target, type } }) =>
    id.length > 0 ? [path, id] : [path, name, target, type],
  );
  return JSON.stringify(fields);
}

/** With more keys than this, some are values in a map. */
const MAX_KEYS = 300;
const LOOKED_AT = 24;

/** Checks for a new list or new fields. */
export function wantsLearning({ lists }: Mapping, json: unknown): boolean {
  const records = findRecords(
    json,
    lists.map(({ path }) => path),
  );
  return (
    !records ||
    lists.some(({ path, keys }) => {
      const some = records.filter(({ list }) => list === path).slice(0, LOOKED_AT);
      const known = new Set(keys);
      const holders = new Set(keys.map((key) => key.slice(0, Math.max(0, key.indexOf('.')))));
      const holdsNew = (value: unknown, steps: readonly Step[]): boolean =>
        isObject(value) &&
        firstEntries(value, 150).some(([key, inner]) => {
          const isNew = !known.has(toPath([...steps, key])) && !showsSecret(key);
          return isNew || (steps.length === 0 && holders.has(key) && holdsNew(inner, [key]));
        });
      return known.size < MAX_KEYS && some.some(({ value }) => holdsNew(value, []));
    })
  );
}
