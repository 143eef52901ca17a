import * as vscode from 'vscode';
import type { Session } from '../session/session';
import type { SessionClock } from '../session/sessionClock';
import type { Settings } from './settings';
import type { SafeText } from '../base/text';
import { toErrorLine } from '../service/errorLine';
import { CallError } from '../service/errors';
import { AccountCommands } from './accounts/accountCommands';
import { deleteAllLocalData } from './accounts/deleteAllLocalData';
import { SignIn } from './accounts/signIn';
import { registerCommands } from './commands';
import { isTokenRejected } from '../core/listController';
import { SignOut } from '../core/signOut';
import { AutoRefresh } from '../core/autoRefresh';
import { CALLS, createCallsPanel } from './calls/calls';
import { Changes } from './changes/changes';
import { createCostlyActions } from './credits/costlyActions';
import type { Core } from '../core/createCore';
import { registerExportCommands } from './export/exportCommands';
import { registerFindCommands } from './find/findCommands';
import { ViewState } from './tree/viewState';
import { MonitorsView } from './tree/monitorsView';
import type { Indicators } from './tree/indicators';
import type { MonitorTree } from './tree/monitorTree';
import type { Database, DatabaseProblem } from '../storage/database';
import { toStorageText } from './texts/storageText';
import type { Row } from './tree/rows';
import { t } from './l10n';
import { createDetails, DETAILS, registerDetailsCommands } from './details/details';
import { ChooseFields } from './mapping/chooseFields';
import { Panels } from './panels/panels';
import { registerSettingWarnings } from './settingWarnings';
import { window, type SafeTreeView } from './window';

const CHECK_EVERY_MS = 2_000;

export interface ViewsOptions {
  readonly core: Core;
  readonly start: {
    readonly settings: Settings;
    readonly clock: SessionClock;
    readonly indicators: Indicators;
  };
  readonly treeView: SafeTreeView<Row>;
  readonly rows: MonitorTree;
  readonly context: Pick<vscode.ExtensionContext, 'globalState' | 'extensionUri' | 'secrets'>;
  readonly log: vscode.LogOutputChannel;
}

export function createViews({ core, start, treeView, rows, context, log }: ViewsOptions) {
  const { settings, clock, indicators } = start;
  const { sessions, picks, controller, budget, leases, now } = core;
  const memory = context.globalState;
  const signIn = new SignIn(core, settings, memory, log);
  const signOut = new SignOut({
    sessions,
    database: core.database,
    accounts: core.accounts,
    views: core.views,
    onDidFail: (part, error) => log.warn(`Signing out, ${part}: ${toErrorLine(error)}`),
  });
  void sessions.load().then(() => signOut.finish());
  const autoRefresh = new AutoRefresh({
    controller,
    budget,
    settings,
    leases,
    now,
    isWatched: () => view.visible && window.state.focused,
  });
  const state = new ViewState(
    core.views,
    () => controller.session?.id,
    now,
    (error) => log.warn(`The view: ${toErrorLine(error)}`),
  );
  const view: MonitorsView = new MonitorsView(
    core,
    settings,
    clock,
    indicators,
    state,
    autoRefresh,
    treeView,
    rows,
  );
  const accounts = new AccountCommands(core, settings, state, view, signIn, signOut);
  const panels = new Panels(
    context.extensionUri,
    {
      [DETAILS]: createDetails(core, settings, state, view),
      [CALLS]: createCallsPanel(core, settings),
    },
    (error) => log.error(`A page couldn't be shown: ${toErrorLine(error)}`),
  );
  const changes = new Changes(core, settings, state, (id) => view.show(id));
  const parts = { ...core, settings, state, view };
  const commands = registerCommands({
    ...parts,
    signing: accounts,
    changes,
    autoRefresh,
    panels,
    log,
    choosing: new ChooseFields(controller, picks),
    costly: createCostlyActions(core, settings, state, treeView),
  });
  const owned = vscode.Disposable.from(
    registerFindCommands(parts),
    state,
    registerExportCommands(parts),
    ...[view, autoRefresh, panels, changes, commands],
    registerDetailsCommands(panels, view),
    vscode.commands.registerCommand('monitorExplorer.showExample', async (kind) => {
      const { toExampleList } = await import('./example/example.js');
      controller.showExample(await toExampleList(kind === 'pages' ? 'pages' : 'uptime', now()));
    }),
    vscode.commands.registerCommand('monitorExplorer.leaveExample', () => controller.showExample(undefined)),
    vscode.commands.registerCommand('monitorExplorer.deleteAllLocalData', () =>
      deleteAllLocalData({
        sessions,
        signOut,
        database: core.database,
        secrets: context.secrets,
        memory,
        onDidFail: (error) => log.warn(`Deleting local data: ${toErrorLine(error)}`),
      }),
    ),
    controller.onDidChange(({ stoppedBy }) => {
      if (isTokenRejected(stoppedBy?.error)) {
        accounts
          .followRejection()
          .catch((error: unknown) => log.error(`Signing in again: ${toErrorLine(error)}`));
      }
    }),
    registerSettingWarnings({ settings, log, t, warn: showSettingWarning }),
    window.onDidChangeWindowState(({ focused }) => {
      // In the background, the clock may have jumped, and other windows may have signed in or out.
      if (focused) {
        clock.check();
        void sessions.refresh();
        core.database.checkForChanges();
      }
    }),
    core.database.onDidEncounterProblem(({ problem }) => void showStorageProblem(problem)),
    watchDatabase(core.database, () => view.visible),
  );
  core.database.problems.forEach((problem) => void showStorageProblem(problem));
  return {
    panels,
    signIn: async (known: Session | undefined) =>
      (await signIn.run({ known, another: known === undefined })) ?? cancelled(),
    /** VS Code has already asked the user. */
    signOut: async (session: Session) => void (await accounts.signOutOf(session, { keepsPages: false })),
    dispose: (): void => void owned.dispose(),
  };
}

async function showStorageProblem(problem: DatabaseProblem): Promise<void> {
  const [showLog, reload] = [t('Show Log'), t('Reload Window')];
  const actions = { newer: [reload], unusable: [reload, showLog] }[problem as string] ?? [showLog];
  const picked = await window.showWarningMessage(toStorageText(t, problem), ...actions);
  if (picked !== undefined) {
    const command = picked === reload ? 'workbench.action.reloadWindow' : 'monitorExplorer.showLog';
    await vscode.commands.executeCommand(command);
  }
}

/** Polls, because some file systems don't report changes. @returns stops polling */
function watchDatabase(database: Database, isVisible: () => boolean): vscode.Disposable {
  const timer = setInterval(() => {
    if (isVisible()) {
      database.checkForChanges();
    }
  }, CHECK_EVERY_MS);
  return new vscode.Disposable(() => clearInterval(timer));
}

/** Every window gets the change; only the focused one warns. */
async function showSettingWarning(message: SafeText, setting: string): Promise<void> {
  const openSettings = t('Open Settings');
  if (window.state.focused && (await window.showWarningMessage(message, openSettings)) === openSettings) {
    await vscode.commands.executeCommand('workbench.action.openSettings', setting);
  }
}

function cancelled(): never {
  throw new CallError('canceled');
}
