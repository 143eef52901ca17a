import { toSafeText, type SafeText, type Translate } from '../base/text';
import { parseSetting } from '../mapping/settings';

/** Finds errors in the user's paths. */
export function findSettingProblems(t: Translate, reading: unknown): SafeText[] {
  return parseSetting(reading).wrong.map((field) =>
    t(
      "{0}: expected a path such as attributes.label or checks[0].result. It's ignored until this is fixed.",
      toSafeText(field, 40),
    ),
  );
}
