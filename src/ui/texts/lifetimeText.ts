import type { LifetimeProblem } from '../../session/lifetime';
import type { SafeText, Translate } from '../../base/text';

/** Says how to fix an invalid lifetime. */
export function toLifetimeProblemText(t: Translate, problem: LifetimeProblem): SafeText {
  switch (problem) {
    case 'empty':
    case 'unreadable':
      return t('Enter a number and a unit: 45m, 12h, 90d or 2w.');
    case 'unitMissing':
      return t('Add a unit: m for minutes, h for hours, d for days, w for weeks.');
    case 'tooShort':
      return t('At least 1 minute.');
    case 'tooLong':
      return t('At most 10 years.');
  }
}
