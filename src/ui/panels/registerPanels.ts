import * as vscode from 'vscode';
import { window } from '../window';
import type { Panels } from './panels';

/** Each needs an activation event in package.json. */
const NAMES = ['calls', 'details'];

export function registerPanels(load: () => Promise<Panels>): vscode.Disposable {
  return vscode.Disposable.from(
    ...NAMES.map((name) =>
      window.registerWebviewPanelSerializer(`monitorExplorer.${name}`, {
        deserializeWebviewPanel: async (panel, state) => (await load()).restore(name, panel, state),
      }),
    ),
  );
}
