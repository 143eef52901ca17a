import { toSafeText, type SafeText, type Translate } from '../base/text';
import { parseSetting } from '../mapping/settings';
import { toFieldName } from './texts/fieldText';

/** Finds errors in the user's paths. */
export function findSettingProblems(t: Translate, reading: unknown): SafeText[] {
  return parseSetting(reading).problems.map(({ field, message }) => {
    const told = toSafeText(message.replace(/\.$/, ''), 200);
    return t("{0}: {1}. It's ignored until this is fixed.", toFieldName(t, field), told);
  });
}
