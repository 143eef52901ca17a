import type { Monitor, MonitorStatus } from '../../../monitors/monitor';
import {
  MappedMonitor,
  recordsOfResponse,
  type MonitorFields,
  type PageRecords,
} from '../../../monitors/mappedMonitor';
import type { Page } from '../../../monitors/page';
import { repeatsIds, toPageIds, type Identity } from '../../../monitors/monitorIds';
import type { HttpResponse } from '../../httpResponse';
import { toPlain } from '../keys';
import type {
  FieldMapping,
  ListMapping,
  Mapping,
  PagingPlace,
  Path,
  PlainField,
  ShapeMapping,
  Source,
  StatusMapping,
} from '../mapping';
import { isConfident, isSamePath, toStatusValueKey } from '../mapping';
import type { Expression, MappingSettings } from '../settings';
import { firstEntries, isArray, isObject } from '../../../base/json';
import { withNested } from './nested';
import { toGetter, valueAt, valuesAt, type Getter } from './paths';
import { isTarget, readFlag, readInstant, readInterval, readTags, readText } from './values';

// A page of monitors, read by a mapping. No rule and no word of a service is in here.

export interface PageContext {
  /** From 0. */
  readonly pageIndex: number;
  /** How many were asked for, which tells the count of a page from the total. */
  readonly pageSize: number;
  readonly settings: MappingSettings;
}

/** What a list needs of a page. */
export type PageContent = Pick<
  Page,
  'monitors' | 'lengths' | 'total' | 'isLowerBound' | 'hasMore' | 'cutFrom'
>;

/** What a page says by a mapping. */
export interface PageResult extends PageContent {
  /** Why the mapping is not one of this page. */
  readonly mappingError?: MappingError;
  /** Whether the page has fields or status values that the mapping doesn't know. */
  readonly isNew: boolean;
  /** The service's own status values whose meaning is not known, each once, at most 20. */
  readonly unknownStatusValues: readonly string[];
}

/** No list is at its place; ids are missing or repeated; what most records had is gone from most. */
export type MappingError = 'noList' | 'ids' | 'fields';

/** A page that has more entries than this many times what was asked for, and than {@link MIN_CUT}, is cut. */
const MAX_PAGE_FACTOR = 10;
const MIN_CUT = 1_000;

/** Reads a page by the first shape that fits it; where none does, by the first, and says so. Never throws. */
export function readPage(mapping: Mapping, response: HttpResponse, context: PageContext): PageResult {
  let first: PageResult | undefined;
  for (const shape of mapping.shapes) {
    const result = new ShapeReader(response, context).read(shape);
    if (result.mappingError === undefined) {
      return result;
    }
    first ??= result;
  }
  return first as PageResult;
}

/** The entries of a list, with those inside them, and the keys they are filed under if the list is an object. */
export interface Records {
  readonly values: readonly unknown[];
  readonly keys?: readonly (string | undefined)[] | undefined;
  /** What each entry is inside: the place of another, or the name of a group inside a group; absent for the list's own. */
  readonly inside?: readonly (number | string | undefined)[] | undefined;
}

/** The entries of the list at a path, in the service's order; `undefined` where there is none. */
export function recordsAt(json: unknown, path: Path): Records | undefined {
  const holders = holdersAt(json, path).filter(({ value }) => value !== undefined);
  // What stands in one group in place of its list takes nothing from the others.
  const lists = holders.flatMap(({ value, group }) => {
    const records = entriesOf(value);
    return records ? [withNestedRecords(records, group)] : [];
  });
  // Groups without monitors are as good as none; a list that isn't there at all is something else.
  const star = path.indexOf('*');
  const areGroups = holders.length === 0 && star >= 0 && valueAt(json, path.slice(0, star)) !== undefined;
  if (lists.length === 0 && !areGroups) {
    return undefined;
  }
  const [only] = lists;
  if (lists.length === 1) {
    return only;
  }
  const areKeyed = lists.length > 0 && lists.every(({ keys }) => keys !== undefined);
  let before = 0;
  return {
    values: lists.flatMap(({ values }) => values),
    keys: areKeyed ? lists.flatMap(({ keys = [] }) => keys) : undefined,
    inside: lists.flatMap(({ values, inside = [] }) => {
      const from = before;
      before += values.length;
      return values.map((_, i) => {
        const outer = inside[i];
        return typeof outer === 'number' ? outer + from : outer;
      });
    }),
  };
}

