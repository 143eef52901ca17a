import assert from 'node:assert/strict';
import { toChangeLines, toChangeSummary } from '../../../src/ui/texts/changeTexts';
import { createLooks } from '../../../src/storage/looks';
import type { Window } from '../../support/aWindow';
import { inEnglish } from '../../support/inEnglish';
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
    look(window);
    await window.app.list!.loadMore();
    return window;
  }

  function look({ app }: Window): void {
    app.account!.lastLook.setLooking(true);
  }

  function told({ app }: Window): string {
    const { comparison } = app.account!.lastLook.changes ?? {};
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

  const CHANGES = 'Monitor 1 wentDown, Monitor 52 gotWorse, Newcomer appeared';

  it('is shown after a restart, with its time', async () => {
    const first = await aUserWhoLooks();
    first.passTime(2 * HOUR);
    const leftAt = first.now();
    await windows.close(first);
    changeTheService();
    first.passTime(12 * HOUR);
    const second = await windows.openShown();
    look(second);
    assert.equal(told(second), '', 'the saved rows are what was left');
    await second.app.list!.refresh();
    assert.equal(told(second), CHANGES);
    await second.app.list!.refresh();
    assert.equal(told(second), `${CHANGES}, Monitor 7 is gone`, 'the second time');
    assert.ok(Math.abs(second.app.account!.lastLook.changes!.since - leftAt) < MINUTE);
  });

  it('stays for a short absence and another refresh, and ends after a long one', async () => {
    const window = await aUserWhoLooks();
    changeTheService();
    await window.app.list!.refresh();
    window.app.account!.lastLook.setLooking(false);
    window.passTime(4 * MINUTE);
    look(window);
    await window.app.list!.refreshPages([1]);
    assert.equal(told(window), CHANGES);
    window.app.account!.lastLook.setLooking(false);
    window.passTime(6 * MINUTE);
    look(window);
    assert.equal(told(window), '');
  });

  it('ends in all windows when the user marks it as seen', async () => {
    const first = await aUserWhoLooks();
    first.app.account!.lastLook.setLooking(false);
    first.save();
    const second = await windows.openShown();
    changeTheService();
    await second.app.list!.refresh();
    look(second);
    assert.equal(told(second), CHANGES);
    second.save();
    first.app.synchronize();
    look(first);
    assert.equal(told(first), CHANGES);
    first.app.account!.lastLook.setLooking(false);
    second.passTime(MINUTE);
    second.app.account!.lastLook.markSeen();
    assert.equal(told(second), '');
    second.save();
    look(first);
    assert.equal(told(first), '');
  });

  it('includes shown fields and the time of the last change if there is no status', async () => {
    const price = { value: 44.9 };
    const began = Date.now() - 48 * HOUR;
    const changed = { at: began + HOUR };
    windows.service.listShape = (records, { total }) => ({
      monitors: records.map(({ id, name }) => ({
        ...{ id, name, currency: 'EUR', price: name === 'Monitor 1' ? price.value : 10 },
        changed_at: new Date(name === 'Monitor 2' ? changed.at : began).toISOString(),
      })),
      total,
    });
    const first = await aUserWhoLooks();
    await windows.close(first);
    price.value = 39.9;
    changed.at += HOUR / 2;
    first.passTime(12 * HOUR);
    const second = await windows.openShown();
    look(second);
    await second.app.list!.refresh();
    const lines = toChangeLines(
      inEnglish,
      second.app.account!.lastLook.changes!.comparison,
      second.now(),
    );
    assert.equal(toChangeSummary(inEnglish, lines), '2 changed');
    assert.deepEqual(
      lines.map(({ name, text }) => `${name}: ${text}`),
      ['Monitor 2: changed', 'Monitor 1: €44.90 → €39.90'],
    );
  });

  it('is only in memory if pages are not saved', async () => {
    const window = await windows.open({ keepSnapshot: false });
    await window.signIn();
    await window.app.list!.loadMore();
    look(window);
    await window.app.list!.loadMore();
    changeTheService();
    await window.app.list!.refresh();
    assert.equal(told(window), CHANGES);
    window.save();
    const { account } = window.app;
    const saved = account!.attempt((number) => [createLooks(window.database).load(number)]);
    assert.deepEqual(saved, [undefined]);
  });
});
