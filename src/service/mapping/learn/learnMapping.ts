import type { HttpResponse } from '../../httpResponse';
import {
  isConfident,
  isSamePath,
  PLAIN_FIELDS,
  startsWithPath,
  type Choice,
  type FieldMapping,
  type ListMapping,
  type Mapping,
  type MappingProblem,
  type Path,
  type Place,
  type PlainField,
  type Question,
  type ShapeMapping,
  type Source,
  type StatusMapping,
} from '../mapping';
import { isObject } from '../../../base/json';
import { valueAt } from '../read/paths';
import {
  entriesOf,
  envelopeKeysOf,
  keysOf,
  prefixesOf,
  readPage,
  recordsAt,
  toExpressionGetter,
  type PageContext,
  type PageResult,
  type Records,
} from '../read/readPage';
import { readUnit } from '../read/values';
import type { MappingSettings } from '../settings';
import { sampleOf, typeName } from '../../shape';
import { chooseIntervalUnit, findFieldCandidates, isOfTrouble, toChoice } from './fieldRules';
import { BAD_FLAGS, STRENGTH } from './lexicon';
import { chooseList, findListCandidates, type ListChoice } from './lists';
import { learnPaging } from './paging';
import { profileRecords, type RecordProfile } from './profile';
import { toFieldQuestions, toListQuestion } from './questions';
import { DOUBT, RuleSet } from './rules';
import { learnStatus, learnStatusValues, USUAL_SHARE } from './statusRules';

export interface LearnContext {
  readonly settings: MappingSettings;
  /** How many monitors were asked for with each page. */
  readonly pageSize: number;
  /** What is known already: nothing in it is changed, and what is new is added. */
  readonly known?: Mapping | undefined;
  /** The rules in force; all of them unless a report says otherwise. */
  readonly rules?: RuleSet;
}

export interface Learned {
  /** Absent where no list of monitors is found. */
  readonly mapping?: Mapping;
  readonly questions: readonly Question[];
  readonly problems: readonly MappingProblem[];
}

/** More shapes than these aren't told apart. */
const MAX_SHAPES = 4;

/**
 * Learns from pages of one list, in their order, where everything is in the responses of their service. One shape where
 * one fits them all; else one for each of the shapes that follow each other. Never throws.
 */
export function learnMapping(responses: readonly HttpResponse[], context: LearnContext): Learned {
  const { settings, known, rules = new RuleSet() } = context;
  const learner = new Learner(settings, rules);
  const shape = learner.learnShape(responses, known);
  if (shape === undefined) {
    return {
      questions: responses.flatMap(({ json }) => toListQuestion(findListCandidates(json, rules))).slice(0, 1),
      problems: learner.problems,
    };
  }
  const shapes =
    known && known.shapes.length > 1 ? known.shapes : learner.toShapes(shape, responses, context);
  const expression = settings.expressions.monitors?.text;
  const learned = responses.filter((response) => learner.countRecords(response, shape) > 0);
  return {
    mapping: {
      shapes,
      ...(expression !== undefined && { expression }),
      isComplete: known !== undefined || learned.length > 1 || learner.tellsAll(shape, responses),
      asks: learner.questions.map(({ field }) => field),
    },
    questions: learner.questions,
    problems: learner.problems,
  };
}

/** A page of the same snapshot that was read before. */
export interface EarlierPage {
  readonly pageIndex: number;
  readonly response: HttpResponse;
}

export interface LearnPagesContext extends PageContext {
  /** In their order; those whose responses are still there. */
  readonly earlier: readonly EarlierPage[];
  /** What was known before, and how it reads the page; absent where nothing was. */
  readonly known?: { readonly mapping: Mapping; readonly result: PageResult } | undefined;
  readonly rules?: RuleSet;
}

export interface PagesLearned {
  /** Absent where no list of monitors is found. */
  readonly mapping?: Mapping;
  readonly result?: PageResult;
  /** The earlier pages as they are read now; absent where nothing in them is read in another way. */
  readonly reread?: readonly PageResult[];
  /** The service's responses have changed: what was known doesn't fit any more. */
  readonly hasChanged: boolean;
  readonly questions: readonly Question[];
  readonly problems: readonly MappingProblem[];
}

/**
 * Learns from a page that the known mapping can't read, or that tells more. A page that doesn't fit makes it learn anew
 * from all pages; what is merely new is added, and changes nothing of what is known.
 */
