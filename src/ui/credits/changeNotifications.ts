import * as vscode from 'vscode';
import { hasChanges, type Comparison } from '../../monitors/comparison';
import type { Disposable } from '../../base/event';
import type { ListController } from '../../explorer/listController';
import { toChangesText } from '../tree/noticeText';
import type { Settings } from '../settings';
import { t } from '../l10n';
import { window } from '../window';

/** Tells what a refresh has found, where the person wants to be told beyond the row in the view. */
export function registerChangeNotifications(explorer: ListController, settings: Settings): Disposable {
  const told = new WeakSet<Comparison>();
  return explorer.onDidChange(() => {
    const comparison = explorer.list?.comparison;
    if (comparison === undefined || told.has(comparison)) {
      return;
    }
    told.add(comparison);
    const { notifyOnChange } = settings;
    const { wentDown, gotWorse, recovered } = comparison;
    const trouble = wentDown.length + gotWorse.length + recovered.length > 0;
    if (hasChanges(comparison) && (notifyOnChange === 'any' || (notifyOnChange === 'trouble' && trouble))) {
      void notify(comparison);
    }
  });
}

async function notify(comparison: Comparison): Promise<void> {
  const show = t('Show');
  if ((await window.showInformationMessage(toChangesText(t, comparison), show)) === show) {
    await vscode.commands.executeCommand('monitorExplorer.showChanges');
  }
}
