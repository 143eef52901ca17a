import * as vscode from 'vscode';
import { toSafeText, type SafeText } from '../../base/text';
import { addScheme, parseBaseUrl, type AddressProblem } from '../../service/address';
import { askText, type Answered, type Question } from '../inputs';
import { t } from '../l10n';
import type { Settings } from '../settings';
import { openInBrowser, window } from '../window';

const ABOUT_GATEWAY =
  'https://github.com/monitor-explorer/monitor-explorer/blob/HEAD/docs/gateway.md';

const INVALID = t('Enter a valid URL, such as https://api.example.com/v1');
const TOO_LONG = t('Leave out ? and #, and what follows them.');

/** How to fix an invalid address. */
const ADDRESS_PROBLEMS: Record<AddressProblem, SafeText> = {
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

/**
 * Asks for the service's address and saves it, without the path of a call. `question.problem`: the last address was
 * wrong.
 */
export async function askAddress(
  settings: Settings,
  offered: string,
  question: Question,
): Promise<Answered<string>> {
  const toBaseUrl = (text: string) =>
    parseBaseUrl(addScheme(text).replace(/\/(?:token|monitors\/list)\/*$/i, ''));
  const aboutGateway = {
    iconPath: new vscode.ThemeIcon('book'),
    tooltip: t('About the Gateway'),
    run: () => openInBrowser(ABOUT_GATEWAY),
  };
  const answered = await askText({
    ...question,
    buttons: question.problem ? [aboutGateway] : [],
    prompt: () => t('Address of the monitoring service'),
    placeholder: toSafeText('https://api.example.com/v1'),
    value: offered,
    validate: (text) => {
      const { problem } = toBaseUrl(text);
      return problem && ADDRESS_PROBLEMS[problem];
    },
  });
  if (typeof answered === 'object') {
    const { baseUrl } = toBaseUrl(answered.value);
    try {
      if (baseUrl && baseUrl.href !== settings.baseUrl?.href) {
        await settings.setAddress(baseUrl);
      }
    } catch (error) {
      void window.showWarningMessage(
        t(
          "The address couldn't be saved: {0}",
          toSafeText(error instanceof Error ? error.message : ''),
        ),
      );
      return 'cancel';
    }
  }
  return answered;
}
