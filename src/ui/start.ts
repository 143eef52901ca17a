import * as vscode from 'vscode';
import { App } from '../account/app';
import { startAutoRefresh } from '../account/autoRefresh';
import { SessionStore } from '../account/sessionStore';
import { toErrorLine } from '../service/errors';
import type { Fetch } from '../service/http';
import { Database, type DatabaseProblem } from '../storage/database';
import { AccountCommands } from './accounts/accountCommands';
import { deleteAllLocalData } from './accounts/deleteAllLocalData';
import { SignInDialog } from './accounts/signInDialog';
import { createCallsPanel } from './calls/callsPanel';
import { notifyOfChanges } from './changes/notifyOfChanges';
import { showChanges } from './changes/showChanges';
import { createListCommands } from './commands';
import { withConnectionState } from './connectionState';
import { createDetails, createDetailsCommands } from './details/details';
import { registerHover } from './editor/registerHover';
import { createExampleCommands } from './example/example';
import { createExportCommands } from './export/exportCommands';
import { createFindCommands } from './find/findCommands';
import { t } from './l10n';
import { Panel } from './panels/panel';
import { createSettings, type Settings } from './settings';
import { STORAGE_TEXTS } from './texts/errorText';
import { MonitorsView } from './tree/monitorsView';
import type { MonitorTree } from './tree/monitorTree';
import { toKeyringLine } from './tree/notices';
import type { Row } from './tree/rows';
import { window, type SafeTreeView } from './window';

const CHECK_EVERY_MS = 2_000;

interface StartOptions {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly treeView: SafeTreeView<Row>;
  readonly rows: MonitorTree;
  readonly loadFetch: () => Promise<Fetch>;
}

/** The parts of a window that has started. */
export interface StartedParts {
  readonly app: App;
  /** By name, without prefix. */
  readonly commands: Record<string, (...args: unknown[]) => unknown>;
  dispose(): void;
}

/** Creates the parts of a window, and shows them. Waits for the keyring. */
export async function start(options: StartOptions): Promise<StartedParts> {
  const { context, log, treeView, rows } = options;
  const settings = createSettings(context.extension);
  const database = new Database(context.globalStorageUri.fsPath, (problem, error) => {
    log.warn(`The database is ${problem}: ${toErrorLine(error)}`);
    void showStorageProblem(problem);
  });
  const app = createApp(options, settings, database);
  const { sessions } = app;
  const keyringWatch = sessions.onDidChange(() => {
    if (sessions.persistence === 'silent') {
      treeView.message = toKeyringLine();
    }
  });
  // Former versions kept an e-mail there.
  context.globalState.keys().forEach((key) => void context.globalState.update(key, undefined));
  // Sign-outs are finished before anything is shown.
  await app.start();
  const view = new MonitorsView(app, settings, treeView, rows);
  const { extensionUri } = context;
  const details = new Panel(createDetails(app, settings, view), extensionUri, log);
  const calls = new Panel(createCallsPanel(app, settings), extensionUri, log);
  const owned = vscode.Disposable.from(
    watchOtherWindows(app, database, treeView),
    view,
    registerHover(app),
    startAutoRefresh(app, settings, () => treeView.visible && window.state.focused),
    details,
    calls,
    notifyOfChanges(app, settings, view),
    app,
    keyringWatch,
    sessions,
    settings,
    database,
  );
  const accounts = new AccountCommands(
    app,
    settings,
    view,
    new SignInDialog(app, settings, view, log),
  );
  const commands = {
    signIn: () => accounts.signIn(),
    signOut: () => accounts.signOut(),
    switchAccount: () => accounts.switchAccount(),
    ...createListCommands(app, settings, view, accounts.signInFor),
    ...createFindCommands(app, view),
    ...createExportCommands(app, view),
    ...createDetailsCommands(details, view),
    ...createExampleCommands(app, view, details),
    showChanges: () => showChanges(app, view),
    showCalls: () => calls.show(),
    showLog: () => log.show(true),
    deleteAllLocalData: () => deleteAllLocalData(app, context, log),
  };
  return { app, commands, dispose: () => void owned.dispose() };
}

function createApp(
  { context, log, loadFetch }: StartOptions,
  settings: Settings,
  database: Database,
) {
  const sessions = new SessionStore(context.secrets);
  const { version } = context.extension.packageJSON as { version: string };
  return new App({
    settings,
    sessions,
    database,
    workspaceState: context.workspaceState,
    log,
    fetch: withConnectionState(loadFetch),
    userAgent: `monitor-explorer/${version} (VS Code/${vscode.version})`,
    now: Date.now,
  });
}

/** Shows what other windows have saved, and who signed in or out there. */
function watchOtherWindows(app: App, database: Database, treeView: SafeTreeView<Row>) {
  const poll = setInterval(() => {
    database.checkForChanges();
    if (treeView.visible) {
      app.synchronize();
    }
  }, CHECK_EVERY_MS);
  return vscode.Disposable.from(
    new vscode.Disposable(() => clearInterval(poll)),
    window.onDidChangeWindowState(({ focused }) => {
      if (focused) {
        void app.sessions.refresh();
        database.checkForChanges();
      }
    }),
  );
}

async function showStorageProblem(problem: DatabaseProblem) {
  const reload = t('Reload Window');
  const picked = await window.showWarningMessage(STORAGE_TEXTS[problem], reload, t('Show Log'));
  if (picked) {
    await vscode.commands.executeCommand(
      picked === reload ? 'workbench.action.reloadWindow' : 'monitorExplorer.showLog',
    );
  }
}
