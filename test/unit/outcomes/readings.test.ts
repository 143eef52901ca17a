import assert from 'node:assert/strict';
import { pageOf, someMonitors, useScenario } from '../../support/useScenario';

describe('A monitor', () => {
  const scenario = useScenario();

  /** Loads 30 monitors, of which the 28th then goes down and comes first. */
  async function moveToFront(): Promise<void> {
    const monitors = someMonitors(30);
    let served = monitors;
    await scenario.load((request) => ({ monitors: pageOf(served, request), total: 30 }));
    scenario.shows('None down in all 30', { calls: 3 });
    const others = monitors.filter(({ id }) => id !== 'w27');
    served = [{ id: 'w27', name: 'Monitor 27', status: 'down' }, ...others];
    await scenario.list.refreshPages([0]);
  }

  it('is shown as it was read last, and one that is on no page now stays as "not read again", even after a restart', async () => {
    await moveToFront();
    scenario.shows('1 down — 30 loaded, may not be all', { down: 'w27', calls: 1 });
    await scenario.restartHere();
    scenario.shows('1 down — 30 loaded, may not be all', { down: 'w27', calls: 0 });
    assert.deepEqual(scenario.notices, ['Not read again: 1 monitor']);
    assert.equal(scenario.list.loaded.notReadAgain.has('w9'), true);
    await scenario.refresh();
    scenario.shows('1 down — all 30', { down: 'w27', calls: 3 });
    assert.deepEqual(scenario.notices, []);
  });

  it('stays as "not read again" if it was skipped when another one was deleted during a refresh', async () => {
    let served = someMonitors(40, 10);
    await scenario.load((request) => ({ monitors: pageOf(served, request), total: 40 }));
    scenario.shows('1 down — all 40', { down: 'w10', calls: 4 });
    scenario.service.beforeCall(2, () => {
      served = served.filter(({ id }) => id !== 'w3');
    });
    await scenario.refresh();
    scenario.shows('1 down — 40 loaded, may not be all', { down: 'w10', calls: 4 });
    assert.deepEqual(scenario.notices, ['Not read again: 1 monitor']);
    assert.equal(scenario.list.loaded.notReadAgain.has('w10'), true);
  });

  it('that was not read again keeps the time at which it was read', async () => {
    let served = someMonitors(10);
    scenario.serve(() => ({ monitors: served, total: 10 }));
    await scenario.signIn();
    const readAt = scenario.list.loaded.readAt!;
    scenario.window.passTime(3 * 60 * 60_000);
    served = [...someMonitors(11).slice(0, 9), ...someMonitors(11).slice(10)];
    await scenario.refresh();
    const { loaded } = scenario.list;
    assert.equal(loaded.notReadAgain.has('w9'), true);
    assert.equal(loaded.oldestReadAt, readAt);
  });

  for (const [when, more, lines] of [
    ['when a second full refresh lacks it', '', ['0 down in 20 loaded', '0 down in 19 loaded']],
    ['at once if the total fell by it', 'total', ['None down in all 19', 'None down in all 19']],
  ] as const) {
    it(`goes ${when}`, async () => {
      let served = someMonitors(20);
      await scenario.load((request) => {
        return { monitors: pageOf(served, request), [more]: served.length };
      });
      served = served.filter(({ id }) => id !== 'w3');
      for (const line of lines) {
        await scenario.refresh();
        assert.equal(scenario.line, line);
      }
    });
  }
});

describe('An empty answer to a refresh', () => {
  const scenario = useScenario();
  let total: number | undefined;
  let empty: object | undefined;

  async function load(count: number, first?: number): Promise<void> {
    total = first;
    empty = undefined;
    await scenario.load((request) => {
      return empty ?? { monitors: pageOf(someMonitors(count), request), total };
    });
    scenario.service.forgetCalls();
  }

  it('keeps the rows here and on disk, and Retry reads on', async () => {
    await load(30, 30);
    empty = { monitors: [], total: 30 };
    await scenario.refresh();
    assert.deepEqual(scenario.notices, ['Retry (3 calls)', 'The account has no monitors anymore?']);
    scenario.shows('None down in all 30', { calls: 1 });
    empty = undefined;
    await scenario.list.retry();
    scenario.shows('None down in all 30', { calls: 3 });
    empty = { monitors: [], total: 30 };
    await scenario.refresh();
    await scenario.restartHere();
    scenario.shows('None down in all 30', { calls: 1 });
    assert.deepEqual(scenario.notices, []);
  });

  it('empties the list here and on disk after Remove Rows', async () => {
    await load(30, 30);
    empty = { monitors: [], total: 30 };
    await scenario.refresh();
    scenario.list.removeRows();
    assert.deepEqual([scenario.list.loaded.count, scenario.notices], [0, []]);
    await scenario.restartHere();
    assert.equal(scenario.list.loaded.count, 0);
  });

  for (const [what, count, line] of [
    ['empties the list with the total 0 if totals were above a page', 30, 'None down in all 0'],
    ['keeps the rows with the total 0 if totals may be lengths of pages', 7, 'None down in all 7'],
  ] as const) {
    it(what, async () => {
      await load(count, count);
      empty = { monitors: [], total: 0 };
      await scenario.refresh();
      scenario.shows(line, { calls: 1 });
    });
  }

  it('ends a full refresh on a later page, and keeps the rows of that page as "not read again"', async () => {
    await load(30);
    scenario.service.beforeCall(2, () => void (empty = { monitors: [] }));
    await scenario.refresh();
    scenario.shows('0 down in 30 loaded, may not be all', { calls: 2 });
    assert.deepEqual(scenario.notices, ['Not read again: 20 monitors']);
  });
});

describe('A service that is overloaded', () => {
  const scenario = useScenario();

  it('ends Load All after at most four refused calls, and is then asked one page at a time for an hour', async () => {
    scenario.serve((request) => ({ monitors: pageOf(someMonitors(120), request), total: 120 }));
    await scenario.signIn();
    const { service } = scenario;
    service.latency = 10;
    service.beforeCall(3, () => {
      service.failNext({ kind: 'status', status: 429, retryAfter: 30 }, { times: 9 });
      service.beforeCall(0, () => undefined);
    });
    await scenario.loadAll();
    assert.match(scenario.firstSentence!, /Try again in 30 s/);
    const last = 'Retry (10 calls) · Too many calls, 30s';
    scenario.shows('0 down in 20 of 120', { last, calls: 6 });
    await scenario.list.retry();
    scenario.shows('0 down in 20 of 120', { last, calls: 1 });
    service.stopFailing();
    await scenario.list.retry();
    assert.equal(service.maxInFlight, 1);
    scenario.shows('None down in all 120', { calls: 10 });
    scenario.window.passTime(61 * 60_000);
    await scenario.refresh();
    assert.ok(service.maxInFlight > 1);
  });
});
