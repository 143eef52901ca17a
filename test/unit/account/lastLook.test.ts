import assert from 'node:assert/strict';
import { toChangeLines, toChangeSummary, toChangeTime } from '../../../src/ui/texts/changeTexts';
import type { Window } from '../../support/aWindow';
import { formats } from '../../../src/ui/l10n';
import { countOf, useWindows } from '../../support/useWindows';

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

  const look = ({ app }: Window) => app.account!.lastLook.setLooking(true);
  const leave = ({ app }: Window) => app.account!.lastLook.setLooking(false);
  const lookAgainLater = (window: Window): void => {
    leave(window);
    window.passTime(6 * MINUTE);
    look(window);
  };

  const linesOf = ({ app, now }: Window) => {
    const { lastLook } = app.account!;
    return toChangeLines(lastLook.changes ?? { monitors: [] }, app.account!, now());
  };

  function told(window: Window): string {
    return linesOf(window)
      .map(({ name, text }) => `${name}: ${text}`)
      .join(', ');
  }

  function changeTheService(): void {
    windows.service.updateMonitor(1, { status: 'down' });
    windows.service.updateMonitor(52, { status: 'degraded' });
    windows.service.removeMonitor(7);
    windows.service.insertMonitor(3, { name: 'Newcomer', status: 'up' });
  }

  const CHANGES = 'Monitor 1: was up, Monitor 52: was up, Newcomer: first seen';

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
    const withGone = CHANGES.replace(', Newc', ', Monitor 7: no longer in the account, Newc');
    assert.equal(told(second), withGone, 'the second time');
    assert.ok(Math.abs(second.app.account!.lastLook.changes!.since - leftAt) < MINUTE);
  });

  it('is not that a monitor is gone if it may be on a page that is not loaded', async () => {
    const window = await windows.openSignedIn();
    look(window);
    for (let count = 0; count < 3; count++) {
      windows.service.insertMonitor(0, { name: 'Newcomer', status: 'up' });
    }
    await window.app.list!.refresh();
    await window.app.list!.refresh();
    assert.equal(countOf(window), 50, 'three are on the second page now');
    assert.equal(told(window), 'Newcomer: first seen, Newcomer: first seen, Newcomer: first seen');
  });

  it('is shown by the time at which its own page was read', async () => {
    const window = await aUserWhoLooks();
    window.passTime(3 * HOUR);
    windows.service.updateMonitor(52, { name: 'New name' });
    await window.app.list!.refreshPages([1]);
    const [line] = linesOf(window);
    const readAt = window.app.list!.loaded.pages[1]!.call.ended;
    const time = formats.moment(readAt, window.now());
    assert.equal(toChangeTime(line!, window.now()), `by ${time}`);
  });

  it('is empty if further pages are loaded later', async () => {
    const first = await windows.openSignedIn();
    look(first);
    leave(first);
    first.passTime(24 * HOUR);
    windows.service.updateMonitor(52, { status: 'down' });
    look(first);
    await first.app.list!.loadMore();
    assert.equal(told(first), '');
  });

  it('stays for a short absence and another refresh, and ends after a long one', async () => {
    const window = await aUserWhoLooks();
    changeTheService();
    await window.app.list!.refresh();
    leave(window);
    window.passTime(4 * MINUTE);
    look(window);
    await window.app.list!.refreshPages([1]);
    assert.equal(told(window), CHANGES);
    lookAgainLater(window);
    assert.equal(told(window), '');
  });

  it('is from what the user left, even if the last look was with the clock a month ahead', async () => {
    windows.clock.ahead += 30 * 24 * HOUR;
    const window = await aUserWhoLooks();
    windows.clock.ahead -= 30 * 24 * HOUR;
    await window.signIn();
    changeTheService();
    await window.app.list!.refresh();
    lookAgainLater(window);
    assert.equal(told(window), '');
    await windows.close(window);
    const next = await windows.openShown();
    look(next);
    assert.equal(told(next), '');
  });

  it('is from what the user left, even if it was read again since', async () => {
    const window = await aUserWhoLooks();
    leave(window);
    window.passTime(HOUR);
    windows.service.updateMonitor(1, { status: 'degraded' });
    windows.service.updateMonitor(2, { status: 'down' });
    await window.app.list!.refresh();
    windows.service.updateMonitor(1, { status: 'down' });
    windows.service.updateMonitor(2, { status: 'up' });
    await window.app.list!.refresh();
    look(window);
    assert.equal(told(window), 'Monitor 1: was up');
    assert.equal(window.app.account!.lastLook.changes!.meanwhile.length, 1);
  });

  it('ends in all windows when the user marks it as seen', async () => {
    const first = await aUserWhoLooks();
    leave(first);
    const second = await windows.openShown();
    changeTheService();
    await second.app.list!.refresh();
    first.app.synchronize();
    look(first);
    assert.equal(told(first), CHANGES);
    leave(first);
    second.passTime(MINUTE);
    second.app.account!.lastLook.markSeen();
    assert.equal(told(second), '');
    second.save();
    look(first);
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
    await windows.close(first);
    price.nowMs = 39.9;
    changed.at += HOUR / 2;
    first.passTime(12 * HOUR);
    const second = await windows.openShown();
    look(second);
    await second.app.list!.refresh();
    assert.equal(toChangeSummary(linesOf(second), 0), '2 changed');
    assert.equal(told(second), 'Monitor 2: changed, Monitor 1: €45.00 → €39.90');
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
    const { database } = window;
    const saved = database.transact(() => {
      return database.all`SELECT 1 FROM view WHERE name IN ('look', 'left')`;
    });
    assert.deepEqual(saved, []);
  });
});
