import * as vscode from 'vscode';
import { OnDemand } from './base/onDemand';
import type { Core } from './core/createCore';
import type { Fetch } from './service/http';
import { registerAuthentication } from './ui/accounts/registerAuthentication';
import { createExports, type MonitorExplorerExports } from './ui/extensionApi';
import { registerPanels } from './ui/panels/registerPanels';
import { registerLanguageModelTools } from './ui/tools/registerTools';
import type { Row } from './ui/tree/rows';
import { MonitorTree, VIEW_ID } from './ui/tree/monitorTree';
import { window } from './ui/window';

/** What {@link deactivate} waits for: VS Code calls it with nothing that leads to what {@link activate} has made. */
const active = new Set<Core>();

/**
 * Registers what package.json declares. All else is loaded by the first use, or if somebody is signed in. Calls nothing
 * and waits for nothing.
 */
export function activate(context: vscode.ExtensionContext): MonitorExplorerExports {
  const { extension, secrets } = context;
  const log = window.createOutputChannel('Monitor Explorer', { log: true });
  const rows = new MonitorTree(() => all.get());
  const treeView = window.createTreeView<Row>(VIEW_ID, { treeDataProvider: rows, canSelectMany: true });
  const commands = registerCommands(extension, () => all.get());
  const all = new OnDemand(async () => {
    const { start } = await import('./ui/start.js');
    const started = await start({ context, log, treeView, rows, commands, authentication, loadFetch });
    active.add(started.core);
    return started;
  });
  const startIfSignedIn = async () => all.made ?? ((await secrets.keys()).length > 0 ? all.get() : undefined);
  const authentication = registerAuthentication({
    load: async () => (await all.get()).provider,
    loadIfSignedIn: async () => (await startIfSignedIn())?.provider,
  });
  const exports = createExports(async () => (await all.get()).core);
  context.subscriptions.push(
    ...[log, treeView, rows, commands, authentication, exports, all],
    registerLanguageModelTools(async () => {
      const { core, settings } = await all.get();
      return [core, settings];
    }),
    registerPanels(async () => (await all.get()).panels),
    // Somebody signs in, in whatever window.
    secrets.onDidChange(() => void startIfSignedIn()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      // Removes pages that the user no longer wants kept, even if no window has shown them.
      if (event.affectsConfiguration('monitorExplorer.keepSnapshot')) {
        void all.get();
      }
    }),
  );
  void startIfSignedIn();
  return exports;
}

/** VS Code waits some seconds for it before it ends the process: what was paid for and waits to be saved gets there. */
export async function deactivate(): Promise<void> {
  await Promise.all([...active].map((core) => core.close()));
  active.clear();
}

/** Loaded by the first call: it brings Node's network modules with it, and a window that shows saved pages calls nothing. */
const loadFetch = async (): Promise<Fetch> => (await import('node-fetch')).default;

/** The declared commands, until what is behind them is loaded and registers them itself. */
function registerCommands({ packageJSON }: vscode.Extension<unknown>, load: () => Promise<unknown>) {
  const { contributes } = packageJSON as { contributes: { commands: readonly { command: string }[] } };
  return vscode.Disposable.from(
    ...contributes.commands.map(({ command }) =>
      vscode.commands.registerCommand(command, async (...args: unknown[]) => {
        await load();
        await vscode.commands.executeCommand(command, ...args);
      }),
    ),
  );
}
