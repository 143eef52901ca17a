import type { FieldCandidate, PlainField } from './fieldChoice';
import { findFieldCandidates, toFieldReading } from './fieldChoice';
import type { Getter, IntervalUnit } from './fieldValues';
import { chooseIntervalUnit, readInterval, toGetter, toTargetGetter } from './fieldValues';
import { isObject, valueAt } from './json';
import type { FieldReading, MonitorField } from './listResult';
import { isSamePath, readPathText, toPathText } from './paths';
import type { Path, ReadingProblem } from './reading';
import { isTaken } from './reading';
import type { ReadingSettings } from './readingSettings';
import type { Expression } from './expressions';
import type { Reason } from './reasons';
import type { RecordProfile } from './recordProfile';
import { profileRecords } from './recordProfile';
import type { Records } from './records';
import { withLastResort } from './lastResort';
import { areSelfLinks } from './selfLinks';
import type { StatusChoice } from './statusChoice';
import { chooseStatus } from './statusChoice';
import { toPlain } from './keys';
import { badFlags } from './vocabulary/statusKeys';
import { sampleOf } from './json';

/** Where every field of the records of one list is read: decided once a page, from a sample. */
export interface MonitorPlan {
  readonly fields: Readonly<Partial<Record<MonitorField, FieldReading>>>;
  /** The places of a field that may be read, the best first. */
  readonly getters: Readonly<Record<PlainField, readonly Getter[]>>;
  readonly expressions: Readonly<Partial<Record<'id' | 'name' | 'status' | 'target' | 'type', Expression>>>;
  readonly status: StatusChoice;
  /** Milliseconds, in the unit that the page's numbers are in. */
  readonly readInterval: (value: unknown) => number | undefined;
  readonly profile: RecordProfile;
  readonly settings: ReadingSettings;
}

const plainFields = [
  'id',
  'name',
  'target',
  'type',
  'lastCheck',
  'interval',
  'tags',
] as const satisfies readonly PlainField[];
const sampleSize = 48;
/** Records differ in where they hold a field; more places than this are not tried. */
const mostPlaces = 4;

/** What the fields of one list are decided from. */
interface Planning {
  readonly sample: readonly unknown[];
  readonly profile: RecordProfile;
  readonly settings: ReadingSettings;
  readonly problems: ReadingProblem[];
  /** Whether the records are filed under keys, which are ids where nothing better is. */
  readonly keyed: boolean;
}

/** Decides from a sample of a list's records where each field is read; what the person says comes first. */
export function planMonitors(
  { values, keys }: Records,
  settings: ReadingSettings,
  problems: ReadingProblem[],
): MonitorPlan {
  const sample = sampleOf(values, sampleSize);
  const profile = profileRecords(sample.filter(isObject));
  const planning = { sample, profile, settings, problems, keyed: keys !== undefined };
  const found = placesOfFields(planning);
  const status = chosenStatus(chooseStatus(profile, settings.statusWords), planning);
  const fields: Partial<Record<MonitorField, FieldReading>> = status.reading
    ? { status: status.reading }
    : {};
  for (const [field, places] of found) {
    const reading = toFieldReading(places);
    if (reading) {
      fields[field] = reading;
    }
  }
  nameStandIns(fields, profile);
  const intervalUnit = intervalUnitOf(fields.interval?.path, sample);
  return {
    fields,
    getters: gettersOf(found),
    expressions: recordExpressions(settings),
    status,
    readInterval: (value) => readInterval(value, intervalUnit),
    profile,
    settings,
  };
}

/** Tells where id and name come from where no place of the records says them. */
function nameStandIns(fields: Partial<Record<MonitorField, FieldReading>>, profile: RecordProfile): void {
  const { id, name, target } = fields;
  if (profile.leaves.length === 0) {
    fields.id ??= standIn([], 'itself', undefined, 0.9);
    fields.name ??= standIn([], 'itself', undefined, 0.9);
    return;
  }
  if (!id || !isTaken(id)) {
    fields.id = standIn([], 'fromContent', id);
  }
  if (name && isTaken(name)) {
    return;
  }
  const byTarget = target !== undefined && isTaken(target);
  fields.name = standIn(
    (byTarget ? target : fields.id)?.path ?? [],
    byTarget ? 'fromTarget' : 'fromId',
    name,
  );
}

function standIn(path: Path, reason: Reason, unsure: FieldReading | undefined, sureness = 0.5): FieldReading {
  const alternatives = unsure ? [unsure, ...unsure.alternatives] : [];
  return { value: toPathText(path), path, sureness, reason, alternatives };
}

