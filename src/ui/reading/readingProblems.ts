import * as vscode from 'vscode';
import type { ResponseMapping } from '../../explorer/responseMapping';
import type { Settings } from '../settings';

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
  const open = vscode.l10n.t('Open Settings');
  const sentence = vscode.l10n.t(
    'The setting "monitorExplorer.reading" has a problem at "{0}": {1}. It is left out until mended.',
    field,
    message.replace(/\.$/, ''),
  );
  if ((await vscode.window.showWarningMessage(sentence, open)) === open) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'monitorExplorer.reading');
  }
}
