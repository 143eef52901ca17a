import * as vscode from 'vscode';
import { window } from '../window';
import type { WebPages } from './webPages';

/** By the names under which they are found again; package.json has an activation event for each. */
const PAGES = ['calls', 'details'];

/** Brings the pages back after a reload of the window, once somebody looks at them. */
export function registerWebPages(load: () => Promise<WebPages>): vscode.Disposable {
  return vscode.Disposable.from(
    ...PAGES.map((page) =>
      window.registerWebviewPanelSerializer(`monitorExplorer.${page}`, {
        deserializeWebviewPanel: async (panel, kept) => (await load()).restore(page, panel, kept),
      }),
    ),
  );
}
