import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { SimulatedService } from '../simulator/simulatedService';
import { setUserSetting } from '../support/anExtension';

const extension = (): vscode.Extension<unknown> =>
  vscode.extensions.getExtension('monitor-explorer.monitor-explorer')!;

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

  it('gives other extensions nothing, and does not call the service when it is activated or shows its log', async () => {
    assert.equal(await extension().activate(), undefined);
    await vscode.commands.executeCommand('monitorExplorer.showLog');
    await vscode.commands.executeCommand('monitorExplorer.cancel');
    assert.equal(service.connectionCount, 0);
  });
});
