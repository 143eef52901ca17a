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
import { isObject, isSamePath, sampleOf, toPathText, toPlain, typeName, valueAt } from './json';
import { BAD_FLAGS, STRENGTH } from './lexicon';
import type { RecordProfile } from './profile';
import { profileRecords } from './profile';
import type { Records } from './lists';
import type { Reason } from './reasons';
import type { Expression, MappingSettings } from './resolve';
import { applyExpression, EXPRESSION_FIELDS, QUESTION_FIELDS, resolve } from './resolve';
import type { RuleSet } from './rules';
import { DOUBT, type Voice } from './rules';
import type { AlarmSource, SettingSource, StatusChoice } from './status';
import { chooseStatus } from './status';
import { chooseIntervalUnit, readInterval, toGetter, toTargetGetter, type Getter } from './values';

/** A place that a field is read at; the person's expression reads the whole record. */
interface PlannedPlace extends FieldCandidate {
  readonly get?: Getter;
  /** For yes-or-no values: the status that yes means. */
  readonly yes?: 'up' | 'down';
}

type Places = ReadonlyMap<MonitorField, readonly PlannedPlace[]>;

/** Where a field of a record is read, and how. */
export interface FieldSource extends Omit<PlannedPlace, 'voices'> {
  readonly get: Getter;
}

/** Where every field of the records of one list is read: decided once a page, from a sample. */
export interface MonitorPlan {
  /** The sources of a field, in the order in which they are tried. */
  readonly sources: Readonly<Record<PlainField, readonly FieldSource[]>>;
  readonly statusSource: FieldSource | undefined;
  readonly offSources: readonly (SettingSource & { readonly get: Getter })[];
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
  const status = chooseStatus(profile, rules, settings.statusValues);
  const context = { ...planning, sample, profile, status, keyed: keys !== undefined };
  const places = new Map<MonitorField, readonly PlannedPlace[]>();
  for (const field of ['status', ...PLAIN_FIELDS] as const) {
    places.set(field, placesOf(field, context, places.get('id')?.[0]?.path));
  }
  const [ofStatus] = places.get('status') ?? [];
  const fields = toFields(places, profile);
  const unit = unitOf(fields.interval?.path, context);
  return {
    sources: toSources(places, rules),
    statusSource:
      ofStatus && ofStatus.reason !== 'pauseFlag' ? { get: toGetter(ofStatus.path), ...ofStatus } : undefined,
    offSources: status.settings
      .filter(isConfident)
      .map((source) => ({ ...source, get: toGetter(source.path) })),
    alarms: status.alarms.map((alarm) => ({ ...alarm, get: toGetter(alarm.path) })),
    status,
    readInterval: (value) => readInterval(value, unit),
    fields,
    voices: new Map([...places].flatMap(([field, [best]]) => (best ? [[field, best.voices]] : []))),
    profile,
    settings,
    rules,
  };
}

interface PlanContext extends Planning {
  readonly sample: readonly unknown[];
  readonly profile: RecordProfile;
  readonly status: StatusChoice;
  /** Whether the records are filed under keys, which are ids where nothing better is. */
  readonly keyed: boolean;
}

/** The places of a field: the person's expression, the person's choice, what the rules infer. */
function placesOf(
  field: MonitorField,
  context: PlanContext,
  idPath: Path | undefined,
): readonly PlannedPlace[] {
  const asked = {
    ...(isOneOf(EXPRESSION_FIELDS, field) && { override: field }),
    ...(isOneOf(QUESTION_FIELDS, field) && { choice: field }),
  };
  return [
    ...resolve<PlannedPlace>(asked, context, {
      override: (expression) => ({
        ...toCertainPlace([], 'expression'),
        yes: 'up',
        get: toOverrideGetter(field, expression, context),
      }),
      choice: (path) =>
        isThere(path, context)
          ? {
              ...toCertainPlace(path, 'chosen'),
              yes: BAD_FLAGS.has(toPlain(String(path.at(-1)))) ? 'down' : 'up',
            }
          : { message: 'nothing stands at the place you picked' },
      inferred: () => inferredPlaces(field, context, field === 'target' ? idPath : undefined),
    }),
  ];
}

function isOneOf<T extends string>(fields: readonly T[], field: string): field is T {
  return fields.some((known) => known === field);
}

function toCertainPlace(path: Path, reason: Reason): PlannedPlace {
  return { path, confidence: 1, reason, voices: [] };
}

function isThere(path: Path, { sample }: PlanContext): boolean {
  return sample.length === 0 || sample.some((record) => valueAt(record, path) !== undefined);
}

/** The key a record is filed under identifies it better than its name or address does. */
const KEY_CONFIDENCE = 0.8;

function inferredPlaces(
  field: MonitorField,
  { profile, rules, keyed, status }: PlanContext,
  idPath: Path | undefined,
): readonly PlannedPlace[] {
  if (field === 'status') {
    return status.places;
  }
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
    const fits = typeof value === 'number' || (typeof value === 'boolean' && field === 'status');
    if (fits || (typeof value === 'string' && value !== '')) {
      return value;
    }
    if (!problems.some((problem) => problem.field === field)) {
      const message = 'message' in result ? result.message : `expected a text, got ${typeName(value)}`;
      problems.push({ field, message });
    }
    return undefined;
  };
}

function toSources(places: Places, rules: RuleSet): MonitorPlan['sources'] {
  const toSource = (field: PlainField, place: PlannedPlace): FieldSource => {
    const key = rules.keys.read(String(place.path.at(-1) ?? ''));
    const isChecked = field === 'target' && place.reason !== 'chosen';
    return { get: isChecked ? toTargetGetter(place.path, key) : toGetter(place.path), ...place };
  };
  const sourcesOf = (field: PlainField) => {
    const usable = (places.get(field) ?? []).filter(
      (place) => isConfident(place) && place.path.at(-1) !== '@key',
    );
    const overridden = usable.filter(({ get }) => get !== undefined).length;
    return usable.slice(0, overridden + MAX_SOURCES[field]).map((place) => toSource(field, place));
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

function toFields(places: Places, profile: RecordProfile): FieldExtractions {
  const fields: Partial<Record<MonitorField, FieldExtraction>> = {};
  for (const [field, found] of places) {
    const distinct = found.filter(
      (place, i) => place.get ?? found.findIndex(({ path }) => isSamePath(path, place.path)) === i,
    );
    const extraction = toFieldExtraction(distinct);
    if (extraction) {
      fields[field] = extraction;
    }
  }
  nameStandIns(fields, profile);
  return fields;
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
  const alternatives = unsure ? placesIn(unsure) : [];
  return { value: toPathText(path), path, confidence, reason, alternatives };
}

function placesIn({ alternatives, ...first }: FieldExtraction): readonly Alternative<string>[] {
  return [first, ...alternatives];
}

function unitOf(
  path: Path | undefined,
  { sample, rules }: PlanContext,
): ReturnType<typeof chooseIntervalUnit> {
  const values = path ? sample.map((record) => valueAt(record, path)) : [];
  return chooseIntervalUnit(rules.keys.read(String(path?.at(-1) ?? '')), values);
}
