import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { MonitorExplorerExports } from '../../src/ui/extensionApi';
import { SimulatedService } from '../simulator/simulatedService';
import { setUserSetting } from '../support/anExtension';

const extension = (): vscode.Extension<MonitorExplorerExports> =>
  vscode.extensions.getExtension<MonitorExplorerExports>('monitor-explorer.monitor-explorer')!;

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

  it('offers version 1 of its API, without a token in it, and refuses other versions', async () => {
    const exports = await extension().activate();
    const api = exports.getApi(1);
    assert.deepEqual(
      { ...api, onDidChange: typeof api.onDidChange },
      {
        account: undefined,
        monitors: [],
        total: undefined,
        complete: false,
        readAt: undefined,
        onDidChange: 'function',
      },
    );
    assert.ok(Object.isFrozen(api));
    assert.throws(() => exports.getApi(2 as 1), RangeError);
    assert.throws(() => exports.getApi('1' as unknown as 1), RangeError);
  });

  it('does not call the service when it is activated, or when the API or Show Log is used', async () => {
    const exports = await extension().activate();
    assert.deepEqual(exports.getApi(1).monitors, []);
    await vscode.commands.executeCommand('monitorExplorer.showLog');
    await vscode.commands.executeCommand('monitorExplorer.cancel');
    assert.equal(service.connectionCount, 0);
  });
});
