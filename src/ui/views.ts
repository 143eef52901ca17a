import * as vscode from 'vscode';
import { registerAuthenticationProvider } from '../session/authenticationProvider';
import { CancelledError } from '../service/errors';
import { AccountCommands } from './accounts/accountCommands';
import { SessionLifecycle } from './accounts/sessionLifecycle';
import { SignIn } from './accounts/signIn';
import { SignOut } from './accounts/signOut';
import { registerCommands } from './commands';
import { toErrorLine } from '../explorer/callLog';
import { AutoRefresh } from '../explorer/autoRefresh';
import { toCallsPage } from './credits/callsPage';
import { registerChangeNotifications } from './credits/changeNotifications';
import { CostlyActions } from './credits/costlyActions';
import type { Core } from '../explorer/createCore';
import { registerCopyCommands, registerExportCommand } from './export/exportCommands';
import type { Settings } from './settings';
import { registerFindCommands } from './find/findCommands';
import { ViewState } from './find/viewState';
import { DelayedRetry } from './tree/delayedRetry';
import { MonitorsView } from './tree/monitorsView';
import { registerStatusBar } from './tree/statusBar';
import { registerTreeCommands } from './tree/treeCommands';
import { Notices } from './tree/noticesModel';
import { Pages } from './pages';
import { ReadingCommands } from './reading/readingCommands';
import { registerReadingProblems } from './reading/readingProblems';
import { toReadingPage } from './reading/readingPage';
import { toErrorText } from './texts/errorText';
import { registerLanguageModelTools } from './tools/languageModelTools';
import { isMonitorRow } from './tree/rows';
import { t } from './l10n';
import { window } from './window';

/** All that a person sees: the view, the commands, the pages and the Accounts menu. */
export function createViews(
  core: Core,
  settings: Settings,
  context: Pick<vscode.ExtensionContext, 'globalState'>,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const { sessions, mapping, client, controller, budget, meter, leases, now } = core;
  const memory = context.globalState;
  const signIn = new SignIn({ settings, sessions, client, memory, desk: mapping, log, now });
  const onDidFail = (error: unknown): void => log.error(`Signing in again: ${toErrorLine(error)}`);
  const lifecycle = new SessionLifecycle({ explorer: controller, sessions, signIn, onDidFail, now });
  const signOut = new SignOut({
    sessions,
    memento: context.globalState,
    removePages: core.forgetAccount,
    onDidFail: (part, error) => log.warn(`Signing out, ${part}: ${toErrorLine(error)}`),
  });
  void sessions.load().then(() => signOut.finish());
  const autoRefresh = new AutoRefresh({
    ...{ controller, budget, settings, leases, now },
    isWatched: () => view.visible && window.state.focused,
  });
  const notices = new Notices({
    ...{ explorer: controller, sessions, clock: lifecycle.clock, budget, desk: mapping, autoRefresh },
  });
  const language = vscode.env.language;
  const state = new ViewState({ memory, account: () => controller.session?.id, now });
  const retry = new DelayedRetry(controller, now);
  const view: MonitorsView = new MonitorsView({
    ...{ controller, notices, state, retry, settings, language, now },
  });
  const accounts = new AccountCommands({
    ...{ explorer: controller, view, settings, sessions, signIn, signOut, now },
    loadedCount: (id) => controller.loadedCount(id),
  });
  const pages = createPages(core, settings);
  const commands = registerCommands({
    ...{ explorer: controller, view, accounts, autoRefresh, meter, pages, log },
    reading: new ReadingCommands(controller, mapping),
    costly: new CostlyActions({ controller, settings, memory, language }),
  });
  const provider = registerAuthenticationProvider(vscode.authentication, sessions, {
    now,
    onDidChangeExpiry: lifecycle.clock.onDidChange,
    signOut: async (id) => {
      const session = sessions.find(id);
      if (session) {
        // VS Code has asked already.
        await accounts.signOutOf(session, { keepsPages: false });
      }
    },
    signIn: async (known) => (await signIn.run({ known, another: known === undefined })) ?? cancelled(),
  });
  const signInFor = (run: () => unknown): Promise<void> => accounts.signInFor(run);
  return vscode.Disposable.from(
    registerTreeCommands({ controller, view, notices, retry, signInFor, language, now }),
    registerFindCommands({ controller, view, state, settings, language }),
    registerStatusBar({ controller, summary: () => view.summary, settings, language }),
    sessions.onDidChange(({ removed }) => removed.forEach(({ id }) => void state.forget(id))),
    ...[retry, state],
    ...[view, notices, autoRefresh, lifecycle, pages, commands, provider],
    registerChangeNotifications(controller, settings),
    registerReadingProblems(mapping, settings),
    registerCopyCommands({
      monitorsOf: (row) => (isMonitorRow(row) ? [row.monitor] : []),
      selected: () => view.selectedMonitors,
    }),
    registerExportCommand({ content: () => controller.list && { loaded: controller.list.loaded } }),
    registerLanguageModelTools({
      ...{ controller, now },
      limit: () => budget.state,
      creditsPerCall: () => settings.creditsPerCall,
      toErrorText: (error) => toErrorText(t, error, now()).sentence,
    }),
    settings.onDidChange(() => {
      core.removeUnwantedPages().catch((error: unknown) => log.warn(`Saved pages: ${toErrorLine(error)}`));
    }),
  );
}

function createPages({ ledger, budget, mapping, now }: Core, settings: Settings): Pages {
  const reading = (withValues: boolean) => (): string =>
    toReadingPage({ explanations: mapping.explain(withValues), problems: mapping.problems, withValues });
  return new Pages({
    Calls: async () =>
      toCallsPage({
        ledger: await ledger.read(),
        limit: budget.state,
        creditsPerCall: settings.creditsPerCall,
        creditsLeft: budget.creditsLeft,
        now: now(),
      }),
    'How Answers Are Read': reading(false),
    'How Answers Are Read, With Values': reading(true),
  });
}

function cancelled(): never {
  throw new CancelledError('the person cancelled the sign-in');
}
