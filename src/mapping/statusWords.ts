import { wordSet } from '../base/words';
import type { MonitorStatus } from '../monitors/monitor';
import * as lexicon from './lexicon';
import { toWords } from './words';

/** The meaning of a word. */
export interface Meaning {
  readonly status: MonitorStatus;
  /** A user sets "paused"; a check finds "up". */
  readonly isSetting: boolean;
}

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(lexicon.STATUS_WORDS).flatMap(([kind, words]) => {
    const status = kind.replace('_setting', '') as MonitorStatus;
    const isSetting = kind.endsWith('_setting');
    return [...wordSet(words)].map((word) => [word, { status, isSetting }] as const);
  }),
);

/** "CURRENTLY_REACHABLE" has 19 characters; a text of more than 40 is a sentence. */
const MAX_LENGTH = 40;

/**
 * Returns the meaning of a text of which all words are known: "Up", "MONITOR_DOWN". "0 issues", "error-free" and
 * "alerting disabled" aren't such texts.
 */
export function meaningOf(value: unknown): Meaning | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || value.includes('%')) {
    return undefined;
  }
  const words = toWords(value);
  const telling = words.filter((word) => MEANINGS.has(word) || !isFiller(word));
  return MEANINGS.get(words.join('')) ?? MEANINGS.get(telling.join('')) ?? commonMeaning(telling);
}

/** Returns the meaning that all words have: "failed (timeout)". */
function commonMeaning(words: readonly string[]): Meaning | undefined {
  const meanings = words.map((word) => MEANINGS.get(word));
  const [first] = meanings;
  const agree = meanings.every((meaning) => meaning?.status === first?.status);
  return agree ? first : undefined;
}

/** Whether a word only names the subject: "service unavailable". */
function isFiller(word: string): boolean {
  return (
    lexicon.NOUNS.has(word) ||
    lexicon.FILLERS.has(word) ||
    lexicon.STATUS_KEY_WORDS.has(word) ||
    lexicon.STATUS_FILLERS.has(word)
  );
}
