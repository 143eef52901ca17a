import * as vscode from 'vscode';
import { Emitter } from '../../base/event';
import type { AuthenticationProvider } from '../../session/authenticationProvider';

/** Declared in package.json under `contributes.authentication`, where VS Code takes its name from. */
const AUTHENTICATION_ID = 'monitorExplorer';
const LABEL = 'Monitor Explorer';

export interface ProviderOnDemand {
  readonly load: () => Promise<AuthenticationProvider>;
  /** `undefined` where nobody is signed in: VS Code asks at the start of each window, and nothing is loaded to tell so. */
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
