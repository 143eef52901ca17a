import * as vscode from 'vscode';
import type { Disposable, Event } from '../../base/event';
import { t } from '../l10n';
import type { LocatedProblem } from './settingProblems';

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
  const check = async (document: vscode.TextDocument): Promise<void> => {
    if (isUserSettings(document)) {
      const { locateSettingProblems } = await import('../onDemand.js');
      if (!document.isClosed) {
        diagnostics.set(document.uri, toDiagnostics(document, locateSettingProblems(t, document.getText())));
      }
    }
  };
  const logged = new Set<string>();
  const logProblems = async (): Promise<void> => {
    const { reading: mapping, monitorUrl } = settings;
    // By far the most windows have neither, and needn't load what reads them.
    if (JSON.stringify(mapping ?? {}) === '{}' && monitorUrl === '') {
      return;
    }
    const { findSettingProblems } = await import('../onDemand.js');
    const problems = findSettingProblems(t, { mapping, monitorUrl });
    for (const { path, message } of problems) {
      // The message names the field itself.
      const sentence = `${path[0]}: ${message}`;
      if (!logged.has(sentence)) {
        logged.add(sentence);
        log.warn(sentence);
      }
    }
  };
  vscode.workspace.textDocuments.forEach((document) => void check(document));
  void logProblems();
  return vscode.Disposable.from(
    diagnostics,
    vscode.workspace.onDidOpenTextDocument((document) => void check(document)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => void check(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => diagnostics.delete(uri)),
    settings.onDidChange(() => void logProblems()),
  );
}

function toDiagnostics(
  document: vscode.TextDocument,
  problems: readonly LocatedProblem[],
): vscode.Diagnostic[] {
  return problems.map(({ offset, length, message }) => {
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
