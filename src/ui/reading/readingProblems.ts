import * as vscode from 'vscode';
import type { ResponseMapping } from '../../explorer/responseMapping';
import type { Settings } from '../settings';
import { t } from '../l10n';
import { window } from '../window';
import { toSafeText } from '../../base/text';

/** Tells of an expression in the settings that can't be used, once, as soon as it is written. */
export function registerReadingProblems(desk: ResponseMapping, settings: Settings): vscode.Disposable {
  const told = new Set<string>();
  const tell = (): void => {
    const news = desk.problems.filter(({ field, message }) => !told.has(`${field} ${message}`));
    news.forEach(({ field, message }) => told.add(`${field} ${message}`));
    if (news[0]) {
      void show(news[0].field, news[0].message);
    }
  };
  tell();
  return settings.onDidChange(tell);
}

async function show(field: string, message: string): Promise<void> {
  const open = t('Open Settings');
  const sentence = t(
    'The setting "monitorExplorer.reading" has a problem at "{0}": {1}. It is left out until mended.',
    toSafeText(field, 60),
    toSafeText(message.replace(/\.$/, ''), 200),
  );
  if ((await window.showWarningMessage(sentence, open)) === open) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'monitorExplorer.reading');
  }
}
