import * as vscode from 'vscode';
import type { Core } from './core/createCore';
import type { Fetch } from './service/http';
import { registerLanguageModelTools } from './ui/tools/registerTools';
import { MonitorTree, VIEW_ID } from './ui/tree/monitorTree';
import type { Row } from './ui/tree/rows';
import { window } from './ui/window';

/** For {@link deactivate}. */
const active = new Set<{ readonly core: Core; dispose(): void }>();

/** Registers what package.json declares. The rest loads at first use, or now if somebody is signed in. */
export function activate(context: vscode.ExtensionContext): void {
  const { extension, secrets } = context;
  const log = window.createOutputChannel('Monitor Explorer', { log: true });
  const startAll = async () => {
    const { start } = await import('./ui/start.js');
    const parts = await start(context, log, treeView, rows, commands, loadFetch);
    active.add(parts);
    return parts;
  };
  let started: ReturnType<typeof startAll> | undefined;
  const load = () => {
    started ??= startAll();
    return started;
  };
  const loadIfSignedIn = async () =>
    started ?? ((await secrets.keys()).length > 0 ? load() : undefined);
  const rows = new MonitorTree(load);
  const treeView = window.createTreeView<Row>(VIEW_ID, {
    treeDataProvider: rows,
    canSelectMany: true,
  });
  const commands = registerCommands(extension, load);
  context.subscriptions.push(
    log,
    treeView,
    rows,
    commands,
    registerLanguageModelTools(load),
    secrets.onDidChange(() => void loadIfSignedIn()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      // Deletes saved pages if the user turned saving off.
      if (event.affectsConfiguration('monitorExplorer.keepSnapshot')) {
        void load();
      }
    }),
  );
  void loadIfSignedIn();
}

/** Saves that the user has looked until now, for which VS Code waits some seconds, and closes the database. */
export async function deactivate(): Promise<void> {
  await Promise.all([...active].map(({ core }) => core.lastLook.setLooking(false)));
  active.forEach((parts) => parts.dispose());
  active.clear();
}

/** Loads Node's network modules only when needed. */
const loadFetch = async (): Promise<Fetch> => (await import('node-fetch')).default;

/** Registers placeholders that load the real commands on first use. */
function registerCommands(
  { packageJSON }: vscode.Extension<unknown>,
  load: () => Promise<unknown>,
) {
  const { contributes } = packageJSON as {
    contributes: { commands: readonly { command: string }[] };
  };
  return vscode.Disposable.from(
    ...contributes.commands.map(({ command }) =>
      vscode.commands.registerCommand(command, async (...args: unknown[]) => {
        await load();
        await vscode.commands.executeCommand(command, ...args);
      }),
    ),
  );
}
