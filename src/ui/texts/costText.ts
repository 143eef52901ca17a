import { toCredits, type CallPlan } from '../../credits/plan';
import type { SafeText, Translate } from '../../base/text';

/** "1 call", "19 calls", "up to 20 calls", with credits where the user has said what a call costs. */
export function toCostText(t: Translate, plan: CallPlan, creditsPerCall?: number): SafeText {
  const calls = toCallsText(t, plan);
  const credits = toCredits(plan, creditsPerCall);
  return credits === undefined ? calls : t('{0}, {1} credits', calls, credits);
}

function toCallsText(t: Translate, { calls, bound }: CallPlan): SafeText {
  switch (bound) {
    case 'exactly':
      return toCountText(t, calls);
    case 'upTo':
      return t('up to {0}', toCountText(t, calls));
    case 'atLeast':
      return t('at least {0}', toCountText(t, calls));
  }
}

/** Said where the answer to a question with a cost comes too late. */
export function toListChangedText(t: Translate): SafeText {
  return t("No call was made: you've changed to another account or address since the question.");
}

/** "1 call" or "2 calls". */
export function toCountText(t: Translate, calls: number): SafeText {
  return calls === 1 ? t('1 call') : t('{0} calls', calls);
}
