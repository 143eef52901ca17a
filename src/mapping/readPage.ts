import { firstEntries, isArray, isObject, type JsonObject } from '../base/json';
import type { MonitorStatus } from '../monitors/monitor';
import type { HttpResponse } from '../service/httpResponse';
import type { Sample } from './candidates';
import { asMap } from './findList';
import { meaningOf } from './findStatus';
import * as words from './lexicon';
import {
  parsePath,
  stepInto,
  toGetter,
  toPath,
  toStatusKey,
  type Getter,
  type ListMapping,
  type Mapping,
  type Path,
  type PlainField,
  type Signal,
  type Step,
} from './mapping';
import {
  isTarget,
  readAmount,
  readFlag,
  readInterval,
  readTags,
  readText,
  readTime,
  readUnit,
  toZone,
  type Time,
  type Zone,
} from './values';
import { scoreWords } from './findFields';
import { toPlain, toWords } from './words';

// A page of monitors, read by a mapping.

/** A record of a page and where it was. */
export interface FoundRecord extends Sample {
  readonly list: Path;
  /** The name of the record or group that it is nested in. */
  readonly parent?: string | undefined;
  /** It is in a record of the list, and not in the list itself. */
  readonly isChild?: true;
}

/** The records of the list at a path; undefined if there is no list. */
export function recordsAt(json: unknown, path: Path): readonly FoundRecord[] | undefined {
  const steps = parsePath(path);
  const found: FoundRecord[] = [];
  return steps && collect(json, steps, path, undefined, found) ? found : undefined;
}

function collect(
  value: unknown,
  [step, ...rest]: readonly Step[],
  list: Path,
  parent: string | undefined,
  found: FoundRecord[],
): boolean {
  if (step === undefined) {
    const records = entriesOf(value);
    records?.forEach((record) => found.push({ ...record, list, parent }));
    return records !== undefined;
  }
  if (step === '*') {
    const groups = entriesOf(value);
    groups?.forEach((group) => collect(group.value, rest, list, groupName(group) ?? parent, found));
    return groups !== undefined;
  }
  return collect(stepInto(value, step), rest, list, parent, found);
}

/** The entries of an array or, with their keys, of an object. Go writes `null` for an empty list. */
function entriesOf(value: unknown): readonly Sample[] | undefined {
  if (isArray(value)) {
    return value.flatMap((record) => (record === null ? [] : [{ value: record }]));
  }
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, record]) => ({ key, value: record }));
    const records = entries.filter((entry) => isObject(entry.value));
    // PHP and Lua write lists as objects, and put fields of the envelope among the entries.
    return records.length * 2 >= entries.length ? records : entries;
  }
  return value === null ? [] : undefined;
}

function groupName({ value, key }: Sample): string | undefined {
  const entries = isObject(value) ? firstEntries(value, 30) : [];
  const named = entries
    .filter(([, text]) => typeof text === 'string' && text.length < 200)
    .map(([name, text]) => ({
      text: text as string,
      score: scoreWords(
        toWords(name).filter((word) => !words.GROUPINGS.has(word)),
        words.NAME,
      ),
    }))
    .sort((a, b) => b.score - a.score);
  return named[0] && named[0].score > 0.5 ? named[0].text : key;
}

/** All records of a page in the service's order, nested ones after those that they are in. */
export function findRecords(json: unknown, { lists }: Mapping): readonly FoundRecord[] | undefined {
  const found = lists.map((list) => {
    const own = recordsAt(json, list.path);
    const name = list.fields.name?.[0];
    return list.children === undefined
      ? own
      : own?.flatMap((record) => withChildren(record, list.children ?? '', name ?? '$none', 0));
  });
  return found.every((records) => records === undefined)
    ? undefined
    : found.flatMap((records) => records ?? []);
}

const MAX_NESTING = 8;

function withChildren(
  record: FoundRecord,
  children: Path,
  name: Path,
  depth: number,
): readonly FoundRecord[] {
  const nested = depth < MAX_NESTING ? (entriesOf(toGetter(children)(record.value, undefined)) ?? []) : [];
  const parent = readText(toGetter(name)(record.value, undefined)) ?? record.parent;
  return [
    record,
    ...nested.flatMap((inner) =>
      withChildren({ ...inner, list: record.list, parent, isChild: true }, children, name, depth + 1),
    ),
  ];
}

// One record.

