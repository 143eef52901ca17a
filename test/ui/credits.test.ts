import assert from 'node:assert/strict';
import { SimulatedService } from '../simulator/simulatedService';
import { signIn } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { useWorkbench } from '../support/driver/useWorkbench';
import { changeSettings } from '../support/driver/userSettings';
import { WebPage } from '../support/driver/webPage';

describe('the cost of a click', () => {
  let service: SimulatedService;
  before(async () => void (service = await SimulatedService.start()));
  after(() => service.stop());
  const workbench = useWorkbench(() => ({ settings: { 'monitorExplorer.baseUrl': service.baseUrl } }));

  const costs = async (command: string): Promise<string[]> =>
    (await workbench().paletteCommands(`Monitor Explorer: ${command}`)).filter((label) =>
      label.startsWith(`Monitor Explorer: ${command}`),
    );

  it('of the first page is said where the view offers to sign in', async () => {
    const { monitors } = workbench();
    await monitors.open();
    const { text } = await monitors.showsWelcome(/aren't signed in/);
    assert.match(text, /Signing in uses 1 call; the first page uses 1 more/);
    await signIn(workbench(), service);
    await monitors.tree.showsAtEnd(loadMoreRow('50 of 340'));
    assert.equal(service.callCount(), 2);
  });

  it('stands in the row and in what takes one call', async () => {
    const { monitors } = workbench();
    const { description, ariaLabel } = await monitors.tree.showsAtEnd(loadMoreRow('50 of 340'));
    assert.equal(description, '50 of 340 · the rest: 6 calls');
    assert.equal(ariaLabel, 'Load more (1 call), 50 of 340 · the rest: 6 calls');
    const actions = (await monitors.titleActions()).filter((name) => !name.startsWith('Filter'));
    assert.deepEqual(actions, ['Load More (1 call)', 'Refresh (1 call per page)']);
    assert.deepEqual(await costs('Load More'), ['Monitor Explorer: Load More (1 call)']);
    const menu = await monitors.tree.openContextMenu((await monitors.tree.rows()).at(-2)!.label);
    assert.ok((await menu.items()).includes('Refresh This Page (1 call)'));
    await menu.close();
  });

  it('is asked for above the bound that the user has set, the cheapest first, and Escape makes no call', async () => {
    const { monitors, quickInput } = workbench();
    for (const loaded of ['100 of 340', '150 of 340']) {
      await monitors.clickTitleAction('Load More');
      await monitors.tree.showsAtEnd(loadMoreRow(loaded));
    }
    await changeSettings(workbench(), { 'monitorExplorer.confirmAboveCalls': 2 });
    for (const [command, title, labels] of [
      [
        'Refresh',
        'Refresh takes 3 calls',
        ['Refresh, 500 per Page', 'First Page Only', 'Refresh All Loaded Pages'],
      ],
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
    assert.equal(service.callCount(), 4);
  });

  describe('is summed up by "Show Calls"', () => {
    const calls = () => new WebPage(workbench().page);

    it('with today, this week, a bar for each day and what took the calls; without any credits', async () => {
      await workbench().runCommand('Monitor Explorer: Show Calls');
      const text = await calls().shows(/By action/);
      assert.match(text, /Calls today 4 /);
      assert.match(text, /Load More 2/);
      assert.match(text, /Got a response 4/);
      assert.doesNotMatch(text, /\d credits/i);
      assert.doesNotMatch(text, /ada@/);
      assert.equal(await calls().count(/Calls today/, '.meter'), 1, 'a bar for each day with calls');
      assert.deepEqual(await calls().accessibilityFindings(/Calls today/), []);
    });

    it('with credits where the user says what a call costs, as soon as they do', async () => {
      await changeSettings(workbench(), { 'monitorExplorer.creditsPerCall': 2.5 });
      await calls().shows(/Calls today 4 10 credits/);
    });

    it('with the credits that a header told', async () => {
      service.creditsHeader = 'X-Credits-Remaining';
      await changeSettings(workbench(), { 'monitorExplorer.confirmAboveCalls': 10 });
      await workbench().monitors.clickTitleAction('Refresh');
      await calls().shows(/Credits left 9,993 as the service said/);
      await calls().close();
    });
  });
});
