import * as vscode from 'vscode';
import { Emitter } from '../../base/event';
import type { AuthenticationProvider } from '../../session/authenticationProvider';

/** As in package.json under `contributes.authentication`. */
const AUTHENTICATION_ID = 'monitorExplorer';
const LABEL = 'Monitor Explorer';

export interface ProviderOnDemand {
  readonly load: () => Promise<AuthenticationProvider>;
  /** `undefined` if everyone is signed out: VS Code asks at the start of each window, and that loads nothing. */
  readonly loadIfSignedIn: () => Promise<AuthenticationProvider | undefined>;
}

/** Shows the sessions in VS Code's Accounts menu. @returns what follows the provider's changes, and ends it */
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