export function learnPages(response: HttpResponse, context: LearnPagesContext): PagesLearned {
  const { earlier, known } = context;
  const pages = [...earlier, { pageIndex: context.pageIndex, response }];
  if (known && known.result.mappingError === undefined) {
    const from = known.mapping.isComplete ? [response] : pages.map((page) => page.response);
    const learned = learnMapping(from, { ...context, known: known.mapping });
    const read = learned.mapping && readAll(pages, learned.mapping, context);
    if (learned.mapping && read?.every(({ mappingError }) => mappingError === undefined)) {
      const { mapping, questions, problems } = learned;
      const reread = known.mapping.isComplete ? {} : { reread: read.slice(0, -1) };
      return { mapping, result: read.at(-1)!, ...reread, hasChanged: false, questions, problems };
    }
  }
  const responses = pages.map((page) => page.response);
  const { mapping, questions, problems } = learnMapping(responses, { ...context, known: undefined });
  if (mapping === undefined) {
    return { hasChanged: false, questions, problems };
  }
  const read = readAll(pages, mapping, context);
  const kept = known && keepIds(known.mapping, read, pages, context);
  if (kept) {
    const result = readPage(kept, response, context);
    return { mapping: kept, result, hasChanged: false, questions, problems };
  }
  const hasChanged = known !== undefined && read.at(-1)?.mappingError === undefined;
  return { mapping, result: read.at(-1)!, reread: read.slice(0, -1), hasChanged, questions, problems };
}

/**
 * A mapping that leaves the earlier pages as they are, if what was learned anew gives one of their monitors another id:
 * what is known, which takes the new page as it comes, or has it as a shape of its own. Pins go by ids.
 */
function keepIds(
  known: Mapping,
  read: readonly PageResult[],
  pages: readonly EarlierPage[],
  context: LearnPagesContext,
): Mapping | undefined {
  const idsOf = (results: readonly PageResult[]): string =>
    JSON.stringify(results.slice(0, -1).map(({ monitors }) => monitors.map(({ id }) => id)));
  if (idsOf(readAll(pages, known, context)) === idsOf(read)) {
    return undefined;
  }
  const { response } = pages.at(-1)!;
  const [first, ...others] = known.shapes.map(toLenient);
  const lenient: Mapping = { ...known, shapes: [first as ShapeMapping, ...others] };
  if (readPage(lenient, response, context).mappingError === undefined) {
    return lenient;
  }
  const isFull = known.shapes.length >= MAX_SHAPES;
  const own = isFull ? undefined : learnMapping([response], { ...context, known: undefined }).mapping;
  return own && { ...known, shapes: [...known.shapes, ...own.shapes] };
}

function readAll(
  pages: readonly EarlierPage[],
  mapping: Mapping,
  context: PageContext,
): readonly PageResult[] {
  return pages.map(({ response, pageIndex }) => readPage(mapping, response, { ...context, pageIndex }));
}

/** The place of a list that the user's expression gives. */
const BY_EXPRESSION: Path = ['@expression'];

function toMessage(given: { readonly value: unknown } | { readonly message: string } | undefined): string {
  return given && 'message' in given ? given.message : `expected an array, got ${typeName(given?.value)}`;
}

const SAMPLE_SIZE = 48;
/** Responses that are looked at for where the list is. */
const MAX_RESPONSES = 8;
/** Records differ in where they hold a field; more places than these are not tried. */
const MAX_SOURCES = 4;
const SINGLE: ReadonlySet<PlainField> = new Set(['id', 'interval', 'tags']);
/** The key a record is filed under identifies it better than its name or address does. */
const KEY_CONFIDENCE = 0.8;

class Learner {
  readonly problems: MappingProblem[] = [];
  questions: readonly Question[] = [];
  readonly #settings: MappingSettings;
  readonly #rules: RuleSet;

  constructor(settings: MappingSettings, rules: RuleSet) {
    this.#settings = settings;
    this.#rules = rules;
  }

