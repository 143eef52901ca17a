import { isConfident } from './extraction';
import type { Alternative, MappingProblem, Path } from './extraction';
import type {
  FieldCandidate,
  FieldExtraction,
  FieldExtractions,
  MonitorField,
  PlainField,
} from './fieldRules';
import { findFieldCandidates, PLAIN_FIELDS, toFieldExtraction } from './fieldRules';
import { isObject, isSamePath, sampleOf, toPathText, typeName, valueAt } from './json';
import { toPlain } from './keys';
import { BAD_FLAGS } from './lexicon';
import type { RecordProfile } from './profile';
import { profileRecords } from './profile';
import type { Records } from './lists';
import type { Reason } from './reasons';
import type { Expression, ExpressionField, MappingSettings } from './resolve';
import { applyExpression, resolve } from './resolve';
import type { RuleSet } from './rules';
import { DOUBT, STRENGTH, type Voice } from './score';
import type { AlarmSource, SettingSource, StatusChoice } from './status';
import { chooseStatus } from './status';
import type { StatusSource } from './statusRules';
import { chooseIntervalUnit, readInterval, toGetter, toTargetGetter, type Getter } from './values';

/** Where a field of a record is read, and how. */
export interface FieldSource extends Omit<StatusSource, 'voices'> {
  readonly get: Getter;
}

/** Where every field of the records of one list is read: decided once a page, from a sample. */
export interface MonitorPlan {
  /** The sources of a field, in the order in which they are tried. */
  readonly sources: Readonly<Record<PlainField, readonly FieldSource[]>>;
  readonly statusSource: FieldSource | undefined;
  readonly offSources: readonly (SettingSource & FieldSource)[];
  readonly alarms: readonly (AlarmSource & { readonly get: Getter })[];
  readonly status: StatusChoice;
  /** Milliseconds, in the unit that the page's numbers are in. */
  readonly readInterval: (value: unknown) => number | undefined;
  readonly fields: FieldExtractions;
  readonly voices: ReadonlyMap<string, readonly Voice[]>;
  readonly profile: RecordProfile;
  readonly settings: MappingSettings;
  readonly rules: RuleSet;
}

const SAMPLE_SIZE = 48;
/** Records differ in where they hold a field; more places than these are not tried. */
const MAX_SOURCES: Readonly<Record<PlainField, number>> = {
  id: 1,
  name: 4,
  target: 4,
  type: 4,
  lastCheck: 4,
  interval: 1,
  tags: 1,
};

interface Planning {
  readonly settings: MappingSettings;
  readonly problems: MappingProblem[];
  readonly rules: RuleSet;
}

/** Decides from a sample of a list's records where each field is read; what the person says comes first. */
export function planMonitors({ values, keys }: Records, planning: Planning): MonitorPlan {
  const { settings, rules } = planning;
  const sample = sampleOf(values, SAMPLE_SIZE);
  const profile = profileRecords(sample.filter(isObject), rules.keys);
  const context = { ...planning, sample, profile, keyed: keys !== undefined };
  const places = new Map<PlainField, readonly PlannedPlace[]>();
  for (const field of PLAIN_FIELDS) {
    places.set(field, placesOf(field, context, places.get('id')?.[0]?.path));
  }
  const status = chooseStatus(profile, rules, settings.statusValues);
  const statusSource = sourceOfStatus(status, context);
  const fields = toFields(places, { status, statusSource, profile });
  const unit = unitOf(fields.interval?.path, context);
  return {
    sources: toSources(places, rules),
    statusSource,
    offSources: status.settings
      .filter(isConfident)
      .map((source) => ({ ...source, reason: 'pauseFlag' as const, get: toGetter(source.path) })),
    alarms: status.alarms.map((alarm) => ({ ...alarm, get: toGetter(alarm.path) })),
    status,
    readInterval: (value) => readInterval(value, unit),
    fields,
    voices: toVoices(places, status),
    profile,
    settings,
    rules,
  };
}

interface PlanContext extends Planning {
  readonly sample: readonly unknown[];
  readonly profile: RecordProfile;
  /** Whether the records are filed under keys, which are ids where nothing better is. */
  readonly keyed: boolean;
}

