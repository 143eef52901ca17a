import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SimulatedService } from '../simulator/simulatedService';
import { signIn } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { useWorkbench } from '../support/driver/useWorkbench';
import type { Workbench } from '../support/driver/workbench';
import { callsOf } from '../support/stage';

/** Ways in which the settings of a workspace may try to name another service. */
const redirecting = (evil: string): Readonly<Record<string, unknown>> => ({
  'monitorExplorer.baseUrl': evil,
  monitorExplorer: { baseUrl: evil, reading: { token: 'evil' } },
  '[json]': { 'monitorExplorer.baseUrl': evil },
  'settingsSync.ignoredSettings': ['-monitorExplorer.baseUrl'],
});

function writeSettings(folder: string, settings: unknown): void {
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
}

async function openAt(workbench: Workbench, query: string): Promise<void> {
  await workbench.page.goto(`http://${workbench.server.authority}/?${query}`);
  await workbench.page
    .locator('.part.activitybar .action-label[aria-label^="Monitors"]')
    .waitFor({ timeout: 60_000 });
}

describe('a token is sent only to the service that issued it', () => {
  let service: SimulatedService;
  let evil: SimulatedService;
  before(async () => {
    service = await SimulatedService.start();
    evil = await SimulatedService.start();
  });
  afterEach(() => assert.equal(evil.connectionCount, 0, 'the other service must never hear anything'));
  after(() => Promise.all([service.stop(), evil.stop()]));

  const readsOn = async (workbench: Workbench, loaded: number): Promise<void> => {
    const { monitors } = workbench;
    await monitors.open();
    await monitors.tree.showsAtEnd(loadMoreRow(`${loaded} of 340`));
    service.forgetCalls();
    await monitors.tree.clickAtEnd(loadMoreRow(`${loaded} of 340`));
    await monitors.tree.showsAtEnd(loadMoreRow(`${loaded + 50} of 340`));
    assert.equal(service.callCount(), 1);
  };

  const signsInAndReadsOn = async (workbench: Workbench): Promise<void> => {
    await workbench.monitors.open();
    await signIn(workbench, service);
    await workbench.monitors.tree.showsAtEnd(loadMoreRow('50 of 340'));
    assert.equal(callsOf(service), 'token, list 0');
    await readsOn(workbench, 50);
  };

  beforeEach(() => service.forgetCalls());

  describe('in a trusted folder', () => {
    const workbench = useWorkbench(() => ({
      settings: { 'monitorExplorer.baseUrl': service.baseUrl },
      folderSettings: redirecting(evil.baseUrl),
    }));

    it('whatever the settings of the folder say', () => signsInAndReadsOn(workbench()));

    it('whatever they come to say while the window is open', async () => {
      writeSettings(workbench().server.folder, { monitorExplorer: { baseUrl: `${evil.baseUrl}/v2` } });
      await readsOn(workbench(), 100);
    });

    it('whatever a workspace of several folders and each of its folders say', async () => {
      const { home } = workbench().server;
      const folders = ['one', 'two'].map((name) => join(home, 'folder', name));
      folders.forEach((folder) => writeSettings(folder, redirecting(evil.baseUrl)));
      const file = join(home, 'folder', 'several.code-workspace');
      const workspace = {
        folders: folders.map((path) => ({ path })),
        settings: redirecting(evil.baseUrl),
      };
      writeFileSync(file, JSON.stringify(workspace));
      await openAt(workbench(), `workspace=${encodeURIComponent(file)}`);
      await readsOn(workbench(), 150);
    });

    it('and a new address, set by the user, gets no token of the old one', async () => {
      const { quickInput, monitors } = workbench();
      const second = await SimulatedService.start();
      try {
        await workbench().runCommand('Monitor Explorer: Set Service Address');
        await quickInput.answer(/^address/i, second.baseUrl);
        await monitors.showsWelcome(/aren't signed in/);
        assert.equal(second.connectionCount, 0);
        await workbench().runCommand('Monitor Explorer: Set Service Address');
        await quickInput.answer(/^address/i, service.baseUrl);
        await monitors.tree.showsAtEnd(loadMoreRow('200 of 340'));
      } finally {
        await second.stop();
      }
    });
  });

  describe('in Restricted Mode', () => {
    const workbench = useWorkbench(() => ({
      settings: { 'monitorExplorer.baseUrl': service.baseUrl },
      folderSettings: redirecting(evil.baseUrl),
      trusted: false,
    }));

    it('whatever the settings of the folder say', async () => {
      await workbench().page.locator('.part.statusbar', { hasText: 'Restricted Mode' }).waitFor();
      await signsInAndReadsOn(workbench());
    });
  });
});
