import { toPath, type Path } from '../base/path';
import { toText } from '../base/scalar';
import { readDuration, readTime, readUnit } from '../base/time';
import { isTarget } from '../base/url';
import { findCandidates, type Candidate, type Sample } from './candidates';
import { rankCandidates } from './fieldRules';
import { findStatus } from './findStatus';
import * as lexicon from './lexicon';
import { PLAIN_FIELDS, type Field, type PlainField, type RecordMapping } from './mapping';
import { meaningOf } from './statusWords';

export interface FieldSearch {
  readonly mapping: RecordMapping;
  /** How many fields of a monitor the records have. */
  readonly likeness: number;
}

type Fields = { [Field in PlainField]?: readonly Path[] };
type BestCandidates = { [Field in PlainField]?: Candidate | undefined };

/** Finds where each field is, by the keys and values of some records. */
export function findFields(samples: readonly Sample[]): FieldSearch {
  const candidates = findCandidates(samples);
  const fields: Fields = {};
  const best: BestCandidates = {};
  for (const field of PLAIN_FIELDS) {
    const likely = findLikely(field, candidates, best);
    fields[field] = likely.map(({ path }) => path);
    best[field] = likely[0];
  }
  const texts = findNames(samples, candidates, best);
  // The key of a record may be its name and id: `{"db": {…}}`.
  const keys = samples.some(({ key }) => key) ? ['@key'] : [];
  if (best.name === undefined) {
    fields.name = texts.length === 1 ? [texts[0]!.path] : keys;
  }
  if (best.id === undefined || areBetterIds(samples, best.id)) {
    fields.id = keys;
  }
  const status = findStatus(candidates);
  const unclear: Field[] = [];
  if (texts.length > 1 && !best.target) {
    unclear.push('name');
  }
  if (status.isAsked) {
    unclear.push('status');
  }
  const { interval } = best;
  return {
    mapping: {
      fields,
      status: status.mapping,
      unitMs: interval && unitOf(interval),
      unit: interval && findUnit(interval, candidates)?.path,
      unclear,
    },
    likeness: countOwn(best) + (status.isFound ? 2 : 0),
  };
}

/** If a record lacks the first, the next is read. */
const MAX_PATHS = 3;
/** How much less likely the others may be. If a name is missing, a ticker symbol isn't it. */
const MAX_GAP = 0.19;

function findLikely(
  field: PlainField,
  candidates: readonly Candidate[],
  best: BestCandidates,
): readonly Candidate[] {
  const ranked = rankCandidates(field, candidates, best);
  const minimum = (ranked[0]?.score ?? 0) - MAX_GAP;
  const likely = ranked.filter(({ score }) => score > minimum);
  // Two paths to an id could give one monitor two ids.
  return likely.slice(0, field === 'id' ? 1 : MAX_PATHS).map(({ candidate }) => candidate);
}

/** Counts fields of a monitor. Those in an inner list don't make this the list of monitors. */
function countOwn({ id, name, target, type, lastCheck, interval }: BestCandidates): number {
  const fields = [id, name, target, type, lastCheck, interval];
  return fields.filter((field) => field && !field.path.includes('[')).length;
}

/** Finds texts that may be names if no key says so. */
function findNames(
  samples: readonly Sample[],
  candidates: readonly Candidate[],
  { name, id }: BestCandidates,
): readonly Candidate[] {
  const isIdName = id?.share((value) => /^\D{3,}$/.test(toText(value))) === 1;
  if (name !== undefined || isIdName || samples.some(({ key }) => key)) {
    return [];
  }
  return candidates.filter((candidate) => candidate !== id && mayBeName(candidate));
}

/** Whether distinct texts of a key that is of no other field may name the monitors. */
function mayBeName(candidate: Candidate): boolean {
  const { values, distinct, holder, words } = candidate;
  const isError = lexicon.scoreWords(words, lexicon.LAST_ERROR) > 0;
  const isOwn = holder === 'own' && !isError && !candidate.says(lexicon.NAME.not);
  const differ = values.length > 1 && distinct === values.length;
  return isOwn && differ && candidate.share(isNameLike) === 1;
}

/** Whether a text is no number, path, time, address or status. */
function isNameLike(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(?!\d+$)[^/@]{2,120}$/.test(value)) {
    return false;
  }
  const isStatus = !value.includes(' ') && meaningOf(value) !== undefined;
  return !isStatus && !isTarget(value) && !readTime(value) && !readDuration(value);
}

/** Whether the keys of records are better ids. Keys such as `item_001` may begin again on each page. */
function areBetterIds(samples: readonly Sample[], id: Candidate): boolean {
  const areIds = samples.some(({ key }) => key && !/^\D*\d{1,3}$/.test(key));
  return areIds && lexicon.scoreWords(id.words, lexicon.ID) < 0.8;
}

/** Returns the milliseconds of `interval_seconds`. A bare number has no unit. */
function unitOf({ words }: Candidate): number | undefined {
  return readUnit(words.at(-1) ?? '');
}

/** Finds the unit beside an interval: `{period: 1, periodUnit: "days"}`, `{every: 5, unit: "minutes"}`. */
function findUnit(interval: Candidate, candidates: readonly Candidate[]): Candidate | undefined {
  if (unitOf(interval) !== undefined) {
    return undefined;
  }
  const holderOfInterval = toPath(interval.steps.slice(0, -1));
  return candidates.find(
    ({ steps, words, filled }) =>
      words.includes('unit') &&
      toPath(steps.slice(0, -1)) === holderOfInterval &&
      filled.length > 0 &&
      filled.every((value) => readUnit(toText(value)) !== undefined),
  );
}
