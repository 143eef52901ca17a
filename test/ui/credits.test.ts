import assert from 'node:assert/strict';
import { assertCalls, useStage } from '../support/stage';

describe('The cost of calls', () => {
  const stage = useStage();
  // No calls today.
  beforeEach(() => stage.deleteAllData());

  /** Loads more, up to so many. */
  async function loadTo(...loaded: readonly number[]): Promise<void> {
    for (const count of loaded) {
      await stage.workbench.monitors.clickTitleAction('Load More');
      await stage.workbench.tree.showsMore(`${count} of 70`);
    }
  }

  it('is said before each call, and "Show Calls" sums it up', async () => {
    const { monitors, quickInput, tree, webPage } = stage.workbench;
    const service = await stage.visit({ monitors: 70 });
    service.breakOnly(0);
    const { text, buttons } = await monitors.showsWelcome(/aren't signed in/);
    assert.equal(buttons[0], 'Sign In');
    assert.match(text, /Signing in takes 1 call; the first page takes 1 more/);
    await stage.signIn(service);
    const { description, ariaLabel } = await tree.showsMore('10 of 70');
    assertCalls(service, 'token, list 0');
    assert.equal(description, '10 of 70 · the rest: 6 calls');
    assert.equal(ariaLabel, `Load more (1 call), ${description}`);
    const actions = await monitors.titleActions();
    assert.match(actions.join(), /,Load More \(1 call\),Refresh \(1 call per page\)$/);
    const menu = await tree.openContextMenu('Checkout API – Frankfurt');
    assert.ok((await menu.items()).includes('Refresh Its Page of the List (1 call)'));
    await menu.close();

    await loadTo(20, 30);
    await stage.set({ confirmAboveCalls: 2 });
    for (const [command, title, labels] of [
      [
        'Refresh',
        'Refresh takes 3 calls',
        'Refresh Pages with Problems/Load All, 500 per Page/Refresh All Loaded Pages',
      ],
      ['Load All', 'Load All takes 4 calls', 'Load All, 500 per Page/Load All'],
    ] as const) {
      await stage.run(command);
      const { items, placeholder } = await quickInput.shows(title);
      assert.match(placeholder, /costs credits/);
      assert.equal(items.map(({ label }) => label).join('/'), labels);
      assert.match(items[0]!.ariaLabel, /, 1 call/);
      await quickInput.cancel();
      await quickInput.isClosed();
    }
    assert.equal(service.callCount(), 4, 'Escape makes no call');

    await stage.run('Show Calls');
    const summary = await webPage.shows(/Last calls/);
    assert.match(summary, / 4 calls today .*Page 3 You Answered/);
  });

  it('has a daily limit, which stops calls and lets the user allow the calls that it stopped', async () => {
    const { dialog, monitors, quickInput, tree, webPage } = stage.workbench;
    const reached = 'Daily limit of 5 calls reached';
    const service = await stage.visit({ monitors: 70 });
    await stage.set({ dailyCallLimit: 5 });
    await stage.signIn(service);
    await tree.showsMore('10 of 70');
    await loadTo(20, 30, 40);
    const { description } = await tree.showsAtStart(reached);
    assert.equal(description, 'Allow 1 More Call');
    await monitors.clickTitleAction('Load More');
    await monitors.showsMessage(/^Page 5 wasn't read · /);
    const { ariaLabel } = await tree.showsAtStart(reached);
    assert.match(ariaLabel, /No call is made until it resets at 12:00 AM/);
    assert.equal(service.callCount(), 5);
    await stage.run('Show Calls');
    await webPage.shows(/5 of 5 calls today, resets at 12:00 AM/);
    await tree.click(reached);
    await dialog.shows(/^Allow more calls today, beyond your daily limit\?/);
    await dialog.click('Allow 1 More: Page 5');
    await tree.showsMore('50 of 70');
    assert.equal(service.callCount(), 6);

    await stage.set({ dailyCallLimit: 7 });
    await tree.hides(reached);
    await stage.run('Refresh');
    await quickInput.shows('Refresh takes 5 calls, 2 left today');
    await quickInput.choose('Refresh All Loaded Pages');
    await monitors.showsMessage(/^Page 3 wasn't read · /);
    assert.equal(service.callCount(), 8);
    const stopped = await tree.showsAtStart('Daily limit of 8 calls reached');
    assert.equal(stopped.description, 'Allow 3 More: Pages 3 to 5');
    await tree.click('Daily limit of 8 calls reached');
    const { buttons } = await dialog.shows(/^Allow more calls today/);
    assert.ok(buttons.includes('Allow 1 More: Page 3'));
    await dialog.click('Allow 3 More: Pages 3 to 5');
    await monitors.showsMessage(/^(?!Page 3 )/);
    await service.idle();
    assert.equal(service.callCount(), 11);
  });
});
