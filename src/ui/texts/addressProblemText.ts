import type { SafeText } from '../../base/text';
import { t } from '../l10n';
import type { AddressProblem } from '../../service/address';

/** Says how to fix an invalid address. */
export function toAddressProblemText(problem: AddressProblem): SafeText {
  const invalid = t('Enter a valid URL, such as https://api.example.com/v1');
  const tooLong = t('Leave out ? and #, and what follows them.');
  const texts: Readonly<Record<AddressProblem, SafeText>> = {
    empty: t('Enter the address of the service.'),
    schemeMissing: invalid,
    notAUrl: invalid,
    notHttps: t(
      'Use https:// so that password and token are not sent in the clear. Plain http:// is for this machine only.',
    ),
    userInfo: t('Leave out user and password; they are asked for separately.'),
    query: tooLong,
    fragment: tooLong,
  };
  return texts[problem];
}
