import type { FormOf } from './fieldForms';
import {
  formOfId,
  formOfInstant,
  formOfInterval,
  formOfName,
  formOfTags,
  formOfTarget,
  formOfType,
  isTarget,
} from './fieldForms';
import type { FieldReading, MonitorField } from './listResult';
import { toFieldWords } from './keys';
import { toPathText } from './paths';
import type { Path } from './reading';
import { TAKEN_FROM } from './reading';
import type { Reason } from './reasons';
import type { Leaf, RecordProfile } from './recordProfile';
import { readUnit } from './times';
import type { FieldNames } from './vocabulary/fieldWords';
import { idNames, nameNames, targetNames, typeNames } from './vocabulary/fieldWords';
import { nouns } from './vocabulary/listWords';
import { statusNames } from './vocabulary/statusKeys';
import {
  checkedWords,
  checkTimeNames,
  checkVerbs,
  intervalNames,
  lastCheckNames,
  tagNames,
} from './vocabulary/timeWords';

export type PlainField = Exclude<MonitorField, 'status'>;

/** A place that may hold a field. */
export interface FieldCandidate {
  readonly path: Path;
  readonly sureness: number;
  readonly reason: Reason;
}

/** Places below this are not even worth asking about. */
const candidateFrom = 0.35;

interface FieldRule {
  readonly named: (leaf: Leaf) => number;
  readonly form: FormOf;
}

const rules: Readonly<Record<PlainField, FieldRule>> = {
  id: { named: (leaf) => byId(leaf), form: formOfId },
  name: { named: (leaf) => Math.max(byNames(leaf, nameNames), byNounAlone(leaf)), form: formOfName },
  target: { named: (leaf) => byNames(leaf, targetNames), form: formOfTarget },
  type: { named: (leaf) => byType(leaf), form: formOfType },
  lastCheck: { named: (leaf) => byLastCheck(leaf), form: formOfInstant },
  interval: { named: (leaf) => byNames(withoutUnit(leaf), intervalNames), form: formOfInterval },
  tags: { named: (leaf) => tagNames.get(leaf.plain) ?? 0, form: formOfTags },
};

/** The places that may hold a field, the surest first. */
export function findFieldCandidates(field: PlainField, profile: RecordProfile): readonly FieldCandidate[] {
  const { named, form } = rules[field];
  return profile.leaves
    .flatMap((leaf) => {
      // Settings kept as a text tell what is checked; what else they hold is of the form they came from.
      if (leaf.embedded && field !== 'target') {
        return [];
      }
      const byName = named(leaf) * ownnessFor(field, leaf);
      const sureness = byName < candidateFrom ? 0 : byName * form(leaf, profile.size);
      if (sureness < candidateFrom) {
        return [];
      }
      return [{ path: leaf.path, sureness, reason: reasonFor(field, leaf, byName) }];
    })
    .sort((a, b) => b.sureness - a.sureness || a.path.length - b.path.length);
}

/** `type: {id, name}`: the id and name of a type or a status are not the monitor's. */
function isFieldObject(wrapper: string | undefined): boolean {
  return wrapper !== undefined && (typeNames.names.has(wrapper) || statusNames.has(wrapper));
}

/**
 * How much a place inside a wrapper is the record's own. What is checked may lie anywhere but where the last
 * check ran; the type, name or id of a wrapper is that of the wrapper.
 */
function ownnessFor(field: PlainField, { ownness, inLastCheck, wrappers }: Leaf): number {
  if (field === 'lastCheck') {
    return ownness;
  }
  // A schedule has an id and a name of its own, and the interval that it is there for.
  if (field === 'interval' && wrappers.length === 1 && scheduleWrapper.test(wrappers[0] ?? '')) {
    return 0.95;
  }
  if ((field === 'id' || field === 'name') && isFieldObject(wrappers.at(-1))) {
    return ownness * 0.5;
  }
  // MongoDB: `_id: {$oid: "65e5…"}`
  if (field === 'id' && wrappers.length === 1 && (idNames.names.get(wrappers[0] ?? '') ?? 0) > 0.9) {
    return 0.97;
  }
  // Inside an object that is no part of the record as such, they are that object's.
  if ((field === 'id' || field === 'name') && ownness < 0.9) {
    return ownness * 0.75;
  }
  // `site: {id, name}` may be the record or where it stands; a name of its own beside it comes first.
  if ((field === 'id' || field === 'name') && ownness < 0.95) {
    return ownness * 0.85;
  }
  if (inLastCheck) {
    return ownness * 0.6;
  }
  // Labels are of whoever put them there; one called `app` or `kind` is theirs.
  if (field === 'type' && /^labels?$/.test(wrappers.at(-1) ?? '')) {
    return ownness * 0.5;
  }
  return field === 'type' && ownness < 0.9 ? ownness * 0.75 : ownness;
}

const scheduleWrapper = /^(?:schedule|scheduling|schedulesettings|timing|trigger|checkschedule|polling)$/;

function reasonFor(field: PlainField, { plain }: Leaf, byName: number): Reason {
  if (field === 'id' && /(?:name|title|url)$/.test(plain)) {
    return 'uniqueName';
  }
  return byName >= 0.75 ? 'usualName' : byName >= TAKEN_FROM ? 'kindredName' : 'weakName';
}

