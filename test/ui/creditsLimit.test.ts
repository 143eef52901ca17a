import assert from 'node:assert/strict';
import { SimulatedService } from '../simulator/simulatedService';
import { signIn } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { useWorkbench } from '../support/driver/useWorkbench';
import { WebPage } from '../support/driver/webPage';

/** The one row about the limit. */
const REACHED = 'Daily limit of 5 calls reached';

describe('a daily limit of five calls', () => {
  let service: SimulatedService;
  before(async () => void (service = await SimulatedService.start()));
  after(() => service.stop());
  const workbench = useWorkbench(() => ({
    settings: { 'monitorExplorer.baseUrl': service.baseUrl, 'monitorExplorer.dailyCallLimit': 5 },
  }));

  it('is announced, stops the calls of all windows, and lets the user allow one more call', async () => {
    const { dialog, monitors } = workbench();
    const loadMore = async (loaded: number): Promise<void> => {
      await monitors.tree.showsAtEnd(loadMoreRow(`${loaded} of 340`));
      await monitors.clickTitleAction('Load More');
    };
    await monitors.open();
    await signIn(workbench(), service);
    await loadMore(50);
    await monitors.tree.showsAtEnd(loadMoreRow('100 of 340'));
    assert.ok(!(await monitors.tree.allRows()).some(({ icon }) => icon === 'dashboard'), 'three of five');
    await loadMore(100);
    const near = await monitors.tree.showsAtStart('1 call left today');
    assert.equal(near.description, 'Show Calls');
    await loadMore(150);
    const reached = await monitors.tree.showsAtStart(REACHED);
    assert.equal(reached.description, 'Allow One More Call…');
    await loadMore(200);
    await monitors.showsMessage(/^Daily limit of 5 calls reached · /);
    const { ariaLabel } = await monitors.tree.showsAtStart(REACHED);
    assert.match(ariaLabel, /No call is made until it resets at 12:00 AM/);
    assert.equal(service.callCount(), 5);
    await workbench().runCommand('Monitor Explorer: Show Calls');
    const calls = new WebPage(workbench().page);
    await calls.shows(/5 of 5 calls today, resets at 12:00 AM 100%/);
    await calls.close();

    const other = await workbench().openWindow();
    try {
      await other.monitors.open();
      await other.monitors.tree.showsAtStart(REACHED);
      await other.monitors.tree.clickAtEnd(loadMoreRow('200 of 340'));
      await other.monitors.showsMessage(/^Daily limit of 5 calls reached · /);
    } finally {
      await other.close();
    }
    assert.equal(service.callCount(), 5);

    await monitors.tree.showsAtStart(REACHED);
    await monitors.tree.clickInlineAction(REACHED, 'Allow One More Call');
    await dialog.shows(/^Allow one more call today, beyond your daily limit\?/);
    await dialog.click('Allow');
    await monitors.tree.showsAtEnd(loadMoreRow('250 of 340'));
    assert.equal(service.callCount(), 6);
  });
});
