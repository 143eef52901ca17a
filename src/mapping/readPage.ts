import { firstEntries, isArray, isObject, ownValue, type JsonObject } from '../base/json';
import { parsePath, toGetter, valuesAt, type Path } from '../base/path';
import { remember } from '../base/remember';
import { isFilled, readAmount, readFlag, readText, toText } from '../base/scalar';
import { maskText } from '../base/secretValues';
import { readTime, readUnit, toZone } from '../base/time';
import { inStretches, MappedMonitor, PageRecords, toMonitors } from '../monitors/mappedMonitor';
import type { FieldsRead, NamedFields } from '../monitors/mappedMonitor';
import { isProblem, type MonitorStatus } from '../monitors/monitor';
import { toMonitorIds } from '../monitors/monitorIds';
import type { Page, PageRequest, PageSource, RecordPlace } from '../monitors/page';
import type { HttpResponse } from '../service/httpResponse';
import { findRecords, type FoundRecords } from './findList';
import { meaningOf } from './findStatus';
import * as lexicon from './lexicon';
import { pathsOf, toStatusKey } from './mapping';
import type { ListMapping, Mapping, PlainField, Signal } from './mapping';
import { readInterval, readTags } from './values';
import { toPlain, toWords } from './words';

export type PageContent = Omit<
  Page,
  'snapshotId' | 'pageIndex' | 'pageSize' | 'readAt' | 'earlier'
>;
type PageContext = Pick<PageRequest, 'pageIndex' | 'pageSize'>;

/** A hostile page may have millions of entries. */
const MAX_ENTRIES = 20_000;

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
  const { values, places } = records;
  const { length } = places;
  const paths = pathsOf(mapping);
  const lengthOf = (path: Path) =>
    places.filter(({ list, inside }) => list === path && inside === undefined).length;
  const lengths = paths.map(lengthOf);
  const count = lengths.reduce((a, b) => a + b, 0);
  const { zone, ...paging } = readPaging(response, paths, { ...context, count });
  const all = length + (findRecords(response.json, mapping.unread ?? [])?.places.length ?? 0);
  places.length = Math.min(length, MAX_ENTRIES);
  values.length = places.length;
  const page = new PageRecords(context.pageIndex, values);
  const toMonitor = (fields: NamedFields, i: number) => new MappedMonitor(fields, page, i);
  const { receivedAt } = response;
  return {
    ...(yield* toContent(mapping, records, { receivedAt, zone }, toMonitor)),
    ...((lengths.length > 1 || count < length) && { lengths }),
    ...(places.length < all && { cutFrom: all }),
    ...paging,
  };
}

/** Reads monitors again from saved records. Keeps ids unless the id fields changed. */
export function* rereadMonitors<T extends Page>(
  mapping: Mapping,
  page: T,
): Generator<undefined, T> {
  const { monitors, source, readAt: receivedAt } = page;
  if (source === undefined) {
    return page;
  }
  const { places, zone, idFields } = source;
  const toMonitor = (fields: NamedFields, i: number) =>
    (monitors[i] as MappedMonitor).withFields(fields);
  const ids = idFields === toIdFields(mapping, places) ? monitors.map(({ id }) => id) : undefined;
  const values = yield* inStretches(monitors, ({ raw }) => raw);
  const context = { receivedAt, zone };
  return { ...page, ...(yield* toContent(mapping, { values, places }, context, toMonitor, ids)) };
}

