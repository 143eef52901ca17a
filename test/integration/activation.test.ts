import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { SimulatedService } from '../simulator/simulatedService';
import { setUserSetting } from '../support/extensionSettings';

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

  it('has language-model tools that say that you are signed out, and ask nothing', async () => {
    await extension().activate();
    const { contributes } = extension().packageJSON as {
      contributes: { languageModelTools: readonly { name: string }[] };
    };
    for (const { name } of contributes.languageModelTools) {
      for (const input of [{ id: 'x' }, null as never]) {
        const { content } = await vscode.lm.invokeTool(name, {
          input,
          toolInvocationToken: undefined,
        });
        const { value } = content[0] as vscode.LanguageModelTextPart;
        assert.match(value, /^Nobody is signed in, so nothing was called/, name);
      }
    }
  });
});
