import { maskSecretValues, maskText } from '../../base/secretValues';
import type { Monitor, MonitorStatus } from '../../monitors/monitor';
import { isTarget, readFlag, readTags, readText, readInstant } from './values';
import { isConfident, type Extraction, type MappingProblem, type Path, type Question } from './extraction';
import type { ServiceResponse } from './extraction';
import type { FieldExtractions } from './fieldRules';
import { isArray, isObject, toPlain } from './json';
import { ON_STATES } from './lexicon';
import { chooseList, entriesOf, judgeLists, kindAt, recordsAt, toChoice } from './lists';
import type { ListChoice, ListKind, Records } from './lists';
import {
  MappedMonitor,
  recordsOfResponse,
  type FindRecords,
  type MonitorFields,
  type PageRecords,
} from './pageRecords';
import { readPaging, toCount } from './paging';
import { planMonitors, type FieldSource, type MonitorPlan } from './plan';
import { toFieldQuestions, toListQuestion } from './questions';
import { applyAs, applyExpression, resolve, type Expression, type MappingSettings } from './resolve';
import { ALL_RULES, type RuleSet } from './rules';
import type { Voice } from './rules';
import { STATUS_TABLE, type Finding, type SettingSource } from './status';
import { readStatusMeaning, variantOf } from './statusRules';

export type { ListKind } from './lists';
export type { FieldExtraction, FieldExtractions, MonitorField } from './fieldRules';

export interface ListOptions {
  /** From 0. */
  readonly pageIndex: number;
  /** How many were asked for, which tells the count of a page from the total. */
  readonly pageSize: number;
  readonly settings: MappingSettings;
  /** The rules in force; all of them unless a test says otherwise. */
  readonly rules?: RuleSet;
}

/** What was found in a response with monitors. */
export interface ListExtraction {
  /** Whether there is a list at all; it may be empty. */
  readonly found: boolean;
  /** In the service's order; ids are unique within the page. */
  readonly monitors: readonly Monitor[];
  /** How many entries the page had, where it had far more than were asked for and the rest was left out. */
  readonly cutFrom?: number;
  readonly itemsPath?: Extraction<Path>;
  readonly itemsKind?: ListKind;
  /** Further arrays that were read as monitors, besides `itemsPath`. */
  readonly alsoPaths: readonly Path[];
  /** Monitors in the whole account. */
  readonly total?: Extraction<number>;
  readonly hasMore?: Extraction<boolean>;
  readonly pageCount?: Extraction<number>;
  /** What is read where, also what is too unsure to be taken. */
  readonly fields: FieldExtractions;
  /** The rules that spoke for and against each place that is read, for the explanation. */
  readonly voices: ReadonlyMap<string, readonly Voice[]>;
  /** The service's own status values whose meaning is not known, each once, at most 20. */
  readonly unknownStatusValues: readonly string[];
  readonly questions: readonly Question[];
  readonly problems: readonly MappingProblem[];
}

/** A page that has more entries than this many times what was asked for, and than {@link MIN_CUT}, is cut. */
const MAX_PAGE_FACTOR = 10;
const MIN_CUT = 1_000;
/** Records that are read in one go, where the reading may pause: a few milliseconds. */
const SLICE = 500;
/** Pages up to this size are read without a pause. */
const MAX_UNSLICED = 2_000;

/** Reads one page of monitors: where they are, what their fields are, how many there are in all. Never throws. */
export function readList(response: ServiceResponse, options: ListOptions): ListExtraction {
  const steps = readListInSteps(response, options);
  for (;;) {
    const step = steps.next();
    if (step.done) {
      return step.value;
    }
  }
}

/** {@link readList} that pauses between slices of a large page, so that no slice takes more than some 50 ms. */
export async function readListInSlices(
  response: ServiceResponse,
  options: ListOptions,
  pause: () => Promise<unknown>,
): Promise<ListExtraction> {
  const steps = readListInSteps(response, options);
  for (;;) {
    const step = steps.next();
    if (step.done) {
      return step.value;
    }
    await pause();
  }
}

