import assert from 'node:assert/strict';
import { eventually } from '../support/driver/eventually';
import { passTime } from '../support/driver/passTime';
import { isRow, loadMoreRow } from '../support/driver/treeView';
import { changeSettings } from '../support/driver/userSettings';
import { WebPage } from '../support/driver/webPage';
import { useStage } from '../support/stage';

const OURS = 'monitor-explorer.monitor-explorer';
const SERVICE_PAGES = 'https://app.example.com/monitors/';
const SETTINGS = {
  'monitorExplorer.monitorUrl': `${SERVICE_PAGES}{id}`,
  'monitorExplorer.statusBar': true,
  'monitorExplorer.dailyCallLimit': 1000,
};
const MINUTE = 60_000;

describe('The first seconds of an incident', () => {
  const stage = useStage();
  before(() => changeSettings(stage.workbench, SETTINGS));
  after(() =>
    changeSettings(
      stage.workbench,
      Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, undefined])),
    ),
  );

  /** By the service's clock, which a test before may have left behind that of VS Code. */
  const minutesAgo = (minutes: number): string =>
    new Date(Date.now() - minutes * MINUTE).toISOString();

  it('show that something is down without a click, since when and why with one, and its page with two', async () => {
    const { monitors, dialog, page, statusBar } = stage.workbench;
    const service = await stage.visit();
    for (let index = 0; index < 34; index++) {
      service.updateMonitor(index, { status: 'up' });
    }
    const { name: older } = service.updateMonitor(3, {
      status: 'down',
      statusSince: minutesAgo(190),
      lastError: 'Connection refused',
    });
    const { id, name: newest } = service.updateMonitor(5, {
      status: 'down',
      statusSince: minutesAgo(11),
      lastError: '503 Service Unavailable',
    });
    await stage.signIn(service);
    await monitors.tree.showsAtEnd(loadMoreRow('10 of 34'));
    await service.idle();
    service.forgetCalls();
    await monitors.hide();
    await passTime(stage.workbench, service, 2 * MINUTE);
    await stage.workbench.restart();

    // No click.
    await monitors.showsBadge(/^2 down — 10 of 34 · /);
    await statusBar.shows(OURS, /^2 down · /);
    // Other items move ours while VS Code starts, so the pointer may be on another one.
    await eventually(
      'The hover of our item',
      () => statusBar.hover(OURS, /^2 down/),
      (text) => text.includes('2 down — 10 of 34 · '),
    );
    assert.equal(await monitors.isOpen(), false);

    // One click: on the view's icon.
    await monitors.open();
    await monitors.showsMessage(/^2 down — 10 of 34 · [23]m$/);
    const row = await monitors.tree.shows(newest);
    assert.match(row.description, /^1\dm · 503/);
    const rows = await monitors.tree.rows();
    const placeOf = (name: string) => rows.findIndex((each) => isRow(each, name));
    assert.ok(placeOf(newest) < placeOf(older), 'the newest outage comes first');

    // The second click: its page in the service.
    await eventually(
      'Open in Service in the row',
      () => monitors.tree.inlineActions(newest),
      (actions) => actions.join() === 'Open in Service',
    );
    await monitors.tree.clickInlineAction(newest, 'Open in Service');
    const { text } = await dialog.shows(/app\.example\.com/);
    assert.ok(text.includes(`${SERVICE_PAGES}${id}`), text);
    await dialog.click('Cancel');

    // Or its details.
    await monitors.tree.click(newest);
    await new WebPage(page).shows(new RegExp(`^${newest} Down 1\\dm — 503 `));
    assert.equal(service.callCount(), 0);

    await statusBar.click(OURS, /^2 down/);
    await monitors.showsMessage(/^status:problem · 2 matching — /);
    assert.equal(service.callCount(), 0);
  });
});
