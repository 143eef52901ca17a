import * as vscode from 'vscode';
import { lm } from '../window';
import type { Core } from '../../core/createCore';

const NAMES = ['listMonitors', 'getMonitor', 'refreshMonitors'] as const;

/** Registers the tools. Calls need permission and keep to the daily limit. The code loads on first use. */
export function registerLanguageModelTools(load: () => Promise<{ core: Core }>): vscode.Disposable {
  const toTool = (name: (typeof NAMES)[number]): Parameters<typeof lm.registerTool>[1] => ({
    invoke: async ({ input }, token) => {
      const { createLanguageModelTools } = await import('./languageModelTools.js');
      const { core } = await load();
      // Load saved pages even if the view was never opened.
      await core.controller.synchronize();
      const text = await createLanguageModelTools(core)[name](input, token);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  });
  return vscode.Disposable.from(
    ...NAMES.map((name) => lm.registerTool(`monitorExplorer_${name}`, toTool(name))),
  );
}