/** The best place as a reading, the others as its alternatives. */
export function toFieldReading(candidates: readonly FieldCandidate[]): FieldReading | undefined {
  const [best, ...others] = candidates
    .slice(0, 8)
    .map((candidate) => ({ ...candidate, value: toPathText(candidate.path) }));
  return best && { ...best, alternatives: others };
}

/** By its whole name, by its name without the noun before it, or by its last word. */
function byNames(leaf: Pick<Leaf, 'plain' | 'words'>, { names, kindred, refused }: FieldNames): number {
  const usual = names.get(leaf.plain);
  if (usual !== undefined) {
    return usual;
  }
  const bare = withoutNouns(leaf.words);
  if (bare.length < leaf.words.length) {
    const stripped = names.get(bare.join(''));
    if (stripped !== undefined) {
      return stripped - 0.03;
    }
  }
  if (bare.some((word) => refused.has(word))) {
    return 0;
  }
  return (
    kindred.get(leaf.words.at(-1) ?? '') ?? (leaf.words.length === 1 ? runTogether(leaf.plain, kindred) : 0)
  );
}

/** `TARGETADDRESS`, `baseurl`: no style tells the words, but the end of the name does. */
function runTogether(plain: string, kindred: ReadonlyMap<string, number>): number {
  const ends = [...kindred].filter(([word]) => word.length >= 3 && plain.endsWith(word));
  return Math.max(0, ...ends.map(([, sureness]) => sureness));
}

function withoutNouns(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !nouns.has(word));
  return first < 0 ? words.slice(-1) : words.slice(first);
}

/** `devices: [{device: "core-switch"}, …]`: what each is called stands under what they are, and none twice. */
function byNounAlone({ plain, path, values, records }: Leaf): number {
  const isNoun = path.length === 1 && (nouns.get(plain) ?? 0) >= 0.7;
  const isEach = values.length > 1 && new Set(values).size === records.length;
  const isText = (value: unknown) => typeof value === 'string' && !isTarget(value);
  return isNoun && isEach && values.every(isText) ? 0.63 : 0;
}

const runTogetherId = new RegExp(`^(?:[a-z]*)(?:${[...nouns.keys()].join('|')})(?:id|guid|uuid|arn)$`);
const idWords = /^(?:id|guid|uuid|uid|arn|key|identifier|urn|ref)$/;

/** Kinds by the piece of software that checks; software is written small, the applications of a company are not. */
const softwareNames: ReadonlySet<string> = new Set(['app', 'module', 'plugin']);

function isSoftware(value: unknown): boolean {
  return value === null || (typeof value === 'string' && /^[a-z0-9_.-]*$/.test(value));
}

/** `type: "http"` and `type: {id: 9, name: "http"}`. */
function byType(leaf: Leaf): number {
  const holder = leaf.wrappers.at(-1);
  if (holder === undefined || !/^(?:name|label|title|value|key|code)$/.test(leaf.plain)) {
    return softwareNames.has(leaf.plain) && !leaf.values.every(isSoftware) ? 0 : byNames(leaf, typeNames);
  }
  return 0.97 * byNames({ plain: holder, words: toFieldWords(String(leaf.path.at(-2))) }, typeNames);
}

/** `monitor_id`, `MonitorArn`, `httptestid`: the id of what the list is of; `team_id` is of someone else. */
function byId(leaf: Leaf): number {
  const { words, plain } = leaf;
  const usual = idNames.names.get(plain);
  if (usual !== undefined) {
    return usual;
  }
  const owners = words.slice(0, -1);
  if (owners.some((word) => idNames.refused.has(word))) {
    return 0;
  }
  if (owners.length > 0 && idWords.test(words.at(-1) ?? '') && owners.some((word) => nouns.has(word))) {
    return 0.94;
  }
  if (words.length === 1 && runTogetherId.test(plain)) {
    return 0.9;
  }
  return byNames(leaf, idNames);
}

function byLastCheck(leaf: Leaf): number {
  const { words, plain, inLastCheck } = leaf;
  if (words.some((word) => lastCheckNames.refused.has(word))) {
    return inLastCheck && checkTimeNames.has(plain) ? 0.8 : 0;
  }
  if (inLastCheck && checkTimeNames.has(plain)) {
    return 0.95;
  }
  const usual = byNames(leaf, lastCheckNames);
  if (usual > 0) {
    return usual;
  }
  if (
    checkedWords.has(words[0] ?? '') &&
    (words.length === 1 || /^(?:at|on|time|date)$/.test(words.at(-1) ?? ''))
  ) {
    return words.length === 1 ? 0.75 : 0.85;
  }
  const isLast = words[0] === 'last' || words[0] === 'latest';
  return isLast && words.slice(1).some((word) => checkVerbs.has(word)) ? 0.82 : 0;
}

/** `interval_seconds` is an interval; its unit is read apart. */
function withoutUnit(leaf: Leaf): Pick<Leaf, 'plain' | 'words'> {
  const last = leaf.words.at(-1);
  if (leaf.words.length < 2 || last === undefined || readUnit(last) === undefined) {
    return leaf;
  }
  // `intervalInSeconds`
  const words = leaf.words.slice(0, leaf.words.at(-2) === 'in' ? -2 : -1);
  return { words, plain: words.join('') };
}
