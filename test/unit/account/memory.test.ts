import assert from 'node:assert/strict';
import { STATUS, type Run } from '../../../src/monitors/run';
import type { Window } from '../../support/aWindow';
import { until } from '../../support/temporaryFolder';
import { useWindows } from '../../support/useWindows';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('The memory', () => {
  const windows = useWindows({ monitors: 5 });
  beforeEach(() => windows.service.updateMonitor(0, { status: 'up' }));

  const runsOf = ({ app }: Window): readonly Run[] =>
    app.account!.memory.of(app.list!.loaded.monitors[0]!.id).get(STATUS) ?? [];

  /** In which statuses the first monitor was seen, and for how many minutes. */
  const seenIn = (window: Window): string =>
    runsOf(window)
      .map(({ value, firstReadAt, lastReadAt }) => {
        return `${value} ${Math.round((lastReadAt - firstReadAt) / MINUTE)}`;
      })
      .join();
  const refreshLater = async (window: Window, minutes: number): Promise<void> => {
    window.passTime(minutes * MINUTE);
    await window.app.list!.refresh();
  };
  const answer = (...monitors: readonly object[]): void => {
    windows.service.listAnswer = () => ({ monitors, total: monitors.length });
  };

  it('continues after a restart', async () => {
    await windows.close(await windows.openSignedIn());
    const second = await windows.openShown();
    await refreshLater(second, 10);
    windows.service.updateMonitor(0, { status: 'down' });
    await refreshLater(second, 5);
    assert.equal(seenIn(second), 'up 10,down 0');
    const third = await windows.openShown();
    assert.equal(seenIn(third), 'up 10,down 0');
  });

  it('has the worse status if two windows refresh at the same time', async () => {
    const first = await windows.openSignedIn();
    const second = await windows.openShown();
    const { service } = windows;
    const statuses = ['down', 'up'];
    service.listShape = (records, { total }) => {
      const status = statuses.shift();
      return { monitors: records.map((record) => ({ ...record, status })), total };
    };
    const gate = service.holdResponses();
    service.forgetCalls();
    const refreshes = [first, second].map(({ app }) => app.list!.refresh());
    await until(() => service.callCount() === 2);
    gate.release();
    await Promise.all(refreshes);
    for (const window of [first, second, await windows.openShown()]) {
      window.database.checkForChanges();
      assert.equal(runsOf(window).at(-1)?.value, 'down');
      assert.equal(window.app.list!.loaded.counts.down, 5);
    }
  });

  it('keeps what was read before if windows start and read while the clock is a month ahead', async () => {
    const { service, clock } = windows;
    const readAs = async (window: Window, status: 'up' | 'down'): Promise<void> => {
      service.updateMonitor(0, { status });
      await window.app.list!.refresh();
    };
    const first = await windows.openSignedIn();
    first.passTime(75 * DAY);
    await first.signIn();
    await readAs(first, 'down');
    clock.ahead += 30 * DAY;
    const ahead = await windows.restart();
    await ahead.signIn();
    await readAs(ahead, 'up');
    await readAs(await windows.restart(), 'down');
    clock.ahead -= 30 * DAY;
    await readAs(await windows.restart(), 'up');
    const last = await windows.restart();
    assert.deepEqual(
      runsOf(last).map(({ value }) => value),
      ['up', 'down', 'up', 'down', 'up'],
    );
  });

  it('takes no monitor for a new one if its saved runs are damaged', async () => {
    const first = await windows.openSignedIn();
    windows.service.updateMonitor(1, { status: 'down' });
    await windows.close(first);
    windows
      .openDatabase(
        "UPDATE result SET value = replace(value, 'status', 'statux') WHERE kind = 'runs'",
      )
      .close();
    const second = await windows.openShown();
    await refreshLater(second, 10);
    assert.equal(second.app.account!.lastLook.changes, undefined);
    assert.equal(seenIn(second), 'up 10', 'as the saved page says');
  });

  it('keeps the last record of a monitor that is gone, even after a restart', async () => {
    const host = { id: '1', name: 'Host', status: 'down' };
    const other = { id: '2', name: 'Other', status: 'up' };
    answer(host, other);
    const window = await windows.openSignedIn();
    const lastOf = ({ app }: Window) => app.account!.memory.lastOf('1');
    assert.equal(lastOf(window), undefined);
    answer(other);
    await refreshLater(window, 1);
    for (const shown of [window, await windows.openShown()]) {
      const { monitor, page } = lastOf(shown)!;
      assert.deepEqual(
        [monitor.name, monitor.status, monitor.raw, page.index],
        ['Host', 'down', host, 0],
      );
    }
    answer(host, other);
    await refreshLater(window, 1);
    assert.equal(lastOf(window), undefined);
  });
});
