import { toSingular, toWords } from '../keys';
import { PLAIN_FIELDS, type Choice, type Path, type Place, type PlainField } from '../mapping';
import { valueAt } from '../read/paths';
import { isTarget, readAmount, readUnit } from '../read/values';
import {
  CHECK_TIME_WORDS,
  CHECK_VERBS,
  CHECKED_WORDS,
  ERROR_WORDS,
  ID_WORDS,
  INTERVAL_WORDS,
  LAST_CHECK_WORDS,
  NAME_WORDS,
  NOUNS,
  NO_TARGET_WORDS,
  OTHER_THINGS,
  OTHER_TIME_WORDS,
  STATUS_SINCE_WORDS,
  TAG_WORDS,
  TARGET_ENDINGS,
  TARGET_WORDS,
  TROUBLE_SINCE_WORDS,
  TYPE_WORDS,
} from './lexicon';
import type { FieldProfile, RecordProfile } from './profile';
import { claim, doubt, DOUBT, judge, type Judgement, type KeyWords, type Rule, type RuleSet } from './rules';

/** A place of the records, with the list it is of. */
export interface FieldSubject {
  readonly place: FieldProfile;
  readonly profile: RecordProfile;
  /** Where the id is read, once that is decided. */
  readonly idPath?: Path | undefined;
}

/** A place that may hold a field. */
export interface FieldCandidate extends Judgement {
  readonly path: Path;
}

type FieldRule = Rule<FieldSubject, PlainField>;

const ID_AND_NAME = ['id', 'name'] as const;
/** Fields that are found by their names alone, as far as claims go. */
const WORDS = {
  name: NAME_WORDS,
  target: TARGET_WORDS,
  type: TYPE_WORDS,
  interval: INTERVAL_WORDS,
  tags: TAG_WORDS,
  lastError: ERROR_WORDS,
} as const;
const WORDED = ['name', 'target', 'type', 'interval', 'tags', 'lastError'] as const;

// Claims by the name of the key.

