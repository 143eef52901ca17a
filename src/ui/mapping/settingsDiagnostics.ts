import * as vscode from 'vscode';
import type { Disposable, Event } from '../../base/event';
import { t } from '../l10n';
import { findSettingProblems, locateSettingProblems } from './settingProblems';

export interface SettingsDiagnosticsOptions {
  readonly settings: {
    readonly reading: unknown;
    readonly monitorUrl: string;
    readonly onDidChange: Event<unknown>;
  };
  readonly log: { warn(message: string): void };
}

/**
 * Marks expressions and templates that can't be used in the person's settings.json while they are typed, and says so in
 * the log once they are saved.
 */
export function registerSettingsDiagnostics({ settings, log }: SettingsDiagnosticsOptions): Disposable {
  const diagnostics = vscode.languages.createDiagnosticCollection('monitorExplorer');
  const check = (document: vscode.TextDocument): void => {
    if (isUserSettings(document)) {
      diagnostics.set(document.uri, toDiagnostics(document));
    }
  };
  const logged = new Set<string>();
  const logProblems = (): void => {
    const problems = findSettingProblems(t, { mapping: settings.reading, monitorUrl: settings.monitorUrl });
    for (const { path, message } of problems) {
      // The message names the field itself.
      const sentence = `${path[0]}: ${message}`;
      if (!logged.has(sentence)) {
        logged.add(sentence);
        log.warn(sentence);
      }
    }
  };
  vscode.workspace.textDocuments.forEach(check);
  logProblems();
  return vscode.Disposable.from(
    diagnostics,
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.workspace.onDidChangeTextDocument(({ document }) => check(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => diagnostics.delete(uri)),
    settings.onDidChange(logProblems),
  );
}

function toDiagnostics(document: vscode.TextDocument): vscode.Diagnostic[] {
  return locateSettingProblems(t, document.getText()).map(({ offset, length, message }) => {
    const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
    const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
    diagnostic.source = 'Monitor Explorer';
    return diagnostic;
  });
}

/** The settings of the person, not those of a workspace, from which nothing is taken. */
function isUserSettings({ uri }: vscode.TextDocument): boolean {
  const isSettings = uri.path.endsWith('/settings.json') && !uri.path.endsWith('/.vscode/settings.json');
  return isSettings && (uri.scheme === 'vscode-userdata' || uri.path.includes('/User/'));
}
