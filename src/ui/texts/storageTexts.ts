import type { SafeText } from '../../base/text';
import type { DatabaseProblem } from '../../storage/database';
import { t } from '../l10n';

export const STORAGE_TEXTS: Record<DatabaseProblem, SafeText> = {
  full: t(
    "The disk is full, so loaded monitors aren't kept. Free some space, and the next page that loads saves them all.",
  ),
  unusable: t(
    "Loaded monitors aren't kept because the database can't be opened. The daily limit counts this window alone.",
  ),
  newer: t(
    "A newer version of Monitor Explorer runs in another window. Reload this window to use it; until then, loaded monitors aren't kept.",
  ),
  damaged: t(
    'The database was damaged and has been replaced. Load the monitors again. A daily limit counts calls from now on.',
  ),
  unsupported: t('Monitor Explorer needs VS Code 1.106 or newer. No calls are made.'),
};