export const FIELD_RULES: readonly FieldRule[] = [
  ...WORDED.map((field): FieldRule =>
    claim(field, 'usualName', 'graded', 'usualName').when(({ place }) =>
      strengthOf(named(field, place), WORDS[field]),
    ),
  ),
  claim('target', 'usualEnding', 'graded', 'kindredName').when(({ place }) => endingOf(place)),
  claim('id', 'usualName', 'graded', 'usualName').when(({ place: { plain } }) =>
    isNameLike(plain) ? 0 : (ID_WORDS.get(plain) ?? 0),
  ),
  claim('id', 'uniqueName', 'graded', 'uniqueName').when(({ place: { plain } }) =>
    isNameLike(plain) ? (ID_WORDS.get(plain) ?? 0) : 0,
  ),
  // `monitor_id`, `MonitorArn`; `team_id` is of someone else.
  claim('id', 'ofNoun', 'certain', 'usualName').when(
    ({ place: { words } }) =>
      ID_ENDING.test(words.at(-1) ?? '') && words.some((word) => NOUNS.has(word)) && !isOfOther(words),
  ),
  // `code: "b7f0c0f0-1d2e-…"`, `code: "S-014"`: what it is called leaves it open, and what it holds doesn't.
  claim('id', 'codeForm', 'fair', 'valueForm').when(
    ({ place, profile }) =>
      place.path.length === 1 &&
      /^(?:code|handle|ref|reference|number|no)$/.test(place.plain) &&
      place.values.every(
        (value) => typeof value === 'string' && (UUID.test(value) || NUMBERED.test(value)),
      ) &&
      isOfEach(place, profile.size),
  ),
  // Less than a name that a record has.
  claim('name', 'describesEach', 'graded', 'weakName').when(({ place, profile }) =>
    place.path.length === 1 &&
    /^(?:description|descr|desc|summary|comment|text)$/.test(place.plain) &&
    place.values.every((value) => isText(value, 100)) &&
    isOfEach(place, profile.size)
      ? MIN_NAME
      : 0,
  ),
  // `url: {full: "https://…", domain: "…"}`
  claim('target', 'inUrlObject', 'certain', 'usualName').when(
    ({ place: { plain, wrappers } }) =>
      /^(?:full|value|href|raw|original)$/.test(plain) &&
      /^(?:url|uri|target|endpoint)$/.test(wrappers.at(-1) ?? ''),
  ),
  // `type: {id: 9, name: "http"}`
  claim('type', 'namedObject', 'graded', 'usualName').when(({ place: { plain, wrappers, holderWords } }) =>
    TYPE_PART.test(plain)
      ? DOUBT.slight * strengthOf({ plain: wrappers.at(-1) ?? '', words: holderWords }, TYPE_WORDS)
      : 0,
  ),
  claim('lastCheck', 'timeOfLastCheck', 'certain', 'usualName').when(
    ({ place: { inLastCheck, plain } }) => inLastCheck && CHECK_TIME_WORDS.has(plain),
  ),
  claim('lastCheck', 'usualName', 'graded', 'usualName').when(({ place }) =>
    isOtherTime(place) ? 0 : strengthOf(place, LAST_CHECK_WORDS),
  ),
  // `checked_at`, `tested_on`
  claim('lastCheck', 'checkedAt', 'strong', 'kindredName').when(
    ({ place, place: { words } }) =>
      CHECKED_WORDS.has(words[0] ?? '') &&
      /^(?:at|on|time|date)$/.test(words.at(-1) ?? '') &&
      !isOtherTime(place),
  ),
  claim('lastCheck', 'lastVerb', 'strong', 'kindredName').when(
    ({ place, place: { words } }) =>
      (words[0] === 'last' || words[0] === 'latest') &&
      words.some((word) => CHECK_VERBS.has(word)) &&
      !isOtherTime(place),
  ),
  claim('since', 'usualName', 'graded', 'usualName').when(({ place }) =>
    Math.max(strengthOf(place, STATUS_SINCE_WORDS), TROUBLE_SINCE_WORDS.get(place.plain) ?? 0),
  ),
  // `current_incident: {started_at}`
  claim('since', 'startOfIncident', 'fair', 'kindredName').when(({ place }) => isStartOfIncident(place)),

  // Doubts by the place in the record.

  doubt(allBut('since'), 'place.ownership', 'graded', 'inOtherObject').when(
    ({ place: { ownership } }) => ownership,
  ),
  // Inside an object that is no part of the record as such, they are that object's. `site: {id, name}` may be the
  // record or where it is; a name of its own beside it comes first.
  doubt(ID_AND_NAME, 'place.inOtherObject', 'graded', 'inOtherObject').when(({ place: name }) =>
    isInIdObject(name) || name.ownership >= 0.95 ? 1 : name.ownership < 0.9 ? DOUBT.serious : DOUBT.fair,
  ),
  doubt(allBut('target', 'lastCheck'), 'place.inArray', 'excluded', 'inOtherObject').when(
    ({ place: { inArray } }) => inArray,
  ),
  doubt('target', 'oneOfSeveral', 'heavy', 'oneOfSeveral').when(({ place }) => place.inMultiItemList),

  // Doubts by the form of the values.

  // In every record, never empty, never twice: what an id is.
  doubt('id', 'form', 'graded', 'notUnique').when(({ place, profile }) => {
    const ids = profile.own.map((record) => valueAt(record, place.path));
    const unique = countDifferentIds(ids) / Math.max(1, ids.length);
    return unique >= 1 ? 1 : unique > 0.9 ? DOUBT.fair : unique * DOUBT.heavy;
  }),
  // `site_name` beside `hostname`: where the machine stands, and what it is called.
  doubt('name', 'ofSeveral', 'heavy', 'notUnique').when(
    ({ place, profile }) =>
      place.words.length > 1 &&
      place.words.at(-1) === 'name' &&
      new Set(place.values).size < place.values.length &&
      profile.fields.some(
        ({ path, plain, values }) =>
          path.length === 1 &&
          /^(?:host|device|machine|agent)name$/.test(plain) &&
          new Set(values).size === profile.size,
      ),
  ),
  doubt('target', 'form', 'graded', 'otherForm').when(({ place }) => targetShare(place)),
  // The URLs lead to the records themselves and not to what they check.
  doubt('target', 'selfLink', 'excluded', 'selfLink').when(areSelfLinks),
  doubt('type', 'form', 'graded', 'otherForm').when(({ place: { values } }) =>
    Math.max(
      shareOf(values, isShortWord),
      DOUBT.severe * shareOf(values, (value) => typeof value === 'number'),
    ),
  ),
  // JSON:API and Icinga give every object its class: `type: "monitor"`.
  doubt('type', 'classOfAll', 'serious', 'allTheSame').when(
    ({ place: { values }, profile }) =>
      profile.size > 1 &&
      new Set(values).size === 1 &&
      typeof values[0] === 'string' &&
      toWords(values[0]).some((word) => NOUNS.has(toSingular(word))),
  ),
  // Kinds by the piece of software that checks: software is written small, the applications of a company are not.
  doubt('type', 'softwareName', 'excluded', 'otherForm').when(
    ({ place: { plain, values } }) =>
      /^(?:app|module|plugin)$/.test(plain) &&
      !values.every(
        (value) =>
          value === null ||
          (typeof value === 'string' && /^[\w.-]*$/.test(value) && value === value.toLowerCase()),
      ),
  ),
];

