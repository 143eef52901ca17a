import * as vscode from 'vscode';
import { OnDemand } from './base/onDemand';
import type { Core } from './core/createCore';
import type { Fetch } from './service/http';
import { registerAuthentication } from './ui/accounts/registerAuthentication';
import { createExports, type MonitorExplorerExports } from './ui/extensionApi';
import { registerPanels } from './ui/panels/registerPanels';
import { registerLanguageModelTools } from './ui/tools/registerTools';
import { MonitorTree, VIEW_ID } from './ui/tree/monitorTree';
import type { Row } from './ui/tree/rows';
import { window } from './ui/window';

/** Cores for {@link deactivate} to close. */
const active = new Set<Core>();

/** Registers what package.json declares. The rest loads at first use, or now if somebody is signed in. */
export function activate(context: vscode.ExtensionContext): MonitorExplorerExports {
  const { extension, secrets } = context;
  const log = window.createOutputChannel('Monitor Explorer', { log: true });
  const rows = new MonitorTree(() => all.get());
  const treeView = window.createTreeView<Row>(VIEW_ID, { treeDataProvider: rows, canSelectMany: true });
  const commands = registerCommands(extension, () => all.get());
  const all = new OnDemand(async () => {
    const { start } = await import('./ui/start.js');
    const started = await start(context, log, treeView, rows, commands, loadFetch);
    active.add(started.core);
    authentication.follow(started.provider);
    return started;
  });
  const startIfSignedIn = async () => all.made ?? ((await secrets.keys()).length > 0 ? all.get() : undefined);
  const authentication = registerAuthentication(
    async () => (await all.get()).provider,
    async () => (await startIfSignedIn())?.provider,
  );
  const exports = createExports(async () => (await all.get()).core);
  context.subscriptions.push(
    ...[log, treeView, rows, commands, authentication, exports, all],
    registerLanguageModelTools(async () => {
      const { core, settings } = await all.get();
      return [core, settings];
    }),
    registerPanels(async () => (await all.get()).panels),
    secrets.onDidChange(() => void startIfSignedIn()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      // Deletes saved pages if the user turned saving off.
      if (event.affectsConfiguration('monitorExplorer.keepSnapshot')) {
        void all.get();
      }
    }),
  );
  void startIfSignedIn();
  return exports;
}

/** Finishes pending saves; VS Code waits a few seconds for this. */
export async function deactivate(): Promise<void> {
  await Promise.all([...active].map((core) => core.close()));
  active.clear();
}

/** Loads Node's network modules only when needed. */
const loadFetch = async (): Promise<Fetch> => (await import('node-fetch')).default;

/** Registers placeholders that load the real commands on first use. */
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
