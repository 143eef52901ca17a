import { readFlag, toText } from '../base/scalar';
import { rankedWords } from '../base/words';
import { rank, type Candidate, type Scored } from './candidates';
import * as lexicon from './lexicon';

/** Prefers a flag or status of the record itself to that of an object inside, such as its last check. */
export const PLACES = {
  own: 1,
  status: 0.97,
  check: 0.85,
  other: 0.5,
  incident: 0,
  stranger: 0,
} as const;
/** `other_status` in a record is a status if there is no clearer one. */
export const MIN_SCORE = 0.45;

/** Whether a word names the monitor itself: `monitor_enabled`, but not `keyword_enabled`. */
export function isOwnNoun(word: string): boolean {
  return lexicon.OWN_NOUNS.has(word);
}

/** Whether a word names the monitor or what it watches: `host_up`, but not `agent_up`. */
export function isSubject(word: string): boolean {
  return isOwnNoun(word) || lexicon.WATCHED.has(word) || lexicon.FILLERS.has(word);
}

/**
 * Finds values of yes or no, best first.
 * @param kind what they say: `up`, `paused`
 * @param mayPrecede whether a word may stand before the flag's name
 */
export function findFlags(
  candidates: readonly Candidate[],
  kind: string,
  mayPrecede: (word: string) => boolean,
): readonly Scored[] {
  const names = rankedWords(lexicon.FLAGS[kind] ?? '');
  return rank(candidates, MIN_SCORE, (candidate) => {
    if (!isFlag(candidate)) {
      return 0;
    }
    const { words, holder, depth } = candidate;
    return scoreName(words, names, mayPrecede) * PLACES[holder] - 0.01 * depth;
  });
}

/** Scores a key that is the name of a flag, or ends with one: `is_up`. */
function scoreName(
  words: readonly string[],
  names: ReadonlyMap<string, number>,
  mayPrecede: (word: string) => boolean,
): number {
  for (let start = 0; start < words.length; start++) {
    const score = names.get(words.slice(start).join(''));
    if (score !== undefined) {
      const isWhole = start === 0;
      return isWhole ? score : score - 0.02;
    }
    if (!mayPrecede(words[start]!)) {
      return 0;
    }
  }
  return 0;
}

const COUNTS = /^(?:down|(?:un)?healthy|passing|failing|warnings?|errors|fail(?:ures?|ed))$/;

/** Whether all values are yes or no. */
function isFlag(candidate: Candidate): boolean {
  const { filled } = candidate;
  if (filled.length === 0) {
    return false;
  }
  if (mayBeNumbers(candidate)) {
    return filled.every((value) => readFlag(value) !== undefined);
  }
  return filled.every((value) => /^(?:true|false)$/i.test(toText(value)));
}

/** 0 and 1 under `status` are usually codes, and under `failed` counts. `active: 0` may count connections. */
function mayBeNumbers({ plain, words, filled }: Candidate): boolean {
  const isCount = plain === 'active' && filled.every((value) => value === 0);
  const isStatus = lexicon.scoreWords(words, lexicon.STATUS) > 0;
  return !isCount && !isStatus && !COUNTS.test(plain);
}
