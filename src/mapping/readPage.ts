import { firstEntries, isObject } from '../base/json';
import { showsSecret } from '../base/secretValues';
import { MappedMonitor, PageRecords, type NamedFields } from '../monitors/mappedMonitor';
import { toPageIds } from '../monitors/monitorIds';
import type { Page, RecordPlace } from '../monitors/page';
import type { HttpResponse } from '../service/httpResponse';
import { meaningOf } from './findStatus';
import { parsePath, toPath, toStatusKey, type Mapping, type Path, type Step } from './mapping';
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
  const lengths = paths.map((path) => countOuter(places, path));
  const count = lengths.reduce((a, b) => a + b, 0);
  const { zone, ...paging } = readPaging(response, paths, { ...context, count });
  const { length } = places;
  places.length = values.length = Math.min(length, Math.max(MIN_CUT, MAX_PAGE_FACTOR * context.pageSize));
  const kept = keepRecords(response.text, paths, values);
  const toMonitor = (fields: NamedFields, i: number): MappedMonitor =>
    new MappedMonitor(fields, kept, i, context.pageIndex);
  const { receivedAt } = response;
  return {
    ...(yield* toMonitors(mapping, records, { receivedAt, zone, toMonitor })),
    ...((lengths.length > 1 || count < length) && { lengths }),
    ...(places.length < length && { cutFrom: length }),
    ...paging,
  };
}

function countOuter(places: readonly RecordPlace[], list: Path): number {
  let count = 0;
  for (const place of places) {
    count += place.list === list && isOuter(place) ? 1 : 0;
  }
  return count;
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
  records: FoundRecords,
  { toMonitor, ids: knownIds, ...context }: MonitorContext,
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
      const some = records.values.filter((_, i) => records.places[i]!.list === path).slice(0, LOOKED_AT);
      const known = new Set(keys);
      const holders = new Set(keys.map((key) => key.slice(0, Math.max(0, key.indexOf('.')))));
      const holdsNew = (value: unknown, steps: readonly Step[]): boolean =>
        isObject(value) &&
        firstEntries(value, 150).some(([key, inner]) => {
          const isNew = !known.has(toPath([...steps, key])) && !showsSecret(key);
          return isNew || (steps.length === 0 && holders.has(key) && holdsNew(inner, [key]));
        });
      return known.size < MAX_KEYS && some.some((value) => holdsNew(value, []));
    })
  );
}