/** A place that a field is read at; the person's expression reads the whole record. */
interface PlannedPlace extends FieldCandidate {
  readonly get?: Getter;
}

/** The places of a field: the person's expression, the person's choice, what the rules infer. */
function placesOf(
  field: PlainField,
  context: PlanContext,
  idPath: Path | undefined,
): readonly PlannedPlace[] {
  const fields = {
    ...(isExpressionField(field) && { override: field }),
    ...((field === 'id' || field === 'name') && { choice: field }),
  };
  return [
    ...resolve<PlannedPlace>(fields, context, {
      override: (expression) => said([], 'expression', toOverrideGetter(field, expression, context)),
      choice: (path) => (isThere(path, context) ? said(path, 'chosen') : NOT_THERE),
      inferred: () => inferredPlaces(field, context, field === 'target' ? idPath : undefined),
    }),
  ];
}

function isExpressionField(field: PlainField): field is PlainField & ExpressionField {
  return field === 'id' || field === 'name' || field === 'target' || field === 'type';
}

function said(path: Path, reason: Reason, get?: Getter): PlannedPlace {
  return { path, confidence: 1, reason, voices: [], ...(get && { get }) };
}

const NOT_THERE = { message: 'nothing stands at the place you picked' };

function isThere(path: Path, { sample }: PlanContext): boolean {
  return sample.length === 0 || sample.some((record) => valueAt(record, path) !== undefined);
}

/** The key a record is filed under identifies it better than its name or address does. */
const KEY_CONFIDENCE = 0.8;

function inferredPlaces(
  field: PlainField,
  { profile, rules, keyed }: PlanContext,
  idPath: Path | undefined,
): readonly FieldCandidate[] {
  const found = findFieldCandidates(field, profile, rules, idPath);
  if (field !== 'id' || !keyed) {
    return found;
  }
  const better = found.filter(({ confidence }) => confidence >= KEY_CONFIDENCE);
  return [...better, { path: ['@key'], confidence: KEY_CONFIDENCE, reason: 'mapKey', voices: [] }];
}

/**
 * What an expression gives on one record: a text, a number or, for the status, yes or no. Anything else is a
 * problem, told once a page with its type.
 */
function toOverrideGetter(field: MonitorField, expression: Expression, { problems }: Planning): Getter {
  return (record) => {
    if (!isObject(record)) {
      return undefined;
    }
    const result = applyExpression(expression, record);
    const value = 'value' in result ? result.value : undefined;
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') {
      return value;
    }
    if (typeof value === 'boolean' && field === 'status') {
      return value;
    }
    if (!problems.some((problem) => problem.field === field)) {
      const message = 'message' in result ? result.message : `expected a text, got ${typeName(value)}`;
      problems.push({ field, message });
    }
    return undefined;
  };
}

function sourceOfStatus(choice: StatusChoice, context: PlanContext): FieldSource | undefined {
  const sources = resolve<FieldSource>({ override: 'status', choice: 'status' }, context, {
    override: (expression) => ({
      ...said([], 'expression'),
      yes: 'up',
      get: toOverrideGetter('status', expression, context),
    }),
    choice: (path) => {
      if (!isThere(path, context)) {
        return NOT_THERE;
      }
      const yes = BAD_FLAGS.has(toPlain(String(path.at(-1)))) ? ('down' as const) : ('up' as const);
      return { ...said(path, 'chosen'), yes, get: toGetter(path) };
    },
    inferred: () => (choice.source ? [{ ...choice.source, get: toGetter(choice.source.path) }] : []),
  });
  return sources.next().value;
}

