import * as vscode from 'vscode';
import { window } from '../window';
import type { Panels } from './panels';

/** package.json has an activation event for each. */
const NAMES = ['calls', 'details'];

/** Restores the panels after a window reload. */
export function registerPanels(load: () => Promise<Panels>): vscode.Disposable {
  return vscode.Disposable.from(
    ...NAMES.map((name) =>
      window.registerWebviewPanelSerializer(`monitorExplorer.${name}`, {
        deserializeWebviewPanel: async (panel, state) => (await load()).restore(name, panel, state),
      }),
    ),
  );
}