/** What a record says of a monitor. */
export interface FieldsRead {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly status: MonitorStatus;
  readonly rawStatus: string | undefined;
  readonly target: string | undefined;
  readonly type: string | undefined;
  readonly lastCheckedAt: number | undefined;
  readonly changedAt: number | undefined;
  readonly since: number | undefined;
  readonly lastError: string | undefined;
  readonly intervalMs: number | undefined;
  readonly tags: readonly string[];
  /** Times have no zone, and may be some hours off. */
  readonly isVague: boolean;
}

export interface ReadContext {
  /** Epoch milliseconds. No status began later. */
  readonly receivedAt: number;
  /** The time zone that the response names. */
  readonly zone?: string | undefined;
}

const NO_TAGS: readonly string[] = [];
const MAX_SENTENCE = 1_000;

/** A function that reads the records of a list. */
export function toReader(
  list: ListMapping,
  { receivedAt, zone }: ReadContext,
): (record: unknown, key?: string) => FieldsRead {
  const { fields, unitMs } = list;
  const getters = (field: PlainField): readonly Getter[] => (fields[field] ?? []).map(toGetter);
  const [ids, names, targets, types] = [getters('id'), getters('name'), getters('target'), getters('type')];
  const [checks, changes, intervals, tags] = [
    getters('lastCheck'),
    getters('lastChange'),
    getters('interval'),
    getters('tags'),
  ];
  const [sinces, errors] = [(fields.since ?? []).map(toSided), (fields.lastError ?? []).map(toSided)];
  const status = toStatusReader(list);
  const zones = new Map<unknown, Zone | undefined>();
  const zoneOf = (name: unknown): Zone | undefined => {
    if (!zones.has(name)) {
      zones.set(name, toZone(name));
    }
    return zones.get(name);
  };
  const unit = list.unit === undefined ? undefined : toGetter(list.unit);
  const ownZone = list.zone === undefined ? undefined : toGetter(list.zone);
  return (record, key) => {
    const localZone = zoneOf(ownZone?.(record, key) ?? zone);
    const toTime = (value: unknown) => readTime(value, localZone);
    const target = first(record, key, targets, readTarget);
    const told = status(record, key);
    const isProblem = told.status === 'down' || told.status === 'degraded';
    const sided = <T>(list: readonly Sided[], read: (value: unknown) => T | undefined) =>
      first(
        record,
        key,
        list
          .filter(({ side }) => side === undefined || (side === 'down') === isProblem)
          .map(({ get }) => get),
        read,
      );
    const toPast = (value: unknown) => {
      const time = toTime(value);
      return time && time.at <= receivedAt ? time : undefined;
    };
    const times = [
      first(record, key, checks, toTime),
      first(record, key, changes, toTime),
      sided(sinces, toPast),
    ] as const;
    const [lastCheck, lastChange, since] = times;
    return {
      id: first(record, key, ids, readText),
      name: first(record, key, names, readText) ?? target,
      ...told,
      target,
      type: first(record, key, types, readText),
      lastCheckedAt: lastCheck?.at,
      changedAt: lastChange?.at,
      since: since?.at,
      lastError: sided(errors, readSentence),
      intervalMs: first(record, key, intervals, (value) =>
        readInterval(value, readUnit(String(unit?.(record, key))) ?? unitMs),
      ),
      tags: first(record, key, tags, readTags) ?? NO_TAGS,
      isVague: times.some((time: Time | undefined) => time?.hasZone === false),
    };
  };
}

function first<T>(
  record: unknown,
  key: string | undefined,
  getters: readonly Getter[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const get of getters) {
    const value = get(record, key);
    const result = value === undefined || value === null ? undefined : read(value);
    if (result !== undefined) {
      return result;
    }
  }
  return undefined;
}

function readTarget(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return isTarget(text) ? text : undefined;
}

function readSentence(value: unknown): string | undefined {
  return typeof value === 'string' ? readText(value.slice(0, MAX_SENTENCE)) : undefined;
}

interface Sided {
  readonly get: Getter;
  /** The path says something of monitors that are down, or of those that are up, alone. */
  readonly side: 'down' | 'up' | undefined;
}

function toSided(path: Path): Sided {
  const key = toWords(String(parsePath(path)?.findLast((step) => typeof step === 'string') ?? ''));
  const has = (set: ReadonlySet<string>) => key.some((word) => set.has(word));
  const isMessage = has(wordsOfMessages);
  const isSince = has(words.START_WORDS) || key.includes('created');
  const side = isMessage
    ? 'down'
    : isSince && has(words.DOWN_WORDS)
      ? 'down'
      : isSince && has(words.UP_WORDS)
        ? 'up'
        : undefined;
  return { get: toGetter(path), side };
}