function allBut(...fields: readonly PlainField[]): readonly PlainField[] {
  return PLAIN_FIELDS.filter((field) => !fields.includes(field));
}

/** Below this, a place is not even worth asking about. */
const MIN_CANDIDATE = 0.35;
/** A name for want of better. */
const MIN_NAME = 0.6;

/** The places that may hold a field, the surest first. */
export function findFieldCandidates(
  field: PlainField,
  profile: RecordProfile,
  rules: RuleSet,
  idPath?: Path,
): readonly FieldCandidate[] {
  const inForce = rules.for(FIELD_RULES, field);
  return profile.fields
    .flatMap((place): FieldCandidate[] => {
      const judged = judge({ place, profile, idPath }, inForce, MIN_CANDIDATE);
      return judged ? [{ ...judged, path: place.path }] : [];
    })
    .sort((a, b) => b.confidence - a.confidence || a.path.length - b.path.length);
}

/** Whether a time tells since when something is wrong: it may be of an earlier outage where a monitor is well. */
export function isOfTrouble(place: FieldProfile): boolean {
  return TROUBLE_SINCE_WORDS.has(place.plain) || isStartOfIncident(place);
}

function isStartOfIncident({ plain, wrappers }: FieldProfile): boolean {
  return (
    /^(?:current|open|active|ongoing|latest|last)?(?:incident|outage|problem|downtime|alert)$/.test(
      wrappers.at(-1) ?? '',
    ) &&
    /^(?:startedat|started|starttime|startdate|start|since|openedat|begin|begintime|createdat)$/.test(plain)
  );
}

/**
 * Milliseconds that an interval's number 1 means: by the key (`interval_seconds`), else by the numbers of a sample.
 * Nobody checks every three seconds, so where one is under ten they are minutes; nobody waits for hours by the ten
 * thousand seconds, so round thousands are milliseconds. `undefined` where nothing tells it.
 */
export function chooseIntervalUnit({ words }: KeyWords, values: readonly unknown[]): number | undefined {
  const named = readUnit(words.at(-1) ?? '');
  if (named !== undefined && words.length > 1) {
    return named;
  }
  const numbers = values.flatMap((value) => readAmount(value) ?? []).filter((number) => number > 0);
  const least = Math.min(...numbers);
  const most = Math.max(...numbers);
  if (numbers.length > 0 && numbers.every((number) => number >= 5_000 && number % 1_000 === 0)) {
    return 1;
  }
  if (least < 10 && most <= 1_440) {
    return 60_000;
  }
  // Ten and twenty may be either, unless something beside them is checked every two minutes and not every two hours.
  return least < 30 && most < 90 ? undefined : 1_000;
}

/** What stands for a time that was never set: the year 1 of Go and .NET, 0 and false. */
export function isNoTime(value: unknown): boolean {
  return value === 0 || value === false || (typeof value === 'string' && /^000\d-/.test(value));
}

/** The best place and the one that came next. */
export function toChoice(best: Place, runnerUp?: Place): Choice {
  return { ...toPlace(best), ...(runnerUp && { runnerUp: toPlace(runnerUp) }) };
}

function toPlace({ path, confidence, reason }: Place): Place {
  return { path, confidence, reason };
}

/** What a field is called; an interval's unit is read apart. */
function named(field: PlainField, name: KeyWords): KeyWords {
  const last = name.words.at(-1);
  if (field !== 'interval' || last === undefined || readUnit(last) === undefined) {
    return name;
  }
  // `intervalInSeconds`
  const words = name.words.slice(0, name.words.at(-2) === 'in' ? -2 : -1);
  return { words, plain: words.join('') };
}

/** How strongly a key claims by a list of words: as a whole, or without the noun that it begins with. */
export function strengthOf({ plain, words }: KeyWords, known: ReadonlyMap<string, number>): number {
  return known.get(plain) ?? DOUBT.mild * (known.get(withoutNouns(words).join('')) ?? 0);
}

/** By its last word, or, where no style tells the words (`TARGETADDRESS`), by its end. */
function endingOf({ plain, words }: KeyWords): number {
  if (TARGET_WORDS.has(plain) || withoutNouns(words).some((word) => NO_TARGET_WORDS.has(word))) {
    return 0;
  }
  const endings = [...TARGET_ENDINGS].filter(([ending]) =>
    words.length > 1 ? words.at(-1) === ending : ending.length > 2 && plain.endsWith(ending),
  );
  return Math.max(0, ...endings.map(([, strength]) => strength));
}

