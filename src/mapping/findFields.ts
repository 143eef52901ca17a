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

type BestCandidates = { [Field in PlainField]?: Candidate | undefined };

/** Finds where each field is, by the keys and values of some records. */
export function findFields(samples: readonly Sample[]): FieldSearch {
  const candidates = findCandidates(samples);
  const fields: { [Field in PlainField]?: readonly Path[] } = {};
  const best: BestCandidates = {};
  for (const field of PLAIN_FIELDS) {
    const likely = findLikely(field, candidates, best);
    fields[field] = likely.map(({ path }) => path);
    best[field] = likely[0];
  }
  // The key of a record may be its name and id: `{"db": {…}}`.
  const keys = samples.some(({ key }) => key) ? ['@key'] : [];
  const texts = keys.length > 0 ? [] : findNames(candidates, best);
  if (best.name === undefined) {
    fields.name = texts.length === 1 ? [texts[0]!.path] : keys;
  }
  if (best.id === undefined) {
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
  const { interval, id, name, target, type, lastCheck } = best;
  // Fields in an inner list don't make this the list of monitors.
  const own = [id, name, target, type, lastCheck, interval].filter(
    (field) => field && !field.path.includes('['),
  );
  return {
    mapping: {
      fields,
      status: status.mapping,
      // A bare number has no unit.
      unitMs: interval && readUnit(interval.words.at(-1) ?? ''),
      unit: interval && findUnit(interval, candidates)?.path,
      unclear,
    },
    likeness: own.length + (status.isFound ? 2 : 0),
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

/** Finds texts that may be names if no key says so. */
function findNames(
  candidates: readonly Candidate[],
  { name, id }: BestCandidates,
): readonly Candidate[] {
  const isIdName = id?.share((value) => /^\D{3,}$/.test(toText(value))) === 1;
  const others = candidates.filter((candidate) => candidate !== id && mayBeName(candidate));
  return name || isIdName ? [] : others;
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

/** Finds the unit beside an interval: `{period: 1, periodUnit: "days"}`, `{every: 5, unit: "minutes"}`. */
function findUnit(interval: Candidate, candidates: readonly Candidate[]): Candidate | undefined {
  const holder = toPath(interval.steps.slice(0, -1));
  return candidates.find(
    ({ steps, words, filled }) =>
      words.includes('unit') &&
      toPath(steps.slice(0, -1)) === holder &&
      filled.length > 0 &&
      filled.every((value) => readUnit(toText(value)) !== undefined),
  );
}
