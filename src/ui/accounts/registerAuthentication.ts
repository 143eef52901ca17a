import * as vscode from 'vscode';
import { Emitter } from '../../base/event';
import type { AuthenticationProvider } from '../../session/authenticationProvider';

type Loaded = { readonly provider: AuthenticationProvider };

/**
 * Shows sessions in the Accounts menu.
 * @param loadIfSignedIn `undefined` if signed out; VS Code asks for sessions when each window starts
 */
export function registerAuthentication(
  load: () => Promise<Loaded>,
  loadIfSignedIn: () => Promise<Loaded | undefined>,
) {
  const changes = new Emitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  const provider: vscode.AuthenticationProvider = {
    onDidChangeSessions: changes.event,
    getSessions: async (scopes, options) =>
      (await loadIfSignedIn())?.provider.getSessions(scopes, options) ?? [],
    createSession: async (scopes, options) =>
      (await load()).provider.createSession(scopes, options),
    removeSession: async (id) => (await load()).provider.removeSession(id),
  };
  const registration = vscode.authentication.registerAuthenticationProvider(
    'monitorExplorer',
    'Monitor Explorer',
    provider,
    { supportsMultipleAccounts: true },
  );
  return {
    forwardChanges: (loaded: AuthenticationProvider) =>
      loaded.onDidChangeSessions((change) => changes.fire(change)),
    dispose: () => void registration.dispose(),
  };
}
