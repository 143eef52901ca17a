import type { SafeText, Translate } from '../../base/text';
import type { AddressProblem } from '../../service/address';

/** Says how to fix an invalid address. */
export function toAddressProblemText(t: Translate, problem: AddressProblem): SafeText {
  const texts: Readonly<Record<AddressProblem, SafeText>> = {
    empty: t('Enter the address of the service.'),
    schemeMissing: t('The URL must start with https://'),
    notAUrl: t('Enter a valid URL, such as https://api.example.com/v1'),
    notHttps: t(
      'Use https:// so that password and token are not sent in the clear. Plain http:// is for this machine only.',
    ),
    userInfo: t('Leave out user and password; they are asked for separately.'),
    query: t('Leave out the question mark and what follows it.'),
    fragment: t('Leave out the # and what follows it.'),
  };
  return texts[problem];
}
