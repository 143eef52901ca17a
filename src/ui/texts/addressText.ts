import type { AddressProblem } from '../../service/address';
import type { SafeText, Translate } from '../../base/text';

/** What to change about an address that can't be taken. */
export function toAddressProblemText(t: Translate, problem: AddressProblem): SafeText {
  switch (problem) {
    case 'empty':
      return t('Enter the address of the service.');
    case 'schemeMissing':
      return t('Begin with https://');
    case 'notAUrl':
      return t('This is not an address. It should look like https://api.example.com/v1');
    case 'notHttps':
      return t(
        'Use https:// so that password and token are not sent in the clear. Plain http:// is for this machine only.',
      );
    case 'userInfo':
      return t('Leave out user and password; they are asked for separately.');
    case 'query':
      return t('Leave out the question mark and what follows it.');
    case 'fragment':
      return t('Leave out the # and what follows it.');
  }
}
