import * as vscode from 'vscode';
import type { ListController } from '../../explorer/listController';
import type { NextStep } from '../texts/errorText';
import { toCountText } from '../texts/costText';
import { t } from '../l10n';
import { formatsFor } from '../texts/formats';
import { window, type SafeQuickPickItem } from '../window';
import { toSafeText, withIcon, type SafeText } from '../../base/text';
import { toListErrorText, toRetryTime } from './failure';

interface StepContext {
  /** Calls that a retry takes. */
  readonly calls: number;
  readonly retryAt: number | undefined;
  readonly language: string;
  readonly now: number;
}

/** Tells in full what failed, and offers what can be done, each with its cost. */
export async function showFailure(controller: ListController, language: string, now: number): Promise<void> {
  const failure = controller.list?.failure;
  if (failure === undefined) {
    void window.showInformationMessage(t('Nothing has failed.'));
    return;
  }
  const signedIn = controller.sessionState === 'active';
  const { sentence, steps } = toListErrorText(failure.error, { signedIn, language, now });
  const context = { calls: failure.callsLeft, retryAt: toRetryTime(failure.error), language, now };
  const items = steps.map((step) => toStepItem(step, context));
  const picked = await window.showQuickPick(items, {
    title: sentence,
    placeHolder: t('What to do about it'),
  });
  if (picked) {
    await picked.run();
  }
}

function toStepItem(
  step: NextStep,
  { calls, retryAt, language, now }: StepContext,
): SafeQuickPickItem & { readonly run: () => Thenable<unknown> } {
  const command = (name: string) => () => vscode.commands.executeCommand(`monitorExplorer.${name}`);
  const item = (icon: string, label: SafeText, run: () => Thenable<unknown>, description = t('no call')) => ({
    ...{ label: withIcon(icon, label), description, run },
  });
  const cost = toCountText(t, calls);
  switch (step.kind) {
    case 'retry':
      return retryAt !== undefined && retryAt > now
        ? item('watch', t('Retry at {0}', formatsFor(language).moment(retryAt, now)), command('retry'), cost)
        : item('debug-restart', t('Retry'), command('retry'), cost);
    case 'signIn':
      return item(
        'sign-in',
        t('Sign In and Continue'),
        command('signInAndContinue'),
        toCountText(t, calls + 1),
      );
    case 'setServiceAddress':
      return item('globe', t('Set Service Address'), command('setServiceAddress'));
    case 'useAddress': {
      const { href } = step.baseUrl;
      return item('globe', t('Use {0}', toSafeText(href, 100)), () => useAddress(href));
    }
    case 'openSettings':
      return item('gear', t('Open Settings'), () =>
        vscode.commands.executeCommand('workbench.action.openSettings', step.setting),
      );
    case 'showLog':
      return item('output', t('Show Log'), command('showLog'));
    case 'chooseMapping':
      return item('question', t('Choose in the Last Response'), command('chooseResponseMapping'));
    case 'allowOneMoreCall':
      return item('add', t('Allow One More Call'), command('allowOneMoreCall'), toCountText(t, 1));
  }
}

/** As by "Set Service Address": a setting of the person's own. */
async function useAddress(href: string): Promise<void> {
  await vscode.workspace
    .getConfiguration('monitorExplorer')
    .update('baseUrl', href, vscode.ConfigurationTarget.Global);
}
