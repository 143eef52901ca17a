import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { SimulatedService } from '../simulator/simulatedService';
import { setUserSetting } from '../support/anExtension';

const extension = (): vscode.Extension<unknown> =>
  vscode.extensions.getExtension('monitor-explorer.monitor-explorer')!;

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

describe('The extension', () => {
  let service: SimulatedService;

  before(async () => {
    service = await SimulatedService.start();
    await setUserSetting('baseUrl', service.baseUrl);
  });

  after(async () => {
    await setUserSetting('baseUrl', undefined);
    await service.stop();
  });

  it('registers every command that it declares', async () => {
    await extension().activate();
    const there = new Set(await vscode.commands.getCommands(true));
    const declared = (extension().packageJSON as Manifest).contributes.commands.map(
      ({ command }) => command,
    );
    assert.ok(declared.length > 20);
    assert.deepEqual(
      declared.filter((command) => !there.has(command)),
      [],
    );
  });

  it('gives other extensions nothing, and does not call the service when it is activated or shows its log', async () => {
    assert.equal(await extension().activate(), undefined);
    await vscode.commands.executeCommand('monitorExplorer.showLog');
    await vscode.commands.executeCommand('monitorExplorer.cancel');
    assert.equal(service.connectionCount, 0);
  });
});
