import type { Extraction, Path } from './extraction';
import { isConfident } from './extraction';
import { isObject, toPathText, toPlain, toSingular, toWords, valueAt } from './json';
import type { KeyWords } from './json';
import {
  CHECK_TIME_WORDS,
  CHECK_VERBS,
  CHECKED_WORDS,
  ID_WORDS,
  INTERVAL_WORDS,
  LAST_CHECK_WORDS,
  NAME_WORDS,
  NOUNS,
  PROTOCOLS,
  STATUS_KEYS,
  TAG_WORDS,
  TARGET_WORDS,
  TYPE_WORDS,
  type FieldWords,
} from './lexicon';
import type { FieldName, FieldProfile, RecordProfile } from './profile';
import type { RuleSet } from './rules';
import { asLastResort, claim, doubt, DOUBT, judge, type Judgement, type Rule } from './rules';
import {
  isBareHost,
  isHostKey,
  isNanoseconds,
  isPlaceholder,
  isTarget,
  isZeroTime,
  readDuration,
  readInstant,
  readTimeSpan,
  readUnit,
} from './values';

/** The fields of a monitor that are read from one place; the status has rules of its own. */
export type PlainField = 'id' | 'name' | 'target' | 'type' | 'lastCheck' | 'interval' | 'tags';
export type MonitorField = PlainField | 'status';

export const PLAIN_FIELDS = [
  'id',
  'name',
  'target',
  'type',
  'lastCheck',
  'interval',
  'tags',
] as const satisfies readonly PlainField[];

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
const WORDED = ['name', 'target', 'type', 'interval'] as const;

const WORDS: Readonly<Record<Exclude<PlainField, 'tags'>, FieldWords>> = {
  id: ID_WORDS,
  name: NAME_WORDS,
  target: TARGET_WORDS,
  type: TYPE_WORDS,
  lastCheck: LAST_CHECK_WORDS,
  interval: INTERVAL_WORDS,
};

// Claims by the name of the key.

const usualName = (field: (typeof WORDED)[number]): FieldRule =>
  claim(field, 'usualName', 'graded', 'usualName').whenNamed(
    (name) => WORDS[field].words.get(named(field, name).plain) ?? 0,
  );

/** `monitor_type`: the name, with a noun for what it is of before it. */
const afterNoun = (field: (typeof WORDED)[number]): FieldRule =>
  claim(field, 'afterNoun', 'graded', 'usualName').whenNamed((name) =>
    wordAfterNoun(named(field, name), WORDS[field]),
  );

const usualEnding = (field: (typeof WORDED)[number]): FieldRule =>
  claim(field, 'usualEnding', 'graded', 'kindredName').whenNamed((name) =>
    endingOf(named(field, name), WORDS[field]),
  );

