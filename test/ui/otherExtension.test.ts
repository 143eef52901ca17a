import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SimulatedService } from '../simulator/simulatedService';
import { packOtherExtension } from '../support/driver/otherExtension';
import { signIn, signOut } from '../support/driver/signIn';
import { changeSettings } from '../support/driver/userSettings';
import { loadMoreRow } from '../support/driver/treeView';
import { useWorkbench } from '../support/driver/useWorkbench';
import { callsOf } from '../support/stage';

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

  it('gets no session before the user has said yes, however it asks', async () => {
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

  it('gets the session that the user allows, at no call', async () => {
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

  it('can have the user sign in, by the same steps as ever', async () => {
    const { notifications, dialog, quickInput } = workbench();
    service.forgetCalls();
    await notifications.click('Got no session', 'OK');
    await workbench().runCommand('Other: Ask For Session');
    await dialog.shows(/Other Extension/);
    await dialog.click('Allow');
    await quickInput.answer(/^e-mail/i, service.email);
    await quickInput.answer(/^password/i, service.password);
    const { text } = await notifications.shows(/^Got ada@example\.com/);
    await notifications.click(text, 'OK');
    assert.equal(service.callCount('token'), 1);
  });

  it('looks at what is loaded by a language-model tool, without a question and without a call', async () => {
    const { monitors, notifications } = workbench();
    await monitors.tree.showsAtEnd(loadMoreRow('50 of 340'));
    await service.idle();
    service.forgetCalls();
    await workbench().runCommand('Other: Use Summary Tool');
    const { text } = await notifications.shows(/^Tool: Only 50 of 340 monitors are loaded/);
    await notifications.click(text, 'OK');
    assert.equal(callsOf(service), '');
  });

  it('gets the saved monitors by such a tool where the view was never opened, at no call', async () => {
    const { monitors, notifications } = workbench();
    await monitors.hide();
    await workbench().reload();
    await monitors.showsBadge(/ down in 50 of 340, read /);
    service.forgetCalls();
    await workbench().runCommand('Other: Use Summary Tool');
    const { text } = await notifications.shows(/^Tool: Only 50 of 340 monitors are loaded/);
    await notifications.click(text, 'OK');
    assert.equal(callsOf(service), '');
    await monitors.open();
    await monitors.tree.showsAtEnd(loadMoreRow('50 of 340'));
    assert.equal(callsOf(service), '');
  });

  it('calls the service by such a tool only once the user has allowed it, knowing the cost', async () => {
    const { dialog, notifications } = workbench();
    await workbench().runCommand('Other: Use Load Tool');
    const { text: question, buttons } = await dialog.shows(/Allow an agent/);
    assert.match(question, /Allow an agent to load more monitors\? This takes 1 call\./);
    assert.match(question, /Account: ada@example\.com at http/);
    assert.deepEqual([...buttons].sort(), ['Allow', 'Allow for Today up to 10 Calls', 'Cancel']);
    await dialog.click('Cancel');
    const { text: declined } = await notifications.shows(/^Tool: The user declined\. Nothing was called\./);
    await notifications.click(declined, 'OK');
    assert.equal(callsOf(service), '');
    await workbench().runCommand('Other: Use Load Tool');
    await dialog.shows(/Allow an agent/);
    await dialog.click('Allow');
    const { text: done } = await notifications.shows(/^Tool: Done\. Only 100 of 340/);
    await notifications.click(done, 'OK');
    assert.equal(callsOf(service), 'list 1');
  });

  it('reaches nothing by what it passes to commands: no call, no pin, no page outside, and no command fails', async () => {
    const { monitors, notifications } = workbench();
    service.forgetCalls();
    await monitors.tree.showsAtEnd(loadMoreRow('100 of 340'));
    const before = await monitors.tree.allRows();
    await workbench().runCommand('Other: Misuse Commands');
    const { text } = await notifications.shows(/^Misused all/);
    assert.equal(text, 'Misused all; failed: none');
    await notifications.click(text, 'OK');
    const labels = (rows: typeof before): string[] => rows.map(({ label }) => label);
    assert.deepEqual(labels(await monitors.tree.allRows()), labels(before));
    assert.equal(callsOf(service), '');
  });

  it('raises the daily limit only if the user allows it in a dialog', async () => {
    const { dialog, monitors, notifications } = workbench();
    await changeSettings(workbench(), { 'monitorExplorer.dailyCallLimit': 1 });
    await monitors.tree.showsAtStart(/^Daily limit of \d+ calls? reached/);
    await monitors.clickTitleAction('Load More');
    await monitors.showsMessage(/^Stopped by the daily limit · /);
    service.forgetCalls();
    for (const answer of ['Cancel', 'Allow']) {
      await workbench().runCommand('Other: Raise Daily Limit');
      const { text } = await dialog.shows(/Allow one more call today/);
      assert.match(text, /This takes 1 call\./);
      assert.equal(callsOf(service), '', 'not before the answer');
      await dialog.click(answer);
      await notifications.shows('Tried to raise it');
      await notifications.click('Tried to raise it', 'OK');
    }
    await monitors.tree.hides(/^Daily limit of/);
    assert.equal(service.callCount('list'), 1);
    await changeSettings(workbench(), { 'monitorExplorer.dailyCallLimit': undefined });
  });

  it('calls nothing unasked where VS Code approves whatever tools do', async () => {
    const { dialog, notifications } = workbench();
    service.forgetCalls();
    await workbench().runCommand('Other: Approve All Tools');
    await notifications.shows('Approves all tools');
    await notifications.click('Approves all tools', 'OK');
    await workbench().runCommand('Other: Use Load Tool');
    await dialog.shows(/Enable global auto approve\?/);
    await dialog.click('Enable');
    await dialog.shows(/Allow an agent to load more monitors\? This takes 1 call\./);
    assert.equal(callsOf(service), '');
    await dialog.click('Allow for Today up to 10 Calls');
    const { text: done } = await notifications.shows(/^Tool: Done\. Only 200 of 340/);
    await notifications.click(done, 'OK');
    await workbench().runCommand('Other: Use Load Tool');
    const { text: further } = await notifications.shows(/^Tool: Done\. Only 250 of 340/);
    await notifications.click(further, 'OK');
    assert.equal(callsOf(service), 'list 3, list 4');
  });
});