function* toContent(
  mapping: Mapping,
  found: Found,
  context: ReadContext,
  toMonitor: (fields: NamedFields, index: number) => MappedMonitor,
  knownIds?: readonly string[],
): Generator<undefined, Pick<Page, 'monitors' | 'source' | 'questions'>> {
  const readers = new Map(mapping.lists.map((list) => [list.path, toReader(list, context)]));
  const read = yield* inStretches(found.places, ({ list, key }, i) =>
    readers.get(list)!(found.values[i], key),
  );
  const ids = knownIds ?? toMonitorIds(read, found, mapping.lists[0]?.path);
  const { monitors, places } = yield* toMonitors(read, found.places, ids, toMonitor);
  const known = new Set([
    '',
    ...mapping.lists.flatMap(({ status }) => Object.keys(status.meanings)),
  ]);
  const isUnknown = (value: string) =>
    !known.has(toStatusKey(value)) && meaningOf(value) === undefined;
  const unread = monitors
    .filter(({ status }) => status === 'unknown')
    .map(({ rawStatus = '' }) => rawStatus);
  return {
    monitors,
    source: { places, idFields: toIdFields(mapping, places), zone: context.zone },
    questions: { fields: mapping.unclear, statusValues: [...new Set(unread)].filter(isUnknown) },
  };
}

/** Lists the id fields of these records. Without an id, ids are a hash of other fields. */
function toIdFields({ lists }: Mapping, places: readonly RecordPlace[]): string {
  const own = lists.filter(({ path }) => places.some(({ list }) => list === path));
  const fields = own.map(({ path, fields: { id = [], name, target, type } }) =>
    id.length > 0 ? [path, id] : [path, name, target, type],
  );
  return JSON.stringify(fields);
}

type Found = { readonly [Key in keyof FoundRecords]: Readonly<FoundRecords[Key]> };
/** A `since` after `receivedAt` is ignored. */
type ReadContext = Pick<HttpResponse, 'receivedAt'> & Pick<PageSource, 'zone'>;
type Read<T> = (record: unknown, key?: string) => T | undefined;

/** Returns a function that reads a record. Its id and name may be empty. */
export function toReader(
  { fields, status, unit, unitMs }: ListMapping,
  { receivedAt, zone }: ReadContext,
) {
  const localZone = toZone(zone);
  let lacksZone = false;
  const toTime = (value: unknown): number | undefined => {
    const time = readTime(value, localZone);
    lacksZone ||= time?.hasZone === false;
    return time?.at;
  };
  const unitOf = toRead(unit === undefined ? [] : [unit], (value) => readUnit(toText(value)));
  const toInterval = (value: unknown, record: unknown) =>
    readInterval(value, unitOf(record) ?? unitMs);
  const toTags = (value: unknown) => (value ? readTags(value) : undefined);
  const of = <T>(field: PlainField, read: (value: unknown, record: unknown) => T) =>
    toRead(fields[field], read);
  const idOf = of('id', readText);
  const nameOf = of('name', readText);
  const targetOf = of('target', toTarget);
  const typeOf = of('type', readText);
  const lastCheckOf = of('lastCheck', toTime);
  const changeOf = of('changedAt', toTime);
  const sinceOf = of('since', toTime);
  const errorOf = of('lastError', toSentence);
  const intervalOf = of('interval', toInterval);
  const tagsOf = of('tags', toTags);
  // Other texts of an unknown status may be good news.
  const failures = fields.lastError?.filter((path) => /err|fail|fault|exception|down/i.test(path));
  const failureOf = toRead(failures, toSentence);
  // Users pick the meaning of masked words.
  const maskWord = remember(maskText);
  const rawStatusOf = toRead(status.paths, (value) => maskWord(toText(value)) || undefined);
  const statusOf = toStatusReader(status);
  return (record: unknown, key: string | undefined): FieldsRead => {
    lacksZone = false;
    const rawStatus = rawStatusOf(record, key);
    const found = statusOf(rawStatus, record, key);
    const target = targetOf(record, key);
    const since = sinceOf(record, key);
    let errorReader = isProblem({ status: found }) ? errorOf : undefined;
    if (found === 'unknown') {
      errorReader = failureOf;
    }
    return {
      id: idOf(record, key) ?? '',
      name: nameOf(record, key) ?? target ?? '',
      status: found,
      rawStatus,
      target,
      type: typeOf(record, key),
      lastCheckedAt: lastCheckOf(record, key),
      changedAt: changeOf(record, key),
      since: since && since <= receivedAt ? since : undefined,
      lastError: errorReader?.(record, key),
      intervalMs: intervalOf(record, key),
      tags: tagsOf(record, key) ?? [],
      timesLackZone: lacksZone || undefined,
      parent: undefined,
    };
  };
}

