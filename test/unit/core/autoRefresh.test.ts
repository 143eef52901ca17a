import assert from 'node:assert/strict';
import { startAutoRefresh } from '../../../src/core/autoRefresh';
import { playScenario } from '../../report/callsScenarios';
import type { Window } from '../../support/aWindow';
import { until } from '../../support/temporaryFolder';
import type { Windows } from '../../support/useWindows';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LOOK_MS = 5;

/** Waits for 20 checks, so that a refresh would have come. */
const someLooks = () => new Promise((resolve) => setTimeout(resolve, 20 * LOOK_MS));

describe('Auto refresh', () => {
  const running: { dispose(): void }[] = [];
  afterEach(() => running.splice(0).forEach((autoRefresh) => autoRefresh.dispose()));

  function aWatchedWindow(window: Window) {
    const watched = { now: true };
    running.push(startAutoRefresh(window, window.settings, () => watched.now, LOOK_MS));
    return { ...window, watched };
  }

  /** Plays with two loaded pages and a refresh every ten minutes. */
  const playWatched = (
    run: (window: ReturnType<typeof aWatchedWindow>, windows: Windows) => Promise<void>,
    minutes = 10,
  ) =>
    playScenario({
      pages: 2,
      run: async (opened, windows) => {
        const window = aWatchedWindow(opened);
        window.settings.set({ autoRefreshMinutes: minutes });
        await run(window, windows);
      },
    });

  it('reloads the loaded pages again and again, and counts as auto refresh', async () => {
    const { made } = await playWatched(async ({ passTime, calls: made }, { service }) => {
      await someLooks();
      assert.equal(service.callCount(), 0, 'not before its time');
      for (const calls of [2, 4]) {
        passTime(10 * MINUTE);
        await until(() => service.callCount() === calls);
        await someLooks();
      }
      const written = await made.list(0);
      assert.equal(written.filter(({ caller }) => caller === 'autoRefresh').length, 4);
    });
    assert.equal(made, 4);
  });

  it('runs in one window only, and the others show its rows', async () => {
    const { made } = await playWatched(async ({ passTime }, windows) => {
      const second = aWatchedWindow(await windows.open());
      await second.controller.ensureFirstPage();
      second.settings.set({ autoRefreshMinutes: 10 });
      const before = second.controller.list?.loaded.readAt;
      for (const go of [passTime, second.passTime]) {
        go(10 * MINUTE);
      }
      await until(() => windows.service.callCount() === 2);
      await until(() => second.controller.list?.loaded.readAt !== before);
      await someLooks();
    });
    assert.equal(made, 2);
  });

  it('loads no page if not all fit into the daily limit, and continues after midnight', async () => {
    const { made } = await playWatched(async ({ passTime, settings, budget, now }, { service }) => {
      settings.set({ dailyCallLimit: 4 });
      await until(() => budget.state?.left === 1);
      passTime(budget.state!.resetsAt - now() - 500);
      await budget.update();
      await someLooks();
      assert.equal(service.callCount(), 0);
      await until(() => service.callCount() === 2);
    });
    assert.equal(made, 2);
  });

  it('stops after a failure until the user has refreshed', async () => {
    const { made } = await playWatched(async ({ passTime, controller }, { service }) => {
      service.failNext({ kind: 'status', status: 503 });
      passTime(10 * MINUTE);
      await until(() => controller.list?.failure !== undefined);
      passTime(30 * MINUTE);
      await someLooks();
      assert.equal(service.callCount(), 1);
      await controller.refresh();
      assert.equal(service.callCount(), 3);
      passTime(10 * MINUTE);
      await until(() => service.callCount() === 5);
    });
    assert.equal(made, 5);
  });

  it('costs nothing if it is off, the session has ended, or nothing is loaded', async () => {
    for (const minutes of [0, 10]) {
      const { made } = await playWatched(async ({ passTime }) => {
        passTime(minutes === 0 ? 60 * MINUTE : DAY);
        await someLooks();
      }, minutes);
      assert.equal(made, 0);
    }
    const nothing = await playScenario({
      pages: 0,
      run: async (window) => {
        const { settings, passTime } = aWatchedWindow(window);
        settings.set({ autoRefreshMinutes: 1 });
        passTime(10 * MINUTE);
        await someLooks();
      },
    });
    assert.equal(nothing.made, 0);
  });

  it('waits for its time after the user canceled it', async () => {
    const { made } = await playWatched(async ({ passTime, controller }, { service }) => {
      const arrived = service.nextCall();
      service.holdResponses();
      passTime(10 * MINUTE);
      await arrived;
      controller.list!.cancel();
      controller.list!.cancel();
      await someLooks();
    });
    assert.equal(made, 1);
  });
});
