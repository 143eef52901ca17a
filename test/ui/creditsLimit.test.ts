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

  const loadMore = async (loaded: number): Promise<void> => {
    const { monitors } = workbench();
    await monitors.tree.showsAtEnd(loadMoreRow(`${loaded} of 340`));
    await monitors.clickTitleAction('Load More');
  };

  it('says when it is near', async () => {
    const { monitors } = workbench();
    await monitors.open();
    await signIn(workbench(), service);
    await monitors.tree.showsAtEnd(loadMoreRow('50 of 340'));
    await loadMore(50);
    await monitors.tree.showsAtEnd(loadMoreRow('100 of 340'));
    assert.ok(!(await monitors.tree.allRows()).some(({ icon }) => icon === 'dashboard'), 'three of five');
    await loadMore(100);
    const { description } = await monitors.tree.showsAtStart('1 call left today');
    assert.equal(description, 'Show Calls');
  });

  it('stops at it, says when the day turns, and makes no call', async () => {
    const { monitors } = workbench();
    await loadMore(150);
    const notice = await monitors.tree.showsAtStart(REACHED);
    assert.equal(notice.description, 'Allow One More Call…');
    await loadMore(200);
    await monitors.showsMessage(/^Stopped by the daily limit · /);
    const { ariaLabel } = await monitors.tree.showsAtStart(REACHED);
    assert.match(ariaLabel, /Your daily limit of 5 calls is reached\. It resets at .*12:00 AM/);
    await monitors.tree.hides(/^Page 5/);
    assert.equal(service.callCount(), 5);
    await workbench().runCommand('Monitor Explorer: Show Calls');
    const calls = new WebPage(workbench().page);
    await calls.shows(/5 of 5 calls today, resets at .*12:00 AM 100%/);
    assert.equal(await calls.count(/5 of 5 calls/, 'p.error'), 1);
    await calls.close();
  });

  it('stops the other window too', async () => {
    const other = await workbench().openWindow();
    try {
      const { monitors } = other;
      await monitors.open();
      await monitors.tree.showsAtStart(REACHED);
      await monitors.tree.clickAtEnd(loadMoreRow('200 of 340'));
      await monitors.showsMessage(/^Stopped by the daily limit · /);
    } finally {
      await other.close();
    }
    assert.equal(service.callCount(), 5);
  });

  it('lets one more call go out where the user says so, and goes on with what was stopped', async () => {
    const { dialog, monitors } = workbench();
    await monitors.tree.showsAtStart(REACHED);
    await monitors.tree.clickInlineAction(REACHED, 'Allow One More Call');
    await dialog.shows(/^Allow one more call today, beyond your daily limit\?/);
    await dialog.click('Allow');
    await loadMore(250);
    await monitors.tree.showsAtStart('Daily limit of 6 calls reached');
    assert.equal(service.callCount(), 6);
    await monitors.tree.click('Daily limit of 6 calls reached');
    await dialog.shows(/^Allow one more call today/);
    await dialog.click('Allow');
    await monitors.tree.showsAtEnd(loadMoreRow('300 of 340'));
    assert.equal(service.callCount(), 7);
  });
});