function gettersOf(
  found: ReadonlyMap<PlainField, readonly FieldCandidate[]>,
): Readonly<Record<PlainField, readonly Getter[]>> {
  const getters = (field: PlainField) =>
    (found.get(field) ?? [])
      .filter(isTaken)
      .filter(({ path }) => path.at(-1) !== '@key')
      .slice(0, mostPlaces)
      .map(({ path }) => (field === 'target' ? toTargetGetter(path) : toGetter(path)));
  return {
    id: getters('id').slice(0, 1),
    name: getters('name'),
    target: getters('target'),
    type: getters('type'),
    lastCheck: getters('lastCheck'),
    interval: getters('interval').slice(0, 1),
    tags: getters('tags').slice(0, 1),
  };
}

function recordExpressions({ expressions }: ReadingSettings): MonitorPlan['expressions'] {
  const fields = ['id', 'name', 'status', 'target', 'type'] as const;
  return Object.fromEntries(
    fields.flatMap((field) => (expressions[field] ? [[field, expressions[field]]] : [])),
  );
}

function intervalUnitOf(path: Path | undefined, sample: readonly unknown[]): IntervalUnit | undefined {
  const values = path ? sample.map((record) => valueAt(record, path)) : [];
  return chooseIntervalUnit(String(path?.at(-1) ?? ''), values);
}

function placesOfFields(planning: Planning): ReadonlyMap<PlainField, readonly FieldCandidate[]> {
  const found = new Map(plainFields.map((field) => [field, placesOf(field, planning)]));
  const id = found.get('id')?.[0]?.path;
  const targets = found.get('target') ?? [];
  return found.set(
    'target',
    id === undefined ? targets : targets.filter(({ path }) => !areSelfLinks(planning.sample, path, id)),
  );
}

/** The places of a field, what the person picked before what is inferred. */
function placesOf(field: PlainField, planning: Planning): readonly FieldCandidate[] {
  const found = findFieldCandidates(field, planning.profile);
  const inferred = refine(field, withLastResort(field, found, planning.profile), planning.profile);
  if (field !== 'id' && field !== 'name') {
    return inferred;
  }
  const path = chosenPath(field, planning);
  if (path !== undefined) {
    const others = inferred.filter((candidate) => !isSamePath(candidate.path, path));
    return [{ path, sureness: 1, reason: 'chosen' }, ...others];
  }
  if (field === 'name' || !planning.keyed) {
    return inferred;
  }
  // The key a record is filed under identifies it better than its name or address does.
  const better = inferred.filter(({ sureness }) => sureness >= keySureness);
  return [...better, { path: ['@key'], sureness: keySureness, reason: 'mapKey' }];
}

const keySureness = 0.8;

/** Google and Azure give resources a `name` that is their path, and people's name elsewhere. */
function refine(
  field: PlainField,
  candidates: readonly FieldCandidate[],
  profile: RecordProfile,
): readonly FieldCandidate[] {
  if (field !== 'name' && field !== 'id') {
    return candidates;
  }
  const own = (plain: string) =>
    profile.leaves.find((leaf) => leaf.path.length === 1 && leaf.plain === plain);
  const names = own('name');
  const ids = own('id');
  const isPath =
    names?.values.every((name) => typeof name === 'string' && /^[^\s/]+\/\S+$/.test(name)) ?? false;
  const endsId = names?.values.every(
    (name, i) => typeof name === 'string' && endsWithName(ids?.values[i], name),
  );
  if (!isPath && !endsId) {
    return candidates;
  }
  const shift = field === 'name' ? -0.12 : isPath ? 0.2 : 0;
  return candidates
    .map((found) => (found.path === names?.path ? { ...found, sureness: found.sureness + shift } : found))
    .sort((a, b) => b.sureness - a.sureness);
}

function endsWithName(id: unknown, name: string): boolean {
  return typeof id === 'string' && id.endsWith(`/${name}`);
}

function chosenPath(field: 'id' | 'name' | 'status', planning: Planning): Path | undefined {
  const { settings, sample, problems } = planning;
  const choice = settings.choices[field];
  const path = choice === undefined ? undefined : readPathText(choice);
  if (path === undefined) {
    return undefined;
  }
  if (sample.length === 0 || sample.some((record) => valueAt(record, path) !== undefined)) {
    return path;
  }
  problems.push({ field, message: 'nothing stands at the place you picked' });
  return undefined;
}

function chosenStatus(choice: StatusChoice, planning: Planning): StatusChoice {
  const path = chosenPath('status', planning);
  if (path === undefined) {
    return choice;
  }
  const yes = badFlags.has(toPlain(String(path.at(-1)))) ? ('down' as const) : ('up' as const);
  const source = { path, sureness: 1, reason: 'chosen' as const, yes };
  const alternatives = choice.reading ? [choice.reading, ...choice.reading.alternatives] : [];
  const reading = { value: toPathText(path), path, sureness: 1, reason: 'chosen' as const, alternatives };
  return { ...choice, source, reading };
}
