import assert from 'node:assert/strict';
import { SimulatedService } from '../simulator/simulatedService';
import { listPlainly } from '../support/driver/arrange';
import { eventually } from '../support/driver/eventually';
import { passTime } from '../support/driver/passTime';
import { signIn } from '../support/driver/signIn';
import type { TreeRow } from '../support/driver/treeView';
import { loadMoreRow } from '../support/driver/treeView';
import { useWorkbench } from '../support/driver/useWorkbench';
import { changeSettings } from '../support/driver/userSettings';
import type { Workbench } from '../support/driver/workbench';

/** Signs in, and shows 100 of 220 monitors in a plain list. */
async function loadTwoPages(workbench: Workbench, service: SimulatedService): Promise<void> {
  const { monitors } = workbench;
  await monitors.open();
  await signIn(workbench, service);
  await monitors.tree.clickAtEnd(loadMoreRow('50 of 220'));
  await monitors.tree.showsAtEnd(loadMoreRow('100 of 220'));
  await listPlainly(workbench);
}

describe('a refresh', () => {
  let service: SimulatedService;
  before(async () => void (service = await SimulatedService.start({ monitors: 220 })));
  after(() => service.stop());
  const workbench = useWorkbench(() => ({
    settings: { 'monitorExplorer.baseUrl': service.baseUrl, 'monitorExplorer.confirmAboveCalls': 5 },
  }));

  before(() => loadTwoPages(workbench(), service));

  const notices = async (): Promise<TreeRow[]> => {
    const { tree } = workbench().monitors;
    await tree.showsAtStart(/./);
    return (await tree.rows()).filter(({ icon }) => ['git-compare', 'info', 'dashboard'].includes(icon));
  };

  /** Refreshes by the title's button, and waits for its calls to be over. */
  async function refresh(calls: number): Promise<void> {
    service.forgetCalls();
    const { monitors } = workbench();
    await monitors.clickTitleAction('Refresh');
    while (service.callCount() < calls) {
      await service.nextCall();
    }
    await service.idle();
    assert.equal(service.callCount(), calls);
    await monitors.showsMessage(/^(?!Refreshing).* · just now$/);
  }

  async function markAsSeen(): Promise<void> {
    await workbench().runCommand('Monitor Explorer: Show Changes');
    await workbench().quickInput.choose('Mark as Seen');
  }

  it('of a list that stands still tells nothing, and keeps the depth', async () => {
    await refresh(2);
    await workbench().monitors.tree.showsAtEnd(loadMoreRow('100 of 220'));
    assert.deepEqual(await notices(), []);
    assert.deepEqual(await workbench().notifications.list(), []);
  });

  it('keeps the old rows until the new ones are there', async () => {
    const { monitors } = workbench();
    service.updateMonitor(0, { name: 'Renamed meanwhile' });
    const old = (await monitors.tree.showsAtStart(/./)).label;
    const gate = service.holdResponses();
    const arrived = service.nextCall();
    await monitors.clickTitleAction('Refresh');
    await arrived;
    assert.equal((await monitors.tree.showsAtStart(/./)).label, old);
    gate.release();
    await monitors.tree.showsAtStart('Renamed meanwhile');
  });

  it('marks what is new, went down and recovered since the user looked, and says so in a row of its own, with what is gone', async () => {
    const { monitors, quickInput, notifications } = workbench();
    service.updateMonitor(1, { status: 'down', name: 'Was down' });
    service.updateMonitor(2, { status: 'up', name: 'Was up' });
    await refresh(2);
    await markAsSeen();
    service.updateMonitor(1, { status: 'up' });
    service.updateMonitor(2, { status: 'down' });
    service.insertMonitor(4, { name: 'Newcomer', status: 'up' });
    const gone = service.removeMonitor(7);
    await refresh(2);
    const { description } = await monitors.tree.showsAtStart('1 went down, 1 recovered, 1 new, 1 removed');
    assert.match(description, /^since \d/);
    const says = (text: RegExp) => (row: TreeRow) => text.test(row.description);
    await monitors.tree.shows('Was down', says(/^recovered: down → up/));
    await monitors.tree.shows('Was up', says(/^went down: up → down(?! · down)/));
    const newcomer = await monitors.tree.shows('Newcomer');
    assert.match(newcomer.description, /^new/);
    assert.match(newcomer.ariaLabel, /Newcomer, up, new/);
    await monitors.tree.click('1 went down, 1 recovered, 1 new, 1 removed');
    const { items } = await quickInput.shows(/^Changed since .*, when you last looked$/);
    assert.deepEqual(
      items.slice(0, 4).map(({ label }) => label),
      ['Was up', gone.name, 'Newcomer', 'Was down'],
    );
    await quickInput.choose('Copy as Handover Note');
    const note = await eventually(
      'The handover note',
      () => workbench().page.evaluate<string>('navigator.clipboard.readText()'),
      (text) => text.startsWith('# Changes since '),
    );
    assert.match(note, /^100 of 220 loaded, read \d/m);
    assert.match(note, /^- \*\*down\*\* `went down: up → down` .*`Was up`/m);
    assert.match(note, /^- `no longer in the account` `/m);
    await monitors.tree.click('1 went down, 1 recovered, 1 new, 1 removed');
    await quickInput.choose('Was up');
    await eventually(
      'The row that was picked',
      () => monitors.tree.shows('Was up'),
      ({ isSelected }) => isSelected,
    );
    assert.deepEqual(await notifications.list(), [], 'none unless the user wants them');
  });

  it('is told by a notification where the user wants that, and only of what they want', async () => {
    const { notifications, monitors } = workbench();
    await changeSettings(workbench(), { 'monitorExplorer.notifyOnChange': 'trouble' });
    await markAsSeen();
    service.removeMonitor(10);
    service.insertMonitor(10, { name: 'Quiet newcomer', status: 'up' });
    await refresh(2);
    await monitors.tree.showsAtStart('1 new, 1 removed');
    assert.deepEqual(await notifications.list(), []);
    service.updateMonitor(2, { status: 'up' });
    await refresh(2);
    assert.deepEqual((await notifications.shows('Was up has recovered.')).buttons, ['Show Changes']);
    await notifications.dismiss('Was up has recovered.');
    await changeSettings(workbench(), { 'monitorExplorer.notifyOnChange': 'any' });
    service.removeMonitor(10);
    service.insertMonitor(10, { name: 'Loud newcomer', status: 'up' });
    await refresh(2);
    // What came and went without being looked at is no change.
    await notifications.shows('1 new');
    await notifications.dismiss('1 new');
  });

  it('is offered, with its cost, where the list moved under the paging', async () => {
    const { monitors, quickInput } = workbench();
    for (const [move, calls, left] of [
      [() => service.removeMonitor(0), 3, loadMoreRow('150 of 219')],
      [() => service.insertMonitor(0, { name: 'In front' }), 4, loadMoreRow('199 of 220')],
    ] as const) {
      await refresh(calls - 1);
      assert.deepEqual(
        (await notices()).filter(({ icon }) => icon === 'info'),
        [],
      );
      move();
      await monitors.tree.clickAtEnd(/^Load more/);
      await monitors.tree.showsAtEnd(left);
      const notice = await monitors.tree.showsAtStart(
        'The list changed while paging; 1 monitor may be missing',
      );
      assert.equal(notice.description, `Refresh (${calls} calls)`);
      service.forgetCalls();
      await monitors.tree.click(notice.label);
      await quickInput.shows('Notices');
      assert.equal(service.callCount(), 0, 'a click explains');
      await quickInput.choose(notice.label);
      await monitors.tree.hides(notice.label);
    }
  });

  it('is not offered where the list stands still, to its last page', async () => {
    const { monitors } = workbench();
    await monitors.tree.clickAtEnd(loadMoreRow('200 of 220'));
    await monitors.showsMessage(/ — all 220 · /);
    assert.deepEqual(
      (await notices()).filter(({ icon }) => icon === 'info'),
      [],
    );
  });

  it('of a single page renews that page in its place, and the others keep their age', async () => {
    const { monitors } = workbench();
    await passTime(workbench(), service, 2 * 60 * 60_000);
    await monitors.showsMessage(/ — all 220 · 2 hr old$/);
    const { name } = service.account(service.email).monitors.page(0, 1)[0]!;
    await monitors.tree.showsAtStart(/./);
    await monitors.tree.shows(name);
    service.updateMonitor(0, { name: 'Renamed once more' });
    service.forgetCalls();
    await (await monitors.tree.openContextMenu(name)).choose('Refresh This Page (1 call)');
    const isOld = (row: TreeRow): boolean => row.ariaLabel.includes('read more than an hour ago');
    await eventually(
      'A row that is new',
      () => monitors.tree.rows(),
      (rows) => rows.some(({ label }) => label === 'Renamed once more') && !rows.some(isOld),
    );
    const rows = (await monitors.tree.allRows()).filter(
      ({ icon }) => !['git-compare', 'info'].includes(icon),
    );
    assert.deepEqual(
      rows.map(isOld),
      Array.from({ length: rows.length }, (_, index) => index >= 50),
    );
    await monitors.showsMessage(
      /^Refreshed 1 of 5 pages; new trouble on the others isn't seen · .* — all 220 · 2 hr old$/,
    );
    assert.deepEqual(
      service.calls.map(({ pageIndex }) => pageIndex),
      [0],
    );
  });
});

describe('a list of which two pages are loaded', () => {
  let service: SimulatedService;
  before(async () => void (service = await SimulatedService.start({ monitors: 220 })));
  after(() => service.stop());
  const workbench = useWorkbench(() => ({ settings: { 'monitorExplorer.baseUrl': service.baseUrl } }));

  before(() => loadTwoPages(workbench(), service));

  it('offers first a refresh of the pages with trouble where that is cheaper, and says that new trouble on the others is not seen', async () => {
    const { monitors, quickInput } = workbench();
    for (let index = 0; index < 220; index++) {
      service.updateMonitor(index, { status: 'up' });
    }
    await monitors.clickTitleAction('Refresh');
    await monitors.showsMessage(/^0 down in 100 of 220/);
    const offersIt = async (): Promise<boolean> => {
      const menu = await monitors.openTitleMenu();
      const items = await menu.items();
      await menu.close();
      return items.some((item) => item.startsWith('Refresh Trouble'));
    };
    assert.equal(await offersIt(), false, 'nothing in trouble, nothing pinned');
    await monitors.tree.showsAtStart(/./);
    const { label: pinned } = (await monitors.tree.rows()).find(({ icon }) => icon === 'pass')!;
    await (await monitors.tree.openContextMenu(pinned)).choose('Pin');
    await monitors.tree.shows('Pinned');
    assert.equal(await offersIt(), true, 'a pin');
    await (await monitors.tree.openContextMenu(pinned)).choose('Unpin');
    await monitors.tree.hides('Pinned');
    service.updateMonitor(60, { status: 'down' });
    await monitors.clickTitleAction('Refresh');
    await monitors.showsMessage(/^1 down — 100 of 220/);
    assert.equal(await offersIt(), true, 'a monitor that is down');
    await changeSettings(workbench(), { 'monitorExplorer.confirmAboveCalls': 1 });
    await monitors.clickTitleAction('Refresh');
    const { items } = await quickInput.shows('Refresh takes 2 calls');
    assert.match(items[0]!.ariaLabel, /^Refresh Trouble, 1 call/);
    assert.match(items.at(-1)!.ariaLabel, /^Refresh All Loaded Pages, 2 calls/);
    service.updateMonitor(3, { status: 'down' });
    service.forgetCalls();
    await quickInput.choose('Refresh Trouble');
    await monitors.showsMessage(/^Refreshed 1 of 2 pages; new trouble on the others isn't seen · 1 down/);
    assert.deepEqual(
      service.calls.map(({ pageIndex }) => pageIndex),
      [1],
    );
  });

  it('stays where it is when a further page fails', async () => {
    const { monitors } = workbench();
    const { label: first } = await monitors.tree.showsAtStart(/./);
    service.failNext({ kind: 'status', status: 503 }, { of: 'list' });
    await monitors.clickTitleAction('Load More');
    await monitors.showsMessage(/^Page 3 failed/);
    // Longer than VS Code takes to bring a row into sight.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    assert.equal((await monitors.tree.rows())[0]?.label, first);
    const row = await monitors.tree.showsAtEnd(/^Page 3 failed/);
    assert.match(row.description, /^Retry: 1 call/);
  });
});
