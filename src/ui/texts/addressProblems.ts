import type { SafeText } from '../../base/text';
import type { AddressProblem } from '../../service/address';
import { t } from '../l10n';

const INVALID = t('Enter a valid URL, such as https://api.example.com/v1');
const TOO_LONG = t('Leave out ? and #, and what follows them.');

/** How to fix an invalid address. */
export const ADDRESS_PROBLEMS: Readonly<Record<AddressProblem, SafeText>> = {
  empty: t('Enter the address of the service.'),
  schemeMissing: INVALID,
  notAUrl: INVALID,
  notHttps: t(
    'Use https:// so that password and token are not sent in the clear. Plain http:// is for this machine only.',
  ),
  userInfo: t('Leave out user and password; they are asked for separately.'),
  query: TOO_LONG,
  fragment: TOO_LONG,
};
