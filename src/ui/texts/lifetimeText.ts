import { l10n } from 'vscode';
import type { LifetimeProblem } from '../../session/lifetime';

/** What to change about a lifetime that can't be taken. */
export function toLifetimeProblemText(problem: LifetimeProblem): string {
  switch (problem) {
    case 'empty':
    case 'unreadable':
      return l10n.t('Enter a number and a unit: 45m, 12h, 90d or 2w.');
    case 'unitMissing':
      return l10n.t('Add a unit: m for minutes, h for hours, d for days, w for weeks.');
    case 'tooShort':
      return l10n.t('At least 1 minute.');
    case 'tooLong':
      return l10n.t('At most 10 years.');
  }
}
