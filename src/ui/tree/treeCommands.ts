import * as vscode from 'vscode';
import { withIcon } from '../../base/text';
import type { ListController } from '../../explorer/listController';
import { t } from '../l10n';
import { window } from '../window';
import { showFailure, takeStep, toFailureText } from './failure';
import type { Notices } from './notices';

export interface TreeCommandsOptions {
  readonly controller: ListController;
  readonly notices: Notices;
  /** Signs in, where no session is active, before something that needs one. */
  readonly signInFor: (run: () => unknown, callsAfter?: number) => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** What the rows without a monitor do, and how to stop or go on. */
export function registerTreeCommands(options: TreeCommandsOptions): vscode.Disposable {
  const { controller, signInFor, now } = options;
  const commands: Record<string, (...args: string[]) => unknown> = {
    showNotices: () => showNotices(options.notices),
    showFailure: () => {
      const failure = toFailureText(controller, now());
      return failure && showFailure(failure, now());
    },
    takeStep: (kind) => {
      const step = toFailureText(controller, now())?.steps.find((one) => one.kind === kind);
      return step && takeStep(step);
    },
    retry: () =>
      controller.sessionState === 'active'
        ? controller.retry()
        : signInFor(() => controller.retry(), controller.list?.failure?.callsLeft),
    cancel: () => controller.cancel(),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`monitorExplorer.${name}`, run),
    ),
  );
}

/** Explains what a user should know. The only notice is done what it says, at once, where that makes no call. */
async function showNotices({ notices }: Notices): Promise<void> {
  const items = notices.map(({ label, icon, detail, action }) => ({
    label: withIcon(icon, label),
    detail,
    ...(action && { description: action.title }),
    action,
  }));
  const [only] = items;
  const picked =
    items.length === 1 && only?.action?.costs === false
      ? only
      : await window.showQuickPick(items, {
          title: t('Notices'),
          placeHolder: t('Pick a notice to see what you can do'),
        });
  if (picked?.action) {
    await vscode.commands.executeCommand(`monitorExplorer.${picked.action.command}`);
  }
}
