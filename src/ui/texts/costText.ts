import { t } from '../l10n';

export function toListChangedText() {
  return t('No call was made: the account or address has changed since the question.');
}

export function toCountText(calls: number) {
  return calls === 1 ? t('1 call') : t('{0} calls', calls);
}

/** Returns "7 calls", or "7 calls, 4 left today". */
export function toCostText(calls: number, left: number) {
  const cost = toCountText(calls);
  return calls > left ? t('{0}, {1} left today', cost, left) : cost;
}

/** Returns "Allow 3 More: Pages 5 to 7". @param pages indexes of the pages that the calls read, in order */
export function toAllowText(pages: readonly number[]) {
  const { length } = pages;
  if (length === 0) {
    return t('Allow 1 More Call');
  }
  const first = pages[0]! + 1;
  const last = pages.at(-1)! + 1;
  if (length === 1) {
    return t('Allow 1 More: Page {0}', first);
  }
  return last - first === length - 1
    ? t('Allow {0} More: Pages {1} to {2}', length, first, last)
    : t('Allow {0} More: Pages {1} and Later', length, first);
}

/** Maximum calls. `unknown` if it depends on the user's next answer. */
export type CallsAfter = number | 'unknown';

/** Returns the cost, including the calls after the sign-in. */
export function toSignInCostText(callsAfter: CallsAfter = 0) {
  if (callsAfter === 'unknown') {
    return t('Signing in takes 1 call; what you asked for then continues.');
  }
  return callsAfter === 0
    ? t('Signing in takes 1 call.')
    : t('Signing in and continuing takes {0}.', toCountText(1 + callsAfter));
}

export function toSignInAndContinueText(callsAfter: number) {
  return t('Sign In and Continue ({0})', toCountText(1 + callsAfter));
}
