import assert from 'node:assert/strict';
import { toChangeLines, toChangeSummary } from '../../../src/ui/texts/changeTexts';
import type { Window } from '../../support/aWindow';
import { inEnglish } from '../../support/inEnglish';
import { until } from '../../support/temporaryFolder';
import { useWindows } from '../../support/useWindows';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('A change since the user last looked', () => {
  const windows = useWindows({ monitors: 60 });
  beforeEach(() => {
    for (let index = 0; index < 60; index++) {
      windows.service.updateMonitor(index, { status: 'up', name: `Monitor ${index}` });
    }
  });

  /** A user who has looked at all monitors, and has just begun to. */
  async function aUserWhoLooks(): Promise<Window> {
    const window = await windows.openSignedIn();
    await look(window);
    await window.controller.loadMore();
    return window;
  }

  async function look(window: Window): Promise<void> {
    let heard = false;
    const subscription = window.lastLook.onDidChange(() => (heard = true));
    void window.lastLook.setLooking(true);
    await until(() => heard);
    subscription.dispose();
  }

  function told({ lastLook }: Window): string {
    const { comparison } = lastLook.changes ?? {};
    return comparison === undefined
      ? ''
      : [
          ...comparison.statuses.map(({ kind, monitor }) => `${monitor.name} ${kind}`),
          ...comparison.added.map(({ name }) => `${name} appeared`),
          ...comparison.removed.map(({ name }) => `${name} is gone`),
        ].join(', ');
  }

  function changeTheService(): void {
    windows.service.updateMonitor(1, { status: 'down' });
    windows.service.updateMonitor(52, { status: 'degraded' });
    windows.service.removeMonitor(7);
    windows.service.insertMonitor(3, { name: 'Newcomer', status: 'up' });
  }

  const CHANGES = 'Monitor 1 wentDown, Monitor 52 gotWorse, Newcomer appeared, Monitor 7 is gone';

  it('is shown after a restart, with its time', async () => {
    const first = await aUserWhoLooks();
    first.passTime(2 * HOUR);
    const leftAt = first.now();
    await windows.close(first);
    changeTheService();
    first.passTime(12 * HOUR);
    const second = await windows.openShown();
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
    void window.lastLook.setLooking(false);
    window.passTime(4 * MINUTE);
    await look(window);
    await window.controller.list!.refreshPages([1]);
    assert.equal(told(window), CHANGES);
    void window.lastLook.setLooking(false);
    window.passTime(6 * MINUTE);
    await look(window);
    assert.equal(told(window), '');
  });

  it('ends in all windows when the user marks it as seen', async () => {
    const first = await aUserWhoLooks();
    void first.lastLook.setLooking(false);
    await first.save();
    const second = await windows.openShown();
    changeTheService();
    await second.controller.refresh();
    await look(second);
    assert.equal(told(second), CHANGES);
    await second.save();
    await first.controller.synchronize();
    await look(first);
    assert.equal(told(first), CHANGES);
    void first.lastLook.setLooking(false);
    second.passTime(MINUTE);
    second.lastLook.markSeen();
    assert.equal(told(second), '');
    await second.save();
    await look(first);
    assert.equal(told(first), '');
  });

  it('includes shown fields and the time of the last change if there is no status', async () => {
    const price = { nowMs: 45 };
    const began = Date.now() - 48 * HOUR;
    const changed = { at: began + HOUR };
    windows.service.listShape = (records, { total }) => ({
      monitors: records.map(({ id, name }) => ({
        ...{ id, name, currency: 'EUR', price: name === 'Monitor 1' ? price.nowMs : 10 },
        changed_at: new Date(name === 'Monitor 2' ? changed.at : began).toISOString(),
      })),
      total,
    });
    const first = await aUserWhoLooks();
    await first.rowFields.toggle('price');
    await windows.close(first);
    price.nowMs = 39.9;
    changed.at += HOUR / 2;
    first.passTime(12 * HOUR);
    const second = await windows.openShown();
    await until(() => second.rowFields.paths.length > 0);
    await look(second);
    await second.controller.refresh();
    const lines = toChangeLines(inEnglish, second.lastLook.changes!.comparison, second.now());
    assert.equal(toChangeSummary(inEnglish, lines), '2 changed');
    assert.deepEqual(
      lines.map(({ name, text }) => `${name}: ${text}`),
      ['Monitor 2: changed', 'Monitor 1: €45.00 → €39.90'],
    );
  });
});
