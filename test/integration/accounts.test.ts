import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const EXTENSION = 'monitor-explorer.monitor-explorer';

type Properties = Readonly<Record<string, { readonly scope: string; readonly ignoreSync?: boolean }>>;

interface Manifest {
  readonly contributes: {
    readonly authentication: readonly { readonly id: string; readonly label: string }[];
    readonly configuration: readonly {
      readonly properties: Properties;
    }[];
  };
  readonly capabilities: { readonly untrustedWorkspaces: { readonly supported: boolean } };
}

describe('The accounts in VS Code', () => {
  const extension = vscode.extensions.getExtension(EXTENSION)!;
  const { contributes, capabilities } = extension.packageJSON as Manifest;

  it('have their own provider in the Accounts menu', () => {
    assert.deepEqual(contributes.authentication, [{ id: 'monitorExplorer', label: 'Monitor Explorer' }]);
  });

  it('read settings from the user only, never from a workspace, and the address is not synced', () => {
    const properties = Object.assign(
      {},
      ...contributes.configuration.map((group) => group.properties),
    ) as Properties;
    const scopes = Object.entries(properties).filter(([, { scope }]) => scope !== 'application');
    assert.deepEqual(scopes, []);
    assert.equal(properties['monitorExplorer.baseUrl']?.ignoreSync, true);
    assert.equal(capabilities.untrustedWorkspaces.supported, true, 'nothing here needs trust in a folder');
  });
});
