import { ownValue } from '../base/json';
import { remember } from '../base/remember';
import { readTime, toZone } from '../base/time';
import { parsePath, toGetter, type Path } from '../base/path';
import { MappedMonitor, PageRecords, STRETCH, type NamedFields } from '../monitors/mappedMonitor';
import { isProblem, type MonitorStatus } from '../monitors/monitor';
import { toPageIds } from '../monitors/monitorIds';
import type { Page, PageSource, RecordPlace } from '../monitors/page';
import type { HttpResponse } from '../service/httpResponse';
import { meaningOf } from './findStatus';
import { pathsOf, toStatusKey } from './mapping';
import type { ListMapping, Mapping, PlainField, Signal, StatusMapping } from './mapping';
import { readPaging, type PageContext } from './paging';
import { findRecords, isOuter, type FoundRecords } from './records';
import * as values from './values';

export type PageContent = Omit<Page, 'snapshotId' | 'pageIndex' | 'pageSize' | 'readAt' | 'earlier'>;

/** A page is cut if it has more entries than page size times this, and than {@link MIN_CUT}. */
const MAX_PAGE_FACTOR = 10;
const MIN_CUT = 1_000;

/** Reads monitors, or returns undefined without a list. Yields to avoid blocking. @param records if already found */
export function* readMonitors(
  mapping: Mapping,
  response: HttpResponse,
  context: PageContext,
  records = findRecords(response.json, pathsOf(mapping)),
): Generator<undefined, PageContent | undefined> {
  if (records === undefined) {
    return undefined;
  }
  const paths = pathsOf(mapping);
  const { values, places } = records;
  const lengths = paths.map((path) => places.filter((place) => place.list === path && isOuter(place)).length);
  const count = lengths.reduce((a, b) => a + b, 0);
  const { zone, ...paging } = readPaging(response, paths, { ...context, count });
  const { length } = places;
  const all = length + (findRecords(response.json, mapping.unread ?? [])?.places.length ?? 0);
  if (length > STRETCH) {
    yield;
  }
  places.length = values.length = Math.min(length, Math.max(MIN_CUT, MAX_PAGE_FACTOR * context.pageSize));
  const page = new PageRecords(context.pageIndex, values);
  const toMonitor = (fields: NamedFields, i: number) => new MappedMonitor(fields, page, i);
  const { receivedAt } = response;
  return {
    ...(yield* toMonitors(mapping, places, values, { receivedAt, zone }, toMonitor)),
    ...((lengths.length > 1 || count < length) && { lengths }),
    ...(places.length < all && { cutFrom: all }),
    ...paging,
  };
}

/** Returns records of an earlier page, with masked secrets. */
export function recordsOf({ monitors, source }: Page, count = Infinity): FoundRecords {
  const places = (source?.places ?? []).slice(0, count);
  return { values: places.map((_, i) => monitors[i]?.raw), places };
}

/** Reads monitors again from saved records. Keeps ids unless the id fields changed. */
export function* rereadMonitors<T extends Page>(mapping: Mapping, page: T): Generator<undefined, T> {
  const { monitors, source, readAt: receivedAt } = page;
  if (source === undefined) {
    return page;
  }
  const toMonitor = (fields: NamedFields, i: number) => (monitors[i] as MappedMonitor).withFields(fields);
  const isSameId = source.idFields === toIdFields(mapping, source.places);
  const ids = isSameId ? monitors.map(({ id }) => id) : undefined;
  const context = { receivedAt, zone: source.zone };
  const records: unknown[] = [];
  for (const { raw } of monitors) {
    if (records.push(raw) % STRETCH === 0) {
      yield;
    }
  }
  return { ...page, ...(yield* toMonitors(mapping, source.places, records, context, toMonitor, ids)) };
}

