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

  it('is activated once VS Code has started, by what it contributes, and to restore a page after a reload', () => {
    const { activationEvents } = extension().packageJSON as Manifest;
    assert.deepEqual(activationEvents, [
      'onStartupFinished',
      'onWebviewPanel:monitorExplorer.calls',
      'onWebviewPanel:monitorExplorer.details',
      'onWebviewPanel:monitorExplorer.mapping',
    ]);
  });

  it('activates, and calls nothing for it', async () => {
    await extension().activate();
    assert.ok(extension().isActive);
    assert.equal(service.calls.length, 0);
  });

  it('has every command that it declares', async () => {
    await extension().activate();
    const there = new Set(await vscode.commands.getCommands(true));
    const declared = (extension().packageJSON as Manifest).contributes.commands.map(({ command }) => command);
    assert.ok(declared.length > 20);
    assert.deepEqual(
      declared.filter((command) => !there.has(command)),
      [],
    );
  });

  it('gives other extensions version 1 of its API, which has no token in it, and refuses all others', async () => {
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

  it('calls nothing when it is activated, asked by others or told to show its log', async () => {
    const exports = await extension().activate();
    assert.deepEqual(exports.getApi(1).monitors, []);
    await vscode.commands.executeCommand('monitorExplorer.showLog');
    await vscode.commands.executeCommand('monitorExplorer.cancel');
    assert.equal(service.connectionCount, 0);
  });

  it('offers VS Code no session where nobody has signed in, and asks nobody for one', async () => {
    const session = await vscode.authentication.getSession('monitorExplorer', [], { createIfNone: false });
    assert.equal(session, undefined);
    assert.equal(service.connectionCount, 0);
  });
});
