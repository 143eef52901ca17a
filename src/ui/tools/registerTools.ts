import * as vscode from 'vscode';
import { lm, type SafeTool } from '../window';
import type { createLanguageModelTools } from './languageModelTools';

type Tools = ReturnType<typeof createLanguageModelTools>;
type Parts = Parameters<typeof createLanguageModelTools>;

/** As package.json declares them. */
const NAMES: readonly (keyof Tools)[] = [
  'monitorExplorer_listMonitors',
  'monitorExplorer_getMonitor',
  'monitorExplorer_getSummary',
  'monitorExplorer_loadMonitors',
  'monitorExplorer_refreshMonitors',
];

/**
 * The tools that a language model can use. Those that look at what is loaded call nothing; the other two ask the user
 * first, with the cost, and keep to the daily limit. Their code is loaded when a model uses the first of them.
 */
export function registerLanguageModelTools(load: () => Promise<Parts>): vscode.Disposable {
  const find = async (name: keyof Tools): Promise<SafeTool> => {
    const { createLanguageModelTools } = await import('./languageModelTools.js');
    const parts = await load();
    // If the view was never opened, the saved pages are not loaded yet.
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
