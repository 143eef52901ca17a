import type { SafeText, Translate } from '../../base/text';
import type { DatabaseProblem } from '../../storage/database';

export function toStorageText(t: Translate, problem: DatabaseProblem): SafeText {
  switch (problem) {
    case 'full':
      return t("The disk is full, so loaded monitors aren't kept. They take calls again after a restart.");
    case 'unusable':
      return t(
        "Loaded monitors aren't kept because the database can't be opened. The daily limit counts this window alone. The log says why.",
      );
    case 'newer':
      return t(
        "A newer version of Monitor Explorer runs in another window. Reload this window to use it; until then, loaded monitors aren't kept.",
      );
    case 'damaged':
      return t(
        'The database was damaged and has been replaced. Saved monitors and the calls of today are unknown.',
      );
    case 'unsupported':
      return t('Monitor Explorer needs VS Code 1.106 or newer. No calls are made.');
  }
}
