import * as vscode from 'vscode';
import { window } from '../window';
import type { Panel, PanelName } from './panels';

/** Each needs an activation event in package.json. */
const NAMES: readonly PanelName[] = ['calls', 'details'];

export function registerPanels(
  load: () => Promise<{ panels: Readonly<Record<PanelName, Panel>> }>,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...NAMES.map((name) =>
      window.registerWebviewPanelSerializer(`monitorExplorer.${name}`, {
        deserializeWebviewPanel: async (panel, state) => (await load()).panels[name].restore(panel, state),
      }),
    ),
  );
}
