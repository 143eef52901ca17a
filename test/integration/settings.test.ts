import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Settings } from '../../src/ui/settings';
import { loadSettings, setUserSetting } from '../support/extensionSettings';

const WANTED = 'https://api.example.com/v1';
const EVIL = 'https://evil.example.net';

function folder(): vscode.Uri {
  return vscode.workspace.workspaceFolders![0]!.uri;
}

/** Resolves when VS Code has read the workspace's settings, which the value of another setting shows. */
async function writeWorkspaceSettings(
  settings: Record<string, unknown>,
  tabSize: number,
): Promise<void> {
  const file = vscode.Uri.joinPath(folder(), '.vscode', 'settings.json');
  const text = JSON.stringify({ ...settings, 'editor.tabSize': tabSize });
  const heeded = new Promise<void>((resolve) => {
    const subscription = vscode.workspace.onDidChangeConfiguration(() => {
      if (vscode.workspace.getConfiguration('editor').get('tabSize') === tabSize) {
        subscription.dispose();
        resolve();
      }
    });
  });
  await vscode.workspace.fs.writeFile(file, Buffer.from(text));
  await heeded;
}

describe('The settings', () => {
  let settings: Settings;

  before(() => (settings = loadSettings()));

  after(async () => {
    settings.dispose();
    for (const name of ['baseUrl', 'pageSize']) {
      await setUserSetting(name, undefined);
    }
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder(), '.vscode'), { recursive: true });
  });

  it('take the address from the user, and never from a workspace', async () => {
    await setUserSetting('baseUrl', WANTED);
    const attempts: Record<string, unknown>[] = [
      { 'monitorExplorer.baseUrl': EVIL },
      { monitorExplorer: { baseUrl: EVIL, monitorUrl: `${EVIL}/{id}` } },
      { '[plaintext]': { 'monitorExplorer.baseUrl': EVIL } },
    ];
    for (const [index, attempt] of attempts.entries()) {
      await writeWorkspaceSettings(attempt, 3 + index);
      assert.equal(settings.address, WANTED);
      assert.equal(settings.baseUrl?.href, WANTED);
      assert.equal(settings.monitorUrl, '');
    }
    await setUserSetting('baseUrl', undefined);
    assert.equal(settings.baseUrl, undefined, 'nor where the user has set none');
  });

  it('limit numbers, and use the default for anything else', async () => {
    for (const [value, pageSize] of [
      [0, 1],
      [12.6, 13],
      ['20', 50],
      [null, 50],
    ]) {
      await setUserSetting('pageSize', value);
      assert.equal(settings.pageSize, pageSize, String(value));
    }
  });
});
