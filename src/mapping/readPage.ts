import { MappedMonitor, PageRecords, type NamedFields } from '../monitors/mappedMonitor';
import { toPageIds } from '../monitors/monitorIds';
import type { Page, RecordPlace } from '../monitors/page';
import type { HttpResponse } from '../service/httpResponse';
import { meaningOf } from './findStatus';
import { parsePath, toStatusKey, type Mapping, type Path } from './mapping';
import { readPaging, type PageContext } from './paging';
import { toReader, type RecordReader } from './readRecord';
import { findRecords, isOuter, type FoundRecords } from './records';

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
  const records = findRecords(response.json, paths);
  if (records === undefined) {
    return undefined;
  }
  const { values, places } = records;
  const lengths = paths.map((path) => places.filter((place) => place.list === path && isOuter(place)).length);
  const count = lengths.reduce((a, b) => a + b, 0);
  const { zone, ...paging } = readPaging(response, paths, { ...context, count });
  const { length } = places;
  places.length = values.length = Math.min(length, Math.max(MIN_CUT, MAX_PAGE_FACTOR * context.pageSize));
  const kept = keepRecords(response.text, paths, values);
  const toMonitor = (fields: NamedFields, i: number): MappedMonitor =>
    new MappedMonitor(fields, kept, i, context.pageIndex);
  const { receivedAt } = response;
  return {
    ...(yield* toMonitors(mapping, records, { receivedAt, zone }, toMonitor)),
    ...((lengths.length > 1 || count < length) && { lengths }),
    ...(places.length < length && { cutFrom: length }),
    ...paging,
  };
}

/** A separate function, so its closure doesn't keep the whole page in memory. */
function keepRecords(text: string, paths: readonly Path[], values: readonly unknown[]): PageRecords {
  return new PageRecords(text, (json) => findRecords(json, paths)?.values ?? [], values);
}

/** Returns records of an earlier page, with masked secrets. */
export function recordsOf(
  { monitors, source }: Pick<Page, 'monitors' | 'source'>,
  count = Infinity,
): FoundRecords {
  const places = (source?.places ?? []).slice(0, count);
  return {
    values: places.map((_, i) => monitors[i]?.raw),
    places: places.map(({ id, list, key, inside, group }) => ({ id, list, key, inside, group })),
  };
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
  const context = { receivedAt, zone: source.zone };
  return { ...page, ...(yield* toMonitors(mapping, recordsOf(page), context, toMonitor, ids)) };
}

/** Creates monitors and drops duplicates. */
function* toMonitors(
  mapping: Mapping,
  records: FoundRecords,
  context: { readonly receivedAt: number; readonly zone: string | undefined },
  toMonitor: (fields: NamedFields, index: number) => MappedMonitor,
  knownIds?: readonly string[],
): Generator<undefined, Pick<Page, 'monitors' | 'source' | 'questions'>> {
  const readers = new Map(mapping.lists.map((list) => [list.path, toReader(list, context)]));
  const ids = knownIds ?? idsOf(mapping, records, readers);
  const monitors: MappedMonitor[] = [];
  const places: RecordPlace[] = [];
  /** The index of each record's monitor. */
  const indexes: number[] = [];
  const unread = new Set<string>();
  for (let i = 0; i < ids.length; i++) {
    const [id, place] = [ids[i], records.places[i]!];
    if (id !== undefined) {
      if (place.inside !== undefined) {
        place.inside = indexes[place.inside]!;
        place.group = monitors[place.inside]?.name || place.group;
      }
      const fields = readers.get(place.list)!.read(records.values[i], place.key, id, place.group);
      const monitor = toMonitor(fields, i);
      place.id = monitor.id;
      places.push(place);
      indexes[i] = monitors.push(monitor) - 1;
      if (monitor.status === 'unknown' && monitor.rawStatus !== undefined) {
        unread.add(monitor.rawStatus);
      }
    }
    if (i % STRETCH === STRETCH - 1) {
      yield;
    }
  }
  const known = new Set(mapping.lists.flatMap(({ status }) => Object.keys(status.meanings)));
  const isUnknown = (value: string) => !known.has(toStatusKey(value)) && meaningOf(value) === undefined;
  return {
    monitors,
    source: { places, idFields: toIdFields(mapping), zone: context.zone },
    questions: { fields: mapping.asks, statusValues: [...unread].filter(isUnknown) },
  };
}

function idsOf(
  { lists: [first] }: Mapping,
  { values, places }: FoundRecords,
  readers: ReadonlyMap<Path, RecordReader>,
): readonly (string | undefined)[] {
  const own = new Set<string | undefined>();
  for (let i = 0; i < places.length; i++) {
    const { list, key, inside } = places[i]!;
    own.add(inside === undefined ? readers.get(list)!.readId(values[i], key) : undefined);
  }
  // The usual case: each record of one list has its own id.
  if (own.size === places.length && !own.has(undefined)) {
    return [...own];
  }
  const identities = places.map(({ key, list, inside }, i) => {
    const listName = list === first?.path ? '' : String(parsePath(list)?.at(-1) ?? '');
    return { ...readers.get(list)!.identify(values[i], key), record: values[i], list: listName, inside };
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
