import type { MonitorStatus } from '../../monitors/monitor';
import { toPlain, toWords } from './keys';
import { toStatusWordKey } from './readingSettings';
import type { StatusMeaning } from './vocabulary/statusWords';
import { negations, statusMeanings } from './vocabulary/statusWords';

export type { StatusMeaning } from './vocabulary/statusWords';

/** Phrases longer than this are sentences; what they say is not guessed from their words. */
const mostWords = 5;

/** In a phrase of several words the first of these to occur wins: "Up (warning)" wants attention, not praise. */
const precedence: readonly MonitorStatus[] = ['paused', 'down', 'degraded', 'pending', 'unknown', 'up'];

/** What a status value means; `undefined` where the word is not known. The person's own words come first. */
export function readStatusMeaning(
  value: unknown,
  own: ReadonlyMap<string, MonitorStatus>,
): StatusMeaning | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return undefined;
  }
  const text = String(value);
  const said = own.size > 0 ? own.get(toStatusWordKey(text)) : undefined;
  if (said) {
    return { status: said, live: true, off: said === 'paused' };
  }
  return typeof value === 'string' && text.length <= 80 ? meaningOfText(text) : undefined;
}

function meaningOfText(text: string): StatusMeaning | undefined {
  const whole = statusMeanings.get(toPlain(text));
  if (whole) {
    return whole;
  }
  const outer = meaningOfPhrase(text.replace(inBrackets, ' '));
  if (outer?.status !== 'up') {
    return outer;
  }
  // "Up (warning)": what is said in brackets takes back some of the praise.
  const aside = inBrackets.exec(text)?.[0];
  const inner = aside === undefined ? undefined : meaningOfPhrase(aside);
  return inner?.live ? inner : outer;
}

const inBrackets = /\([^)]*\)|\[[^\]]*\]/;

/** "Paused by parent", "Node status is Up.", "status: ok" */
function meaningOfPhrase(phrase: string): StatusMeaning | undefined {
  const core = phrase.replace(/^.*\b(?:is|status|state)\b[:=]?\s+(?=\S)/i, '');
  const words = toWords(core);
  if (words.length === 0 || words.length > mostWords || /\d/.test(core)) {
    return undefined;
  }
  return statusMeanings.get(words.join('')) ?? meaningOfWords(words);
}

function meaningOfWords(words: readonly string[]): StatusMeaning | undefined {
  if (words.length === 1 || words.some((word) => negations.has(word))) {
    return undefined;
  }
  const known = words.flatMap((word) => statusMeanings.get(word) ?? []);
  const telling = known.filter(({ live, off }) => live || off);
  for (const status of precedence) {
    const meaning = telling.find((candidate) => candidate.status === status);
    if (meaning) {
      return meaning;
    }
  }
  return known.length === words.length ? known[0] : undefined;
}

/** A yes-or-no value in any of the ways services write it; `undefined` for anything else. */
export function readFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') {
    return value;
  }
  if (value === 1 || value === 0) {
    return value === 1;
  }
  if (typeof value !== 'string' || value.length > 8) {
    return undefined;
  }
  const text = value.trim().toLowerCase();
  if (text === 'true' || text === 'yes' || text === '1' || text === 'on' || text === 'active') {
    return true;
  }
  return text === 'false' || text === 'no' || text === '0' || text === 'off' || text === 'inactive'
    ? false
    : undefined;
}
