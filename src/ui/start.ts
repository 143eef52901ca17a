import * as vscode from 'vscode';
import type { Disposable } from '../base/event';
import { withConnectionState } from '../core/connectionState';
import { createCore, type Core } from '../core/createCore';
import { toErrorLine } from '../service/errorLine';
import type { Fetch } from '../service/http';
import { AuthenticationProvider } from '../session/authenticationProvider';
import { SessionClock, setTimer } from '../session/sessionClock';
import { SessionStore } from '../session/sessionStore';
import { createAccounts } from '../storage/accounts';
import { Database } from '../storage/database';
import { createSnapshots } from '../storage/snapshots';
import { Settings } from './settings';
import { createIndicators } from './tree/indicators';
import type { Row } from './tree/rows';
import type { MonitorTree } from './tree/monitorTree';
import { createViews } from './views';
import type { SafeTreeView } from './window';

export interface Declared {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly treeView: SafeTreeView<Row>;
  readonly rows: MonitorTree;
  /** Placeholders for the commands. */
  readonly commands: Disposable;
  readonly authentication: { follow(provider: AuthenticationProvider): void };
  readonly loadFetch: () => Promise<Fetch>;
}

export type Started = Awaited<ReturnType<typeof start>>;

/**
 * Creates the parts of a window. Badge, status bar and Accounts menu show saved data while the keyring loads.
 */
export async function start({ context, log, treeView, rows, commands, authentication, loadFetch }: Declared) {
  const { secrets, globalStorageUri, extension } = context;
  const now = Date.now;
  const settings = new Settings();
  const database = new Database(globalStorageUri.fsPath, now);
  const accounts = createAccounts(database);
  const sessions = new SessionStore({
    secrets,
    wasSignedIn: async () => (await accounts.list()).some(({ state }) => state === 'signedIn'),
    now,
  });
  const clock = new SessionClock({ now, schedule: setTimer });
  const onCountsError = (error: unknown): void =>
    log.warn(`The summary of the saved pages: ${toErrorLine(error)}`);
  const indicators = createIndicators(treeView, sessions, settings, database, now, onCountsError);
  const follow = (): void => {
    const session = settings.baseUrl && sessions.current(settings.baseUrl.href);
    clock.watch(session);
    setContext('signedIn', session !== undefined);
    // Includes sessions at other addresses.
    setContext('hasAccounts', sessions.sessions.length > 0);
  };
  const removeUnwantedPages = (): void => {
    if (!settings.keepSnapshot) {
      const onError = (error: unknown): void => log.warn(`Saved pages: ${toErrorLine(error)}`);
      createSnapshots(database).removeAll().catch(onError);
    }
  };
  const made: Disposable[] = [
    sessions.onDidChangePersistence((persistence) => setContext('keyringSilent', persistence === 'silent')),
    sessions.onDidChange(follow),
    settings.onDidChange(follow),
    settings.onDidChange(removeUnwantedPages),
    vscode.commands.registerCommand('monitorExplorer.continueWithoutKeyring', () =>
      sessions.continueWithoutKeyring(),
    ),
    ...[indicators, clock, sessions, settings, database],
  ];
  // The first command, such as Sign In, needs the sessions.
  await sessions.load();
  const { version } = extension.packageJSON as { version: string };
  const userAgent = `monitor-explorer/${version} (VS Code/${vscode.version})`;
  const fetch = withConnectionState(loadFetch);
  const core: Core = createCore({ settings, sessions, database, log, fetch, userAgent, now });
  commands.dispose();
  const views = createViews({ core, start: { settings, clock, indicators }, treeView, rows, context, log });
  const provider = new AuthenticationProvider(sessions, {
    signIn: views.signIn,
    signOut: views.signOut,
    now,
    onDidChangeExpiry: clock.onDidChange,
  });
  authentication.follow(provider);
  void core.start();
  return {
    ...views,
    core,
    settings,
    provider,
    dispose: (): void => [provider, views, core, ...made].forEach((part) => part.dispose()),
  };
}

function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', `monitorExplorer.${key}`, value);
}