/** What may hold entries. */
interface Holder {
  readonly value: unknown;
  /** The name of the group that it is in, if that one is inside another. */
  readonly group: string | undefined;
}

/** The values at a path, also those in groups inside the groups on its way. */
function holdersAt(root: unknown, path: Path): readonly Holder[] {
  let holders: readonly Holder[] = [{ value: root, group: undefined }];
  for (const [i, step] of path.entries()) {
    holders = holders.flatMap(({ value, group }) =>
      step === '*'
        ? withNested(valuesAt(value, ['*']), path[i + 1]).map((member) => ({
            value: member.value,
            group: member.inside === undefined ? group : (nameOf(member.value) ?? group ?? ''),
          }))
        : [{ value: valueAt(value, [step]), group }],
    );
  }
  return holders;
}

function nameOf(group: unknown): string | undefined {
  return readText(valueAt(group, ['name'])) ?? readText(valueAt(group, ['title']));
}

function withNestedRecords({ values, keys }: Records, group: string | undefined): Records {
  const nested = withNested(values);
  if (nested.length === values.length && group === undefined) {
    return { values, keys };
  }
  let own = 0;
  const ownKeys = keys && nested.map(({ inside }) => (inside === undefined ? keys[own++] : undefined));
  return {
    values: nested.map(({ value }) => value),
    keys: ownKeys,
    inside: nested.map(({ inside }) => inside ?? group),
  };
}

/** The entries of an array or, with their keys, of an object. Go writes `null` for an empty list. */
export function entriesOf(holder: unknown): Records | undefined {
  if (isArray(holder)) {
    return { values: holder.includes(null) ? holder.filter((record) => record !== null) : holder };
  }
  if (!isObject(holder)) {
    return holder === null ? { values: [] } : undefined;
  }
  const all = Object.entries(holder);
  // PHP and Lua write lists as objects, and put the envelope's own fields among the entries.
  const records = all.filter(([, record]) => isObject(record));
  const entries = records.length * 2 >= all.length ? records : all;
  return { values: entries.map(([, record]) => record), keys: entries.map(([key]) => key) };
}

/** All fields of a monitor, also those that it lacks: objects of one form are made and read fastest. */
type Draft = { -readonly [Field in keyof Omit<MonitorFields, 'id'>]-?: MonitorFields[Field] | undefined } & {
  name: string;
  status: MonitorStatus;
  tags: readonly string[];
};

const NO_TAGS: readonly string[] = [];
/** Records whose names of fields are looked at for what is new. */
const LOOKED_AT = 24;
const MAX_UNKNOWN_VALUES = 20;
const MAX_UNKNOWN_LENGTH = 80;

class ShapeReader {
  readonly #response: HttpResponse;
  readonly #context: PageContext;
  readonly #drafts: { readonly draft: Draft; readonly list: ListMapping; readonly isText: boolean }[] = [];
  readonly #identities: Identity[] = [];
  readonly #unknownValues = new Set<string>();
  #mappingError: MappingError | undefined;
  #isNew = false;

  constructor(response: HttpResponse, context: PageContext) {
    this.#response = response;
    this.#context = context;
  }

