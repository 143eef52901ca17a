import * as vscode from 'vscode';
import { withIcon } from '../../base/text';
import type { ListController } from '../../explorer/listController';
import { HttpError, UnauthorizedError } from '../../service/errors';
import { SessionExpiredError } from '../../session/session';
import { t } from '../l10n';
import { toErrorText, type NextStep } from '../texts/errorText';
import { window } from '../window';
import { toStepText, type FailureText } from './rowText';

/** What has stopped the list, and what can be done about it; `undefined` where nothing has. */
export function toFailureText(controller: ListController, now: number): FailureText | undefined {
  const { list, sessionState, retriesAt } = controller;
  if (list?.failure === undefined) {
    return undefined;
  }
  const { error, callsLeft } = list.failure;
  const { sentence, steps } = toErrorText(t, error, now);
  const lackedSession = error instanceof UnauthorizedError || error instanceof SessionExpiredError;
  return {
    sentence,
    // Where somebody has signed in since, it takes a retry and no further sign-in.
    steps: sessionState === 'active' && lackedSession ? [{ kind: 'retry' }, { kind: 'showLog' }] : steps,
    calls: callsLeft,
    retryAt: error instanceof HttpError ? error.retryAt : undefined,
    waitsUntil: retriesAt,
  };
}

/** Tells in full what failed, and offers what can be done, each with its cost. */
export async function showFailure(failure: FailureText, now: number): Promise<void> {
  const items = failure.steps.map((step) => {
    const { icon, label, cost } = toStepText(t, step, failure, now);
    return { label: withIcon(icon, label), description: cost ?? t('no call'), step };
  });
  const picked = await window.showQuickPick(items, {
    title: failure.sentence,
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