/** Reads the first of these places that has a fitting value. */
function toRead<T>(
  [path, ...others]: readonly Path[] = [],
  read: (value: unknown, record: unknown) => T,
): Read<T> {
  if (path === undefined) {
    return () => undefined;
  }
  const get = toGetter(path);
  const next = toRead(others, read);
  return (record, key) => read(get(record, key), record) ?? next(record, key);
}

const NO_TARGET = /^(?:[a-z]+:\/\/|\W*|\d|n\/a|none|null)$/i;
const isNoTarget = (text: string) => text.length < 9 && NO_TARGET.test(text);
const toTarget = (value: unknown) => (isNoTarget(toText(value)) ? undefined : readText(value));

function toSentence(value: unknown): string | undefined {
  const isGood = meaningOf(value)?.status === 'up' || !isFilled(value);
  return typeof value === 'string' && !isGood ? readText(value.slice(0, 1_000)) : undefined;
}

/** Off wins, and an alarm beats up. */
function toStatusReader({ meanings, off, alarms }: ListMapping['status']) {
  const toMeaning = toLookUp(meanings);
  const toKnown = remember(meaningOf);
  const offOf = toWorst(off, (status) => status === 'paused');
  const alarmOf = toWorst(alarms, (status) => isProblem({ status }));
  return (raw: string | undefined, record: unknown, key: string | undefined): MonitorStatus => {
    const said = toMeaning(raw) ?? toKnown(raw)?.status ?? 'unknown';
    const alarm = said === 'up' || said === 'unknown' ? alarmOf(record, key) : undefined;
    return offOf(record, key) ?? alarm ?? said;
  };
}

/** Reads the worst of these signals that counts. */
function toWorst(
  signals: readonly Signal[],
  counts: (status: MonitorStatus) => boolean,
): Read<MonitorStatus> {
  const reads = signals.map(({ path, meanings }) => toRead([path], toLookUp(meanings)));
  return (record, key) =>
    reads.reduce<MonitorStatus | undefined>((worst, read) => {
      const status = worst === 'down' ? undefined : read(record, key);
      return status && counts(status) ? status : worst;
    }, undefined);
}

/** Finds the meaning of a time, a word, or a yes or no. */
function toLookUp(meanings: Signal['meanings']) {
  return remember((value: unknown) => {
    const keys = [
      readTime(value) ? '@time' : '',
      toStatusKey(value),
      String(readFlag(value) ?? ''),
    ];
    return keys.map((key) => key && ownValue(meanings, key)).find(Boolean) as
      MonitorStatus | undefined;
  });
}

type Entry = readonly [key: string, value: unknown];

