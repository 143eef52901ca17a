import assert from 'node:assert/strict';
import { startAutoRefresh } from '../../../src/account/autoRefresh';
import type { Window } from '../../support/aWindow';
import { until } from '../../support/temporaryFolder';
import { useWindows } from '../../support/useWindows';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LOOK_MS = 5;

/** Waits for 20 checks, so that a refresh would have come. */
const someLooks = () => new Promise((resolve) => setTimeout(resolve, 20 * LOOK_MS));

describe('Auto refresh', () => {
  const running: { dispose(): void }[] = [];
  afterEach(() => running.splice(0).forEach((autoRefresh) => autoRefresh.dispose()));
  const windows = useWindows();

  function aWatchedWindow(window: Window) {
    const watched = { now: true };
    running.push(startAutoRefresh(window.app, window.settings, () => watched.now, LOOK_MS));
    return { ...window, watched };
  }

  /** Opens a window with loaded pages and a refresh every ten minutes. Calls count from then on. */
  async function openWatched(minutes = 10, pages = 2) {
    const window = aWatchedWindow(await windows.openSignedIn(pages));
    windows.service.forgetCalls();
    window.settings.set({ autoRefreshMinutes: minutes });
    return window;
  }
  const callsMade = (): number => windows.service.callCount();

  it('reloads the loaded pages again and again, and counts as auto refresh', async () => {
    const { passTime, app } = await openWatched();
    await someLooks();
    assert.equal(callsMade(), 0, 'not before its time');
    for (const calls of [2, 4]) {
      passTime(10 * MINUTE);
      await until(() => callsMade() === calls);
      await someLooks();
    }
    const written = app.listCalls(0);
    assert.equal(written.filter(({ caller }) => caller === 'autoRefresh').length, 4);
    assert.equal(callsMade(), 4);
  });

  it('runs in one window only, and the others show its rows', async () => {
    const first = await openWatched();
    const second = aWatchedWindow(await windows.openShown());
    second.settings.set({ autoRefreshMinutes: 10 });
    const before = second.app.list?.loaded.readAt;
    second.watched.now = false;
    first.passTime(10 * MINUTE);
    await until(() => callsMade() === 2 && first.app.list!.progress === undefined);
    second.watched.now = true;
    await until(() => second.app.list?.loaded.readAt !== before);
    await someLooks();
    assert.equal(callsMade(), 2);
  });

  it('loads no page if not all fit into the daily limit, and continues after midnight', async () => {
    const { passTime, settings, app, now } = await openWatched();
    settings.set({ dailyCallLimit: 4 });
    await until(() => app.budget.state?.left === 1);
    passTime(app.budget.state!.resetsAt - now() - 500);
    app.budget.update();
    await someLooks();
    assert.equal(callsMade(), 0);
    await until(() => {
      app.synchronize();
      return callsMade() === 2;
    });
  });

  it('stops after a failure until the user has refreshed', async () => {
    const { passTime, app } = await openWatched();
    windows.service.failNext({ kind: 'status', status: 503 });
    passTime(10 * MINUTE);
    await until(() => app.list?.failure !== undefined);
    passTime(30 * MINUTE);
    await someLooks();
    assert.equal(callsMade(), 1);
    await app.list!.refresh();
    assert.equal(callsMade(), 3);
    passTime(10 * MINUTE);
    await until(() => callsMade() === 5);
  });

  for (const [when, minutes, pages, passed] of [
    ['it is off', 0, 2, 60 * MINUTE],
    ['the session has ended', 10, 2, DAY],
    ['nothing is loaded', 10, 0, 10 * MINUTE],
  ] as const) {
    it(`costs nothing if ${when}`, async () => {
      const { passTime } = await openWatched(minutes, pages);
      passTime(passed);
      await someLooks();
      assert.equal(callsMade(), 0);
    });
  }
});
