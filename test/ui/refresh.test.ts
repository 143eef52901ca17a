import assert from 'node:assert/strict';
import type { SimulatedService } from '../simulator/simulatedService';
import { eventually } from '../support/driver/eventually';
import type { TreeRow } from '../support/driver/treeView';
import { loadMoreRow } from '../support/driver/treeView';
import { changeSettings } from '../support/driver/userSettings';
import { callsOf, useStage } from '../support/stage';

describe('a refresh', () => {
  const stage = useStage();

  /** All 18 monitors in a plain list, all of them up. */
  async function browseTwoPages(): Promise<SimulatedService> {
    const { monitors } = stage.workbench;
    const service = await stage.visit({ monitors: 18 });
    for (let index = 0; index < 18; index++) {
      service.updateMonitor(index, { status: 'up' });
    }
    await stage.signIn(service);
    await monitors.tree.click(loadMoreRow('10 of 18'));
    await monitors.showsMessage(/^None down in all 18 · /);
    await stage.listPlainly();
    return service;
  }

  /** Refreshes both pages. */
  async function refresh(service: SimulatedService): Promise<void> {
    service.forgetCalls();
    const { monitors } = stage.workbench;
    await monitors.clickTitleAction('Refresh');
    while (service.callCount() < 2) {
      await service.nextCall();
    }
    await service.idle();
    await monitors.showsMessage(/^(?!Refreshing).* · just now$/);
    assert.equal(callsOf(service), 'list 0, list 1');
  }

  it('shows its progress, keeps the rows, and marks what changed since the user looked', async () => {
    const { monitors, quickInput, notifications } = stage.workbench;
    const says = (text: RegExp) => (row: TreeRow) => text.test(row.description);
    const service = await browseTwoPages();
    service.updateMonitor(1, { status: 'down', name: 'Was down' });
    service.updateMonitor(2, { status: 'up', name: 'Was up' });
    await refresh(service);
    await markAsSeen();
    service.updateMonitor(1, { status: 'up' });
    service.updateMonitor(2, { status: 'down' });
    service.insertMonitor(4, { name: 'Newcomer', status: 'up' });
    const gone = service.removeMonitor(7);
    const gate = service.holdResponses();
    const refreshed = refresh(service);
    await monitors.showsMessage(/^Refreshing: 0 of 2 · /);
    assert.ok(
      (await monitors.tree.allRows()).some(({ label }) => label === gone.name),
      'rows stay',
    );
    gate.release();
    await refreshed;
    // The total is the same, so nobody knows yet if it is gone.
    await monitors.tree.showsAtStart('Not read again: 1 monitor');
    await monitors.showsMessage(/^1 down — 19 loaded, may not be all · /);
    await monitors.tree.shows(gone.name, says(/^not read again · now/));
    await refresh(service);
    await monitors.showsMessage(/^1 down — all 18 · /);
    const changes = await monitors.tree.showsAtStart(
      '1 went down, 1 removed, 1 first seen, 1 recovered',
    );
    assert.equal(changes.description, 'Show Changes');
    assert.match(changes.ariaLabel, / since \d.*, when you last looked, Show Changes/);
    await monitors.tree.shows('Was down', says(/^was down/));
    await monitors.tree.shows('Was up', says(/^down · was up/));
    const newcomer = await monitors.tree.shows('Newcomer');
    assert.match(newcomer.ariaLabel, /Newcomer, up, first seen/);
    await monitors.tree.click('1 went down, 1 removed, 1 first seen, 1 recovered');
    const { items } = await quickInput.shows(/^Changed since .*, when you last looked$/);
    assert.deepEqual(
      items.map(({ label }) => label),
      ['Was up', gone.name, 'Newcomer', 'Was down'],
    );
    await quickInput.clickButton('Copy as Handover Note');
    const note = await eventually(
      'The handover note',
      () => stage.workbench.page.evaluate<string>('navigator.clipboard.readText()'),
      (text) => text.startsWith('# Changes since '),
    );
    assert.match(note, /^1 down of 18, read \d/m);
    assert.match(note, /^- `Was up` \*\*down\*\* `was up` /m);
    assert.match(note, /^- `.*` `no longer in the account`/m);
    await monitors.tree.click('1 went down, 1 removed, 1 first seen, 1 recovered');
    await quickInput.choose('Was up');
    await eventually(
      'The row that was picked',
      () => monitors.tree.shows('Was up'),
      ({ isSelected }) => isSelected,
    );
    assert.deepEqual(await notifications.list(), [], 'none unless the user wants them');
  });

  it('that returns no monitors keeps the rows until the user removes them', async () => {
    const { dialog, monitors } = stage.workbench;
    const service = await browseTwoPages();
    service.forgetCalls();
    service.listShape = (_records, { total }) => ({ monitors: [], total });
    await monitors.clickTitleAction('Refresh');
    await monitors.tree.showsAtStart(/^Retry \(/);
    const rows = await monitors.tree.rows();
    assert.equal(rows.filter(({ icon }) => icon === 'pass').length, 18);
    for (const answer of ['Cancel', 'Remove Rows']) {
      await monitors.tree.shows('Checkout API – Frankfurt');
      await monitors.tree.click('The account has no monitors anymore?');
      await dialog.shows(/^Remove all rows of this account/);
      await dialog.click(answer);
    }
    await monitors.tree.hides('Checkout API – Frankfurt');
    assert.equal(callsOf(service), 'list 0');
  });

  async function markAsSeen(): Promise<void> {
    await stage.workbench.runCommand('Monitor Explorer: Show Changes');
    await stage.workbench.quickInput.clickButton('Mark as Seen');
  }

  it('notifies of the changes that the user chose, and of no others', async () => {
    const { notifications, monitors } = stage.workbench;
    const service = await browseTwoPages();
    await changeSettings(stage.workbench, { 'monitorExplorer.notifyOnChange': 'problems' });
    try {
      service.removeMonitor(10);
      await refresh(service);
      await monitors.tree.showsAtStart('1 removed');
      assert.deepEqual(await notifications.list(), []);
      service.updateMonitor(2, { status: 'down', name: 'Was up' });
      await refresh(service);
      assert.deepEqual((await notifications.shows('Was up is down')).buttons, ['Show Changes']);
    } finally {
      await changeSettings(stage.workbench, { 'monitorExplorer.notifyOnChange': undefined });
    }
  });
});