/** One list of the response; a sibling has a name to tell its ids from those of the first. */
interface NamedRecords extends Records {
  readonly name: string;
}

function* readListInSteps(response: ServiceResponse, options: ListOptions): Generator<void, ListExtraction> {
  const { settings, pageIndex, pageSize, rules = ALL_RULES } = options;
  const problems: MappingProblem[] = [];
  const source = findSource(response.json, { settings, problems, rules });
  if (!source || !isConfident(source.choice)) {
    return notFound(response.json, problems, rules);
  }
  const lists = source.listsIn(response.json);
  const count = countOf(lists);
  const kept = cut(lists, Math.max(MIN_CUT, MAX_PAGE_FACTOR * pageSize));
  const find: FindRecords = (json) => source.listsIn(json).flatMap(({ values }) => values);
  const records = recordsOfResponse(response.text || toText(response.json), find);
  const isLarge = countOf(kept) > MAX_UNSLICED;
  if (isLarge) {
    yield;
  }
  const plans = kept.map((list) => planMonitors(list, { settings, problems, rules }));
  const page: PageState = {
    ...{ records, problems, isLarge, monitors: [] },
    ...{ ids: new Set(), repeats: new Map(), unknownValues: new Set() },
  };
  for (const [i, list] of kept.entries()) {
    if (isLarge) {
      yield;
    }
    yield* readMonitors(list, plans[i] as MonitorPlan, page);
  }
  const [plan] = plans;
  const { kind, also, voices, ...itemsPath } = source.choice;
  return {
    found: true,
    monitors: page.monitors,
    ...(count > countOf(kept) && { cutFrom: count }),
    itemsPath,
    itemsKind: also.length > 0 ? 'multi' : kind,
    alsoPaths: also,
    ...readPaging(response, { listPath: itemsPath.path, count, pageIndex, pageSize }, rules),
    ...overriddenTotal(response.json, settings, problems),
    fields: plan?.fields ?? {},
    voices: new Map([['list', voices], ...(plan?.voices ?? [])]),
    unknownStatusValues: [...page.unknownValues],
    questions: plan ? toFieldQuestions({ profile: plan.profile, fields: plan.fields, rules }) : [],
    problems,
  };
}

/** Records of a response whose text was not kept; none where it can't be written. */
function toText(json: unknown): string {
  try {
    return JSON.stringify(json) ?? '';
  } catch {
    return '';
  }
}

function notFound(json: unknown, problems: readonly MappingProblem[], rules: RuleSet): ListExtraction {
  return {
    found: false,
    monitors: [],
    alsoPaths: [],
    fields: {},
    voices: new Map(),
    unknownStatusValues: [],
    questions: toListQuestion(judgeLists(json, rules)),
    problems,
  };
}

// Where the records are.

interface ListSource {
  readonly choice: ListChoice;
  /** Finds the lists in the response, or in the same response parsed again. */
  readonly listsIn: (json: unknown) => readonly NamedRecords[];
}

interface SourceContext {
  readonly settings: MappingSettings;
  readonly problems: MappingProblem[];
  readonly rules: RuleSet;
}

function findSource(json: unknown, { settings, problems, rules }: SourceContext): ListSource | undefined {
  return resolve<ListSource>(
    { override: 'monitors', choice: 'list' },
    { settings, problems },
    {
      override: (expression) => {
        const given = applyAs(expression, json, { expected: 'an array', convert: toRecords });
        if ('message' in given) {
          return given;
        }
        return {
          choice: toChoice([], 'array', { confidence: 1, reason: 'expression' }),
          listsIn: (root) => [overriddenRecords(root, expression)],
        };
      },
      choice: (path) => {
        const kind = kindAt(json, path, rules);
        return kind
          ? toSource(toChoice(path, kind, { confidence: 1, reason: 'chosen' }))
          : { message: 'no list stands at the place you picked' };
      },
      inferred: () => {
        const choice = chooseList(json, rules);
        return choice ? [toSource(choice)] : [];
      },
    },
  ).next().value;
}

