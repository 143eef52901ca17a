import assert from 'node:assert/strict';
import type { SimulatedService } from '../simulator/simulatedService';
import { loadMoreRow } from '../support/driver/treeView';
import { changeSettings } from '../support/driver/userSettings';
import { WebPage } from '../support/driver/webPage';
import { useStage } from '../support/stage';

describe('the cost of calls', () => {
  const stage = useStage();
  after(() =>
    changeSettings(stage.workbench, {
      'monitorExplorer.confirmAboveCalls': undefined,
      'monitorExplorer.dailyCallLimit': undefined,
    }),
  );
  const loadMore = async (loaded: number): Promise<void> => {
    await stage.workbench.monitors.clickTitleAction('Load More');
    await stage.workbench.monitors.tree.showsAtEnd(loadMoreRow(`${loaded} of 70`));
  };

  /** A service of 70 monitors, and no calls today. */
  async function visit(): Promise<SimulatedService> {
    await stage.deleteAllData();
    return stage.visit({ monitors: 70 });
  }

  /** Makes one of the first 30 monitors the only one with a problem. */
  function breakOnly(service: SimulatedService, broken: number): void {
    for (let index = 0; index < 30; index += 1) {
      service.updateMonitor(index, { status: index === broken ? 'down' : 'up' });
    }
  }

  it('is said before each call, and "Show Calls" sums it up', async () => {
    const { monitors, page, quickInput } = stage.workbench;
    const service = await visit();
    breakOnly(service, 0);
    const { text, buttons } = await monitors.showsWelcome(/aren't signed in/);
    assert.equal(buttons[0], 'Sign In');
    assert.match(text, /Signing in takes 1 call; the first page takes 1 more/);
    await stage.signIn(service);
    const { description, ariaLabel } = await monitors.tree.shows(loadMoreRow('10 of 70'));
    assert.equal(service.callCount(), 2);
    assert.equal(description, '10 of 70 · the rest: 6 calls');
    assert.equal(ariaLabel, 'Load more (1 call), 10 of 70 · the rest: 6 calls');
    const actions = (await monitors.titleActions()).filter((name) => !name.startsWith('Filter'));
    assert.deepEqual(actions, ['Load More (1 call)', 'Refresh (1 call per page)']);
    const aMonitor = (await monitors.tree.rows()).find(({ level }) => level === 2)!;
    const menu = await monitors.tree.openContextMenu(aMonitor.label);
    assert.ok((await menu.items()).includes('Refresh Its Page of the List (1 call)'));
    await menu.close();

    await loadMore(20);
    await loadMore(30);
    await changeSettings(stage.workbench, { 'monitorExplorer.confirmAboveCalls': 2 });
    for (const [command, title, labels] of [
      [
        'Refresh',
        'Refresh takes 3 calls',
        ['Refresh Pages with Problems', 'Load All, 500 per Page', 'Refresh All Loaded Pages'],
      ],
      [
        'Load All',
        'Load All takes 4 calls',
        ['Load All, 500 per Page', 'Load All', 'Load Next Page'],
      ],
    ] as const) {
      await stage.workbench.runCommand(`Monitor Explorer: ${command}`);
      const { items, placeholder } = await quickInput.shows(title);
      assert.match(placeholder, /costs credits/);
      assert.deepEqual(
        items.map(({ label }) => label),
        labels,
      );
      assert.match(items[0]!.ariaLabel, /, 1 call/);
      await quickInput.cancel();
      await quickInput.isClosed();
    }
    assert.equal(service.callCount(), 4, 'Escape makes no call');

    const calls = new WebPage(page);
    await stage.workbench.runCommand('Monitor Explorer: Show Calls');
    const summary = await calls.shows(/Last calls/);
    assert.match(summary, / 4 calls today /);
    assert.match(summary, /Page 3 You Answered/);
  });

  it('has a daily limit, which stops calls and lets the user allow the calls that it stopped', async () => {
    const { dialog, monitors, page, quickInput } = stage.workbench;
    const reachedLimit = 'Daily limit of 5 calls reached';
    const service = await visit();
    await changeSettings(stage.workbench, { 'monitorExplorer.dailyCallLimit': 5 });
    await stage.signIn(service);
    await monitors.tree.shows(loadMoreRow('10 of 70'));
    await loadMore(20);
    await loadMore(30);
    await loadMore(40);
    const reached = await monitors.tree.showsAtStart(reachedLimit);
    assert.equal(reached.description, 'Allow 1 More Call');
    await monitors.clickTitleAction('Load More');
    await monitors.showsMessage(/^Page 5 wasn't read · /);
    const { ariaLabel } = await monitors.tree.showsAtStart(reachedLimit);
    assert.match(ariaLabel, /No call is made until it resets at 12:00 AM/);
    assert.equal(service.callCount(), 5);
    await stage.workbench.runCommand('Monitor Explorer: Show Calls');
    await new WebPage(page).shows(/5 of 5 calls today, resets at 12:00 AM/);
    await monitors.tree.click(reachedLimit);
    await dialog.shows(/^Allow more calls today, beyond your daily limit\?/);
    await dialog.click('Allow 1 More: Page 5');
    await monitors.tree.showsAtEnd(loadMoreRow('50 of 70'));
    assert.equal(service.callCount(), 6);

    await changeSettings(stage.workbench, { 'monitorExplorer.dailyCallLimit': 7 });
    await monitors.tree.hides(reachedLimit);
    await stage.workbench.runCommand('Monitor Explorer: Refresh');
    await quickInput.shows('Refresh takes 5 calls, 2 left today');
    await quickInput.choose('Refresh All Loaded Pages');
    await monitors.showsMessage(/^Page 3 wasn't read · /);
    assert.equal(service.callCount(), 8);
    const stopped = await monitors.tree.showsAtStart('Daily limit of 8 calls reached');
    assert.equal(stopped.description, 'Allow 3 More: Pages 3 to 5');
    await monitors.tree.click('Daily limit of 8 calls reached');
    const { buttons } = await dialog.shows(/^Allow more calls today/);
    assert.ok(buttons.includes('Allow 1 More: Page 3'));
    await dialog.click('Allow 3 More: Pages 3 to 5');
    await monitors.showsMessage(/^(?!Page 3 )/);
    await service.idle();
    assert.equal(service.callCount(), 11);
  });
});
