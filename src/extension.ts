import * as vscode from 'vscode';
import { withConnectionState } from './explorer/connectionState';
import { createCore, type Core } from './explorer/createCore';
import type { Fetch } from './service/http';
import { createExports, type MonitorExplorerExports } from './ui/extensionApi';
import { Settings } from './ui/settings';
import { createViews } from './ui/views';
import { window } from './ui/window';

/** Loaded by the first call: it brings Node's network modules with it, and a window that shows saved pages calls nothing. */
const fetch: Fetch = withConnectionState(async (url, init) =>
  (await import('node-fetch')).default(url, init),
);

/** What is active, and waits to be saved before it is disposed. */
const active = new Set<Core>();

/** Builds the parts, wires them and hands them to VS Code to dispose. Calls nothing and waits for nothing. */
export function activate(context: vscode.ExtensionContext): MonitorExplorerExports {
  const log = window.createOutputChannel('Monitor Explorer', { log: true });
  const settings = new Settings();
  const core = createCore({
    settings,
    log,
    fetch,
    now: Date.now,
    secrets: context.secrets,
    globalState: context.globalState,
    storageFolder: context.globalStorageUri.fsPath,
    userAgent: userAgent(context),
    // In a browser each window goes on with the copy of the secrets that it loaded at first.
    secretsLoadedAt: vscode.env.uiKind === vscode.UIKind.Web ? performance.timeOrigin : undefined,
  });
  const views = createViews(core, settings, context, log);
  const exports = createExports(core);
  context.subscriptions.push(log, settings, core, views, exports);
  active.add(core);
  void core.start();
  return exports;
}

/** VS Code waits some seconds for it before it ends the process: what was paid for and waits to be saved gets there. */
export async function deactivate(): Promise<void> {
  await Promise.all([...active].map((core) => core.saved()));
  active.clear();
}

function userAgent({ extension }: vscode.ExtensionContext): string {
  const { version } = extension.packageJSON as { version: string };
  return `monitor-explorer/${version} (VS Code/${vscode.version})`;
}
