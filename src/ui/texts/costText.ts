import type { SafeText, Translate } from '../../base/text';
import type { LimitState } from '../../account/limit';
import type { Translator } from './formats';

export function toListChangedText(t: Translate): SafeText {
  return t("No call was made: you've changed to another account or address since the question.");
}

export function toCountText(t: Translate, calls: number): SafeText {
  return calls === 1 ? t('1 call') : t('{0} calls', calls);
}

/** Returns "up to 20 calls". */
export function toAtMostText(t: Translate, calls: number): SafeText {
  return t('up to {0}', toCountText(t, calls));
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
