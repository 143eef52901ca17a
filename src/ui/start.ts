import * as vscode from 'vscode';
import { App } from '../account/app';
import { startAutoRefresh } from '../account/autoRefresh';
import { SessionStore } from '../account/sessionStore';
import { toErrorLine } from '../service/errors';
import type { Fetch } from '../service/http';
import { createAccounts } from '../storage/accounts';
import { Database, type DatabaseProblem } from '../storage/database';
import { createAccountCommands, toOtherAccountTexts } from './accounts/accountCommands';
import { deleteAllLocalData } from './accounts/deleteAllLocalData';
import { createSignIn } from './accounts/signIn';
import { createCallsPanel } from './calls/callsPanel';
import { notifyOfChanges, showChanges } from './changes/showChanges';
import { createListCommands } from './commands';
import { withConnectionState } from './connectionState';
import { createDetails, createDetailsCommands } from './details/details';
import { findInWorkspace } from './editor/findInWorkspace';
import { registerHover } from './editor/registerHover';
import { createExportCommands } from './export/exportCommands';
import { createFindCommands } from './find/findCommands';
import { t } from './l10n';
import { Panel, type PanelKind } from './panels/panel';
import { createSettings } from './settings';
import { toStorageText } from './texts/storageText';
import { createIndicators } from './tree/indicators';
import { MonitorsView } from './tree/monitorsView';
import type { MonitorTree } from './tree/monitorTree';
import { toSilentKeyringRow } from './tree/notices';
import type { Row } from './tree/rows';
import { registerAll, window, type SafeTreeView } from './window';

const CHECK_EVERY_MS = 2_000;

export interface StartOptions {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly treeView: SafeTreeView<Row>;
  readonly rows: MonitorTree;
  readonly loadFetch: () => Promise<Fetch>;
}

type Handler = (...args: unknown[]) => unknown;

/** The parts of a window that has started. */
export interface StartedParts {
  readonly app: App;
  /** By name, without prefix: those of package.json, and those that only rows and pages run. */
  readonly commands: Readonly<Record<string, Handler>>;
  dispose(): void;
}

/** Creates the parts of a window, and shows them. Waits for the keyring. */
export async function start(options: StartOptions): Promise<StartedParts> {
  const { context, log, treeView, rows, loadFetch } = options;
  const now = Date.now;
  const settings = createSettings(context.extension);
  const database = new Database(context.globalStorageUri.fsPath, now);
  const accounts = createAccounts(database);
  const sessions = new SessionStore(context.secrets, async () => {
    const lines = await database.retry(accounts.list);
    return lines.some(({ state }) => state === 'signedIn');
  });
  const updateSession = (): void => {
    if (sessions.persistence === 'silent') {
      rows.showBeforeTree(toSilentKeyringRow(t));
    }
    const session = settings.baseUrl && sessions.current(settings.baseUrl.href);
    setContext('signedIn', session !== undefined);
    // Includes sessions at other addresses.
    setContext('hasAccounts', sessions.sessions.length > 0);
  };
  const base = vscode.Disposable.from(
    sessions.onDidChange(updateSession),
    settings.onDidChange(updateSession),
    sessions,
    settings,
    database,
  );
  // The first command, such as Sign In, needs the sessions.
  await sessions.load();
  const { version } = context.extension.packageJSON as { version: string };
  const userAgent = `monitor-explorer/${version} (VS Code/${vscode.version})`;
  const fetch = withConnectionState(loadFetch);
  const app = new App({
    settings,
    sessions,
    database,
    workspaceState: context.workspaceState,
    log,
    fetch,
    userAgent,
    now,
  });
  // Sign-outs are finished before anything is shown.
  await app.start();
  const indicators = createIndicators(treeView, settings, now, () => toOtherAccountTexts(app));
  const view = new MonitorsView(app, settings, indicators, treeView, rows);
  const signIn = createSignIn(app, settings, view, context.globalState, log);
  const { signInFor, ...accountCommands } = createAccountCommands(
    app,
    settings,
    view,
    signIn,
    context.globalState,
  );
  const onPageError = (error: unknown): void => {
    log.warn(`A page couldn't be shown: ${toErrorLine(error)}`);
  };
  const toPanel = (kind: PanelKind) => new Panel(kind, context.extensionUri, onPageError);
  const details = toPanel(createDetails(app, settings, view));
  const calls = toPanel(createCallsPanel(t, app, settings));
  const showExample = async (asked: unknown): Promise<void> => {
    const { createExample } = await import('./example/example.js');
    const kind = asked === 'pages' || asked === 'prices' ? asked : 'uptime';
    const example = createExample(kind, app);
    example.onDidEnd(() => {
      if (example.list.loaded.find(details.subject ?? '')) {
        details.close();
      }
    });
    app.showExample(example);
    // The focus was on the button of the welcome text, which is gone.
    await view.focus();
  };
  const commands: Readonly<Record<string, Handler>> = {
    ...accountCommands,
    ...createListCommands(app, settings, view, signInFor),
    ...createFindCommands(app, view),
    ...createExportCommands(app, view),
    ...createDetailsCommands(details, view),
    showChanges: () => showChanges(app, view),
    showCalls: () => calls.show(),
    showLog: () => log.show(true),
    findInWorkspace: (row: unknown) => findInWorkspace(view, row),
    showExample,
    leaveExample: () => app.showExample(undefined),
    deleteAllLocalData: () => deleteAllLocalData(app, context, log),
  };
  const poll = setInterval(() => {
    // Some file systems don't report changes.
    if (treeView.visible) {
      database.checkForChanges();
      app.saveAgain();
    }
  }, CHECK_EVERY_MS);
  const owned = vscode.Disposable.from(
    new vscode.Disposable(() => clearInterval(poll)),
    indicators,
    view,
    registerHover(app),
    startAutoRefresh(app, settings, () => treeView.visible && window.state.focused),
    details,
    calls,
    notifyOfChanges(app, settings, view),
    registerAll(withoutDeclared(commands, context.extension)),
    window.onDidChangeWindowState(({ focused }) => {
      // In the background, other windows may have signed in or out.
      if (focused) {
        void sessions.refresh();
        database.checkForChanges();
      }
    }),
    database.onDidEncounterProblem(({ problem }) => void showStorageProblem(problem)),
    app,
    base,
  );
  database.problems.forEach((problem) => void showStorageProblem(problem));
  return { app, commands, dispose: () => void owned.dispose() };
}

/** Returns the commands that only rows and pages run. `activate` has registered those of package.json. */
function withoutDeclared(
  commands: Readonly<Record<string, Handler>>,
  { packageJSON }: vscode.Extension<unknown>,
): Record<string, Handler> {
  const { contributes } = packageJSON as {
    contributes: { commands: readonly { command: string }[] };
  };
  const declared = new Set(contributes.commands.map(({ command }) => command));
  const others = Object.entries(commands).filter(([name]) => {
    return !declared.has(`monitorExplorer.${name}`);
  });
  return Object.fromEntries(others);
}

function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', `monitorExplorer.${key}`, value);
}

async function showStorageProblem(problem: DatabaseProblem): Promise<void> {
  const showLog = t('Show Log');
  const reload = t('Reload Window');
  const actions = { newer: [reload], unusable: [reload, showLog] }[problem as string] ?? [showLog];
  const picked = await window.showWarningMessage(toStorageText(t, problem), ...actions);
  if (picked !== undefined) {
    const command = picked === reload ? 'workbench.action.reloadWindow' : 'monitorExplorer.showLog';
    await vscode.commands.executeCommand(command);
  }
}
