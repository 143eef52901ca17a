import { readFlag, toText } from '../base/scalar';
import { rankedWords } from '../base/words';
import { rank, type Candidate, type Scored } from './candidates';
import * as lexicon from './lexicon';
import type { Signal } from './mapping';

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

/** A field that may say the status, and what its values mean. */
export interface StatusCandidate extends Scored {
  readonly meanings: Signal['meanings'];
}

/** The meaning of the flags of each kind. A pause may be the time at which it began, or a number of downtimes. */
const MEANINGS = {
  up: { true: 'up', false: 'down' },
  down: { true: 'down', false: 'up' },
  degraded: { true: 'degraded' },
  paused: { true: 'paused', 2: 'paused', 3: 'paused', '@time': 'paused' },
  on: { false: 'paused' },
} as const;

/** Whether a word names the monitor itself: `monitor_enabled`, but not `keyword_enabled`. */
export function isOwnNoun(word: string): boolean {
  return lexicon.OWN_NOUNS.has(word);
}

/** Whether a word names the monitor or what it watches: `host_up`, but not `agent_up`. */
export function isSubject(word: string): boolean {
  return isOwnNoun(word) || lexicon.WATCHED.has(word) || lexicon.FILLERS.has(word);
}

/** Finds values of yes or no, best first. */
export function findFlags(
  candidates: readonly Candidate[],
  kind: keyof typeof MEANINGS,
): readonly StatusCandidate[] {
  const names = rankedWords(lexicon.FLAGS[kind] ?? '');
  const isSwitch = kind === 'paused' || kind === 'on';
  const flags = rank(candidates.filter(isFlag), MIN_SCORE, ({ words, holder, depth }) => {
    const name = scoreName(words, names, isSwitch ? isOwnNoun : isSubject);
    return name * PLACES[holder] - 0.01 * depth;
  });
  return flags.map((flag) => ({ ...flag, meanings: MEANINGS[kind] }));
}

/** Scores a key that is the name of a flag, or ends with one: `is_up`. */
function scoreName(
  words: readonly string[],
  names: ReadonlyMap<string, number>,
  mayPrecede: (word: string) => boolean,
): number {
  const start = words.findIndex((word, place) => {
    return names.has(words.slice(place).join('')) || !mayPrecede(word);
  });
  const score = names.get(words.slice(start).join('')) ?? 0;
  return start > 0 ? score - 0.02 : score;
}

/** `paused_at` may be empty, or year 1 if the monitor isn't paused; `scheduled_downtime_depth` counts. */
const TIMES_OR_DEPTH = /(?:at|since|depth)$/;
const COUNTS = /^(?:down|(?:un)?healthy|passing|failing|warnings?|errors|fail(?:ures?|ed))$/;

/** Whether all values are yes or no. 0 and 1 under `status` are usually codes, and under `failed` counts. */
function isFlag({ plain, words, filled }: Candidate): boolean {
  // `active: 0` may count connections.
  const isCount = COUNTS.test(plain) || (plain === 'active' && !filled.some(Boolean));
  const mayBeNumbers = !isCount && lexicon.scoreWords(words, lexicon.STATUS_KEYS) === 0;
  const isYesOrNo = (value: unknown) =>
    mayBeNumbers ? readFlag(value) !== undefined : /^(?:true|false)$/i.test(toText(value));
  return TIMES_OR_DEPTH.test(plain) || filled.every(isYesOrNo);
}