const wordsOfMessages = new Set(['message', 'msg', 'output', 'text', 'detail', 'description', 'response']);

interface StatusRead {
  readonly status: MonitorStatus;
  readonly rawStatus: string | undefined;
}

function toStatusReader({
  status: { paths, meanings, off, alarms },
}: ListMapping): (record: unknown, key: string | undefined) => StatusRead {
  const sources = paths.map(toGetter);
  const offs = off.map(toSignalReader);
  const alarmed = alarms.map(toSignalReader);
  // A page has few status values, each many times.
  const known = new Map<unknown, MonitorStatus | undefined>();
  const statusOf = (value: unknown): MonitorStatus | undefined => {
    if (!known.has(value)) {
      const flag = readFlag(value);
      const key = toStatusKey(value);
      const own = Object.hasOwn(meanings, key)
        ? meanings[key]
        : flag === undefined
          ? undefined
          : meanings[String(flag)];
      known.set(value, own ?? meaningOf(value)?.status);
    }
    return known.get(value);
  };
  return (record, key) => {
    const raw = first(record, key, sources, (value) => (typeof value === 'object' ? undefined : value));
    const isOff = offs.find((signal) => signal(record, key)[0] !== undefined);
    const offValue = isOff?.(record, key)[1];
    const rawStatus = toRawText(raw) ?? toRawText(offValue);
    if (isOff) {
      return { status: 'paused', rawStatus };
    }
    const told = statusOf(raw) ?? 'unknown';
    const alarm =
      told === 'up' || told === 'unknown'
        ? worst(alarmed.map((signal) => signal(record, key)[0]))
        : undefined;
    return { status: alarm ?? told, rawStatus };
  };
}

function toSignalReader({
  path,
  meanings,
}: Signal): (record: unknown, key: string | undefined) => readonly [MonitorStatus | undefined, unknown] {
  const get = toGetter(path);
  return (record, key) => {
    const value = get(record, key);
    if (value === undefined || value === null) {
      return [undefined, value];
    }
    const isTime = '@time' in meanings && readTime(value) !== undefined;
    return [
      isTime ? meanings['@time'] : (meanings[toStatusKey(value)] ?? meanings[String(readFlag(value))]),
      value,
    ];
  };
}

function worst(statuses: readonly (MonitorStatus | undefined)[]): MonitorStatus | undefined {
  return (['down', 'degraded'] as const).find((status) => statuses.includes(status));
}

function toRawText(value: unknown): string | undefined {
  return typeof value === 'boolean' ? String(value) : readText(value);
}

// What a page says of further pages.

export interface Paging {
  readonly total?: number;
  /** There are at least so many. */
  readonly isLowerBound?: true;
  readonly hasMore?: boolean;
  /** A time zone for times without one. */
  readonly zone?: string;
}

type Entry = readonly [key: string, value: unknown];

/** What is beside the lists: the entries of what they are in, and of objects beside them. */
function entriesAround(json: unknown, lists: readonly Path[]): readonly Entry[] {
  const entries: Entry[] = [];
  const add = (value: unknown, depth: number): void => {
    for (const [key, inner] of isObject(value) ? firstEntries(value, 100) : []) {
      entries.push([key, inner]);
      if (depth > 0 && isObject(inner) && asMap(inner) === undefined) {
        add(inner, depth - 1);
      }
      if (isArray(inner) && /^_?links?$/i.test(key)) {
        inner
          .slice(0, 20)
          .forEach(
            (link) => isObject(link) && entries.push([String(link['rel']), link['href'] ?? link['url']]),
          );
      }
    }
  };
  for (const path of lists) {
    const steps = parsePath(path) ?? [];
    // What is nearest to the list comes first.
    [...steps.keys()].reverse().forEach((i) => {
      const holder = steps
        .slice(0, i)
        .reduce<unknown>((value, step) => (step === '*' ? undefined : stepInto(value, step)), json);
      (isArray(holder) ? holder.slice(0, 10) : [holder]).forEach((one) => add(one, 2));
    });
  }
  return entries;
}

