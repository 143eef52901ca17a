import assert from 'node:assert/strict';
import { eventually, eventuallySays } from '../support/driver/eventually';
import { passTime } from '../support/driver/passTime';
import { isRow } from '../support/driver/treeView';
import { useStage } from '../support/stage';

const OURS = 'monitor-explorer.monitor-explorer';
const SERVICE_PAGES = 'https://app.example.com/monitors/';
const MINUTE = 60_000;

describe('The first seconds of an incident', () => {
  const stage = useStage();

  it('show that something is down without a click, since when and why with one, and its page with two', async () => {
    const { dialog, monitors, statusBar, tree, webPage } = stage.workbench;
    const service = await stage.visit();
    await stage.set({
      monitorUrl: `${SERVICE_PAGES}{id}`,
      statusBar: true,
      dailyCallLimit: 1000,
    });
    service.breakOnly();
    const breakSince = (place: number, minutes: number, lastError: string) =>
      service.updateMonitor(place, {
        status: 'down',
        // By the clock of VS Code's page, which a test before may have left behind.
        statusSince: new Date(Date.now() - minutes * MINUTE).toISOString(),
        lastError,
      });
    const older = breakSince(3, 190, 'Connection refused');
    const { id, name } = breakSince(5, 11, '503 Service Unavailable');
    await stage.signIn(service);
    await tree.showsMore('10 of 34');
    await service.idle();
    service.forgetCalls();
    await monitors.hide();
    await passTime(stage.workbench, service, 2 * MINUTE);
    await stage.workbench.restart();

    // No click.
    await monitors.showsBadge(/^2 down — 10 of 34 · /);
    await statusBar.shows(OURS, /^2 down · /);
    // Other items move ours while VS Code starts, so the pointer may be on another one.
    await eventuallySays(
      'The hover of our item',
      () => statusBar.hover(OURS, /^2 down/),
      /2 down — 10 of 34 · /,
    );
    assert.equal(await monitors.isOpen(), false);

    // One click: on the view's icon.
    await monitors.open();
    await monitors.showsMessage(/^2 down — 10 of 34 · [23]m$/);
    const { description } = await tree.shows(name);
    assert.match(description, /^1\dm · 503/);
    const rows = await tree.rows();
    const placeOf = (wanted: string) => rows.findIndex((row) => isRow(row, wanted));
    assert.ok(placeOf(name) < placeOf(older.name), 'the newest outage comes first');

    // The second click: its page in the service.
    await eventually(
      'Open in Service in the row',
      () => tree.inlineActions(name),
      (actions) => actions.join() === 'Open in Service',
    );
    await tree.clickInlineAction(name, 'Open in Service');
    const { text } = await dialog.shows(/app\.example\.com/);
    assert.ok(text.includes(`${SERVICE_PAGES}${id}`), text);
    await dialog.click('Cancel');

    // Or its details.
    await tree.click(name);
    await webPage.shows(new RegExp(`^${name} Down 1\\dm — 503 `));

    await statusBar.click(OURS, /^2 down/);
    await monitors.showsMessage(/^status:problem · 2 matching — /);
    assert.equal(service.callCount(), 0);
  });
});
