import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SimulatedService } from '../simulator/simulatedService';
import { signIn } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { useWorkbench } from '../support/driver/useWorkbench';

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

describe('in Restricted Mode', () => {
  let service: SimulatedService;
  let evil: SimulatedService;
  before(async () => {
    service = await SimulatedService.start();
    evil = await SimulatedService.start();
  });
  after(() => Promise.all([service.stop(), evil.stop()]));
  const workbench = useWorkbench(() => ({
    settings: { 'monitorExplorer.baseUrl': service.baseUrl },
    folderSettings: redirecting(evil.baseUrl),
    trusted: false,
  }));

  it("everything works, and no call goes to an address from a workspace's settings", async () => {
    const { monitors, page, server } = workbench();
    const loadMore = async (loaded: number): Promise<void> => {
      await monitors.tree.clickAtEnd(loadMoreRow(`${loaded} of 340`));
      await monitors.tree.showsAtEnd(loadMoreRow(`${loaded + 50} of 340`));
    };
    await page.locator('.part.statusbar', { hasText: 'Restricted Mode' }).waitFor();
    await monitors.open();
    await signIn(workbench(), service);
    await loadMore(50);
    writeSettings(server.folder, { monitorExplorer: { baseUrl: `${evil.baseUrl}/v2` } });
    await loadMore(100);
    assert.deepEqual([service.callCount('token'), service.callCount('list')], [1, 3]);
    assert.equal(evil.connectionCount, 0);
  });
});