  read({ lists, keys, paging }: ShapeMapping): PageResult {
    const { json, text } = this.#response;
    const found = lists.map((list) => this.#recordsOf(json, list));
    if (found.every((records) => records === undefined)) {
      this.#mappingError = 'noList';
    }
    const lengths = found.map((records) => ownLengthOf(records));
    const ownCount = lengths.reduce((sum, length) => sum + length, 0);
    const count = found.reduce((sum, records) => sum + (records?.values.length ?? 0), 0);
    let room = Math.max(MIN_CUT, MAX_PAGE_FACTOR * this.#context.pageSize);
    const cutFrom = count > room ? count : undefined;
    const all = recordsOfResponse(text, (root) =>
      lists.flatMap((list) => this.#recordsOf(root, list)?.values ?? []),
    );
    for (const [i, list] of lists.entries()) {
      const records = found[i] ?? { values: [] };
      const name = i === 0 ? '' : String(list.path.at(-1) ?? '');
      this.#readRecords({ ...records, values: records.values.slice(0, room) }, list, name);
      room -= Math.min(room, records.values.length);
    }
    if (repeatsIds(this.#identities) && !lists[0].repeatsIds) {
      this.#mappingError ??= 'ids';
    }
    const monitors = this.#toMonitors(all);
    const paths = lists.map(({ path }) => path);
    const isAround = paths.every((path) => path.length > 0);
    this.#isNew ||= isAround && envelopeKeysOf(json, paths).some((key) => !keys.includes(key));
    return {
      monitors,
      ...((lengths.length > 1 || ownCount < count) && { lengths }),
      ...(cutFrom === undefined ? {} : { cutFrom }),
      ...readPaging(paging, json, ownCount, this.#context),
      ...(this.#mappingError && { mappingError: this.#mappingError }),
      isNew: this.#isNew,
      unknownStatusValues: [...this.#unknownValues],
    };
  }

  #recordsOf(json: unknown, list: ListMapping): Records | undefined {
    const { monitors } = this.#context.settings.expressions;
    const given = list.reason === 'expression' ? monitors?.apply(json) : undefined;
    return given && 'value' in given ? recordsAt(given.value, []) : recordsAt(json, list.path);
  }

  #readRecords({ values, keys, inside }: Records, list: ListMapping, listName: string): void {
    const read = toRecordReader(list, this.#context.settings, this.#response.receivedAt);
    const unread = { id: 0, name: 0, status: 0 };
    const from = this.#drafts.length;
    for (let i = 0; i < values.length; i++) {
      const record = values[i];
      const outer = inside?.[i];
      const { draft, id: ownId, name: ownName } = read.record(record, keys?.[i], unread);
      draft.parent = typeof outer === 'number' ? this.#drafts[from + outer]!.draft.name : outer;
      this.#drafts.push({ draft, list, isText: !isObject(record) });
      this.#identities.push({
        id: ownId,
        name: ownName,
        target: draft.target,
        type: draft.type,
        record,
        list: listName,
        inside: typeof outer === 'number' ? from + outer : undefined,
      });
    }
    const { status } = list;
    const { id, name } = list.fields;
    const isGone = (field: FieldMapping | StatusMapping | undefined, times: number): boolean =>
      field?.isUsual === true && times * 2 > values.length;
    if (isGone(id, unread.id)) {
      this.#mappingError ??= 'ids';
    } else if (isGone(name, unread.name) || isGone(status, unread.status)) {
      this.#mappingError ??= 'fields';
    }
    const known = new Set(list.keys);
    const prefixes = prefixesOf(list.fields);
    const hasNewKeys = values
      .slice(0, LOOKED_AT)
      .some((record) => keysOf(record, prefixes).some((key) => !known.has(key)));
    this.#isNew ||= hasNewKeys || read.hasNewValues();
  }

  #toMonitors(all: PageRecords): readonly Monitor[] {
    const ids = toPageIds(this.#identities);
    const { pageIndex } = this.#context;
    return this.#drafts.flatMap(({ draft, list, isText }, i) => {
      const id = ids[i];
      if (id === undefined) {
        return [];
      }
      const monitor = new MappedMonitor({ ...draft, id }, all, i, pageIndex);
      if (monitor.status === 'unknown' && monitor.rawStatus !== undefined) {
        this.#noteUnknown(monitor.rawStatus, list.status, isText);
      }
      return [monitor];
    });
  }

  #noteUnknown(value: string, { place, values }: StatusMapping, isAllThereIs: boolean): void {
    const isGiven = this.#context.settings.expressions.status !== undefined;
    const isSure = isAllThereIs || isGiven || (place !== undefined && isConfident(place));
    if (this.#unknownValues.size < MAX_UNKNOWN_VALUES && !Object.hasOwn(values, toStatusValueKey(value))) {
      this.#unknownValues.add(value.slice(0, MAX_UNKNOWN_LENGTH));
      this.#isNew ||= isSure;
    }
  }
}

/** Entries of the list itself, without those inside others. */
function ownLengthOf(records: Records | undefined): number {
  const { values = [], inside = [] } = records ?? {};
  return values.length - inside.filter((outer) => outer !== undefined).length;
}

/** Names of fields have no digits; what has is a key of a map, and a value of the service. */
const FIELD_NAME = /^[^\d@/]{1,60}$/;
const MAX_KEYS = 100;

/** The names of the fields of a record, and of the objects in it from which something is read. */
export function keysOf(record: unknown, prefixes: ReadonlySet<string>): readonly string[] {
  return fieldNamesOf(record, (key) => prefixes.has(key));
}

/** The first steps of the places that are deeper in a record. */
export function prefixesOf(fields: ListMapping['fields']): ReadonlySet<string> {
  const sources = Object.values(fields).flatMap((field) => field.sources);
  return new Set(sources.filter(({ path }) => path.length > 1).map(({ path }) => String(path[0])));
}

/** The names of the fields around lists, and of the objects beside them. */
export function envelopeKeysOf(json: unknown, lists: readonly Path[]): readonly string[] {
  return fieldNamesOf(json, (key) => !lists.some((path) => path.length === 1 && path[0] === key));
}

function fieldNamesOf(holder: unknown, isOpened: (key: string) => boolean): readonly string[] {
  const names = (object: unknown): readonly string[] =>
    isObject(object)
      ? firstEntries(object, MAX_KEYS).flatMap(([key]) => (FIELD_NAME.test(key) ? key : []))
      : [];
  const inner = (key: string): readonly string[] =>
    names(valueAt(holder, [key])).map((name) => `${key}.${name}`);
  return names(holder).flatMap((key) => (isOpened(key) ? [key, ...inner(key)] : key));
}

// One record.

interface Unread {
  id: number;
  name: number;
  status: number;
}

/** A source with its lookup; `expression`s of the user come first. */
interface Lookup extends Source {
  readonly get: Getter;
}

function toRecordReader(
  { fields, status }: ListMapping,
  { expressions, statusValues }: MappingSettings,
  receivedAt: number,
) {
  const lookups = (field: PlainField, expression?: Expression): readonly Lookup[] => [
    ...(expression ? [{ path: [], get: toExpressionGetter(expression) }] : []),
    ...(fields[field]?.sources ?? []).map((source) => ({ ...source, get: toGetter(source.path) })),
  ];
  const ids = isNameForId(fields) ? [] : lookups('id', expressions.id);
  const names = lookups('name', expressions.name);
  const targets = lookups('target', expressions.target);
  const types = lookups('type', expressions.type);
  const lastChecks = lookups('lastCheck');
  const intervals = lookups('interval');
  const tags = lookups('tags');
  const sinces = lookups('since');
  const errors = lookups('lastError');
  const toInterval = (value: unknown): number | undefined => readInterval(value, fields.interval?.unitMs);
  const statusReader = new StatusReader(status, statusValues, expressions.status);
  return {
    hasNewValues: () => statusReader.hasNewValues,
    record(record: unknown, key: string | undefined, unread: Unread) {
      const target = readTarget(record, targets);
      const ownId = first(record, ids, readText);
      const ownName = isObject(record) ? first(record, names, readText) : undefined;
      const name = ownName ?? readStandIn(record, key, names);
      const type = first(record, types, readText);
      const id = ownId ?? readText(key) ?? readText(record);
      if (ownId === undefined && ids.length > 0) {
        unread.id++;
      }
      if (ownName === undefined) {
        unread.name++;
      }
      const draft: Draft = {
        name: name ?? target ?? id ?? '',
        status: 'unknown',
        rawStatus: undefined,
        target,
        type,
        lastCheckedAt: first(record, lastChecks, readInstant),
        intervalMs: first(record, intervals, toInterval),
        tags: first(record, tags, readTags) ?? NO_TAGS,
        parent: undefined,
        since: undefined,
        lastError: first(record, errors, readSentence),
      };
      statusReader.setStatus(record, key, draft, unread);
      draft.since = readSince(record, sinces, draft, receivedAt);
      return { draft, id, name };
    },
  };
}

/** Whether the id is a name or a target that no two records of a page share: they may on another page. */
function isNameForId({ id, name, target }: ListMapping['fields']): boolean {
  return (
    id?.reason === 'uniqueName' &&
    [name, target].some((field) => field !== undefined && isSamePath(field.path, id.path))
  );
}

function first<T>(
  record: unknown,
  lookups: readonly Lookup[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (let i = 0; i < lookups.length; i++) {
    const value = (lookups[i] as Lookup).get(record);
    if (value === undefined || value === null) {
      continue;
    }
    const result = read(value);
    if (result !== undefined) {
      return result;
    }
  }
  return undefined;
}

/** The key that a record is filed under, where its fields don't name it; the entry itself, where it is a text. */
function readStandIn(record: unknown, key: string | undefined, names: readonly Lookup[]): string | undefined {
  if (!isObject(record)) {
    return readText(key) ?? readText(record);
  }
  return names.length === 0 && !/^\d+$/.test(key ?? '') ? readText(key) : undefined;
}

/** What is checked; what an expression gives is that, whatever its form. */
function readTarget(record: unknown, lookups: readonly Lookup[]): string | undefined {
  if (typeof record === 'string') {
    return isTarget(record) ? record : undefined;
  }
  for (const { get, path } of lookups) {
    const value = get(record);
    const text = typeof value === 'string' ? value.trim() : '';
    if (isTarget(text) || (path.length === 0 && text !== '')) {
      return text;
    }
  }
  return undefined;
}

function readSince(
  record: unknown,
  lookups: readonly Lookup[],
  { status }: Draft,
  receivedAt: number,
): number | undefined {
  const isTrouble = status === 'down' || status === 'degraded';
  for (const { get, ofTrouble } of lookups) {
    const at = ofTrouble && !isTrouble ? undefined : readInstant(get(record));
    if (at !== undefined && at <= receivedAt) {
      return at;
    }
  }
  return undefined;
}

const MAX_SENTENCE = 1_000;

function readSentence(value: unknown): string | undefined {
  return typeof value === 'string' ? readText(value.slice(0, MAX_SENTENCE)) : undefined;
}

/** What an expression gives on one record: a text, a number, or yes or no. */
export function toExpressionGetter(expression: Expression): Getter {
  return (record) => {
    const given = isObject(record) ? expression.apply(record) : undefined;
    const value = given && 'value' in given ? given.value : undefined;
    const fits = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';
    return fits && value !== '' ? value : undefined;
  };
}

// The status of a record.

/** Combines what a user of the service has set with what a check has found: off beats whatever was found before. */
class StatusReader {
  readonly #mapping: StatusMapping;
  /** The user's own meanings, in lower case. */
  readonly #own: ReadonlyMap<string, MonitorStatus>;
  readonly #get: Getter | undefined;
  readonly #yes: 'up' | 'down' | undefined;
  readonly #isSure: boolean;
  readonly #off: readonly { readonly get: Getter; readonly when: boolean | 'since' | 'word' }[];
  readonly #alarms: readonly {
    readonly get: Getter;
    readonly when: boolean;
    readonly status: 'down' | 'degraded';
  }[];
  readonly #offWords: ReadonlySet<string>;
  /** A page has few status values, each many times. */
  readonly #known = new Map<unknown, MonitorStatus | undefined>();
  hasNewValues = false;

  constructor(
    mapping: StatusMapping,
    own: ReadonlyMap<string, MonitorStatus>,
    expression: Expression | undefined,
  ) {
    const { place, yes, off, offWords, alarms } = mapping;
    const placed = place && toGetter(place.path);
    const given = expression && toExpressionGetter(expression);
    this.#mapping = mapping;
    this.#own = own;
    this.#get = given ? (record) => given(record) ?? placed?.(record) : placed;
    this.#yes = expression ? 'up' : yes;
    this.#isSure = expression !== undefined || own.size > 0 || (place !== undefined && isConfident(place));
    this.#off = off.map(({ path, when }) => ({ get: toGetter(path), when }));
    this.#offWords = new Set(offWords);
    this.#alarms = alarms.map((alarm) => ({ ...alarm, get: toGetter(alarm.path) }));
  }

  /** Sets the status of a draft of which all else is read. */
  setStatus(record: unknown, key: string | undefined, draft: Draft, unread: Unread): void {
    const raw = this.#rawStatus(record, key);
    const off = isObject(record) ? this.#findOff(record) : undefined;
    if (raw === undefined || raw === null) {
      unread.status++;
    }
    draft.rawStatus =
      toRawText(raw) ?? (off && off.when !== 'since' ? toRawText(off.get(record)) : undefined);
    draft.status = off ? 'paused' : (this.#findStatus(raw, record) ?? 'unknown');
  }

  /** The value that says how a monitor is; an entry filed under its name may be nothing but that value. */
  #rawStatus(record: unknown, key: string | undefined): unknown {
    if (!isObject(record)) {
      return key === undefined ? undefined : record;
    }
    return this.#get?.(record);
  }

  #findOff(record: unknown): { readonly get: Getter; readonly when: boolean | 'since' | 'word' } | undefined {
    for (const source of this.#off) {
      const value = source.get(record);
      const isOff =
        source.when === 'since'
          ? readInstant(value) !== undefined
          : source.when === 'word'
            ? this.#saysOff(value)
            : readFlag(value) === source.when;
      if (isOff) {
        return source;
      }
    }
    return undefined;
  }

