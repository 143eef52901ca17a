import { firstEntries, isArray, isObject } from '../base/json';
import { showsSecret } from '../base/secretValues';
import { MappedMonitor, recordsOfResponse, type NamedFields } from '../monitors/mappedMonitor';
import { toPageIds, type Identity } from '../monitors/monitorIds';
import type { Page, PageSource } from '../monitors/page';
import type { HttpResponse } from '../service/httpResponse';
import type { Sample } from './candidates';
import * as lexicon from './lexicon';
import { meaningOf } from './findStatus';
import { parsePath, stepInto, toGetter, toPath, toStatusKey, type Mapping } from './mapping';
import type { Path, Step } from './mapping';
import { withNested } from './nested';
import { toReader, type FieldsRead, type ReadContext } from './readRecord';
import { readAmount, readFlag, readText, toText, toZone } from './values';
import { toPlain, toWords } from './words';

// Reads records, and signs of further pages.

export interface FoundRecord extends Sample {
  readonly list: Path;
  /** The index of the outer record. */
  readonly inside: number | undefined;
  /** The name of a nested group. */
  readonly group: string | undefined;
}

/** Finds records in the service's order, outer ones first. Returns undefined without a list. */
export function findRecords(json: unknown, { lists }: Mapping): readonly FoundRecord[] | undefined {
  const found: FoundRecord[] = [];
  const areThere = lists.map(({ path }) => addRecords(json, path, found));
  return areThere.includes(true) ? found : undefined;
}

/** Adds records, and returns whether the list exists. */
function addRecords(json: unknown, list: Path, found: FoundRecord[]): boolean {
  const collect = (value: unknown, steps: readonly Step[], group: string | undefined): boolean => {
    const [step, next] = steps;
    if (step !== undefined && step !== '*') {
      return collect(stepInto(value, step), steps.slice(1), group);
    }
    const entries = entriesOf(value);
    const from = found.length;
    const keys = entries?.map(({ key }) => key).reverse();
    for (const { value: record, inside } of withNested(entries?.map((entry) => entry.value) ?? [], next)) {
      const key = inside === undefined ? keys?.pop() : undefined;
      if (step === '*') {
        collect(record, steps.slice(1), inside === undefined ? group : nameOfGroup(record, group));
      } else {
        found.push({
          value: record,
          key,
          list,
          group,
          inside: inside === undefined ? undefined : from + inside,
        });
      }
    }
    return entries !== undefined;
  };
  const steps = parsePath(list);
  return steps !== undefined && collect(json, steps, undefined);
}

/** Lists entries. Go writes `null` for an empty list. */
function entriesOf(value: unknown): readonly Sample[] | undefined {
  if (isArray(value)) {
    return value.filter((record) => record !== null).map((record) => ({ value: record }));
  }
  const entries = isObject(value)
    ? Object.entries(value).map(([key, record]) => ({ key, value: record }))
    : [];
  const records = entries.filter((entry) => isObject(entry.value));
  // PHP and Lua write lists as objects, sometimes with other fields.
  const isList = isObject(value) || value === null;
  return isList ? (records.length * 2 >= entries.length ? records : entries) : undefined;
}

function nameOfGroup(group: unknown, outer = ''): string {
  const isName = (key: string) =>
    lexicon.scoreWords(
      toWords(key).filter((word) => !lexicon.GROUPINGS.has(word)),
      lexicon.NAME,
    ) > 0.7;
  const named = isObject(group)
    ? firstEntries(group, 30).find(([key, text]) => typeof text === 'string' && isName(key))
    : undefined;
  return readText(named?.[1]) ?? outer;
}

/** Returns the outer records, or undefined without a list. */
export function recordsAt(json: unknown, path: Path): readonly Sample[] | undefined {
  const found: FoundRecord[] = [];
  return addRecords(json, path, found)
    ? found.filter(({ inside, group }) => inside === undefined && group === undefined)
    : undefined;
}

// Monitors.

export type PageContent = Pick<
  Page,
  'monitors' | 'lengths' | 'total' | 'isLowerBound' | 'hasMore' | 'cutFrom' | 'source' | 'questions'
>;

