import assert from 'node:assert/strict';
import type { SimulatedService } from '../simulator/simulatedService';
import { assertCalls, useStage } from '../support/stage';

describe('A refresh', () => {
  const stage = useStage();
  let service: SimulatedService;

  /** Shows all 18 monitors in a plain list, all of them up. */
  beforeEach(async () => {
    const { monitors, tree } = stage.workbench;
    service = await stage.visit({ monitors: 18 });
    service.breakOnly();
    await stage.signIn(service);
    await tree.clickMore('10 of 18');
    await monitors.showsMessage(/^None down in all 18 · /);
    await stage.listPlainly();
    service.forgetCalls();
  });

  /** Refreshes both pages. */
  async function refresh(): Promise<void> {
    service.forgetCalls();
    const { monitors } = stage.workbench;
    await monitors.clickTitleAction('Refresh');
    while (service.callCount() < 2) {
      await service.nextCall();
    }
    await service.idle();
    await monitors.showsMessage(/^(?!Refreshing).* · just now$/);
    assertCalls(service, 'list 0, list 1');
  }

  it('shows its progress, keeps the rows, and marks what changed since the user looked', async () => {
    const { monitors, notifications, quickInput, tree } = stage.workbench;
    service.updateMonitor(1, { status: 'down', name: 'Was down' });
    service.updateMonitor(2, { status: 'up', name: 'Was up' });
    await refresh();
    await stage.run('Show Changes');
    await quickInput.clickButton('Mark as Seen');
    service.updateMonitor(1, { status: 'up' });
    service.updateMonitor(2, { status: 'down' });
    service.insertMonitor(4, { name: 'Newcomer', status: 'up' });
    const gone = service.removeMonitor(7);
    const gate = service.holdResponses();
    const refreshed = refresh();
    await monitors.showsMessage(/^Refreshing: 0 of 2 · /);
    await tree.shows(gone.name);
    gate.release();
    await refreshed;
    // The total is the same, so nobody knows yet if it is gone.
    await tree.showsAtStart('Not read again: 1 monitor');
    await monitors.showsMessage(/^1 down — 19 loaded, may not be all · /);
    const { description } = await tree.shows(gone.name);
    assert.match(description, /^not read again · now/);
    await refresh();
    await monitors.showsMessage(/^1 down — all 18 · /);
    const summary = '1 went down, 1 removed, 1 first seen, 1 recovered';
    const changes = await tree.showsAtStart(summary);
    assert.equal(changes.description, 'Show Changes');
    assert.match(changes.ariaLabel, / since \d.*, when you last looked, Show Changes/);
    for (const [name, says] of [
      ['Was down', /^Was down, .*was down/],
      ['Was up', /^Was up, down.* was up/],
      ['Newcomer', /^Newcomer, up, first seen/],
    ] as const) {
      assert.match((await tree.shows(name)).ariaLabel, says);
    }
    await tree.click(summary);
    const { items } = await quickInput.shows(/^Changed since .*, when you last looked$/);
    assert.deepEqual(
      items.map(({ label }) => label),
      ['Was up', gone.name, 'Newcomer', 'Was down'],
    );
    await quickInput.clickButton('Copy as Handover Note');
    const note = await stage.workbench.showsCopied(/^# Changes since /);
    assert.match(note, /^1 down of 18, read \d/m);
    assert.match(note, /^- `Was up` \*\*down\*\* `was up` /m);
    assert.match(note, /^- `.*` `no longer in the account`/m);
    await tree.click(summary);
    await quickInput.choose('Was up');
    await tree.shows('Was up', ({ isSelected }) => isSelected);
    assert.deepEqual(await notifications.list(), [], 'none unless the user wants them');
  });

  it('that returns no monitors keeps the rows until the user removes them', async () => {
    const { dialog, tree } = stage.workbench;
    service.listShape = (_records, { total }) => ({ monitors: [], total });
    await stage.workbench.monitors.clickTitleAction('Refresh');
    await tree.showsAtStart(/^Retry \(/);
    const rows = await tree.rows();
    assert.equal(rows.filter(({ icon }) => icon === 'pass').length, 18);
    for (const answer of ['Cancel', 'Remove Rows']) {
      await tree.shows('Checkout API – Frankfurt');
      await tree.click('The account has no monitors anymore?');
      await dialog.shows(/^Remove all rows and saved pages of this account/);
      await dialog.click(answer);
    }
    await tree.hides('Checkout API – Frankfurt');
    assertCalls(service, 'list 0');
  });

  it('notifies of the changes that the user chose, and of no others', async () => {
    const { notifications, tree } = stage.workbench;
    await stage.set({ notifyOnChange: 'problems' });
    service.removeMonitor(10);
    await refresh();
    await tree.showsAtStart('1 removed');
    assert.deepEqual(await notifications.list(), []);
    service.updateMonitor(2, { status: 'down', name: 'Was up' });
    await refresh();
    const { buttons } = await notifications.shows('Was up is down');
    assert.deepEqual(buttons, ['Show Changes']);
  });
});
