import type { Path } from '../../base/path';
import { t } from '../l10n';
import { toSafeText } from '../../base/text';

/** Names a path plainly: "labels, first" for `labels[0]`. */
export function toFieldName(path: Path) {
  const list = path.replace(/\[0\]$/, '');
  const name = toSafeText(list);
  return list === path ? name : t({ message: '{0}, first', comment: '{0} is a list' }, name);
}