  learnShape(responses: readonly HttpResponse[], known: Mapping | undefined): ShapeMapping | undefined {
    const [knownShape] = known?.shapes ?? [];
    const choice = this.#chooseList(responses, knownShape);
    if (!choice || !isConfident(choice)) {
      return undefined;
    }
    const paths = [choice.path, ...choice.also];
    const [first, ...others] = paths.map((path) => {
      const before = knownShape?.lists.find((list) => isSamePath(list.path, path));
      return this.#learnList({ ...choice, path }, responses, before, known?.isComplete !== false);
    });
    const keys = responses.flatMap(({ json }) => keysAround(json, paths));
    return {
      lists: [first as ListMapping, ...others],
      paging: learnPaging(responses, choice.path, this.#rules),
      keys: withKnown(knownShape?.keys, keys),
    };
  }

  countRecords({ json }: HttpResponse, { lists }: ShapeMapping): number {
    return lists.reduce((sum, { path }) => sum + (this.#recordsOf(json, path)?.values.length ?? 0), 0);
  }

  /** The one shape where it fits all; else those that do, each learned from the first page that no other fits. */
  toShapes(
    shape: ShapeMapping,
    responses: readonly HttpResponse[],
    { pageSize }: LearnContext,
  ): readonly [ShapeMapping, ...ShapeMapping[]] {
    const fits = (candidate: ShapeMapping, response: HttpResponse): boolean => {
      const mapping: Mapping = { shapes: [candidate], isComplete: true, asks: [] };
      const context = { pageIndex: 0, pageSize, settings: this.#settings };
      return readPage(mapping, response, context).mappingError === undefined;
    };
    if (responses.every((response) => fits(shape, response))) {
      return [shape];
    }
    const shapes: ShapeMapping[] = [];
    for (const response of responses) {
      const own = shapes.some((other) => fits(other, response))
        ? undefined
        : new Learner(this.#settings, this.#rules).learnShape([response], undefined);
      shapes.push(...(own ? [own] : []));
    }
    const [first, ...others] = shapes;
    const fitAll = responses.every((response) => shapes.some((other) => fits(other, response)));
    // What doesn't fit what was learned from it is how this service is.
    return first && others.length > 0 && shapes.length <= MAX_SHAPES && fitAll
      ? [first, ...others]
      : [toLenient(shape)];
  }

  /** Whether pages with further records can hardly tell more. */
  tellsAll(shape: ShapeMapping, responses: readonly HttpResponse[]): boolean {
    const [{ path, status }] = shape.lists;
    const records = responses.flatMap(({ json }) => this.#recordsOf(json, path)?.values ?? []);
    const { place } = status;
    const told = place && new Set(records.map((record) => valueAt(record, place.path)));
    return records.length > 1 && (told === undefined || told.size > 1);
  }

  #recordsOf(json: unknown, path: Path): Records | undefined {
    if (path !== BY_EXPRESSION) {
      return recordsAt(json, path);
    }
    const given = this.#settings.expressions.monitors?.apply(json);
    return given && 'value' in given ? recordsAt(given.value, []) : undefined;
  }

  #chooseList(responses: readonly HttpResponse[], known: ShapeMapping | undefined): ListChoice | undefined {
    const { expressions, choices } = this.#settings;
    if (expressions.monitors) {
      const given = responses.map(({ json }) => expressions.monitors?.apply(json));
      if (given.some((result) => result && 'value' in result && entriesOf(result.value) !== undefined)) {
        return { path: BY_EXPRESSION, confidence: 1, reason: 'expression', also: [] };
      }
      this.problems.push({ field: 'monitors', message: toMessage(given[0]) });
    }
    const path = choices.list;
    if (path) {
      if (responses.some(({ json }) => recordsAt(json, path) !== undefined)) {
        return { path, confidence: 1, reason: 'chosen', also: [] };
      }
      this.problems.push({ field: 'list', message: 'no list stands at the place you picked' });
    }
    if (known) {
      const [list, ...others] = known.lists;
      return { ...list, also: others.map((other) => other.path) };
    }
    const found = sampleOf(responses, MAX_RESPONSES).flatMap(
      ({ json }) => chooseList(json, this.#rules) ?? [],
    );
    const isFull = (choice: ListChoice): number =>
      Number(isConfident(choice)) + Number(choice.reason !== 'emptyList');
    return found.sort((a, b) => isFull(b) - isFull(a) || b.confidence - a.confidence)[0];
  }

  #learnList(
    list: Choice,
    responses: readonly HttpResponse[],
    known: ListMapping | undefined,
    isKnownComplete: boolean,
  ): ListMapping {
    const pages = responses.flatMap(({ json }) => this.#recordsOf(json, list.path) ?? []);
    const values = pages.flatMap((page) => page.values);
    const isKeyed = pages.some(({ keys }) => keys !== undefined);
    const sample = sampleOf(values, SAMPLE_SIZE);
    // Those inside others may count their ids apart, or be in the list as well.
    const own = pages.flatMap((page) => page.values.filter((_, i) => page.inside?.[i] === undefined));
    const all = values.filter(isObject);
    const listed = own.length > 0 ? own.filter(isObject) : all;
    const profile = profileRecords(sample.filter(isObject), this.#rules, all, listed);
    const kept = isKnownComplete
      ? known
      : known && { ...known, fields: onlyId(known.fields), status: undefined };
    const status = this.#learnStatus(profile, values, isKeyed, kept?.status);
    const fields =
      values.length === 0 ? (kept?.fields ?? {}) : this.#learnFields(profile, isKeyed, kept?.fields ?? {});
    this.questions = [
      ...this.questions,
      ...toFieldQuestions({ profile, fields, status, rules: this.#rules }),
    ];
    const { path, confidence, reason, runnerUp } = list;
    const mapped = { path, confidence, reason, ...(runnerUp && { runnerUp }), fields, status };
    const prefixes = prefixesOf(fields);
    const keys = values.flatMap((record) => keysOf(record, prefixes));
    return { ...mapped, repeatsIds: known?.repeatsIds ?? false, keys: withKnown(known?.keys, keys) };
  }

  #learnStatus(
    profile: RecordProfile,
    values: readonly unknown[],
    isKeyed: boolean,
    known: StatusMapping | undefined,
  ): StatusMapping {
    const { choices, expressions, statusValues } = this.#settings;
    const path = choices.status;
    const isThere =
      path !== undefined && profile.records.some((record) => valueAt(record, path) !== undefined);
    if (path && !isThere && profile.size > 0) {
      this.problems.push({ field: 'status', message: 'nothing stands at the place you picked' });
    }
    const yes = path && BAD_FLAGS.has(this.#rules.readKey(String(path.at(-1))).plain) ? 'down' : 'up';
    const chosen = path && isThere ? ({ path, yes } as const) : undefined;
    const learned = learnStatus(profile, this.#rules, statusValues, chosen);
    const isKept = known?.place && isConfident(known.place) && !chosen;
    const { place, off } = isKept ? known : learned;
    const given = expressions.status && toExpressionGetter(expressions.status);
    const isAllThereIs = isKeyed && !values.some(isObject);
    const told = isAllThereIs
      ? values
      : profile.all.map((record) => given?.(record) ?? valueAt(record, place?.path ?? []));
    const set = off
      .filter(({ when }) => when === 'word')
      .flatMap((source) => profile.all.map((record) => valueAt(record, source.path)));
    const words = learnStatusValues(told, set, this.#rules, statusValues);
    if (!isKept) {
      return { ...learned, ...words, values: { ...words.values, ...(isAllThereIs && known?.values) } };
    }
    return {
      ...known,
      values: { ...words.values, ...known.values },
      offWords: [...new Set([...known.offWords, ...words.offWords])],
    };
  }

  #learnFields(
    profile: RecordProfile,
    isKeyed: boolean,
    known: ListMapping['fields'],
  ): ListMapping['fields'] {
    const fields: Partial<Record<PlainField, FieldMapping>> = {};
    for (const field of PLAIN_FIELDS) {
      const learned = this.#learnField(field, profile, isKeyed, fields.id?.path);
      const before = known[field];
      const isKept = before && (field === 'id' || before.sources.length > 0);
      const mapping = isKept ? withMoreSources(field, before, learned) : (learned ?? before);
      if (mapping) {
        fields[field] = mapping;
      }
    }
    return withStandIns(fields, profile);
  }

  #learnField(
    field: PlainField,
    profile: RecordProfile,
    isKeyed: boolean,
    idPath: Path | undefined,
  ): FieldMapping | undefined {
    const chosen = this.#chosenPlace(field, profile);
    const candidates = findFieldCandidates(field, profile, this.#rules, idPath);
    const found: readonly Place[] = chosen
      ? [chosen, ...candidates.filter(({ path }) => !isSamePath(path, chosen.path))]
      : candidates;
    const key: Place = { path: ['@key'], confidence: KEY_CONFIDENCE, reason: 'mapKey' };
    const places =
      field === 'id' && isKeyed
        ? [...found.filter(({ confidence }) => confidence >= KEY_CONFIDENCE), key]
        : found;
    const [best, runnerUp] = places;
    if (!best) {
      return undefined;
    }
    const choice = toChoice(best, runnerUp);
    const sources = places
      .filter((place) => isConfident(place) && place !== key)
      .slice(0, SINGLE.has(field) ? 1 : MAX_SOURCES)
      .map(({ path }) => this.#toSource(field, path, profile));
    const unitMs = field === 'interval' ? this.#unitOf(choice.path, profile) : undefined;
    return {
      ...choice,
      sources,
      isUsual: isUsual(sources, profile),
      ...(unitMs !== undefined && { unitMs }),
    };
  }

  #chosenPlace(field: PlainField, { records, size }: RecordProfile): Place | undefined {
    const path = field === 'id' || field === 'name' ? this.#settings.choices[field] : undefined;
    if (path && size > 0 && !records.some((record) => valueAt(record, path) !== undefined)) {
      this.problems.push({ field, message: 'nothing stands at the place you picked' });
      return undefined;
    }
    return path && { path, confidence: 1, reason: 'chosen' };
  }

  #toSource(field: PlainField, path: Path, { fields }: RecordProfile): Source {
    const place = fields.find((other) => isSamePath(other.path, path));
    const ofTrouble = field === 'since' && place !== undefined && isOfTrouble(place);
    return { path, ...(ofTrouble && { ofTrouble }) };
  }

  #unitOf(path: Path, { records, fields }: RecordProfile): number | undefined {
    const key = this.#rules.readKey(String(path.at(-1)));
    const beside = fields.find(
      (other) => other.plain === `${key.plain}unit` && startsWithPath(other.path, path.slice(0, -1)),
    );
    if (beside) {
      // `period: 1` beside `periodUnit: "days"`: only where all records say the same does it hold for the list.
      const units = new Set(
        beside.values.map((value) => (typeof value === 'string' ? readUnit(value) : undefined)),
      );
      return units.size === 1 ? [...units][0] : undefined;
    }
    return chooseIntervalUnit(
      key,
      records.map((record) => valueAt(record, path)),
    );
  }
}

function onlyId({ id }: ListMapping['fields']): ListMapping['fields'] {
  return id ? { id } : {};
}

/** Places that are new are tried after those that are known; of an id there is one for good. */
function withMoreSources(
  field: PlainField,
  known: FieldMapping,
  learned: FieldMapping | undefined,
): FieldMapping {
  if (SINGLE.has(field)) {
    return known;
  }
  const isKnown = ({ path }: Source): boolean =>
    known.sources.some((source) => isSamePath(source.path, path));
  const added = (learned?.sources ?? []).filter((source) => !isKnown(source));
  return { ...known, sources: [...known.sources, ...added].slice(0, MAX_SOURCES) };
}

function isUsual(sources: readonly Source[], { all }: RecordProfile): boolean {
  const held = all.filter((record) =>
    sources.some(({ path }) => {
      const value = valueAt(record, path);
      return value !== undefined && value !== null && value !== '';
    }),
  );
  return sources.length > 0 && held.length >= USUAL_SHARE * all.length;
}

/** Tells where id and name come from where no place of the records says them. */
function withStandIns(
  fields: Partial<Record<PlainField, FieldMapping>>,
  profile: RecordProfile,
): ListMapping['fields'] {
  const { id, name, target } = fields;
  if (profile.fields.length === 0) {
    const itself = toStandIn({ path: [], confidence: STRENGTH.certain, reason: 'itself' });
    return { id: itself, name: itself, ...fields };
  }
  const ownId =
    id && (isConfident(id) || id.reason === 'fromContent')
      ? id
      : toStandIn({ path: [], confidence: DOUBT.heavy, reason: 'fromContent' }, id);
  if (name && isConfident(name)) {
    return { ...fields, id: ownId };
  }
  const byTarget = target !== undefined && isConfident(target);
  const path = byTarget ? target.path : ownId.path;
  const standIn = toStandIn(
    { path, confidence: DOUBT.heavy, reason: byTarget ? 'fromTarget' : 'fromId' },
    name,
  );
  return { ...fields, id: ownId, name: standIn };
}

function toStandIn(place: Place, runnerUp?: Place): FieldMapping {
  return { ...toChoice(place, runnerUp), sources: [], isUsual: false };
}

/** Takes repeated ids and absent fields as they come. */
function toLenient(shape: ShapeMapping): ShapeMapping {
  const [first, ...others] = shape.lists.map((list): ListMapping => {
    const fields = Object.entries(list.fields).map(([field, mapping]) => [
      field,
      { ...mapping, isUsual: false },
    ]);
    return {
      ...list,
      fields: Object.fromEntries(fields) as ListMapping['fields'],
      status: { ...list.status, isUsual: false },
      repeatsIds: true,
    };
  });
  return { ...shape, lists: [first as ListMapping, ...others] };
}

const MAX_KEYS = 300;

function withKnown(known: readonly string[] = [], keys: readonly string[]): readonly string[] {
  return [...new Set([...known, ...keys])].slice(0, MAX_KEYS);
}

function keysAround(json: unknown, paths: readonly Path[]): readonly string[] {
  return paths.some((path) => path.length === 0) ? [] : envelopeKeysOf(json, paths);
}
