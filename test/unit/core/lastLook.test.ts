import assert from 'node:assert/strict';
import { statusChanges } from '../../../src/monitors/comparison';
import { toChangeLines, toChangeSummary } from '../../../src/ui/texts/changeTexts';
import { createLooks } from '../../../src/storage/looks';
import { SimulatedService } from '../../simulator/simulatedService';
import { aWindow, type Window } from '../../support/aWindow';
import { InMemorySecretStorage } from '../../support/inMemorySecretStorage';
import { inEnglish } from '../../support/inEnglish';
import { until, useTemporaryFolder } from '../../support/temporaryFolder';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('A change since the user last looked', () => {
  const folder = useTemporaryFolder();
  let service: SimulatedService;
  let secrets: InMemorySecretStorage;
  const open: Window[] = [];
  beforeEach(async () => {
    service = await SimulatedService.start({ monitors: 60 });
    secrets = new InMemorySecretStorage();
    for (let index = 0; index < 60; index++) {
      service.updateMonitor(index, { status: 'up', name: `Monitor ${index}` });
    }
  });
  afterEach(async () => {
    for (const window of open.splice(0)) {
      await window.saved();
      window.dispose();
    }
    await service.stop();
  });

  /** A window that shows what is on disk, some time after the one before. */
  async function aNextWindow(ms = 0): Promise<Window> {
    const window = aWindow(service, { folder: folder(), secrets });
    window.passTime(ms);
    open.push(window);
    await window.sessions.load();
    await window.controller.ensureFirstPage();
    return window;
  }

  /** A user who has looked at all monitors, and has just begun to. */
  async function aUserWhoLooks(): Promise<Window> {
    const window = await aNextWindow();
    await window.signIn();
    await window.controller.loadMore();
    await look(window);
    await window.controller.loadMore();
    return window;
  }

  async function look(window: Window): Promise<void> {
    let heard = false;
    const subscription = window.lastLook.onDidChange(() => (heard = true));
    window.lastLook.setLooking(true);
    await until(() => heard);
    subscription.dispose();
  }

  async function close(window: Window): Promise<void> {
    await window.saved();
    window.dispose();
    open.splice(open.indexOf(window), 1);
  }

  function told({ lastLook }: Window): string {
    const { comparison } = lastLook.changes ?? {};
    return comparison === undefined
      ? ''
      : [
          ...statusChanges(comparison).map(({ kind, monitor }) => `${monitor.name} ${kind}`),
          ...comparison.added.map(({ name }) => `${name} appeared`),
          ...comparison.removed.map(({ name }) => `${name} is gone`),
        ].join(', ');
  }

  function changeTheService(): void {
    service.updateMonitor(1, { status: 'down' });
    service.updateMonitor(52, { status: 'degraded' });
    service.removeMonitor(7);
    service.insertMonitor(3, { name: 'Newcomer', status: 'up' });
  }

  const CHANGES = 'Monitor 1 wentDown, Monitor 52 gotWorse, Newcomer appeared, Monitor 7 is gone';

  it('is shown after a restart, with its time', async () => {
    const first = await aUserWhoLooks();
    first.passTime(2 * HOUR);
    const leftAt = first.now();
    await close(first);
    changeTheService();
    const second = await aNextWindow(12 * HOUR);
    await look(second);
    assert.equal(told(second), '', 'the saved rows are what was left');
    await second.controller.refresh();
    assert.equal(told(second), CHANGES);
    assert.ok(Math.abs(second.lastLook.changes!.since - leftAt) < MINUTE);
  });

  it('stays for a short absence and another refresh, and ends after a long one', async () => {
    const window = await aUserWhoLooks();
    changeTheService();
    await window.controller.refresh();
    window.lastLook.setLooking(false);
    window.passTime(4 * MINUTE);
    await look(window);
    await window.controller.refreshPages([1]);
    assert.equal(told(window), CHANGES);
    window.lastLook.setLooking(false);
    window.passTime(6 * MINUTE);
    await look(window);
    assert.equal(told(window), '');
  });

  it('ends in all windows when the user marks it as seen', async () => {
    const first = await aUserWhoLooks();
    first.lastLook.setLooking(false);
    await first.saved();
    const second = await aNextWindow();
    changeTheService();
    await second.controller.refresh();
    await look(second);
    assert.equal(told(second), CHANGES);
    await second.saved();
    await first.controller.synchronize();
    await look(first);
    assert.equal(told(first), CHANGES);
    first.lastLook.setLooking(false);
    second.passTime(MINUTE);
    second.lastLook.markSeen();
    assert.equal(told(second), '');
    await second.saved();
    await look(first);
    assert.equal(told(first), '');
  });

  it('does not include monitors that were only not loaded before', async () => {
    const window = await aNextWindow();
    window.settings.pageSize = 10;
    await window.signIn();
    await window.controller.ensureFirstPage();
    await look(window);
    await window.controller.loadMore();
    assert.equal(told(window), '');
    service.updateMonitor(15, { status: 'down' });
    await window.controller.refresh();
    assert.equal(told(window), 'Monitor 15 wentDown', 'of a page that was loaded later');
  });

  it('includes shown fields and the time of the last change if there is no status', async () => {
    const price = { now: 45 };
    const began = Date.now() - 48 * HOUR;
    const changed = { at: began + HOUR };
    service.listShape = (records, { total }) => ({
      monitors: records.map(({ id, name }) => ({
        ...{ id, name, currency: 'EUR', price: name === 'Monitor 1' ? price.now : 10 },
        changed_at: new Date(name === 'Monitor 2' ? changed.at : began).toISOString(),
      })),
      total,
    });
    const first = await aUserWhoLooks();
    await first.rowFields.toggle('price');
    await close(first);
    price.now = 39.9;
    changed.at += HOUR / 2;
    const second = await aNextWindow(12 * HOUR);
    await second.rowFields.load();
    await look(second);
    await second.controller.refresh();
    const lines = toChangeLines(inEnglish, second.lastLook.changes!.comparison, second.now());
    assert.equal(toChangeSummary(inEnglish, lines), '2 changed');
    assert.deepEqual(
      lines.map(({ name, text }) => `${name}: ${text}`),
      ['Monitor 2: changed', 'Monitor 1: €45.00 → €39.90'],
    );
  });

  it('is only in memory if pages are not saved', async () => {
    const window = await aNextWindow();
    window.settings.set({ keepSnapshot: false });
    await window.signIn();
    await window.controller.loadMore();
    await look(window);
    await window.controller.loadMore();
    changeTheService();
    await window.controller.refresh();
    assert.equal(told(window), CHANGES);
    await window.saved();
    const [account] = await window.accounts.list();
    assert.equal(await createLooks(window.database).load(account!.number), undefined);
  });
});
