import * as vscode from 'vscode';
import { startAutoRefresh } from '../core/autoRefresh';
import { withConnectionState } from './connectionState';
import { createCore, type Core } from '../core/createCore';
import { toErrorLine } from '../service/errors';
import { RESPONSE_LIMITS, type Fetch } from '../service/http';
import { SessionClock } from '../session/sessionClock';
import { SessionStore } from '../session/sessionStore';
import { createAccounts } from '../storage/accounts';
import { Database, type DatabaseProblem } from '../storage/database';
import { createAccountCommands } from './accounts/accountCommands';
import { deleteAllLocalData } from './accounts/deleteAllLocalData';
import { createSignIn } from './accounts/signIn';
import { createCallsPanel } from './calls/callsPanel';
import { Changes } from './changes/changes';
import { registerCommands } from './commands';
import { createCostlyActions } from './credits/costlyActions';
import { createDetails, registerDetailsCommands } from './details/details';
import { registerExportCommands } from './export/exportCommands';
import { registerFindCommands } from './find/findCommands';
import { t } from './l10n';
import { Panel, type PanelKind } from './panels/panels';
import { createSettings } from './settings';
import { toStorageText } from './texts/storageText';
import { createIndicators } from './tree/indicators';
import { MonitorsView } from './tree/monitorsView';
import { toKeyringNotice, toPlainRow } from './tree/notices';
import type { MonitorTree } from './tree/monitorTree';
import type { Row } from './tree/rows';
import { ViewState } from './tree/viewState';
import { registerAll, window, type SafeTreeView } from './window';

const CHECK_EVERY_MS = 2_000;

/**
 * Creates the parts of a window. Badge and status bar show saved data while the keyring loads.
 * @param placeholders commands to replace by the real ones
 */
export async function start(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  treeView: SafeTreeView<Row>,
  rows: MonitorTree,
  placeholders: vscode.Disposable,
  loadFetch: () => Promise<Fetch>,
) {
  const now = Date.now;
  const toLog = (what: string) => (error: unknown) => log.warn(`${what}: ${toErrorLine(error)}`);
  const settings = createSettings(context.extension);
  const database = new Database(context.globalStorageUri.fsPath, now);
  const accounts = createAccounts(database);
  const wasSignedIn = async () => (await accounts.list()).some(({ state }) => state === 'signedIn');
  const sessions = new SessionStore(context.secrets, wasSignedIn);
  const clock = new SessionClock(now);
  const onError = toLog('The summary of the saved pages');
  const indicators = createIndicators(treeView, sessions, settings, database, now, onError);
  const updateSession = (): void => {
    const session = settings.baseUrl && sessions.current(settings.baseUrl.href);
    clock.watch(session);
    setContext('signedIn', session !== undefined);
    // Includes sessions at other addresses.
    setContext('hasAccounts', sessions.sessions.length > 0);
  };
  const base = vscode.Disposable.from(
    sessions.onDidChangePersistence((persistence) => {
      const notice = toKeyringNotice(t, persistence);
      if (notice && persistence === 'silent') {
        rows.showBeforeTree(toPlainRow(notice));
      }
    }),
    sessions.onDidChange(updateSession),
    settings.onDidChange(updateSession),
    indicators,
    clock,
    sessions,
    settings,
    database,
  );
  // The first command, such as Sign In, needs the sessions.
  await sessions.load();
  const { version } = context.extension.packageJSON as { version: string };
  const userAgent = `monitor-explorer/${version} (VS Code/${vscode.version})`;
  const fetch = withConnectionState(loadFetch);
  const core: Core = createCore({
    settings,
    sessions,
    database,
    log,
    fetch,
    limits: RESPONSE_LIMITS,
    userAgent,
    now,
  });
  if (sessions.signOuts.length > 0) {
    // Before anything is shown.
    await core.signIns.finishSignOuts().catch(core.onError);
  }
  placeholders.dispose();
  const { controller, views } = core;
  const signIn = createSignIn(core, settings, context.globalState, log);
  const autoRefresh = startAutoRefresh(
    core,
    settings,
    () => treeView.visible && window.state.focused,
  );
  const state = new ViewState(views, () => controller.session?.id, now, toLog('The view'));
  const view = new MonitorsView(core, settings, clock, indicators, state, treeView, rows);
  const signing = createAccountCommands(core, settings, state, view, signIn, context.globalState);
  const onPageError = toLog("A page couldn't be shown");
  const toPanel = (kind: PanelKind) => new Panel(kind, context.extensionUri, onPageError);
  const details = toPanel(createDetails(core, settings, state, view));
  const calls = toPanel(createCallsPanel(t, core, settings));
  const changes = new Changes(core, settings, state, view);
  const costly = createCostlyActions(core, settings, state);
  const parts = { ...core, settings, state, view };
  const poll = setInterval(() => {
    // Some file systems don't report changes.
    if (treeView.visible) {
      database.checkForChanges();
    }
  }, CHECK_EVERY_MS);
  const owned = vscode.Disposable.from(
    new vscode.Disposable(() => clearInterval(poll)),
    state,
    view,
    autoRefresh,
    details,
    calls,
    changes,
    registerCommands(parts, signing, changes, costly, calls, log),
    registerFindCommands(parts),
    registerExportCommands(parts),
    registerDetailsCommands(details, view),
    registerAll({
      showExample: async (kind) => {
        const { toExampleList } = await import('./example/example.js');
        controller.showExample(await toExampleList(kind === 'pages' ? 'pages' : 'uptime', now()));
        // The welcome text's button had it.
        await view.focus();
      },
      leaveExample: () => controller.showExample(undefined),
      deleteAllLocalData: () => deleteAllLocalData(core, context, log),
    }),
    window.onDidChangeWindowState(({ focused }) => {
      // In the background, the clock may have jumped, and other windows may have signed in or out.
      if (focused) {
        clock.check();
        void sessions.refresh();
        database.checkForChanges();
      }
    }),
    database.onDidEncounterProblem(({ problem }) => void showStorageProblem(problem)),
    core,
    base,
  );
  database.problems.forEach((problem) => void showStorageProblem(problem));
  void core.start();
  return { core, settings, dispose: () => void owned.dispose() };
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
