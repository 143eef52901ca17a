import * as vscode from 'vscode';
import { withIcon } from '../../base/text';
import type { ListController } from '../../explorer/listController';
import { t } from '../l10n';
import type { NextStep } from '../texts/errorText';
import { window } from '../window';
import { toListErrorText, toRetryTime } from './failure';
import { toStepText } from './stepText';

/** Tells in full what failed, and offers what can be done, each with its cost. */
export async function showFailure(controller: ListController, now: number): Promise<void> {
  const failure = controller.list?.failure;
  if (failure === undefined) {
    return;
  }
  const signedIn = controller.sessionState === 'active';
  const { sentence, steps } = toListErrorText(failure.error, { signedIn, now });
  const context = { calls: failure.callsLeft, retryAt: toRetryTime(failure.error), now };
  const items = steps.map((step) => {
    const { icon, label, cost } = toStepText(t, step, context);
    return { label: withIcon(icon, label), description: cost ?? t('no call'), step };
  });
  const picked = await window.showQuickPick(items, {
    title: sentence,
    placeHolder: t('What to do about it'),
  });
  if (picked) {
    await takeStep(picked.step);
  }
}

/** Does one of the things that can be done about what has just failed. */
export async function takeStep(step: NextStep): Promise<void> {
  const run = (name: string, ...args: string[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`monitorExplorer.${name}`, ...args);
  switch (step.kind) {
    case 'retry':
    case 'setServiceAddress':
    case 'showLog':
    case 'allowOneMoreCall':
      await run(step.kind);
      break;
    case 'signIn':
      await run('signInAndContinue');
      break;
    case 'useAddress':
      await run('setServiceAddress', step.baseUrl.href);
      break;
    case 'openSettings':
      await vscode.commands.executeCommand('workbench.action.openSettings', step.setting);
      break;
    case 'chooseMapping':
      await run('chooseResponseMapping');
      break;
  }
}
