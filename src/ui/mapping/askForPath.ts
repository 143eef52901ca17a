import type { Path } from '../../base/path';
import { toSafeText, type SafeText } from '../../base/text';
import { askChoice } from '../inputs';
import { t } from '../l10n';

/** Asks where in a response something is. */
export async function askForPath(
  title: SafeText,
  choices: readonly { readonly path: Path; readonly preview: string }[],
): Promise<Path | undefined> {
  const items = choices.map(({ path, preview }) => toPathItem(path, preview));
  const placeholder = t('Takes no call. The choice is remembered for this service address.');
  const picked = await askChoice({ title, placeholder }, items);
  return typeof picked === 'string' ? undefined : picked.value[0];
}

/** @param preview the value at the path */
export function toPathItem(path: Path, preview = '') {
  const value: readonly Path[] = [path];
  return { label: toSafeText(path, 100), description: toSafeText(preview, 100), value };
}
