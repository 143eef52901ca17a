import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SimulatedService } from '../simulator/simulatedService';
import { packOtherExtension } from './driver/otherExtension';
import { signIn, signOut } from './driver/signIn';
import { loadMoreRow } from './driver/treeView';
import { useWorkbench } from './driver/useWorkbench';

describe('another extension', () => {
  let service: SimulatedService;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'monitor-explorer-'));
    service = await SimulatedService.start();
  });
  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const workbench = useWorkbench(async () => ({
    settings: { 'monitorExplorer.baseUrl': service.baseUrl },
    otherVsixes: [await packOtherExtension(folder)],
  }));

  it('gets no session before the person has said yes, however it asks', async () => {
    const { monitors, notifications, dialog } = workbench();
    await monitors.open();
    await signIn(workbench(), service);
    await monitors.tree.showsAtEnd(loadMoreRow('50 of 340'));
    await workbench().runCommand('Other: Look For Session');
    await notifications.shows('Got no session');
    await notifications.click('Got no session', 'OK');
    await workbench().runCommand('Other: Ask For Session');
    const { text } = await dialog.shows(/Other Extension/);
    assert.match(text, /Monitor Explorer/);
    await dialog.click('Cancel');
    const { text: refused } = await notifications.shows(/^Refused/);
    await notifications.click(refused, 'OK');
  });

  it('gets the session that the person allows, at no call', async () => {
    const { notifications, dialog, quickInput } = workbench();
    service.forgetCalls();
    await workbench().runCommand('Other: Ask For Session');
    // VS Code asks whether, and then which.
    await dialog.shows(/Other Extension/);
    await dialog.click('Allow');
    await quickInput.shows(/Other Extension/);
    await quickInput.choose(/^ada@example\.com/);
    const { text } = await notifications.shows(/^Got ada@example\.com/);
    assert.equal(service.callCount(), 0);
    await notifications.click(text, 'OK');
    await workbench().runCommand('Other: Look For Session');
    await notifications.shows(text);
    await notifications.click(text, 'OK');
    await workbench().monitors.tree.clickAtEnd(loadMoreRow('50 of 340'));
    await workbench().monitors.tree.showsAtEnd(loadMoreRow('100 of 340'));
    assert.ok(service.calls[0]!.headers.authorization?.endsWith(text.slice(-6)), 'that very token');
  });

  it('has no session any more after the sign-out', async () => {
    const { notifications, monitors } = workbench();
    await signOut(workbench());
    await monitors.showsWelcome(/aren't signed in/);
    await workbench().runCommand('Other: Look For Session');
    await notifications.shows('Got no session');
  });

  it('can have the person sign in, by the same steps as ever', async () => {
    const { notifications, dialog, quickInput } = workbench();
    service.forgetCalls();
    await notifications.click('Got no session', 'OK');
    await workbench().runCommand('Other: Ask For Session');
    await dialog.shows(/Other Extension/);
    await dialog.click('Allow');
    await quickInput.answer(/^e-mail/i, service.email);
    await quickInput.answer(/^password/i, service.password);
    await notifications.shows(/^Got ada@example\.com/);
    assert.equal(service.callCount('token'), 1);
  });
});
