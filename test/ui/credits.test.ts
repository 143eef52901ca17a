import assert from 'node:assert/strict';
import { SimulatedService } from '../simulator/simulatedService';
import { signIn } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { useWorkbench } from '../support/driver/useWorkbench';
import { changeSettings } from '../support/driver/userSettings';
import { WebPage } from '../support/driver/webPage';

describe('the cost of calls', () => {
  let service: SimulatedService;
  before(async () => void (service = await SimulatedService.start()));
  after(() => service.stop());
  const workbench = useWorkbench(() => ({ settings: { 'monitorExplorer.baseUrl': service.baseUrl } }));

  it('is said before each call, and "Show Calls" sums it up', async () => {
    const { monitors, page, quickInput } = workbench();
    await monitors.open();
    const { text, buttons } = await monitors.showsWelcome(/aren't signed in/);
    assert.equal(buttons[0], 'Sign In');
    assert.match(text, /Signing in uses 1 call; the first page uses 1 more/);
    await signIn(workbench(), service);
    const { description, ariaLabel } = await monitors.tree.showsAtEnd(loadMoreRow('50 of 340'));
    assert.equal(service.callCount(), 2);
    assert.equal(description, '50 of 340 · the rest: 6 calls');
    assert.equal(ariaLabel, 'Load more (1 call), 50 of 340 · the rest: 6 calls');
    const actions = (await monitors.titleActions()).filter((name) => !name.startsWith('Filter'));
    assert.deepEqual(actions, ['Load More (1 call)', 'Refresh (1 call per page)']);
    const aMonitor = (await monitors.tree.allRows()).find(({ level }) => level === 2)!;
    await monitors.tree.showsAtStart(/./);
    const menu = await monitors.tree.openContextMenu(aMonitor.label);
    assert.ok((await menu.items()).includes('Refresh This Page (1 call)'));
    await menu.close();

    for (const loaded of ['100 of 340', '150 of 340']) {
      await monitors.clickTitleAction('Load More');
      await monitors.tree.showsAtEnd(loadMoreRow(loaded));
    }
    await changeSettings(workbench(), { 'monitorExplorer.confirmAboveCalls': 2 });
    for (const [command, title, labels] of [
      ['Refresh', 'Refresh takes 3 calls', ['First Page Only', 'Refresh All Loaded Pages']],
      ['Load All', 'Load All takes 4 calls', ['Load All, 500 per Page', 'Load All', 'Load Next Page']],
    ] as const) {
      await workbench().runCommand(`Monitor Explorer: ${command}`);
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
    await workbench().runCommand('Monitor Explorer: Show Calls');
    const summary = await calls.shows(/Last actions/);
    assert.match(summary, / 4 calls today /);
    assert.match(summary, /Load More You 1 1/);
    assert.doesNotMatch(summary, /\d credits/i);
    assert.equal(await calls.count(/calls today/, '.meter'), 1, 'a bar for each day with calls');
    await changeSettings(workbench(), { 'monitorExplorer.creditsPerCall': 2.5 });
    await calls.shows(/ 4 calls today 10 credits/);
  });
});
