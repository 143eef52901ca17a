import type { Path } from '../../base/path';
import { toSafeText, type SafeText } from '../../base/text';
import { askChoice, type Item } from '../inputs';
import { t } from '../l10n';

/** `[]`: nowhere. `undefined`: automatic. */
export type Source = Item<readonly Path[] | undefined>;

/** Asks where in a response something is. */
export function askSource(title: SafeText, items: readonly Source[], active?: Source) {
  return askChoice(
    {
      title,
      placeholder: t('Takes no call.'),
      active,
      canGoBack: true,
    },
    items,
  );
}

/** @param preview what is there */
export function toPathItem(path: Path, preview = '') {
  const value: readonly Path[] = [path];
  return { label: toSafeText(path), description: toSafeText(preview), value };
}
