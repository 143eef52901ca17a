import fetch from 'node-fetch';
import * as vscode from 'vscode';
import { createExports, type MonitorExplorerExports } from './ui/extensionApi';
import { createModel, sweep } from './ui/model';
import { createScreen } from './ui/screen';

/** Builds the parts, wires them and hands them to VS Code to dispose. Calls nothing and waits for nothing. */
export function activate(context: vscode.ExtensionContext): MonitorExplorerExports {
  const log = vscode.window.createOutputChannel('Monitor Explorer', { log: true });
  const model = createModel({ context, log, fetch, userAgent: userAgent(context), now: Date.now });
  const screen = createScreen(model, context, log);
  const exports = createExports(model.explorer);
  context.subscriptions.push(log, model, screen, exports);
  void model.sessions.load();
  void sweep(model, log);
  return exports;
}

function userAgent({ extension }: vscode.ExtensionContext): string {
  const { version } = extension.packageJSON as { version: string };
  return `monitor-explorer/${version} (VS Code/${vscode.version})`;
}
