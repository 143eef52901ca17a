import type { SafeText, Translate } from '../../base/text';

/**
 * "1 call", "19 calls, 38 credits", "up to 20 calls": with credits where the user has said what a call costs.
 * @param options.isMost no more calls than these, and maybe fewer.
 */
export function toCostText(
  t: Translate,
  calls: number,
  creditsPerCall: number | undefined,
  { isMost = false } = {},
): SafeText {
  const count = isMost
    ? t({ message: 'up to {0}', comment: '{0} is a number of calls, such as 3 calls' }, toCountText(t, calls))
    : toCountText(t, calls);
  return creditsPerCall === undefined ? count : t('{0}, {1} credits', count, calls * creditsPerCall);
}

/** Said where the answer to a question with a cost comes too late. */
export function toListChangedText(t: Translate): SafeText {
  return t("No call was made: you've changed to another account or address since the question.");
}

/** "1 call" or "2 calls". */
export function toCountText(t: Translate, calls: number): SafeText {
  return calls === 1 ? t('1 call') : t('{0} calls', calls);
}
