import * as vscode from 'vscode';
import { lm, type SafeTool } from '../window';
import type { createLanguageModelTools } from './languageModelTools';

type Tools = ReturnType<typeof createLanguageModelTools>;
type Parts = Parameters<typeof createLanguageModelTools>;

/** As in package.json. */
const NAMES: readonly (keyof Tools)[] = [
  'monitorExplorer_listMonitors',
  'monitorExplorer_getMonitor',
  'monitorExplorer_getSummary',
  'monitorExplorer_loadMonitors',
  'monitorExplorer_refreshMonitors',
];

/** Registers the tools. Calls need permission and keep to the daily limit. The code loads on first use. */
export function registerLanguageModelTools(load: () => Promise<Parts>): vscode.Disposable {
  const find = async (name: keyof Tools): Promise<SafeTool> => {
    const { createLanguageModelTools } = await import('./languageModelTools.js');
    const parts = await load();
    // Load saved pages even if the view was never opened.
    await parts[0].controller.synchronize();
    return createLanguageModelTools(...parts)[name];
  };
  return vscode.Disposable.from(
    ...NAMES.map((name) =>
      lm.registerTool(name, {
        prepareInvocation: async () => (await find(name)).prepareInvocation?.(),
        invoke: async (options, token) => (await find(name)).invoke(options, token),
      }),
    ),
  );
}