/** `monitorStatus` and `status` are the same; of `check_service`, which is nouns alone, the last is left. */
export function withoutNouns(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !NOUNS.has(word));
  return first < 0 ? words.slice(-1) : words.slice(first);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** `S-014` */
const NUMBERED = /^[a-z]{1,6}[-_]?\d{1,10}$/i;
const ID_ENDING = /^(?:id|guid|uuid|uid|arn|key|identifier|urn|ref)$/;
/** What forms leave behind where nothing was typed. */
const PLACEHOLDER = /^(?:[a-z]+:\/\/|-+|n\/?a|none|null)?$/i;
const TYPE_PART = /^(?:name|label|title|value|key|code)$/;

function isNameLike(plain: string): boolean {
  return /(?:name|title|url)$/.test(plain);
}

function isOtherTime({ words }: KeyWords): boolean {
  return words.some((word) => OTHER_TIME_WORDS.has(word));
}

function isOfOther(words: readonly string[]): boolean {
  return words.some((word) => OTHER_THINGS.has(word));
}

function isInIdObject({ wrappers }: FieldProfile): boolean {
  return wrappers.length === 1 && (ID_WORDS.get(wrappers[0] ?? '') ?? 0) > 0.895;
}

/** Every record has it, and no two have the same. */
function isOfEach({ values }: FieldProfile, size: number): boolean {
  return new Set(values).size === size;
}

/** The share of those values that say anything which pass a test; 0 where none says anything. */
function shareOf(values: readonly unknown[], test: (value: unknown) => boolean): number {
  let filled = 0;
  let passed = 0;
  for (const value of values) {
    if (value === null || value === '') {
      continue;
    }
    filled++;
    if (test(value)) {
      passed++;
    }
  }
  return filled === 0 ? 0 : passed / filled;
}

function isIdValue(value: unknown): boolean {
  return isText(value, 400) || Number.isFinite(value);
}

function countDifferentIds(values: readonly unknown[]): number {
  const ids = new Set<string>();
  for (const value of values) {
    if (isIdValue(value)) {
      ids.add(String(value));
    }
  }
  return ids.size;
}

function isText(value: unknown, most: number): boolean {
  return typeof value === 'string' && value.length <= most && value.trim() !== '';
}

function isShortWord(value: unknown): boolean {
  return typeof value === 'string' && /^[^/\n]{1,40}$/.test(value);
}

function isTargetText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 4_000 && isTarget(value.trim());
}

function targetShare({ values }: FieldProfile): number {
  const filled = values.filter((value) => typeof value !== 'string' || !PLACEHOLDER.test(value.trim()));
  return shareOf(filled, isTargetText);
}

/**
 * Whether the URLs at a place lead to the records themselves and not to what they check: they end in the
 * record's own id, or are one address of an API but for an id at their end.
 */
function areSelfLinks({ place, profile, idPath }: FieldSubject): boolean {
  if (idPath === undefined) {
    return false;
  }
  const urls: string[] = [];
  let allEndInId = true;
  for (const record of profile.records) {
    const value = valueAt(record, place.path);
    if (typeof value !== 'string' || !value.includes('://')) {
      continue;
    }
    const url = value.replace(/\/$/, '');
    urls.push(url);
    allEndInId &&= endsInId(url, valueAt(record, idPath));
  }
  return urls.length > 0 && (allEndInId || areOneApi(urls));
}

function endsInId(url: string, id: unknown): boolean {
  if (typeof id !== 'string' && typeof id !== 'number') {
    return false;
  }
  const text = String(id);
  return text !== '' && url.endsWith(text) && /[/=]/.test(url.at(-text.length - 1) ?? '');
}

/** `https://api.example/v2/server/101`, `…/102`: hosts of one account differ, ids of one API do. */
function areOneApi(urls: readonly string[]): boolean {
  const start = apiOf(urls[0] ?? '');
  return (
    start !== undefined &&
    urls.length > 1 &&
    urls.every((url) => apiOf(url) === start) &&
    new Set(urls).size === urls.length
  );
}

/** A URL without the id at its end, where it is one of an API. */
function apiOf(url: string): string | undefined {
  const cut = Math.max(url.lastIndexOf('/'), url.lastIndexOf('=')) + 1;
  const start = url.slice(0, cut);
  if (!/^(?:\d+|[0-9a-f-]{16,})$/i.test(url.slice(cut))) {
    return undefined;
  }
  const ofApi = /\/(?:api|v\d+(?:\.\d+)?)\//i;
  return /^https?:\/\//i.test(start) && ofApi.test(start) ? start : undefined;
}