function toSource(choice: ListChoice): ListSource {
  const { path, kind, also } = choice;
  return {
    choice,
    listsIn: (json) => [
      { ...recordsAt(json, path, kind), name: '' },
      ...also.map((beside) => ({ ...recordsAt(json, beside, 'array'), name: String(beside.at(-1) ?? '') })),
    ],
  };
}

function overriddenRecords(json: unknown, expression: Expression): NamedRecords {
  const result = applyExpression(expression, json);
  const records = 'value' in result ? toRecords(result.value) : undefined;
  return { ...(records ?? { values: [] }), name: '' };
}

function toRecords(value: unknown): Records | undefined {
  return isArray(value) || isObject(value) ? entriesOf(value) : undefined;
}

function countOf(lists: readonly Records[]): number {
  return lists.reduce((total, { values }) => total + values.length, 0);
}

/** The first `limit` entries of all lists together. */
function cut(lists: readonly NamedRecords[], limit: number): readonly NamedRecords[] {
  if (countOf(lists) <= limit) {
    return lists;
  }
  let room = limit;
  return lists.map((list) => {
    const values = list.values.slice(0, room);
    room -= values.length;
    return { ...list, values };
  });
}

/** The total as the person's own expression gives it. */
function overriddenTotal(
  json: unknown,
  settings: MappingSettings,
  problems: MappingProblem[],
): Pick<ListExtraction, 'total'> {
  const found = resolve<{ total: Extraction<number> }>(
    { override: 'total' },
    { settings, problems },
    {
      override: (expression) => {
        const total = applyAs(expression, json, { expected: 'a whole number', convert: toCount });
        if (typeof total !== 'number') {
          return total;
        }
        return { total: { value: total, path: [], confidence: 1, reason: 'expression', alternatives: [] } };
      },
      inferred: () => [],
    },
  ).next().value;
  return found ?? {};
}

// Reading the records.

/** What the monitors of a page share besides their own records. */
interface PageState {
  /** Whether it is read in slices. */
  readonly isLarge: boolean;
  readonly records: PageRecords;
  readonly monitors: Monitor[];
  /** Ids given on this page; one that comes again is told apart. */
  readonly ids: Set<string>;
  /** How often an id came, where it came more than once. */
  readonly repeats: Map<string, number>;
  readonly unknownValues: Set<string>;
  readonly problems: MappingProblem[];
}

interface Entry {
  readonly record: unknown;
  /** The key it is filed under, if there is one. */
  readonly key: string | undefined;
}

/** All fields of a monitor, also those that it lacks: objects of one form are made and read fastest. */
type Draft = { -readonly [Field in keyof MonitorFields]-?: MonitorFields[Field] | undefined } & {
  id: string;
  name: string;
  status: MonitorStatus;
  tags: readonly string[];
};

/** Reads the records of one list along its plan. */
function* readMonitors(
  { values, keys, name }: NamedRecords,
  plan: MonitorPlan,
  page: PageState,
): Generator<void> {
  const setStatus = toStatusReader(plan, page);
  for (let i = 0; i < values.length; i++) {
    if (i > 0 && i % SLICE === 0 && page.isLarge) {
      yield;
    }
    const entry = { record: values[i], key: keys?.[i] };
    const draft = readRecord(entry, plan);
    draft.id = toUniqueId(draft.id, page, name);
    setStatus(entry, draft);
    page.monitors.push(new MappedMonitor(draft, page.records, page.monitors.length));
  }
}

/** Everything but the status. */
function readRecord(entry: Entry, { sources, readInterval }: MonitorPlan): Draft {
  const { record } = entry;
  const target = readTarget(record, sources.target);
  const name = readName(entry, sources.name);
  const type = first(record, sources.type, readText);
  const id = readId(entry, sources.id) ?? toContentId((name ?? target) ? [name, target, type] : record);
  return {
    // Masked before ids are told apart. One that is an address then stays the same when its password changes.
    id: maskText(id),
    name: name ?? target ?? id,
    status: 'unknown',
    rawStatus: undefined,
    target,
    type,
    lastCheckedAt: first(record, sources.lastCheck, readInstant),
    intervalMs: first(record, sources.interval, readInterval),
    tags: first(record, sources.tags, readTags) ?? NO_TAGS,
    since: undefined,
    lastError: undefined,
  };
}