  #saysOff(value: unknown): boolean {
    const key = typeof value === 'string' ? toStatusValueKey(value) : '';
    this.hasNewValues ||= key !== '' && !Object.hasOwn(this.#mapping.values, key);
    const own = this.#own.get(key);
    return own === undefined ? this.#offWords.has(key) : own === 'paused';
  }

  #findStatus(raw: unknown, record: unknown): MonitorStatus | undefined {
    const known = this.#isSure || !isObject(record) ? this.#meaningOf(raw) : undefined;
    if (known !== undefined) {
      return known;
    }
    const flag = this.#yes === undefined ? undefined : readFlag(raw);
    if (flag === undefined) {
      return this.#mapping.place === undefined ? this.#findAlarm(record) : undefined;
    }
    if (flag !== (this.#yes === 'up')) {
      return 'down';
    }
    return this.#findAlarm(record) ?? 'up';
  }

  #meaningOf(value: unknown): MonitorStatus | undefined {
    if (this.#known.has(value)) {
      return this.#known.get(value);
    }
    const text = toRawText(value);
    const key = text === undefined ? '' : toStatusValueKey(text);
    const { values } = this.#mapping;
    const meaning =
      this.#own.get(key) ??
      (typeof value === 'string' && Object.hasOwn(values, key) ? values[key] : undefined);
    this.#known.set(value, meaning);
    return meaning;
  }

  #findAlarm(record: unknown): 'down' | 'degraded' | undefined {
    const raised = this.#alarms.filter(({ get, when }) => readFlag(get(record)) === when);
    return raised.some(({ status }) => status === 'down') ? 'down' : raised[0]?.status;
  }
}

