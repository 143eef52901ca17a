import { toCredits, type CallPlan } from '../../credits/plan';
import { t } from '../l10n';
import { type SafeText } from '../../base/text';

/** "1 call", "19 calls", "up to 20 calls", with credits where the person has said what a call costs. */
export function toCostText(plan: CallPlan, creditsPerCall?: number): SafeText {
  const calls = toCallsText(plan);
  const credits = toCredits(plan, creditsPerCall);
  return credits === undefined ? calls : t('{0}, {1} credits', calls, credits);
}

function toCallsText({ calls, bound }: CallPlan): SafeText {
  switch (bound) {
    case 'exactly':
      return toCountText(calls);
    case 'upTo':
      return t('up to {0}', toCountText(calls));
    case 'atLeast':
      return t('at least {0}', toCountText(calls));
  }
}

/** "1 call" or "2 calls". */
export function toCountText(calls: number): SafeText {
  return calls === 1 ? t('1 call') : t('{0} calls', calls);
}