/** What a response says of the number of monitors and of further pages. The sign that says more wins. */
export function readPaging(
  { json, header }: Pick<HttpResponse, 'json' | 'header'>,
  lists: readonly Path[],
  {
    count,
    pageIndex,
    pageSize,
  }: { readonly count: number; readonly pageIndex: number; readonly pageSize: number },
): Paging {
  const around = entriesAround(json, lists);
  const headers = words.TOTAL_HEADERS.flatMap((name) => header(name) ?? []);
  const seen = count === 0 ? 0 : pageIndex * pageSize + count;
  const isLowerBound = around.some(
    ([key, value]) =>
      isObject(value) && toPlain(key) !== '' && /^(?:gte|gt)$/.test(String(value['relation'])),
  );
  const named = around.filter(([key]) => isTotal(key));
  const certain = named.filter(([key]) => /total/i.test(key));
  const totals = [...[...certain, ...named].map(([, value]) => value), ...headers].flatMap(
    (value) => toCount(value) ?? [],
  );
  const counts = around
    .filter(([key]) => words.COUNT_WORDS.has(toPlain(key)))
    .flatMap(([, value]) => toCount(value) ?? []);
  const total =
    totals.find((number) => number >= seen) ??
    counts.find((number) => number !== pageSize && (number > seen || (number === seen && count < pageSize)));
  const signs = [
    ...around.flatMap(([key, value]) => moreOf(toPlain(key), value) ?? []),
    ...pagesLeft(around),
    ...(/rel="?next"?/i.test(header('Link') ?? '') ? [true] : []),
  ];
  const told = signs.includes(true) ? true : signs.includes(false) ? false : undefined;
  const hasMore = told === true || total === undefined ? told : total > seen && count > 0;
  const isContradicted = told === true && total !== undefined && total <= seen;
  const zone = around.find(([key, value]) => /^(?:time_?zone|tz)$/i.test(key) && toZone(value))?.[1];
  return {
    ...(total !== undefined && !isContradicted && { total }),
    ...(isLowerBound && { isLowerBound }),
    ...(hasMore !== undefined && { hasMore }),
    ...(typeof zone === 'string' && { zone }),
  };
}

function isTotal(key: string): boolean {
  const list = toWords(key);
  const isNamed =
    words.TOTAL_WORDS.has(list.join('')) ||
    (list.length === 2 && list[1] === 'count' && words.NOUNS.has(list[0] ?? ''));
  return (
    isNamed || (list.includes('total') && list.length < 5 && !list.some((word) => words.NO_TOTALS.has(word)))
  );
}

function toCount(value: unknown): number | undefined {
  const amount = readAmount(isObject(value) ? (value['value'] ?? value['count'] ?? value['total']) : value);
  return amount !== undefined && Number.isSafeInteger(amount) && amount >= 0 ? amount : undefined;
}

function moreOf(key: string, value: unknown): boolean | undefined {
  if (words.MORE_WORDS.has(key)) {
    return readFlag(value);
  }
  if (words.LAST_PAGE_WORDS.has(key) && typeof value === 'boolean') {
    return !value;
  }
  if (!words.NEXT_WORDS.has(key)) {
    return undefined;
  }
  const target = isObject(value) ? (value['href'] ?? value['url'] ?? value['cursor']) : value;
  return target === undefined || isArray(target)
    ? undefined
    : !(target === null || target === '' || target === false || target === 0);
}

/** `page: 1, pages: 3` */
function pagesLeft(around: readonly Entry[]): readonly boolean[] {
  const find = (names: RegExp) => toCount(around.find(([key]) => names.test(toPlain(key)))?.[1]);
  const page = find(/^(?:page|currentpage|pagenumber|current|pageno|currentpagenumber)$/);
  const pages = find(/^(?:pages|totalpages|lastpage|pagecount|last|numpages|pagestotal)$/);
  return page === undefined || pages === undefined || page === 0 ? [] : [page < pages];
}

// Whether a mapping is one of a page.

/** Records whose names of fields are looked at for new ones. */
const LOOKED_AT = 24;

/** Whether a page has more to tell than a mapping knows, or most of its records lack what is mapped. */
export function wantsLearning(mapping: Mapping, records: readonly FoundRecord[] | undefined): boolean {
  if (records === undefined) {
    return true;
  }
  return mapping.lists.some((list) => {
    const some = records.filter((record) => record.list === list.path).slice(0, LOOKED_AT);
    const keys = new Set(list.keys);
    const isNew = some.some(({ value }) => isObject(value) && hasOther(value, keys));
    const lacks = (paths: readonly Path[]) =>
      paths.length > 0 &&
      some.filter(({ value, key }) => first(value, key, paths.map(toGetter), (one) => one) !== undefined)
        .length *
        2 <
        some.length;
    return (
      isNew ||
      (some.length > 2 &&
        [list.fields.id, list.fields.name, list.status.paths].some((paths) => lacks(paths ?? [])))
    );
  });
}

function hasOther(record: JsonObject, keys: ReadonlySet<string>): boolean {
  return firstEntries(record, 150).some(([key]) => !keys.has(toPath([key])));
}
