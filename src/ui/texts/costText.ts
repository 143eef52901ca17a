import type { SafeText, Translate } from '../../base/text';
import type { LimitState } from '../../credits/limit';
import type { Translator } from './formats';

/** Returns "1 call", "up to 20 calls" or, if the user set a cost per call, "19 calls, 38 credits". */
export function toCostText(
  t: Translate,
  calls: number,
  creditsPerCall: number | undefined,
  { isMost = false } = {},
): SafeText {
  const count = isMost ? t('up to {0}', toCountText(t, calls)) : toCountText(t, calls);
  return creditsPerCall === undefined
    ? count
    : t('{0}, {1} credits', count, calls * creditsPerCall);
}

export function toListChangedText(t: Translate): SafeText {
  return t("No call was made: you've changed to another account or address since the question.");
}

export function toCountText(t: Translate, calls: number): SafeText {
  return calls === 1 ? t('1 call') : t('{0} calls', calls);
}

/** Returns "7 of 50 calls today, resets at 00:00" and a meter, "14%", if there is a limit. */
export function toTodayTexts(t: Translator, { limit, used, resetsAt }: LimitState) {
  if (limit === 0) {
    return { text: used === 1 ? t('1 call today') : t('{0} calls today', used), meter: undefined };
  }
  const share = used / limit;
  const text = t(
    '{0} of {1} calls today, resets at {2}',
    used,
    limit,
    t.formats.moment(resetsAt, resetsAt),
  );
  return { text, meter: { share, percent: t('{0}%', Math.round(100 * share)) } };
}
