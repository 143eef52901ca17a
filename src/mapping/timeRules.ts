import type { Candidate } from './candidates';
import * as lexicon from './lexicon';
import type { PlainField } from './mapping';

/** The keys of alerts. */
const ALERT_START = /^(?:active|starts)at$/;

/** Scores how clearly a time is the last check, the last change or the start of the status. */
export function scoreTime(candidate: Candidate, field: PlainField): number {
  if (candidate.holder === 'stranger') {
    return 0;
  }
  const about = fieldOf(candidate);
  const score = about === 'lastCheck' ? scoreCheck(candidate) : 0.9;
  return about === field ? score - 0.01 * candidate.depth : 0;
}

function fieldOf(candidate: Candidate): PlainField | undefined {
  const isOfStatus = candidate.speaksOf(lexicon.STATUS_KEY_WORDS);
  // In `latestDiff: {at: …}`, the outer key says what happened at that time.
  if (candidate.speaksOf(lexicon.CHANGE_WORDS)) {
    const ofTarget = isOfStatus ? 'since' : 'changedAt';
    return candidate.speaksOf(lexicon.OTHER_CHANGES) ? undefined : ofTarget;
  }
  const { words, plain, holder } = candidate;
  const isSince = words.at(-1) === 'since' && words.every((word) => lexicon.SINCE_WORDS.has(word));
  if (isSince || ALERT_START.test(plain) || (isOfStatus && candidate.says(lexicon.START_WORDS))) {
    return 'since';
  }
  return holder === 'incident' ? undefined : 'lastCheck';
}

/** `last_check` is clearer than `checked_at`, and that than the `timestamp` of a check. */
function scoreCheck(candidate: Candidate): number {
  const { words, plain, holder, path } = candidate;
  // The end of a check counts, not its start.
  const penalty = candidate.says(lexicon.START_WORDS) ? 0.02 : 0;
  const isLast = candidate.speaksOf(lexicon.LAST_WORDS) && !candidate.says(lexicon.OTHER_TIMES);
  if (isLast && candidate.speaksOf(lexicon.CHECK_WORDS)) {
    return 1 - penalty;
  }
  const telling = words.filter(
    (word) => !lexicon.TIME_WORDS.has(word) && !lexicon.START_WORDS.has(word),
  );
  const isOnlyCheck = telling.every((word) => lexicon.CHECK_WORDS.has(word));
  if (isOnlyCheck && (holder === 'check' || telling.length > 0)) {
    return 0.9 - penalty;
  }
  const isOfCheck = holder === 'status' || holder === 'check' || path.includes('@');
  return plain === 'timestamp' && isOfCheck ? 0.6 : 0;
}
