import type { MonitorStatus } from '../../monitors/monitor';
import type { JsonObject } from './json';
import { isArray, isObject } from './json';
import { toPlain, toWords } from './keys';
import type { Path } from './reading';
import { isTaken } from './reading';
import type { Reason } from './reasons';
import type { Leaf, RecordProfile } from './recordProfile';
import { profileRecords } from './recordProfile';
import { classify } from './statusLeaf';
import { readInstant } from './times';
import { historyNames, placeWords } from './vocabulary/historyWords';
import { checkTimeNames, checkedWords } from './vocabulary/timeWords';

interface HistoryStatus {
  readonly path: Path;
  readonly sureness: number;
  readonly reason: Reason;
  readonly yes?: 'up' | 'down';
}

/** Enough to be taken, and less than any field of the record's own. */
const sureness = 0.64;
const mostElements = 500;

/**
 * The status by the newest of the results that records hold (`results: [{timestamp, success}]`), where their
 * times make it clear which one that is: all lists of the page run in one direction, and no two results are
 * of one moment. Results of several places are no history.
 */
export function findHistoryStatus(
  profile: RecordProfile,
  own: ReadonlyMap<string, MonitorStatus>,
): HistoryStatus | undefined {
  for (const leaf of profile.leaves) {
    const newest = newestOf(leaf);
    if (!newest) {
      continue;
    }
    const told = profileRecords(newest.results)
      .leaves.filter(({ path }) => path.length === 1)
      .flatMap((part) => classify(part, own) ?? [])
      .filter(
        (part) => isTaken(part) && (part.kind === 'live' || part.kind === 'good' || part.kind === 'bad'),
      )
      .sort((a, b) => b.sureness - a.sureness)[0];
    if (!told) {
      continue;
    }
    const yes = told.kind === 'good' ? 'up' : told.kind === 'bad' ? 'down' : undefined;
    const path = [...leaf.path, newest.step, ...told.leaf.path];
    return { path, sureness, reason: 'newestResult', ...(yes && { yes }) };
  }
  return undefined;
}

/** The newest result of each record, and the step that leads to it: 0 or, from the end, -1. */
function newestOf({
  plain,
  path,
  inArray,
  values,
}: Leaf): { readonly results: readonly JsonObject[]; readonly step: 0 | -1 } | undefined {
  if (inArray || path.length > 2 || !historyNames.has(plain)) {
    return undefined;
  }
  const lists = values.filter(isArray).filter((list) => list.length > 0);
  if (lists.length === 0) {
    return undefined;
  }
  const histories = lists.map((list) => list.slice(0, mostElements).filter(isObject));
  if (histories.some((results) => isOfSeveralPlaces(results))) {
    return undefined;
  }
  const directions = histories.map(directionOf);
  const step = directions.includes('up') ? -1 : 0;
  if (directions.includes('none') || (directions.includes('up') && directions.includes('down'))) {
    return undefined;
  }
  return {
    results: lists.flatMap((list) => (isObject(list.at(step)) ? [list.at(step) as JsonObject] : [])),
    step,
  };
}

type Direction = 'up' | 'down' | 'one' | 'none';

function directionOf(results: readonly JsonObject[]): Direction {
  if (results.length === 1) {
    return 'one';
  }
  const key = Object.keys(results[0] ?? {}).find(isTimeKey);
  const times = key === undefined ? [] : results.map((result) => readInstant(result[key]));
  if (times.length === 0 || times.includes(undefined)) {
    return 'none';
  }
  const steps = times.slice(1).map((time, i) => Math.sign((time ?? 0) - (times[i] ?? 0)));
  if (steps.every((step) => step > 0)) {
    return 'up';
  }
  return steps.every((step) => step < 0) ? 'down' : 'none';
}

function isTimeKey(key: string): boolean {
  const words = toWords(key);
  return checkTimeNames.has(toPlain(key)) || (words.length === 2 && checkedWords.has(words[0] ?? ''));
}

function isOfSeveralPlaces(results: readonly JsonObject[]): boolean {
  const keys = Object.keys(results[0] ?? {}).filter((key) =>
    toWords(key).some((word) => placeWords.has(word)),
  );
  return keys.some((key) => new Set(results.map((result) => JSON.stringify(result[key]))).size > 1);
}