/** A sign of a next page wins. */
export function readPaging(
  { json, header }: Pick<HttpResponse, 'json' | 'header'>,
  lists: readonly Path[],
  { count, pageIndex, pageSize }: PageContext & { readonly count: number },
) {
  const objects = entriesAround(json, lists);
  const [ofAll = [], ...ofParts] = objects;
  const around = objects.flat();
  const seen = count === 0 ? 0 : pageIndex * pageSize + count;
  // Splitting keys into words takes most of the time.
  const plain = remember(toPlain);
  const kindOf = remember((key: string) => kindOfCount(key, lists));
  const countsOf = (kind: CountKind, entries = ofAll) =>
    entries.flatMap(([key, value]) => (kindOf(key) === kind ? toCount(value) : []));
  const totals = [
    ...countsOf('total'),
    // `Content-Range: 0-24/418`
    ...lexicon.TOTAL_HEADERS.flatMap((name) =>
      toCount(header(name)?.replace(/^(?!bytes)[^/]*\//, '')),
    ),
    // A count equal to the monitors seen so far may be of this page only.
    ...countsOf('length').filter(
      (number) => number !== pageSize && (number > seen || count < pageSize),
    ),
  ];
  const total = totals.find((number) => number >= seen);
  const totalOfParts = ofParts.reduce(
    (sum, part) => sum + Math.max(0, ...countsOf('total', part)),
    0,
  );
  const isLowerBound = around.some(([key, value]) =>
    LOWER_BOUND.test(`${plain(key)}=${toText(value).slice(0, 20)}`),
  );
  const atLeast = Math.max(totalOfParts, isLowerBound ? (total ?? 0) : 0);
  const signs = objects.flatMap((entries) => signsOfMore(entries, plain));
  const hasMore =
    atLeast > seen || signs.includes(true) || /rel="?next"?/i.test(header('Link') ?? '');
  const zone = around.find(
    ([key, value]) => /^(?:time_?zone|tz)$/i.test(key) && toZone(value),
  )?.[1];
  return {
    ...(total !== undefined && !isLowerBound && !(hasMore && total === seen) && { total }),
    ...(atLeast > 0 && { atLeast }),
    ...((hasMore || signs.length > 0) && { hasMore }),
    ...(countsOf('other').some((number) => number > seen) && { mayHaveMore: true }),
    ...(typeof zone === 'string' && { zone }),
  };
}

/** Detects a minimum: `{value: 20, relation: "gte"}`, `{total: 20, exact: false}`. */
const LOWER_BOUND =
  /relation=(?!=|eq|exact|$)|(?:exact|accurate|precise)[a-z]*=false$|(?:estimat|approx|lowerbound|atleast|capped|incomplete|partial)[a-z]*=true$/i;

/** Groups of a hostile response. */
const MAX_GROUPS = 50;

/** Lists the fields of the objects that contain all lists, then those of each object that contains only some. */
function entriesAround(json: unknown, paths: readonly Path[]): readonly (readonly Entry[])[] {
  const lists = paths.map((path) => parsePath(path) ?? []);
  const keys = new Set(lists.flat().map(String));
  const ofAll = new Map<unknown, readonly Entry[]>();
  const ofParts = new Map<unknown, readonly Entry[]>();
  for (const list of lists) {
    // The nearest object first. One that contains groups has no counts of its own.
    const outers = list.flatMap((step, i) => (step === '*' ? [] : [list.slice(0, i)])).reverse();
    for (const outer of outers) {
      // `[{"total": 60}, […]]`
      const isIndex = typeof list[outer.length] === 'number';
      const holders = valuesAt(json, outer, MAX_GROUPS)
        .map((holder) => (isIndex && isArray(holder) ? { ...holder } : holder))
        .filter(isObject);
      const isShared = lists.every((other) => outer.every((step, i) => step === other[i]));
      const found = isShared && holders.length === 1 ? ofAll : ofParts;
      holders.forEach((holder) => found.set(holder, entriesIn(holder, keys)));
    }
  }
  return [[...ofAll.values()].flat(), ...ofParts.values()];
}

/** @param except keys of objects with lists */
function entriesIn(object: JsonObject, except: ReadonlySet<string>, levels = 2): readonly Entry[] {
  return firstEntries(object, 100).flatMap(([key, value]): readonly Entry[] => {
    const hasInner =
      isObject(value) && levels > 0 && !except.has(key) && !/quota|credit|limit|usage/i.test(key);
    const inner = hasInner ? entriesIn(value, except, levels - 1) : [];
    // `pages: {"total": 9}` may be 9 pages or 9 monitors.
    const own = inner.map(([name, one]): Entry => [
      `${key}.${name}` === 'pages.total' ? 'total_either' : name,
      one,
    ]);
    // `links: [{"rel": "next", "href": "…"}]`
    const links = isArray(value) && /links?$/i.test(key) ? value.slice(0, 20).filter(isObject) : [];
    const linked = links.map((link): Entry => [toText(link['rel']), link['href'] ?? link['url']]);
    return [[key, value], ...own, ...linked];
  });
}

/** What a number counts: all monitors, those of all or only of this page, or perhaps something else. */
type CountKind = 'total' | 'length' | 'other';

/** Words of totals that don't say what is counted: `grandTotal`, `total_found`. */
const OF_ALL = /grand|overall|total|all|available|found|matched|count/g;

function kindOfCount(key: string, lists: readonly Path[]): CountKind | undefined {
  const words = toWords(key);
  const plain = words.join('');
  const isOfNoun = words.length === 2 && words[1] === 'count' && lexicon.NOUNS.has(words[0]!);
  if (isOfNoun || !plain.includes('total') || words.some((word) => lexicon.NO_TOTALS.has(word))) {
    return isOfNoun || lexicon.COUNT_WORDS.has(plain) ? 'length' : undefined;
  }
  // `totalExecutors` counts something else, and `total_cranes` may count the monitors.
  const what = words.map((word) => word.replace(OF_ALL, '')).findLast(Boolean) ?? 'count';
  const isCounted = (name: string) => lists.every((path) => path.toLowerCase().endsWith(name));
  const isOfLists = [what, `${what}s`].some(
    (name) => lexicon.COUNT_WORDS.has(name) || isCounted(name),
  );
  return isOfLists ? 'total' : 'other';
}

function toCount(value: unknown): readonly number[] {
  const amount = readAmount(isObject(value) ? value['value'] : value);
  return amount !== undefined && Number.isSafeInteger(amount) && amount >= 0 ? [amount] : [];
}

const PAGE = /^(?:current)?page(?:no|number)?$|^current$/;
const PAGES = /^(?:total|num)?pages(?:total)?$|^pagecount$|^last(?:page)?$/;
const LAST = /^(?:is)?(?:last|done|end)(?:page)?$/;
/** Keys of a flag, link or token: `hasMore`, `nextPageUrl`. */
const MORE =
  /^lastevaluatedkey$|^(?:odata|hydra|iot)?(?:is|has)?(?:next|more|truncated|continu(?:e|es|ation))(?:pages?|items|records|results|available|token|cursor|link|url|href|key|marker|id|offset|index|number)*$/;

/** Each sign says whether more pages follow. */
function signsOfMore(
  entries: readonly Entry[],
  plain: (key: string) => string,
): readonly boolean[] {
  const numbers = (names: RegExp) =>
    entries.flatMap(([key, value]) => (names.test(plain(key)) ? toCount(value) : []));
  // `page: 1, pages: 3`
  const [page] = numbers(PAGE);
  const [pages] = numbers(PAGES);
  const signs = entries.flatMap(([key, value]) => moreOf(plain(key), value) ?? []);
  return page && pages ? [...signs, page < pages] : signs;
}

function moreOf(key: string, value: unknown): boolean | undefined {
  if (typeof value === 'boolean' && LAST.test(key)) {
    return !value;
  }
  const next = isObject(value) ? linkIn(value) : value;
  if (!MORE.test(key) || next === undefined || isArray(next)) {
    return undefined;
  }
  // A token may be "0", and `hasMore: null` says nothing.
  const isFlag = /more|truncated|^has|^is/.test(key);
  return isFlag ? (readFlag(next) ?? (Boolean(next) || undefined)) : Boolean(next);
}

const LINK = /^(?:page|offset|after)$|(?:href|url|uri|link|cursor|token)$/i;

/** DynamoDB's key of the next page is an object. */
function linkIn(value: JsonObject): unknown {
  const links = Object.keys(value).filter((name) => LINK.test(name));
  const given = Object.values(value).some(Boolean);
  return links.length > 0 ? (links.map((name) => value[name]).find(Boolean) ?? null) : given;
}
