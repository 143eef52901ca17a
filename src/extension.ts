import * as vscode from 'vscode';
import type { Fetch } from './service/http';
import { registerTools } from './ui/tools/registerTools';
import { MonitorTree, VIEW_ID } from './ui/tree/monitorTree';
import type { Row } from './ui/tree/rows';
import type { StartedParts } from './ui/start';
import { window } from './ui/window';

/** For {@link deactivate}. */
const active = new Set<StartedParts>();

/** Registers what package.json declares. The rest loads at first use, or now if somebody is signed in. */
export function activate(context: vscode.ExtensionContext): void {
  const { extension, secrets, subscriptions } = context;
  const log = window.createOutputChannel('Monitor Explorer', { log: true });
  let started: Promise<StartedParts> | undefined;
  const load = () => {
    started ??= startParts();
    return started;
  };
  const rows = new MonitorTree(load);
  const treeView = window.createTreeView<Row>(VIEW_ID, {
    treeDataProvider: rows,
    canSelectMany: true,
  });
  const startParts = async (): Promise<StartedParts> => {
    const { start } = await import('./ui/start.js');
    const parts = await start({ context, log, treeView, rows, loadFetch });
    active.add(parts);
    return parts;
  };
  const loadIfSignedIn = async (): Promise<void> => {
    if (started || (await secrets.keys()).length > 0) {
      await load();
    }
  };
  subscriptions.push(
    log,
    treeView,
    rows,
    registerCommands(extension, load),
    registerTools(load),
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

/** Saves that the user has looked until now, and closes the database. */
export function deactivate(): void {
  for (const parts of active) {
    parts.app.account?.lastLook.setLooking(false);
    parts.dispose();
  }
  active.clear();
}

/** Loads Node's network modules only when needed. */
const loadFetch = async (): Promise<Fetch> => (await import('node-fetch')).default;

/** Commands that only rows and pages run, beside those of package.json. */
const INNER_COMMANDS = ['allowCalls', 'leaveExample', 'openSettings', 'removeRows'];

/** Registers all commands. Each waits for the parts that run it. Any extension may pass any arguments. */
function registerCommands(
  { packageJSON }: vscode.Extension<unknown>,
  load: () => Promise<StartedParts>,
): vscode.Disposable {
  const { contributes } = packageJSON as {
    contributes: { commands: readonly { command: string }[] };
  };
  const declared = contributes.commands.map(({ command }) => command.split('.')[1]!);
  const registrations = [...declared, ...INNER_COMMANDS].map((name) =>
    vscode.commands.registerCommand(`monitorExplorer.${name}`, async (...args: unknown[]) => {
      const { commands } = await load();
      return commands[name]!(...args);
    }),
  );
  return vscode.Disposable.from(...registrations);
}
