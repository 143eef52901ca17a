import assert from 'node:assert/strict';
import { toChangeLines } from '../../../src/ui/texts/changeTexts';
import type { Window } from '../../support/aWindow';
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
    return toChangeLines(lastLook.changes ?? { monitors: new Map() }, app.account!, now());
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
});
