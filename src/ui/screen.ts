import * as vscode from 'vscode';
import { registerAuthenticationProvider } from '../session/authenticationProvider';
import { CancelledError } from '../service/errors';
import { AccountCommands } from './accounts/accountCommands';
import { SessionLifecycle } from './accounts/sessionLifecycle';
import { SignIn } from './accounts/signIn';
import { registerCommands } from './commands';
import { AutoRefresh } from '../explorer/autoRefresh';
import { toCallsPage } from './credits/callsPage';
import { registerChangeNotifications } from './credits/changeNotifications';
import { CostlyActions } from './credits/costlyActions';
import type { Model } from './model';
import { MonitorsView } from './tree/monitorsView';
import { Notices } from './tree/noticesModel';
import { Pages } from './pages';
import { ReadingCommands } from './reading/readingCommands';
import { registerReadingProblems } from './reading/readingProblems';
import { toReadingPage } from './reading/readingPage';
import { window } from './window';

/** All that a person sees: the view, the commands, the pages and the Accounts menu. */
export function createScreen(
  model: Model,
  context: Pick<vscode.ExtensionContext, 'globalState'>,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const { settings, sessions, desk, client, explorer, budget, meter, storage, now } = model;
  const signIn = new SignIn({ settings, sessions, client, memory: context.globalState, desk, log });
  const keeper = new SessionLifecycle({ explorer, sessions, signIn, forget: (id) => forget(model, id) });
  const autoRefresh = new AutoRefresh({
    ...{ explorer, budget, settings, now },
    leases: storage.leases,
    isWatched: () => view.visible && window.state.focused,
  });
  const board = new Notices({ explorer, sessions, clock: keeper.clock, budget, desk, autoRefresh });
  const view: MonitorsView = new MonitorsView(explorer, board);
  const accounts = new AccountCommands({ explorer, view, settings, sessions, signIn });
  const pages = createPages(model);
  const commands = registerCommands({
    ...{ explorer, view, accounts, autoRefresh, meter, pages, log },
    reading: new ReadingCommands(explorer, desk),
    costly: new CostlyActions(settings),
  });
  const provider = registerAuthenticationProvider(sessions, {
    now,
    onDidChangeExpiry: keeper.clock.onDidChange,
    signOut: (id) => sessions.remove(id),
    signIn: async (known) => (await signIn.run({ known, another: known === undefined })) ?? cancelled(),
  });
  return vscode.Disposable.from(
    ...[view, board, autoRefresh, keeper, pages, commands, provider],
    registerChangeNotifications(explorer, settings),
    registerReadingProblems(desk, settings),
    settings.onDidChange(() => void model.shared.removeUnwanted()),
  );
}

function createPages({ storage, budget, settings, desk, now }: Model): Pages {
  const reading = (withValues: boolean) => (): string =>
    toReadingPage({ explanations: desk.explain(withValues), problems: desk.problems, withValues });
  return new Pages({
    Calls: async () =>
      toCallsPage({
        ledger: await storage.ledger.read(),
        limit: budget.state,
        creditsPerCall: settings.creditsPerCall,
        creditsLeft: budget.creditsLeft,
        now: now(),
      }),
    'How Answers Are Read': reading(false),
    'How Answers Are Read, With Values': reading(true),
  });
}

/** After a sign-out nothing of the account stays on disk, whichever window it was signed out in. */
async function forget({ shared }: Model, accountId: string): Promise<void> {
  await shared.remove(accountId);
}

function cancelled(): never {
  throw new CancelledError('the person cancelled the sign-in');
}