function toSources(
  places: ReadonlyMap<PlainField, readonly PlannedPlace[]>,
  rules: RuleSet,
): Readonly<Record<PlainField, readonly FieldSource[]>> {
  const toSource = (field: PlainField, place: PlannedPlace): FieldSource => {
    const { path, confidence, reason } = place;
    const key = rules.keys.read(String(path.at(-1) ?? ''));
    const chosen = reason === 'chosen';
    const get = place.get ?? (field === 'target' && !chosen ? toTargetGetter(path, key) : toGetter(path));
    return { path, confidence, reason, get };
  };
  const sourcesOf = (field: PlainField) => {
    const usable = (places.get(field) ?? []).filter(
      (place) => isConfident(place) && place.path.at(-1) !== '@key',
    );
    const overridden = usable.filter(({ reason }) => reason === 'expression');
    const others = usable.filter(({ reason }) => reason !== 'expression').slice(0, MAX_SOURCES[field]);
    return [...overridden, ...others].map((place) => toSource(field, place));
  };
  return {
    id: sourcesOf('id'),
    name: sourcesOf('name'),
    target: sourcesOf('target'),
    type: sourcesOf('type'),
    lastCheck: sourcesOf('lastCheck'),
    interval: sourcesOf('interval'),
    tags: sourcesOf('tags'),
  };
}

interface Planned {
  readonly status: StatusChoice;
  readonly statusSource: FieldSource | undefined;
  readonly profile: RecordProfile;
}

function toFields(
  places: ReadonlyMap<PlainField, readonly PlannedPlace[]>,
  { status, statusSource, profile }: Planned,
): FieldExtractions {
  const fields: Partial<Record<MonitorField, FieldExtraction>> = {};
  const ofStatus = withFirst(statusSource, status.extraction);
  if (ofStatus) {
    fields.status = ofStatus;
  }
  for (const [field, found] of places) {
    const distinct = found.filter(
      (place, i) =>
        place.reason === 'expression' || found.findIndex(({ path }) => isSamePath(path, place.path)) === i,
    );
    const extraction = toFieldExtraction(distinct);
    if (extraction) {
      fields[field] = extraction;
    }
  }
  nameStandIns(fields, profile);
  return fields;
}

/** What the person said about the status, before what was inferred. */
function withFirst(
  source: FieldSource | undefined,
  inferred: FieldExtraction | undefined,
): FieldExtraction | undefined {
  if (!source || (source.reason !== 'chosen' && source.reason !== 'expression')) {
    return inferred;
  }
  const { path, confidence, reason } = source;
  const alternatives = inferred ? [inferred, ...inferred.alternatives].map(withoutAlternatives) : [];
  return { value: toPathText(path), path, confidence, reason, alternatives };
}

function withoutAlternatives({ value, path, confidence, reason }: Alternative<string>): Alternative<string> {
  return { value, path, confidence, reason };
}

/** Tells where id and name come from where no place of the records says them. */
function nameStandIns(fields: Partial<Record<MonitorField, FieldExtraction>>, profile: RecordProfile): void {
  const { id, name, target } = fields;
  if (profile.fields.length === 0) {
    fields.id ??= toStandIn([], 'itself', undefined, STRENGTH.certain);
    fields.name ??= toStandIn([], 'itself', undefined, STRENGTH.certain);
    return;
  }
  if (!id || !isConfident(id)) {
    fields.id = toStandIn([], 'fromContent', id);
  }
  if (name && isConfident(name)) {
    return;
  }
  const byTarget = target !== undefined && isConfident(target);
  const path = (byTarget ? target : fields.id)?.path ?? [];
  fields.name = toStandIn(path, byTarget ? 'fromTarget' : 'fromId', name);
}

function toStandIn(
  path: Path,
  reason: Reason,
  unsure: FieldExtraction | undefined,
  confidence: number = DOUBT.heavy,
): FieldExtraction {
  const alternatives = unsure ? [unsure, ...unsure.alternatives].map(withoutAlternatives) : [];
  return { value: toPathText(path), path, confidence, reason, alternatives };
}

function unitOf(
  path: Path | undefined,
  { sample, rules }: PlanContext,
): ReturnType<typeof chooseIntervalUnit> {
  const values = path ? sample.map((record) => valueAt(record, path)) : [];
  return chooseIntervalUnit(rules.keys.read(String(path?.at(-1) ?? '')), values);
}

function toVoices(
  places: ReadonlyMap<PlainField, readonly PlannedPlace[]>,
  status: StatusChoice,
): ReadonlyMap<string, readonly Voice[]> {
  const voices = new Map<string, readonly Voice[]>();
  for (const [field, [best]] of places) {
    if (best) {
      voices.set(field, best.voices);
    }
  }
  if (status.source) {
    voices.set('status', status.source.voices);
  }
  return voices;
}