export const FIELD_RULES: readonly FieldRule[] = [
  ...WORDED.flatMap((field) => [usualName(field), afterNoun(field)]),
  ...(['target', 'interval'] as const).map(usualEnding),
  claim('id', 'usualName', 'graded', 'usualName').whenNamed(({ plain }) =>
    isNameLike(plain) ? 0 : (ID_WORDS.words.get(plain) ?? 0),
  ),
  claim('id', 'uniqueName', 'graded', 'uniqueName').whenNamed(({ plain }) =>
    isNameLike(plain) ? (ID_WORDS.words.get(plain) ?? 0) : 0,
  ),
  // `monitor_id`, `MonitorArn`; `team_id` is of someone else.
  claim('id', 'ofNoun', 'certain', 'usualName').whenNamed(
    ({ words }) =>
      words.length > 1 &&
      ID_ENDING.test(words.at(-1) ?? '') &&
      words.slice(0, -1).some((word) => NOUNS.has(word)) &&
      !isOfOther(words),
  ),
  claim('id', 'runTogether', 'certain', 'usualName').whenNamed(
    ({ words, plain }) => words.length === 1 && RUN_TOGETHER_ID.test(plain),
  ),
  // Google and Azure give resources a `name` that is their path.
  claim('id', 'resourcePath', 'strong', 'uniqueName').when(
    ({ place }) => isOwnName(place) && isResourcePath(place),
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
  asLastResort(
    claim('id', 'firstEndsInId', 'weak', 'weakName').when(
      ({ place, profile }) =>
        firstOf(profile) === place &&
        /^[a-z]{2,}(?:id|guid|uuid)$/.test(place.plain) &&
        !isRefused(place.words, ID_WORDS) &&
        isOfEach(place, profile.size),
    ),
  ),
  // `devices: [{device: "core-switch"}, …]`: what each is called is filed under what they are, and none twice.
  claim('name', 'nounAlone', 'weak', 'kindredName').when(
    ({ place, profile }) =>
      place.path.length === 1 &&
      (NOUNS.get(place.plain) ?? 0) >= LEAST_NOUN &&
      place.values.length > 1 &&
      isOfEach(place, profile.size) &&
      place.values.every((value) => typeof value === 'string' && !isTarget(value)),
  ),
  asLastResort(
    claim('name', 'describesEach', 'weak', 'weakName').when(
      ({ place, profile }) =>
        place.path.length === 1 &&
        /^(?:description|descr|desc|summary|comment|text)$/.test(place.plain) &&
        place.values.every((value) => isText(value, 100)) &&
        isOfEach(place, profile.size),
    ),
  ),
  // `url: {full: "https://…", domain: "…"}`
  claim('target', 'inUrlObject', 'certain', 'usualName').whenNamed(
    ({ plain, wrappers }) =>
      /^(?:full|value|href|raw|original)$/.test(plain) &&
      /^(?:url|uri|target|endpoint)$/.test(wrappers.at(-1) ?? ''),
  ),
  // `link: "https://scan.example/api"`, to another host in each record: not to the service's own page about it.
  claim('target', 'linkOut', 'fair', 'valueForm').when(
    ({ place: { ownership, plain, values } }) =>
      ownership >= 0.95 && /^(?:link|href)$/.test(plain) && areOfDifferentHosts(values),
  ),
  // `type: {id: 9, name: "http"}`
  claim('type', 'namedObject', 'graded', 'usualName').whenNamed(({ plain, wrappers, holderWords }) =>
    TYPE_PART.test(plain) && wrappers.length > 0
      ? DOUBT.slight * bestWord({ plain: wrappers.at(-1) ?? '', words: holderWords }, TYPE_WORDS)
      : 0,
  ),
  // `service: "HTTP"`, `adapter: "websocket"`: how a monitor checks, whatever it is called.
  claim('type', 'protocolWords', 'fair', 'valueForm').when(
    ({ place: { path, plain, values } }) =>
      path.length === 1 &&
      /(?:type|service|adapter|kind|scheme|proto|driver)$/.test(plain) &&
      values.every((value) => typeof value === 'string' && PROTOCOLS.has(toPlain(value))),
  ),
  claim('lastCheck', 'timeOfLastCheck', 'certain', 'usualName').whenNamed(
    ({ inLastCheck, plain }) => inLastCheck && CHECK_TIME_WORDS.has(plain),
  ),
  claim('lastCheck', 'usualName', 'graded', 'usualName').whenNamed((name) =>
    isRefused(name.words, LAST_CHECK_WORDS) ? 0 : bestWord(name, LAST_CHECK_WORDS),
  ),
  // `checked_at`, `tested_on`
  claim('lastCheck', 'checkedAt', 'strong', 'kindredName').whenNamed(
    ({ words }) =>
      words.length > 1 &&
      CHECKED_WORDS.has(words[0] ?? '') &&
      /^(?:at|on|time|date)$/.test(words.at(-1) ?? '') &&
      !isRefused(words, LAST_CHECK_WORDS),
  ),
  claim('lastCheck', 'checked', 'fair', 'kindredName').whenNamed(
    ({ words }) => words.length === 1 && CHECKED_WORDS.has(words[0] ?? ''),
  ),
  claim('lastCheck', 'lastVerb', 'strong', 'kindredName').whenNamed(
    ({ words }) =>
      (words[0] === 'last' || words[0] === 'latest') &&
      words.slice(1).some((word) => CHECK_VERBS.has(word)) &&
      !isRefused(words, LAST_CHECK_WORDS),
  ),
  claim('tags', 'usualName', 'graded', 'usualName').whenNamed(({ plain }) => TAG_WORDS.get(plain) ?? 0),

  // Doubts by the place in the record.

  // Settings kept as a text tell what is checked; what else they hold is of the form they came from.
  doubt(allBut('target'), 'place.inText', 'excluded', 'inOtherObject').whenNamed(({ embedded }) => embedded),
  doubt(allBut('id', 'interval'), 'place.ownership', 'graded', 'inOtherObject').whenNamed(
    ({ ownership }) => ownership,
  ),
  // MongoDB: `_id: {$oid: "65e5…"}`
  doubt('id', 'ownership', 'graded', 'inOtherObject').whenNamed((name) =>
    isInIdObject(name) ? DOUBT.slight : name.ownership,
  ),
  // A schedule has the interval that it is there for.
  doubt('interval', 'ownership', 'graded', 'inOtherObject').whenNamed((name) =>
    isInSchedule(name) ? DOUBT.slight : name.ownership,
  ),
  // `type: {id, name}`: the id and name of a type or a status are not the monitor's.
  doubt(ID_AND_NAME, 'place.inFieldObject', 'heavy', 'inOtherObject').whenNamed(({ wrappers }) => {
    const holder = wrappers.at(-1);
    return holder !== undefined && (TYPE_WORDS.words.has(holder) || STATUS_KEYS.has(holder));
  }),
  // Inside an object that is no part of the record as such, they are that object's. `site: {id, name}` may be the
  // record or where it is; a name of its own beside it comes first.
  doubt(ID_AND_NAME, 'place.inOtherObject', 'graded', 'inOtherObject').whenNamed((name) =>
    isInIdObject(name) || name.ownership >= 0.95 ? 1 : name.ownership < 0.9 ? DOUBT.serious : DOUBT.fair,
  ),
  // What is checked may be anywhere but where the last check ran.
  doubt(allBut('lastCheck'), 'place.inLastCheck', 'grave', 'inLastCheck').whenNamed(
    ({ inLastCheck }) => inLastCheck,
  ),
  // Labels are of whoever put them there; one called `app` or `kind` is theirs.
  doubt('type', 'inLabels', 'heavy', 'inOtherObject').whenNamed(({ wrappers }) =>
    /^labels?$/.test(wrappers.at(-1) ?? ''),
  ),
  doubt('type', 'inOtherObject', 'serious', 'inOtherObject').whenNamed(({ ownership }) => ownership < 0.9),
  doubt(allBut('target', 'lastCheck'), 'place.inArray', 'excluded', 'inOtherObject').whenNamed(
    ({ inArray }) => inArray,
  ),
  doubt('target', 'oneOfSeveral', 'heavy', 'oneOfSeveral').when(({ place }) => place.inMultiItemList),

  // Doubts by the form of the values.

  // In every record, never empty, never twice: what an id is.
  doubt('id', 'form', 'graded', 'notUnique').when(({ place, profile }) => {
    const unique = countDifferentIds(place.values) / Math.max(1, profile.size);
    return unique >= 1 ? 1 : unique > 0.9 ? DOUBT.fair : unique * DOUBT.heavy;
  }),
  doubt('name', 'form', 'graded', 'otherForm').when(({ place }) =>
    shareOf(place.values, (value) => isText(value, 300)),
  ),
  doubt('name', 'allTheSame', 'serious', 'allTheSame').when(
    ({ place: { values }, profile }) => profile.size >= 3 && values.length >= 3 && new Set(values).size === 1,
  ),
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
  doubt('name', 'resourcePath', 'fair', 'isResourcePath').when(
    ({ place, profile }) => isOwnName(place) && (isResourcePath(place) || endsIds(place, profile)),
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
  doubt('lastCheck', 'form', 'graded', 'otherForm').when(({ place }) =>
    shareOf(
      place.values.filter((value) => value !== 0 && value !== '0' && value !== '-'),
      (value) => readInstant(value) !== undefined || isZeroTime(value),
    ),
  ),
  doubt('lastCheck', 'ofOther', 'fair', 'weakName').whenNamed(({ words }) =>
    isRefused(words, LAST_CHECK_WORDS),
  ),
  doubt('interval', 'form', 'graded', 'otherForm').when(({ place }) =>
    shareOf(place.values, isIntervalValue),
  ),
];

function allBut(...fields: readonly PlainField[]): readonly PlainField[] {
  return PLAIN_FIELDS.filter((field) => !fields.includes(field));
}

/** Below this, a place is not even worth asking about. */
const LEAST_CANDIDATE = 0.35;
const LEAST_NOUN = 0.69;

/** The places that may hold a field, the surest first. */
export function findFieldCandidates(
  field: PlainField,
  profile: RecordProfile,
  rules: RuleSet,
  idPath?: Path,
): readonly FieldCandidate[] {
  const inForce = rules.for(FIELD_RULES, field);
  const find = (lastResort: boolean) => {
    const found: FieldCandidate[] = [];
    for (const place of profile.fields) {
      const judged = judge({ place, profile, idPath }, inForce, {
        least: LEAST_CANDIDATE,
        lastResort,
        name: place.name,
      });
      if (judged) {
        found.push({ ...judged, path: place.path });
      }
    }
    return found.sort((a, b) => b.confidence - a.confidence || a.path.length - b.path.length);
  };
  const found = find(false);
  const resorts = (field === 'id' || field === 'name') && !found.some(isConfident);
  return resorts ? find(true) : found;
}

/** Where in a record a field is read; `value` is the path as text, in the notation of JMESPath. */
export type FieldExtraction = Extraction<string>;

/** Where each field of a monitor comes from. */
export type FieldExtractions = Readonly<Partial<Record<MonitorField, FieldExtraction>>>;

/** The best place as an extraction, the others as its alternatives. */
export function toFieldExtraction(
  candidates: readonly Omit<FieldCandidate, 'voices'>[],
): FieldExtraction | undefined {
  const [best, ...others] = candidates
    .slice(0, 8)
    .map(({ path, confidence, reason }) => ({ value: toPathText(path), path, confidence, reason }));
  return best && { ...best, alternatives: others };
}

/** What a field is called; an interval's unit is read apart. */
function named(field: PlainField, name: FieldName): KeyWords {
  const last = name.words.at(-1);
  if (field !== 'interval' || name.words.length < 2 || last === undefined || readUnit(last) === undefined) {
    return name;
  }
  // `intervalInSeconds`
  const words = name.words.slice(0, name.words.at(-2) === 'in' ? -2 : -1);
  return { words, plain: words.join('') };
}

function bestWord(key: KeyWords, words: FieldWords): number {
  return words.words.get(key.plain) ?? Math.max(wordAfterNoun(key, words), endingOf(key, words));
}

function wordAfterNoun({ plain, words }: KeyWords, { words: known }: FieldWords): number {
  const bare = withoutNouns(words);
  if (bare.length === words.length || known.has(plain)) {
    return 0;
  }
  return DOUBT.mild * (known.get(bare.join('')) ?? 0);
}

/** By its last word, or, where no style tells the words (`TARGETADDRESS`), by its end. */
function endingOf(key: KeyWords, { words, endings, refused }: FieldWords): number {
  if (words.has(key.plain) || withoutNouns(key.words).some((word) => refused.has(word))) {
    return 0;
  }
  const usual = endings.get(key.words.at(-1) ?? '');
  if (usual !== undefined || key.words.length > 1) {
    return usual ?? 0;
  }
  let best = 0;
  for (const [word, confidence] of endings) {
    if (word.length >= 3 && key.plain.endsWith(word)) {
      best = Math.max(best, confidence);
    }
  }
  return best;
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
const RUN_TOGETHER_ID = new RegExp(`(?:${[...NOUNS.keys()].join('|')})(?:id|guid|uuid|arn)$`);
const TYPE_PART = /^(?:name|label|title|value|key|code)$/;
const SCHEDULE = /^(?:schedule|scheduling|schedulesettings|timing|trigger|checkschedule|polling)$/;

function isNameLike(plain: string): boolean {
  return /(?:name|title|url)$/.test(plain);
}

function isRefused(words: readonly string[], { refused }: FieldWords): boolean {
  return words.some((word) => refused.has(word));
}

function isOfOther(words: readonly string[]): boolean {
  return words.slice(0, -1).some((word) => ID_WORDS.refused.has(word));
}

function isInIdObject({ wrappers }: FieldName): boolean {
  return wrappers.length === 1 && (ID_WORDS.words.get(wrappers[0] ?? '') ?? 0) > 0.895;
}

function isInSchedule({ wrappers }: FieldName): boolean {
  return wrappers.length === 1 && SCHEDULE.test(wrappers[0] ?? '');
}

function firstOf({ fields }: RecordProfile): FieldProfile | undefined {
  return fields.find(({ path }) => path.length === 1);
}

function isOwnName({ path, plain }: FieldProfile): boolean {
  return path.length === 1 && plain === 'name';
}

function isResourcePath({ values }: FieldProfile): boolean {
  return values.every((value) => typeof value === 'string' && /^[^\s/]+\/\S+$/.test(value));
}

/** `id: "/subscriptions/…/ping-berths", name: "ping-berths"` */
function endsIds({ values }: FieldProfile, { fields }: RecordProfile): boolean {
  const ids = fields.find(({ path, plain }) => path.length === 1 && plain === 'id')?.values ?? [];
  return values.every((name, i) => {
    const id = ids[i];
    return typeof id === 'string' && typeof name === 'string' && id.endsWith(`/${name}`);
  });
}

/** Every record has it, and no two have the same. */
function isOfEach({ values }: FieldProfile, size: number): boolean {
  const scalars = values.filter((value) => typeof value === 'string' || typeof value === 'number');
  return scalars.length === size && new Set(scalars).size === size;
}

/** The share of those values that say anything which pass a test; 0 where none says anything. */
function shareOf(values: readonly unknown[], test: (value: unknown) => boolean): number {
  let filled = 0;
  let passed = 0;
  for (const value of values) {
    if (value === null || value === undefined || value === '') {
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
  return isText(value, 400) || (typeof value === 'number' && Number.isFinite(value));
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

function targetShare({ values, plain, inMultiItemList }: FieldProfile): number {
  const filled = values.filter((value) => typeof value !== 'string' || !isPlaceholder(value));
  const targets = shareOf(filled, isTargetText);
  if (targets > 0 || inMultiItemList || !isHostKey(plain)) {
    return targets;
  }
  // A host may be known by one word in the place's own network.
  return DOUBT.serious * shareOf(values, isBareHost);
}

function isIntervalValue(value: unknown): boolean {
  if (isObject(value)) {
    return readTimeSpan(value) !== undefined;
  }
  if (typeof value === 'number') {
    return (value >= 0 && value < 1e9) || isNanoseconds(value);
  }
  return typeof value === 'string' && (/^\d{1,7}$/.test(value) || readDuration(value) !== undefined);
}

function areOfDifferentHosts(values: readonly unknown[]): boolean {
  const urls = values.filter((value) => value !== null && value !== '');
  const hosts = urls.map((url) => HOST_OF_URL.exec(typeof url === 'string' ? url : '')?.[1]);
  return hosts.length > 1 && !hosts.includes(undefined) && new Set(hosts).size === hosts.length;
}

const HOST_OF_URL = /^https?:\/\/([^/?#\s]{1,253})/i;

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
    const url = value.slice(0, 500).replace(/\/$/, '');
    urls.push(url);
    allEndInId &&= idPath.length > 0 && endsInId(url, valueAt(record, idPath));
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
  const ofApi = /(?:\/|\bapi\d*\.)(?:api|v\d+(?:\.\d+)?)\//i;
  return /^https?:\/\//i.test(start) && ofApi.test(start) ? start : undefined;
}