const NO_TAGS: readonly string[] = [];

function first<T>(
  record: unknown,
  sources: readonly FieldSource[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const { get } of sources) {
    const value = get(record);
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

function readId({ record, key }: Entry, sources: readonly FieldSource[]): string | undefined {
  return first(record, sources, readText) ?? readText(key) ?? readText(record);
}

function readName({ record, key }: Entry, sources: readonly FieldSource[]): string | undefined {
  if (!isObject(record)) {
    return readText(key)?.replace('/', ' / ') ?? readText(record);
  }
  const name = first(record, sources, readText);
  return name ?? (sources.length === 0 && !/^\d+$/.test(key ?? '') ? readText(key) : undefined);
}

function readTarget(record: unknown, sources: readonly FieldSource[]): string | undefined {
  if (typeof record === 'string') {
    return isTarget(record) ? record : undefined;
  }
  return first(record, sources, readText);
}

/** Lists of one page may count their ids apart; within one list, the second of two is the second for good. */
function toUniqueId(id: string, page: PageState, list: string): string {
  const { ids, repeats } = page;
  const before = ids.size;
  if (ids.add(id).size > before) {
    return id;
  }
  const wanted = list === '' ? id : `${list}/${id}`;
  let nth = (repeats.get(wanted) ?? (ids.has(wanted) ? 1 : 0)) + 1;
  while (nth > 1 && ids.has(`${wanted}#${nth}`)) {
    nth++;
  }
  repeats.set(wanted, nth);
  const unique = nth === 1 ? wanted : `${wanted}#${nth}`;
  ids.add(unique);
  return unique;
}

const MAX_CONTENT = 4_000;
const MAX_CONTENT_DEPTH = 4;

/**
 * An id made from what a record says: equal for equal content, whatever the order of its keys. 53 bits of
 * a plain hash (cyrb53, public domain): enough to tell the monitors of one account apart, and no secret.
 */
function toContentId(content: unknown): string {
  const text = toCanonical(maskSecretValues(content), MAX_CONTENT_DEPTH).slice(0, MAX_CONTENT);
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return `~${(4294967296 * (2097151 & low) + (high >>> 0)).toString(36)}`;
}

function toCanonical(value: unknown, depth: number): string {
  if (depth === 0 && typeof value === 'object' && value !== null) {
    return '…';
  }
  if (isArray(value)) {
    return `[${value
      .slice(0, 20)
      .map((element) => toCanonical(element, depth - 1))
      .join()}]`;
  }
  if (!isObject(value)) {
    return JSON.stringify(value) ?? 'null';
  }
  const keys = Object.keys(value).sort().slice(0, 60);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${toCanonical(value[key], depth - 1)}`).join()}}`;
}

// The status of each record.

const MAX_UNKNOWN_VALUES = 20;
const MAX_UNKNOWN_LENGTH = 80;
const MAX_REMEMBERED = 200;
/** A time of the last check that is surer than this tells whether there ever was one. */
const SURE_LAST_CHECK = 0.745;

/** Sets the status of a draft of which all else is read, by what a person has set and what a check has found. */
function toStatusReader(
  plan: MonitorPlan,
  { unknownValues }: PageState,
): (entry: Entry, draft: Draft) => void {
  const isOff = toOffFinder(plan);
  const find = toFinder(plan);
  const { settings, rules, statusSource } = plan;
  return (entry, draft) => {
    const raw = rawStatusOf(entry, statusSource);
    const off = isObject(entry.record) ? isOff(entry.record) : undefined;
    const rawText = toRawText(raw) ?? (off && !off.offSince ? toRawText(off.get(entry.record)) : undefined);
    if (rawText !== undefined) {
      draft.rawStatus = rawText;
    }
    const finding = off ? 'nothing' : find(raw, entry, draft.lastCheckedAt);
    const status = STATUS_TABLE[off ? 'off' : 'on'][finding];
    if (status !== undefined) {
      draft.status = status;
    } else if (rawText !== undefined && unknownValues.size < MAX_UNKNOWN_VALUES) {
      if (!readStatusMeaning(raw, rules, settings.statusValues)) {
        unknownValues.add(maskText(rawText).slice(0, MAX_UNKNOWN_LENGTH));
      }
    }
  };
}

/** The value that says how a monitor is; an entry filed under its name may be nothing but that value. */
function rawStatusOf({ record, key }: Entry, source: FieldSource | undefined): unknown {
  if (!isObject(record)) {
    return key === undefined ? undefined : record;
  }
  return variantOf(source?.get(record));
}

/** Finds the place of a record, if any, where a person has switched it off. */
function toOffFinder({
  offSources,
  rules,
  settings,
}: MonitorPlan): (record: unknown) => MonitorPlan['offSources'][number] | undefined {
  if (offSources.length === 0) {
    return () => undefined;
  }
  return (record) => {
    for (const source of offSources) {
      const value = source.get(record);
      if (value === undefined || value === null) {
        continue;
      }
      if (saysOff(value, source, rules, settings)) {
        return source;
      }
    }
    return undefined;
  };
}

function saysOff(
  value: unknown,
  { offSince, offWhen }: SettingSource,
  rules: RuleSet,
  { statusValues }: MappingSettings,
): boolean {
  if (offSince) {
    return readInstant(value) !== undefined;
  }
  return offWhen === undefined
    ? readStatusMeaning(value, rules, statusValues)?.off === true
    : readFlag(value) === offWhen;
}

function toFinder(
  plan: MonitorPlan,
): (raw: unknown, entry: Entry, lastCheckedAt: number | undefined) => Finding {
  const { settings, rules, status, statusSource, fields } = plan;
  const own = settings.statusValues;
  const statusOf = remembered((value): MonitorStatus | undefined => {
    const meaning = readStatusMeaning(value, rules, own);
    return status.onMeansUp && meaning?.about === 'setting' && ON_STATES.has(toPlain(String(value)))
      ? 'up'
      : meaning?.status;
  });
  const trusted = (statusSource !== undefined && isConfident(statusSource)) || own.size > 0;
  const yes = statusSource?.yes;
  const knowsLastCheck = (fields.lastCheck?.confidence ?? 0) >= SURE_LAST_CHECK;
  const alarmOf = toAlarmFinder(plan);
  return (raw, { record, key }, lastCheckedAt) => {
    const known = trusted || (key !== undefined && !isObject(record)) ? statusOf(raw) : undefined;
    if (known) {
      return known;
    }
    const flag = yes === undefined ? undefined : readFlag(raw);
    if (flag === undefined) {
      return (status.source === undefined ? alarmOf(record) : undefined) ?? 'nothing';
    }
    if (flag !== (yes === 'up')) {
      return 'down';
    }
    return alarmOf(record) ?? (knowsLastCheck && lastCheckedAt === undefined ? 'upUnchecked' : 'up');
  };
}

/** A page has few status values, each many times. */
function remembered<T>(read: (value: unknown) => T): (value: unknown) => T {
  const known = new Map<unknown, T>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined || known.has(value)) {
      return before as T;
    }
    const result = read(value);
    if (known.size < MAX_REMEMBERED) {
      known.set(value, result);
    }
    return result;
  };
}

function toAlarmFinder({ alarms }: MonitorPlan): (record: unknown) => 'down' | 'degraded' | undefined {
  if (alarms.length === 0) {
    return () => undefined;
  }
  return (record) => {
    const raised = alarms.filter(({ get, alarmWhen }) => readFlag(get(record)) === alarmWhen);
    return raised.some(({ status }) => status === 'down') ? 'down' : raised[0]?.status;
  };
}

function toRawText(value: unknown): string | undefined {
  return typeof value === 'boolean' ? String(value) : readText(value);
}
