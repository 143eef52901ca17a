import * as vscode from 'vscode';
import type { Disposable } from '../base/event';
import { toErrorLine } from '../service/errorLine';
import { AuthenticationProvider, type AccountActions } from '../session/authenticationProvider';
import { SessionClock, setTimer } from '../session/sessionClock';
import { SessionStore } from '../session/sessionStore';
import { createAccounts } from '../storage/accounts';
import { Database } from '../storage/database';
import { createSnapshots } from '../storage/snapshots';
import { Settings } from './settings';
import { Indicators } from './tree/indicators';
import type { SafeTreeView } from './window';

export interface SignedInOptions {
  readonly context: Pick<vscode.ExtensionContext, 'secrets' | 'globalStorageUri'>;
  readonly view: Pick<SafeTreeView<never>, 'badge'>;
  readonly log: vscode.LogOutputChannel;
  /** What the Accounts menu sets going; loads the rest. */
  readonly signIn: AccountActions['signIn'];
  readonly signOut: AccountActions['signOut'];
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export type SignedIn = ReturnType<typeof createSignedIn>;

/**
 * What each window has from its start, where somebody is signed in: the sessions, the badge and the item in the status
 * bar, and what the Accounts menu shows. Nothing in here draws a list, calls the service or knows how to read it.
 */
export function createSignedIn({ context, view, log, signIn, signOut, now }: SignedInOptions) {
  const { secrets } = context;
  const settings = new Settings();
  const database = new Database(context.globalStorageUri.fsPath, now);
  const accounts = createAccounts(database);
  const sessions = new SessionStore({
    secrets,
    wasSignedIn: async () => (await accounts.list()).some(({ state }) => state === 'signedIn'),
    now,
  });
  const clock = new SessionClock({ now, schedule: setTimer });
  const onDidChangeExpiry = clock.onDidChange;
  const indicators = new Indicators({
    view,
    sessions,
    settings,
    database,
    now,
    onError: (error) => log.warn(`The summary of the saved pages: ${toErrorLine(error)}`),
  });
  const follow = (): void => {
    const session = settings.baseUrl && sessions.current(settings.baseUrl.href);
    clock.watch(session);
    setContext('signedIn', session !== undefined);
    // Also those at other addresses, and those beside one that has signed out.
    setContext('hasAccounts', sessions.sessions.length > 0);
  };
  const removeUnwantedPages = (): void => {
    if (!settings.keepSnapshot) {
      const onError = (error: unknown): void => log.warn(`Saved pages: ${toErrorLine(error)}`);
      createSnapshots(database).removeAll().catch(onError);
    }
  };
  const owned: Disposable[] = [
    sessions.onDidChangePersistence((persistence) => setContext('keyringSilent', persistence === 'silent')),
    sessions.onDidChange(follow),
    settings.onDidChange(follow),
    settings.onDidChange(removeUnwantedPages),
    indicators,
    clock,
    sessions,
    settings,
    database,
  ];
  const provider = new AuthenticationProvider(sessions, { signIn, signOut, now, onDidChangeExpiry });
  void sessions.load();
  return {
    settings,
    database,
    sessions,
    clock,
    indicators,
    provider,
    dispose: (): void => [provider, ...owned].forEach((part) => part.dispose()),
  };
}

function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', `monitorExplorer.${key}`, value);
}