function toRawText(value: unknown): string | undefined {
  return typeof value === 'boolean' ? String(value) : readText(value);
}

// Paging.

/** A count of monitors or pages: a whole number from 0 that can be counted with. */
function toCount(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Whether a link or token of the next page is one: `undefined` where that can't be told. */
export function hasNext(value: unknown): boolean | undefined {
  if (value === null || value === '' || value === false || value === 0) {
    return false;
  }
  const target = isObject(value) ? (valueAt(value, ['href']) ?? valueAt(value, ['url'])) : value;
  return typeof target === 'string' || typeof target === 'number' || target === true ? true : undefined;
}

function readPaging(
  places: readonly PagingPlace[],
  json: unknown,
  count: number,
  { pageIndex, pageSize, settings }: PageContext,
): Pick<PageContent, 'total' | 'isLowerBound' | 'hasMore'> {
  const seen = count === 0 ? 0 : pageIndex * pageSize + count;
  const given = settings.expressions.total?.apply(json);
  let total = given && 'value' in given ? toCount(given.value) : undefined;
  let isLowerBound = false;
  const signs: boolean[] = [];
  for (const place of places) {
    const value = valueAt(json, place.path);
    const number = toCount(value);
    if (place.says === 'more' || place.says === 'next') {
      const sign = place.says === 'more' ? value : hasNext(value);
      signs.push(...(typeof sign === 'boolean' ? [sign] : []));
    } else if (number !== undefined && number >= seen && total === undefined) {
      // A total is at least what has been seen; and a count that is exactly that may be of this page alone.
      const isTotal = place.says === 'total' || (number !== pageSize && (number > seen || count < pageSize));
      total = isTotal ? number : undefined;
      isLowerBound = isTotal && saysLowerBound(valueAt(json, place.path.slice(0, -1)));
    }
  }
  return {
    ...(total !== undefined && { total }),
    ...(isLowerBound && { isLowerBound }),
    ...(signs.length > 0 && { hasMore: signs.includes(true) }),
  };
}

/** Whether what is beside a total says that there may be more: `{value: 20, relation: "gte"}`, `{total: 20, exact: false}`. */
function saysLowerBound(holder: unknown): boolean {
  return firstEntries(isObject(holder) ? holder : {}, MAX_KEYS).some(([key, value]) => {
    const plain = toPlain(key);
    const isRelation = plain.endsWith('relation') && typeof value === 'string';
    return (
      (isRelation && !/^(?:=|eq|exact)/i.test(value)) ||
      (value === false && /exact|accurate|precise/.test(plain)) ||
      (value === true && /estimat|approx|lowerbound|atleast|capped|truncated|incomplete|partial/.test(plain))
    );
  });
}