export interface PageContext {
  /** From 0. */
  readonly pageIndex: number;
  /** Requested monitors per page. */
  readonly pageSize: number;
  /** The paths that the user picked. */
  readonly total?: readonly Path[] | undefined;
}

/** A page is cut if it has more entries than page size times this, and than {@link MIN_CUT}. */
const MAX_PAGE_FACTOR = 10;
const MIN_CUT = 1_000;
const STRETCH = 1_000;

/** Reads monitors, or returns undefined without a list. Yields to avoid blocking. */
export function* readMonitors(
  mapping: Mapping,
  response: HttpResponse,
  context: PageContext,
): Generator<undefined, PageContent | undefined> {
  const all = findRecords(response.json, mapping);
  if (all === undefined) {
    return undefined;
  }
  const paths = mapping.lists.map(({ path }) => path);
  const isOwn = ({ inside, group }: FoundRecord) => inside === undefined && group === undefined;
  const lengths = paths.map((path) => all.filter((record) => record.list === path && isOwn(record)).length);
  const count = lengths.reduce((sum, length) => sum + length, 0);
  const { zone, ...paging } = readPaging(response, paths, { ...context, count });
  const records = all.slice(0, Math.max(MIN_CUT, MAX_PAGE_FACTOR * context.pageSize));
  const read = yield* readFields(mapping, records, { receivedAt: response.receivedAt, zone });
  const kept = keepRecords(response.text, mapping, records);
  const toMonitor = (fields: NamedFields, i: number): MappedMonitor =>
    new MappedMonitor(fields, kept, i, context.pageIndex);
  return {
    ...toMonitors(mapping, records, read, { zone, toMonitor }),
    ...((lengths.length > 1 || count < all.length) && { lengths }),
    ...(records.length < all.length && { cutFrom: all.length }),
    ...paging,
  };
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
  const { monitors, source, readAt } = page;
  if (source === undefined) {
    return page;
  }
  const records = recordsOf(page);
  const read = yield* readFields(mapping, records, { receivedAt: readAt, zone: source.zone });
  const toMonitor = (fields: NamedFields, i: number): MappedMonitor =>
    (monitors[i] as MappedMonitor).withFields(fields);
  const areSame = source.idFields === toIdFields(mapping);
  const ids = areSame ? source.places.map(({ id }) => id) : undefined;
  return { ...page, ...toMonitors(mapping, records, read, { zone: source.zone, toMonitor, ids }) };
}

function* readFields(
  { lists }: Mapping,
  records: readonly FoundRecord[],
  context: ReadContext,
): Generator<undefined, readonly FieldsRead[]> {
  const readers = new Map(lists.map((list) => [list.path, toReader(list, context)]));
  const read: FieldsRead[] = [];
  for (const [i, { list, value, key }] of records.entries()) {
    read.push(readers.get(list)!(value, key));
    if (i % STRETCH === STRETCH - 1) {
      yield;
    }
  }
  return read;
}

interface MonitorParts {
  readonly zone: string | undefined;
  readonly toMonitor: (fields: NamedFields, index: number) => MappedMonitor;
  readonly ids?: readonly (string | undefined)[] | undefined;
}

/** Creates monitors and drops duplicates. */
function toMonitors(
  mapping: Mapping,
  records: readonly FoundRecord[],
  read: readonly FieldsRead[],
  { zone, toMonitor, ids = idsOf(mapping, records, read) }: MonitorParts,
): Pick<Page, 'monitors' | 'source' | 'questions'> {
  const monitors: MappedMonitor[] = [];
  const places: PageSource['places'][number][] = [];
  const indexes = new Map<number, number>();
  ids.forEach((id, i) => {
    const { inside, group: outerGroup, list, key } = records[i]!;
    const fields = read[i]!;
    const group = inside === undefined ? outerGroup : (read[inside]?.name ?? outerGroup);
    if (id !== undefined) {
      const named = { ...fields, id, name: fields.name ?? fields.id ?? '', parent: group };
      const index = monitors.push(toMonitor(named, i)) - 1;
      const outer = inside === undefined ? undefined : indexes.get(inside);
      places.push({ id: monitors[index]!.id, list, key, inside: outer, group });
      indexes.set(i, index);
    }
  });
  const known = new Set(mapping.lists.flatMap(({ status }) => Object.keys(status.meanings)));
  const isUnknown = (value: string) => !known.has(toStatusKey(value)) && meaningOf(value) === undefined;
  const values = new Set<string>();
  for (const { status, rawStatus } of monitors) {
    if (status === 'unknown' && rawStatus !== undefined) {
      values.add(rawStatus);
    }
  }
  return {
    monitors,
    source: { places, idFields: toIdFields(mapping), zone },
    questions: { fields: mapping.asks, statusValues: [...values].filter(isUnknown) },
  };
}