/** Creates monitors and drops duplicates. */
function* toMonitors(
  mapping: Mapping,
  found: readonly RecordPlace[],
  records: readonly unknown[],
  context: ReadContext,
  toMonitor: (fields: NamedFields, index: number) => MappedMonitor,
  knownIds?: readonly string[],
): Generator<undefined, Pick<Page, 'monitors' | 'source' | 'questions'>> {
  const readers = new Map(mapping.lists.map((list) => [list.path, toReader(list, context)]));
  const ids = knownIds ?? idsOf(mapping, found, records, readers);
  const monitors: MappedMonitor[] = [];
  const places: RecordPlace[] = [];
  /** The index of each record's monitor. */
  const indexes: number[] = [];
  const placeOf = (place: RecordPlace): RecordPlace => {
    const inside = place.inside === undefined ? undefined : indexes[place.inside]!;
    return inside === undefined ? place : { ...place, inside, group: monitors[inside]!.name || place.group };
  };
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    if (id !== undefined) {
      const place = placeOf(found[i]!);
      const fields = readers.get(place.list)!.read(records[i], place.key, id, place.group);
      places.push(place);
      indexes[i] = monitors.push(toMonitor(fields, i)) - 1;
    }
    if (i % STRETCH === STRETCH - 1) {
      yield;
    }
  }
  const known = new Set(['', ...mapping.lists.flatMap(({ status }) => Object.keys(status.meanings))]);
  const isUnknown = (value: string) => !known.has(toStatusKey(value)) && meaningOf(value) === undefined;
  const unread = monitors.filter(({ status }) => status === 'unknown').map(({ rawStatus = '' }) => rawStatus);
  return {
    monitors,
    source: { places, idFields: toIdFields(mapping, places), zone: context.zone },
    questions: { fields: mapping.unclear, statusValues: [...new Set(unread)].filter(isUnknown) },
  };
}

function idsOf(
  { lists: [first] }: Mapping,
  places: readonly RecordPlace[],
  records: readonly unknown[],
  readers: ReadonlyMap<Path, ReturnType<typeof toReader>>,
): readonly (string | undefined)[] {
  const ids = places.map(({ list, key, inside }, i) =>
    inside === undefined ? readers.get(list)!.readId?.(records[i], key) : undefined,
  );
  // The usual case: each record of one list has its own id.
  if (!ids.includes(undefined) && new Set(ids).size === ids.length) {
    return ids;
  }
  const identities = places.map(({ key, list, inside }, i) => {
    const listName = list === first?.path ? '' : String(parsePath(list)?.at(-1) ?? '');
    const record = records[i];
    return { ...readers.get(list)!.identify(record, key), record, list: listName, inside };
  });
  return toPageIds(identities);
}

/** Lists the id fields of these records. Without an id, ids are a hash of other fields. */
function toIdFields({ lists }: Mapping, places: readonly RecordPlace[]): string {
  const own = lists.filter(({ path }) => places.some(({ list }) => list === path));
  const fields = own.map(({ path, fields: { id = [], name, target, type } }) =>
    id.length > 0 ? [path, id] : [path, name, target, type],
  );
  return JSON.stringify(fields);
}

/** A `since` after `receivedAt` is ignored. */
type ReadContext = Pick<HttpResponse, 'receivedAt'> & Pick<PageSource, 'zone'>;

type Key = string | undefined;
type Read<T> = (record: unknown, key: Key) => T;

const NO_TAGS: readonly string[] = [];
const MAX_SENTENCE = 1_000;

