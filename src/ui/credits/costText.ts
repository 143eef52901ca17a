import { l10n } from 'vscode';
import { toCredits, type CallPlan } from '../../credits/plan';

/** "1 call", "19 calls", "up to 20 calls", with credits where the person has said what a call costs. */
export function toCostText(plan: CallPlan, creditsPerCall?: number): string {
  const calls = toCallsText(plan);
  const credits = toCredits(plan, creditsPerCall);
  return credits === undefined ? calls : l10n.t('{0}, {1} credits', calls, credits);
}

function toCallsText({ calls, bound }: CallPlan): string {
  switch (bound) {
    case 'exactly':
      return toCountText(calls);
    case 'upTo':
      return l10n.t('up to {0}', toCountText(calls));
    case 'atLeast':
      return l10n.t('at least {0}', toCountText(calls));
  }
}

/** "1 call" or "2 calls". */
export function toCountText(calls: number): string {
  return calls === 1 ? l10n.t('1 call') : l10n.t('{0} calls', calls);
}
