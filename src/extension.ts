import * as vscode from 'vscode';
import { OnDemand } from './base/onDemand';
import type { Core } from './core/createCore';
import type { Fetch } from './service/http';
import { registerAuthentication } from './ui/accounts/registerAuthentication';
import { createExports, type MonitorExplorerExports } from './ui/extensionApi';
import type { Row } from './ui/tree/rows';
import { RowsOnDemand, VIEW_ID } from './ui/tree/rowsOnDemand';
import { registerLanguageModelTools } from './ui/tools/registerTools';
import { registerPanels } from './ui/panels/registerPanels';
import { window } from './ui/window';

/** Works while everything else waits for the keyring. */
const CONTINUE_WITHOUT_KEYRING = 'monitorExplorer.continueWithoutKeyring';

/**
 * What is active, and waits to be saved before it is disposed. VS Code calls {@link deactivate} with nothing that leads to
 * what {@link activate} has made, so that it stands here.
 */
const active = new Set<Core>();

/**
 * Registers what package.json declares. What stands behind it is loaded when it is first needed: where somebody is signed
 * in, what tells of the saved pages, and with the first use all the rest. Calls nothing and waits for nothing.
 */
export function activate(context: vscode.ExtensionContext): MonitorExplorerExports {
  const { extension, secrets } = context;
  const log = window.createOutputChannel('Monitor Explorer', { log: true });
  const rows = new RowsOnDemand(() => rest.get());
  const treeView = window.createTreeView<Row>(VIEW_ID, { treeDataProvider: rows, canSelectMany: true });
  const commands = registerCommands(extension, () => rest.get());

  const start = new OnDemand(async () => {
    const { createSignedIn } = await import('./ui/signedIn.js');
    const signedIn = createSignedIn({
      context,
      view: treeView,
      log,
      signIn: async (known) => (await rest.get()).signIn(known),
      signOut: async (session) => (await rest.get()).signOut(session),
      now: Date.now,
    });
    authentication.follow(signedIn.provider);
    return signedIn;
  });

  const rest = new OnDemand(async () => {
    const [{ withConnectionState }, { createCore }, { createViews }, signedIn] = await Promise.all([
      import('./core/connectionState.js'),
      import('./core/createCore.js'),
      import('./ui/views.js'),
      start.get(),
    ]);
    const { settings, sessions, database } = signedIn;
    // The first command of a window, such as Sign In, goes by the sessions that are there.
    await sessions.load();
    const fetch = withConnectionState(loadNodeFetch);
    const userAgent = toUserAgent(extension);
    const core = createCore({
      settings,
      sessions,
      database,
      log,
      fetch,
      userAgent,
      now: Date.now,
    });
    active.add(core);
    // What stands behind the commands registers them from now on.
    commands.dispose();
    const views = createViews({ core, start: signedIn, treeView, rows, context, log });
    void core.start();
    return {
      ...views,
      core,
      settings,
      dispose: (): void => [views, core].forEach((part) => part.dispose()),
    };
  });

  const startIfSignedIn = async () =>
    start.made ?? ((await secrets.keys()).length > 0 ? start.get() : undefined);

  const authentication = registerAuthentication({
    load: async () => (await start.get()).provider,
    loadIfSignedIn: async () => (await startIfSignedIn())?.provider,
  });
  const exports = createExports(async () => (await rest.get()).core);
  context.subscriptions.push(
    ...[log, treeView, rows, commands, authentication, exports, rest, start],
    vscode.commands.registerCommand(CONTINUE_WITHOUT_KEYRING, async () => {
      (await start.get()).sessions.continueWithoutKeyring();
    }),
    registerLanguageModelTools(async () => {
      const { core, settings } = await rest.get();
      return [core, settings];
    }),
    registerPanels(async () => (await rest.get()).panels),
    // Somebody signs in, in whatever window.
    secrets.onDidChange(() => void startIfSignedIn()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      // Pages that aren't to be kept are removed, also where no window has shown them.
      if (event.affectsConfiguration('monitorExplorer.keepSnapshot')) {
        void rest.get();
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
const loadNodeFetch = async (): Promise<Fetch> => (await import('node-fetch')).default;

/** The declared commands, until what stands behind them is loaded and registers them itself. */
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

function toUserAgent({ packageJSON }: vscode.Extension<unknown>): string {
  const { version } = packageJSON as { version: string };
  return `monitor-explorer/${version} (VS Code/${vscode.version})`;
}
