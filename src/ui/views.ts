import * as vscode from 'vscode';
import { registerAuthenticationProvider } from '../session/authenticationProvider';
import { CancelledError } from '../service/errors';
import { AccountCommands } from './accounts/accountCommands';
import { SessionLifecycle } from './accounts/sessionLifecycle';
import { SignIn } from './accounts/signIn';
import { registerCommands } from './commands';
import { toErrorLine } from '../explorer/callLog';
import { AutoRefresh } from '../explorer/autoRefresh';
import { Calls, CALLS_PAGE } from './calls/calls';
import { Changes } from './changes/changes';
import { planRefresh } from '../credits/plan';
import { CostlyActions } from './credits/costlyActions';
import { toCostText } from './credits/costText';
import type { Core } from '../explorer/createCore';
import type { Settings } from './settings';
import { MonitorsView } from './tree/monitorsView';
import { Notices } from './tree/noticesModel';
import { Details, DETAILS_PAGE, registerStatusHistory } from './details/details';
import { MAPPING_PAGE, MappingView } from './mapping/mapping';
import { MappingCommands } from './mapping/mappingCommands';
import { registerSettingsDiagnostics } from './mapping/settingsDiagnostics';
import { WebPages } from './webview/webPages';
import { window } from './window';

/** All that a person sees: the view, the commands, the pages and the Accounts menu. */
export function createViews(
  core: Core,
  settings: Settings,
  context: Pick<vscode.ExtensionContext, 'globalState' | 'extensionUri'>,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const { sessions, mapping, client, controller, budget, meter, leases, now } = core;
  const signIn = new SignIn({ settings, sessions, client, memory: context.globalState, desk: mapping, log });
  const lifecycle = new SessionLifecycle({
    explorer: controller,
    sessions,
    signIn,
    forget: core.forgetAccount,
  });
  const autoRefresh = new AutoRefresh({
    ...{ controller, budget, settings, leases, now },
    isWatched: () => view.visible && window.state.focused,
  });
  const notices = new Notices({
    ...{ explorer: controller, sessions, clock: lifecycle.clock, budget, desk: mapping, autoRefresh },
  });
  const view: MonitorsView = new MonitorsView(controller, notices);
  const accounts = new AccountCommands({ explorer: controller, view, settings, sessions, signIn });
  const mappingCommands = new MappingCommands(controller, mapping);
  const details = new Details({
    ...{ source: controller, history: core.history, settings, now },
    refreshCost: () => toCostText(planRefresh(1), settings.creditsPerCall),
    refreshPage: (pageIndex) => controller.refreshPage(pageIndex),
    selectedId: () => view.selectedId,
  });
  const calls = new Calls({
    readLedger: () => core.ledger.read(),
    pageStore: core.pageStore,
    budget,
    settings,
    now,
  });
  const mappingView = new MappingView(mapping, mappingCommands);
  const pages = new WebPages({
    extensionUri: context.extensionUri,
    pages: { [DETAILS_PAGE]: details.open, [CALLS_PAGE]: calls.open, [MAPPING_PAGE]: mappingView.open },
    onError: (page, error) => log.error(`The page "${page}": ${toErrorLine(error)}`),
  });
  const changes = new Changes({
    ...{ source: controller, settings, now },
    reveal: (id) => view.revealMonitor(id),
  });
  const commands = registerCommands({
    ...{ explorer: controller, view, accounts, changes, autoRefresh, meter, pages, log },
    mapping: mappingCommands,
    costly: new CostlyActions(settings),
  });
  const provider = registerAuthenticationProvider(vscode.authentication, sessions, {
    now,
    onDidChangeExpiry: lifecycle.clock.onDidChange,
    signOut: (id) => sessions.remove(id),
    signIn: async (known) => (await signIn.run({ known, another: known === undefined })) ?? cancelled(),
  });
  return vscode.Disposable.from(
    ...[
      view,
      notices,
      autoRefresh,
      lifecycle,
      details,
      calls,
      mappingView,
      pages,
      changes,
      commands,
      provider,
    ],
    details.registerCommands(pages),
    registerStatusHistory(controller, core.history),
    registerSettingsDiagnostics({ settings, log }),
    core.pageStore.onDidEncounterProblem((problem) =>
      log.warn(
        problem.kind === 'damaged'
          ? `Saved pages: ${problem.fileName} is damaged and was set aside`
          : `Saved pages, ${problem.kind}: ${toErrorLine(problem.error)}`,
      ),
    ),
    settings.onDidChange(() => {
      core.removeUnwantedPages().catch((error: unknown) => log.warn(`Saved pages: ${toErrorLine(error)}`));
    }),
  );
}

function cancelled(): never {
  throw new CancelledError('the person cancelled the sign-in');
}
