import * as vscode from 'vscode';
import { AccountsProvider, type AccountActions } from './accountsProvider';
import type { SessionStore } from './sessionStore';

/** Declared in package.json under `contributes.authentication`, where VS Code takes its name from. */
export const AUTHENTICATION_ID = 'monitorExplorer';
const LABEL = 'Monitor Explorer';

/** Shows the store's sessions in VS Code's Accounts menu until disposed. Does not dispose of the store. */
export function registerAuthenticationProvider(
  store: SessionStore,
  actions: AccountActions,
): vscode.Disposable {
  const provider = new AccountsProvider(store, actions);
  const registration = vscode.authentication.registerAuthenticationProvider(
    AUTHENTICATION_ID,
    LABEL,
    provider,
    {
      supportsMultipleAccounts: true,
    },
  );
  return vscode.Disposable.from(registration, provider);
}
