import * as vscode from 'vscode';
import { toSafeText } from '../../base/text';
import { addScheme, parseBaseUrl } from '../../service/address';
import { askText, type Answered, type Question } from '../inputs';
import { t } from '../l10n';
import type { Settings } from '../settings';
import { ADDRESS_PROBLEMS } from '../texts/addressProblems';
import { openInBrowser, window } from '../window';

const ABOUT_GATEWAY =
  'https://github.com/monitor-explorer/monitor-explorer/blob/HEAD/docs/gateway.md';

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
