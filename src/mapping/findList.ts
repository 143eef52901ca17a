import { lastKey } from '../base/path';
import { findFields, type FieldSearch } from './findFields';
import * as lexicon from './lexicon';
import { findListCandidates, nounScore, wordsOfList, type ListCandidate } from './listCandidates';
import { MonitorTest } from './findEntries';
import { toPlain } from './words';

export interface ListSearch {
  readonly list?: ListCandidate | undefined;
  /** Lists to ask the user about, likeliest first, if two are equally likely. */
  readonly candidates: readonly ListCandidate[];
}

interface RatedList extends ListCandidate {
  readonly fields: FieldSearch;
  readonly score: number;
}

/** If the lead over the next list is less than this, the user is asked. */
const MIN_LEAD = 0.25;

/** Finds the list of monitors by the words of its key and by the fields of its records. */
export function findList(responses: readonly unknown[]): ListSearch {
  const rated = findListCandidates(responses).map(rate);
  const [best, ...rest] = rated.toSorted((a, b) => b.score - a.score);
  if (best === undefined) {
    return { candidates: [] };
  }
  const rivals = rest.filter(({ samples }) => samples.length > 0);
  const isUnclear = rivals.some((rival) => isClose(best, rival) || mayHoldTheMonitors(best, rival));
  if (isUnclear || best.score < MIN_LEAD) {
    return { candidates: [best, ...rivals].filter(({ samples }) => samples.length > 0) };
  }
  return { list: best, candidates: [] };
}

function rate(list: ListCandidate): RatedList {
  const { steps, samples } = list;
  const fields = findFields(samples);
  const isInRecord = steps.includes('*');
  const isGeneric = lexicon.GENERIC_LISTS.has(toPlain(lastKey(steps) || 'data'));
  let score = 4 * nounScore(steps) + fields.likeness;
  if (isGeneric && !isInRecord) {
    score += 2;
  }
  if (isInRecord || lexicon.OTHER_THINGS.has(wordsOfList(steps).join(''))) {
    score -= 2.5;
  }
  return { ...list, fields, score };
}

/** Whether another list is nearly as likely. Lists that are joined with the best one aren't rivals. */
function isClose(best: RatedList, rival: RatedList): boolean {
  const isNear = best.score - rival.score < MIN_LEAD;
  const test = new MonitorTest(best.fields.mapping);
  return isNear && !test.isJoined(best.steps, rival.steps, rival.samples);
}

/** Whether one list is inside the records of the other, and its fields are more like a monitor's. */
function mayHoldTheMonitors(best: RatedList, rival: RatedList): boolean {
  const isInside = rival.path.startsWith(`${best.path}[*]`) && nounScore(rival.steps) > 0.75;
  const isAround = best.path.startsWith(`${rival.path}[*]`);
  return rival.fields.likeness > best.fields.likeness && (isInside || isAround);
}
