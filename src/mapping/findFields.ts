import { toPath, type Path } from '../base/path';
import { toText } from '../base/scalar';
import { readTime, readUnit } from '../base/time';
import { isTarget } from '../base/url';
import { findCandidates, type Candidate, type Sample } from './candidates';
import { rankCandidates, type Chosen } from './fieldRules';
import { findStatus } from './findStatus';
import * as lexicon from './lexicon';
import { PLAIN_FIELDS, type Field, type PlainField, type RecordMapping } from './mapping';
import { meaningOf } from './statusWords';

export interface FieldSearch {
  readonly mapping: RecordMapping;
  /** How many fields of a monitor the records have. */
  readonly likeness: number;
}

/** Finds where each field is, by the keys and values of some records. */
export function findFields(samples: readonly Sample[]): FieldSearch {
  const candidates = findCandidates(samples);
  const fields: { [Field in PlainField]?: readonly Path[] } = {};
  const best: { [Field in PlainField]?: Candidate | undefined } = {};
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
      // A bare number says no unit.
      unitMs: interval && readUnit(interval.words.at(-1) ?? ''),
      unit: interval && findUnit(interval, candidates)?.path,
      unclear,
    },
    likeness: own.length + (status.isFound ? 2 : 0),
  };
}

/** Paths of a field: if a record lacks the first, the next is read. */
const MAX_PATHS = 3;
/** How much less likely the others may be. If a name is missing, a ticker symbol isn't it. */
const MAX_GAP = 0.19;

function findLikely(
  field: PlainField,
  candidates: readonly Candidate[],
  best: Chosen,
): readonly Candidate[] {
  const ranked = rankCandidates(field, candidates, best);
  const minimum = (ranked[0]?.score ?? 0) - MAX_GAP;
  const likely = ranked.filter(({ score }) => score > minimum);
  // Two paths to an id could give one monitor two ids.
  return likely.slice(0, field === 'id' ? 1 : MAX_PATHS).map(({ candidate }) => candidate);
}

/** Finds distinct texts of keys that are of no other field, if neither a key nor an id is a name. */
function findNames(candidates: readonly Candidate[], { name, id }: Chosen): readonly Candidate[] {
  const isIdName = id?.share((value) => /^\D{3,}$/.test(toText(value))) === 1;
  if (name !== undefined || isIdName) {
    return [];
  }
  return candidates.filter((candidate) => {
    const { values, distinct, holder } = candidate;
    const differ = values.length > 1 && distinct === values.length;
    const isOther = candidate === id || holder !== 'own' || candidate.says(lexicon.NAME_KEYS.not);
    return differ && !isOther && candidate.share(isNameLike) === 1;
  });
}

/** Whether a text is no number, path, time, address or status. */
function isNameLike(value: unknown): boolean {
  const isText = typeof value === 'string' && /^(?!\d+$)[^/@]{2,120}$/.test(value);
  return isText && !isTarget(value) && !readTime(value) && meaningOf(value) === undefined;
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