function idsOf(
  { lists: [first] }: Mapping,
  records: readonly FoundRecord[],
  read: readonly FieldsRead[],
): readonly (string | undefined)[] {
  const identities = read.map(({ id, name, target, type }, i): Identity => {
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

/** A separate function, so its closure doesn't keep the whole page in memory. */
function keepRecords(
  text: string,
  mapping: Mapping,
  records: readonly FoundRecord[],
): ReturnType<typeof recordsOfResponse> {
  const toValues = (found: readonly FoundRecord[]): unknown[] => found.map(({ value }) => value);
  return recordsOfResponse(text, (json) => toValues(findRecords(json, mapping) ?? []), toValues(records));
}

/** With more keys than this, some are values in a map. */
const MAX_KEYS = 300;
const LOOKED_AT = 24;

/** Checks for unknown fields, or a mapped field that most records lack. */
export function wantsLearning({ lists }: Mapping, records: readonly FoundRecord[] | undefined): boolean {
  return (
    !records ||
    lists.some((list) => {
      const some = records.filter((record) => record.list === list.path).slice(0, LOOKED_AT);
      const keys = new Set(list.keys);
      const holders = new Set(list.keys.map((path) => path.slice(0, Math.max(0, path.indexOf('.')))));
      const holdsNew = (value: unknown, steps: readonly Step[]): boolean =>
        isObject(value) &&
        firstEntries(value, 150).some(([key, inner]) => {
          const path = [...steps, key];
          const isKnown = keys.has(toPath(path)) || showsSecret(key);
          return !isKnown || (steps.length === 0 && holders.has(key) && holdsNew(inner, path));
        });
      const isNew = keys.size < MAX_KEYS && some.some(({ value }) => holdsNew(value, []));
      const mapped = [list.fields.id, list.fields.name, list.status.paths].filter(
        (paths) => paths && paths.length > 0,
      );
      const lacks = mapped.some((paths = []) => {
        const getters = paths.map(toGetter);
        const have = some.filter(({ value, key }) =>
          getters.some((get) => (get(value, key) ?? undefined) !== undefined),
        );
        return have.length * 2 < some.length;
      });
      return isNew || (some.length > 2 && lacks);
    })
  );
}

// Further pages.

export interface Paging {
  readonly total?: number;
  /** The total is a minimum. */
  readonly isLowerBound?: true;
  readonly hasMore?: boolean;
  readonly zone?: string;
}

type Entry = readonly [key: string, value: unknown];

/** Reads the total and signs of a next page. A sign of a next page wins. */
export function readPaging(
  { json, header }: Pick<HttpResponse, 'json' | 'header'>,
  lists: readonly Path[],
  { count, pageIndex, pageSize, total: picked = [] }: PageContext & { readonly count: number },
): Paging {
  const around = entriesAround(json, lists);
  const seen = count === 0 ? 0 : pageIndex * pageSize + count;
  const byTotal = ([key]: Entry) => Number(/total/i.test(key));
  const named = around.filter(([key]) => isTotal(key)).sort((a, b) => byTotal(b) - byTotal(a));
  const given = picked.map((path) => toGetter(path)(json, undefined));
  const totals = [...given, ...named.map(([, value]) => value), ...lexicon.TOTAL_HEADERS.map(header)].flatMap(
    toCount,
  );
  const counts = around
    .filter(([key]) => lexicon.COUNT_WORDS.has(toPlain(key)))
    .flatMap(([, value]) => toCount(value));
  // A count equal to the monitors seen so far may be of this page only.
  const total =
    totals.find((number) => number >= seen) ??
    counts.find((number) => number !== pageSize && (number > seen || (number === seen && count < pageSize)));
  const signs = [
    ...around.flatMap(([key, value]) => moreOf(toPlain(key), value) ?? []),
    ...pagesLeft(around),
  ];
  const isLinked = /rel="?next"?/i.test(header('Link') ?? '');
  const hasMore = isLinked || signs.includes(true) ? true : signs.includes(false) ? false : undefined;
  const zone = around.find(([key, value]) => /^(?:time_?zone|tz)$/i.test(key) && toZone(value))?.[1];
  return {
    ...(total !== undefined && { total }),
    ...(total !== undefined && around.some(saysLowerBound) && { isLowerBound: true }),
    ...(hasMore !== undefined && { hasMore }),
    ...(typeof zone === 'string' && { zone }),
  };
}

/** Detects a minimum: `{value: 20, relation: "gte"}`, `{total: 20, exact: false}`. */
function saysLowerBound([key, value]: Entry): boolean {
  const plain = toPlain(key);
  const isRelation =
    plain.endsWith('relation') && typeof value === 'string' && !/^(?:=|eq|exact)/i.test(value);
  const isInexact = value === false && /exact|accurate|precise/.test(plain);
  return (
    isRelation ||
    isInexact ||
    (value === true && /estimat|approx|lowerbound|atleast|capped|incomplete|partial/.test(plain))
  );
}

/** Lists the fields near the lists, nearest first. */
function entriesAround(json: unknown, lists: readonly Path[]): readonly Entry[] {
  const entries: Entry[] = [];
  const add = (value: unknown, depth: number): void => {
    for (const [key, inner] of isObject(value) ? firstEntries(value, 100) : []) {
      entries.push([key, inner]);
      if (depth > 0 && !lists.some((path) => path.split(/[.[]/).includes(key))) {
        add(inner, depth - 1);
      }
      // `links: [{"rel": "next", "href": "…"}]`
      const links = isArray(inner) && /^_?links?$/i.test(key) ? inner.slice(0, 20).filter(isObject) : [];
      entries.push(...links.map((link): Entry => [toText(link['rel']), link['href'] ?? link['url']]));
    }
  };
  for (const steps of lists.map((path) => parsePath(path) ?? [])) {
    const holders = steps.map((_, i) =>
      steps.slice(0, i).reduce<unknown>((value, step) => stepInto(value, step), json),
    );
    holders
      .reverse()
      .forEach((holder) => (isArray(holder) ? holder.slice(0, 10) : [holder]).forEach((one) => add(one, 2)));
  }
  return entries;
}

function isTotal(key: string): boolean {
  const words = toWords(key);
  const isOfNouns = words.length === 2 && words[1] === 'count' && lexicon.NOUNS.has(words[0] ?? '');
  const isOfAll =
    words.includes('total') && words.length < 5 && !words.some((word) => lexicon.NO_TOTALS.has(word));
  return isOfNouns || isOfAll || lexicon.TOTAL_WORDS.has(words.join(''));
}

function toCount(value: unknown): readonly number[] {
  const amount = readAmount(isObject(value) ? (value['value'] ?? value['count'] ?? value['total']) : value);
  return amount !== undefined && Number.isSafeInteger(amount) && amount >= 0 ? [amount] : [];
}

function moreOf(key: string, value: unknown): boolean | undefined {
  const target = isObject(value) ? (value['href'] ?? value['url'] ?? value['cursor']) : value;
  const isNext = lexicon.NEXT_WORDS.has(key) && target !== undefined && !isArray(target);
  const isLast = lexicon.LAST_PAGE_WORDS.has(key) && typeof value === 'boolean' ? value : undefined;
  const isMore = lexicon.MORE_WORDS.has(key) ? readFlag(value) : undefined;
  return isMore ?? (isLast !== undefined ? !isLast : isNext ? Boolean(target) : undefined);
}

/** `page: 1, pages: 3` */
function pagesLeft(around: readonly Entry[]): readonly boolean[] {
  const find = (names: ReadonlySet<string>) =>
    toCount(around.find(([key]) => names.has(toPlain(key)))?.[1])[0] ?? 0;
  const [page, pages] = [find(lexicon.PAGE_WORDS), find(lexicon.PAGES_WORDS)];
  return page > 0 && pages > 0 ? [page < pages] : [];
}
