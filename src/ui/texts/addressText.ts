import { l10n } from 'vscode';
import type { AddressProblem } from '../../service/address';

/** What to change about an address that can't be taken. */
export function toAddressProblemText(problem: AddressProblem): string {
  switch (problem) {
    case 'empty':
      return l10n.t('Enter the address of the service.');
    case 'schemeMissing':
      return l10n.t('Begin with https://');
    case 'notAUrl':
      return l10n.t('This is not an address. It should look like https://api.example.com/v1');
    case 'notHttps':
      return l10n.t(
        'Use https:// so that password and token are not sent in the clear. Plain http:// is for this machine only.',
      );
    case 'userInfo':
      return l10n.t('Leave out user and password; they are asked for separately.');
    case 'query':
      return l10n.t('Leave out the question mark and what follows it.');
    case 'fragment':
      return l10n.t('Leave out the # and what follows it.');
  }
}
