import * as vscode from 'vscode';
import { Emitter } from '../../base/event';
import type { AuthenticationProvider } from '../../session/authenticationProvider';

/** The ID in package.json. */
const AUTHENTICATION_ID = 'monitorExplorer';
const LABEL = 'Monitor Explorer';

export interface ProviderOnDemand {
  readonly load: () => Promise<AuthenticationProvider>;
  /**
   * Returns `undefined` if signed out. VS Code calls this when each window starts, so it loads only if
   * needed.
   */
  readonly loadIfSignedIn: () => Promise<AuthenticationProvider | undefined>;
}

/** Shows sessions in the Accounts menu. @returns an object that forwards the provider's changes */
export function registerAuthentication({ load, loadIfSignedIn }: ProviderOnDemand) {
  const changes = new Emitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  const provider: vscode.AuthenticationProvider = {
    onDidChangeSessions: changes.event,
    getSessions: async (scopes, options) => (await loadIfSignedIn())?.getSessions(scopes, options) ?? [],
    createSession: async (scopes, options) => (await load()).createSession(scopes, options),
    removeSession: async (id) => (await load()).removeSession(id),
  };
  const registration = vscode.authentication.registerAuthenticationProvider(
    AUTHENTICATION_ID,
    LABEL,
    provider,
    { supportsMultipleAccounts: true },
  );
  return {
    follow: (loaded: AuthenticationProvider): void => {
      loaded.onDidChangeSessions((change) => changes.fire(change));
    },
    dispose: (): void => {
      registration.dispose();
      changes.dispose();
    },
  };
}
