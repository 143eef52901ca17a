import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SimulatedService } from '../simulator/simulatedService';
import { packOtherExtension } from './driver/otherExtension';
import { signIn } from './driver/signIn';
import { useWorkbench } from './driver/useWorkbench';
import { callsOf } from './stage';

describe('A language-model tool that somebody else uses', () => {
  let service: SimulatedService;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'monitor-explorer-'));
    service = await SimulatedService.start({ monitors: 34 });
  });
  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const workbench = useWorkbench(async () => ({
    settings: { 'monitorExplorer.baseUrl': service.baseUrl, 'monitorExplorer.pageSize': 10 },
    otherVsixes: [await packOtherExtension(folder)],
  }));

  it('looks at what is loaded without a question and without a call', async () => {
    const { monitors, notifications } = workbench();
    await monitors.open();
    await signIn(workbench(), service);
    await monitors.tree.shows(/^Load more/);
    service.forgetCalls();
    await workbench().runCommand('Other: Use Summary Tool');
    const { text } = await notifications.shows(/^Tool: Only 10 of 34 monitors are loaded/);
    await notifications.click(text, 'OK');
    assert.equal(callsOf(service), '');
  });

  it('calls the service only once the person has allowed it, knowing the cost', async () => {
    const { dialog, notifications } = workbench();
    await workbench().runCommand('Other: Use Load Tool');
    const { text: question } = await dialog.shows(/Load More Monitors\?/);
    assert.match(question, /This takes 1 call to the monitoring service\./);
    await dialog.click('Cancel');
    const { text: refused } = await notifications.shows(/^No tool: /);
    await notifications.click(refused, 'OK');
    assert.equal(callsOf(service), '');
    await workbench().runCommand('Other: Use Load Tool');
    const { buttons } = await dialog.shows(/Load More Monitors\?/);
    await dialog.click(buttons.find((button) => button !== 'Cancel')!);
    const { text: done } = await notifications.shows(/^Tool: Done\. Only 20 of 34/);
    await notifications.click(done, 'OK');
    assert.equal(callsOf(service), 'list 1');
  });
});
