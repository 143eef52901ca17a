import * as vscode from 'vscode';
import { lm } from '../window';
import type { App } from '../../account/app';

const NAMES = ['listMonitors', 'getMonitor', 'refreshMonitors'] as const;

/** Registers the tools. Calls need permission and keep to the daily limit. The code loads on first use. */
export function registerTools(load: () => Promise<{ app: App }>): vscode.Disposable {
  const registrations = NAMES.map((name) =>
    lm.registerTool(`monitorExplorer_${name}`, {
      invoke: async ({ input }, token) => {
        const { createLanguageModelTools } = await import('./languageModelTools.js');
        const { app } = await load();
        const text = await createLanguageModelTools(app)[name](input, token);
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      },
    }),
  );
  return vscode.Disposable.from(...registrations);
}