export function toReader(list: ListMapping, { receivedAt, zone }: ReadContext) {
  const localZone = toZone(zone);
  let lacksZone = false;
  const toTime = (value: unknown): number | undefined => {
    const time = readTime(value, localZone);
    lacksZone ||= time?.hasZone === false;
    return time?.at;
  };
  const toPast = (value: unknown): number | undefined => {
    const at = toTime(value);
    return at !== undefined && at <= receivedAt ? at : undefined;
  };
  const toTarget = list.isTargetPicked ? values.readText : readTarget;
  const toValue = (value: unknown) => value ?? undefined;
  const of = (field: PlainField, read: (value: unknown) => unknown) => firstOf(list.fields[field], read);
  const ofText = (field: PlainField) => of(field, values.readText);
  const [idOf, nameOf, typeOf] = [ofText('id'), ofText('name'), ofText('type')];
  const targetOf = of('target', toTarget);
  const [lastCheckOf, changeOf] = [of('lastCheck', toTime), of('changedAt', toTime)];
  const [sinceOf, errorOf] = [of('since', toPast), of('lastError', toSentence)];
  const [intervalOf, tagsOf] = [of('interval', toValue), of('tags', toValue)];
  const unitOf = list.unit === undefined ? undefined : toGetter(list.unit);
  const rawOf = firstOf(list.status.paths, (value) => (typeof value === 'object' ? undefined : value));
  const statusOf = toStatusReader(list.status);
  const readId = idOf && ((record: unknown, key: Key) => values.readText(idOf(record, key)));
  return {
    readId,
    /** Reads what makes up an id if there is none. */
    identify: (record: unknown, key: Key) => {
      const target = targetOf && toTarget(targetOf(record, key));
      const name = values.readText(nameOf?.(record, key)) ?? target;
      return { id: readId?.(record, key), name, target, type: values.readText(typeOf?.(record, key)) };
    },
    read: (record: unknown, key: Key, id: string, parent: string | undefined): NamedFields => {
      lacksZone = false;
      const { status, rawStatus } = statusOf(record, key, rawOf?.(record, key));
      const unitMs = unitOf ? values.readUnit(values.toText(unitOf(record, key))) : list.unitMs;
      const target = targetOf && toTarget(targetOf(record, key));
      return {
        id,
        name: values.readText(nameOf?.(record, key)) ?? target ?? readId?.(record, key) ?? '',
        status,
        rawStatus,
        target,
        type: values.readText(typeOf?.(record, key)),
        lastCheckedAt: lastCheckOf && toTime(lastCheckOf(record, key)),
        changedAt: changeOf && toTime(changeOf(record, key)),
        since: sinceOf && toPast(sinceOf(record, key)),
        lastError: errorOf && isProblem({ status }) ? toSentence(errorOf(record, key)) : undefined,
        intervalMs: intervalOf && values.readInterval(intervalOf(record, key), unitMs),
        tags: tagsOf ? values.readTags(tagsOf(record, key)) : NO_TAGS,
        timesLackZone: lacksZone || undefined,
        parent,
      };
    },
  };
}

function firstOf(paths: readonly Path[] = [], read: (value: unknown) => unknown): Read<unknown> | undefined {
  const getters = paths.map(toGetter);
  return getters.length > 1
    ? (record, key) => getters.map((get) => get(record, key)).find((value) => read(value) !== undefined)
    : getters[0];
}

function readTarget(value: unknown): string | undefined {
  const text = typeof value === 'string' ? values.readText(value) : undefined;
  return text !== undefined && values.isTarget(text) ? text : undefined;
}

function toSentence(value: unknown): string | undefined {
  const isGood = meaningOf(value)?.status === 'up';
  return typeof value === 'string' && !isGood ? values.readText(value.slice(0, MAX_SENTENCE)) : undefined;
}

function toStatusReader({ meanings, off, alarms }: StatusMapping) {
  const read = remember((value: unknown) => {
    const status: MonitorStatus = lookUp(meanings, value) ?? meaningOf(value)?.status ?? 'unknown';
    return { status, rawStatus: values.toText(value) || undefined };
  });
  const [readOff, readAlarm] = [toSignalsReader(off), toSignalsReader(alarms)];
  return (record: unknown, key: Key, raw: unknown) => {
    const said = read(raw);
    const status = readOff(record, key) ?? said.status;
    const alarm = status === 'up' || status === 'unknown' ? readAlarm(record, key) : undefined;
    return { status: alarm ?? status, rawStatus: said.rawStatus };
  };
}

function toSignalsReader(signals: readonly Signal[]): Read<MonitorStatus | undefined> {
  const readers = signals.map(({ path, meanings }) => {
    const atTime = meanings['@time'];
    const isTime = (value: unknown) => atTime !== undefined && readTime(value) !== undefined;
    const statusOf = remember((value) => (isTime(value) ? atTime : lookUp(meanings, value)));
    const get = toGetter(path);
    return (record: unknown, key: Key) => statusOf(get(record, key));
  });
  return (record, key) =>
    readers.reduce<MonitorStatus | undefined>((worst, read) => {
      const status = read(record, key);
      return status === 'down' ? status : (worst ?? status);
    }, undefined);
}

function lookUp(meanings: Signal['meanings'], value: unknown): MonitorStatus | undefined {
  const keys = [toStatusKey(value), String(values.readFlag(value) ?? '')].filter(Boolean);
  return keys.map((key) => ownValue(meanings, key)).find(Boolean) as MonitorStatus | undefined;
}
