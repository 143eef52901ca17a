import { toSafeText, type SafeText, type Translate } from '../base/text';
import { parseSetting } from '../mapping/settings';

/** Finds errors in the user's paths. */
export function findSettingProblems(t: Translate, reading: unknown): SafeText[] {
  return parseSetting(reading).problems.map(({ field, message }) => {
    const reason = toSafeText(message.replace(/\.$/, ''), 200);
    return t("{0}: {1}. It's ignored until this is fixed.", toSafeText(field, 40), reason);
  });
}
