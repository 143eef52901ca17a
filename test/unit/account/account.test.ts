import assert from 'node:assert/strict';
import type { Window } from '../../support/aWindow';
import { until } from '../../support/temporaryFolder';
import { countOf, useWindows } from '../../support/useWindows';

describe('Saved rows', () => {
  const windows = useWindows({ monitors: 45, pageSize: 10 });

  it('of two windows that read the same page come from the later call', async () => {
    const first = await windows.openSignedIn();
    const second = await windows.openShown();
    const gate = windows.service.holdResponses();
    const [arrived, earlier] = [windows.service.nextCall(), first.app.list!.refreshPages([0])];
    await arrived;
    windows.service.updateMonitor(0, { name: 'New name' });
    const later = second.app.list!.refreshPages([0]);
    await until(() => windows.service.inFlight === 2);
    gate.release();
    await Promise.all([earlier, later]);
    for (const window of [first, second]) {
      window.app.synchronize();
      assert.equal(window.app.list!.loaded.monitors[0]!.name, 'New name');
    }
    assert.equal(windows.service.callCount('list'), 3, 'each window pays for what it reads');
  });

  it('are shown by other windows after a sign-in, and only the window that signed in reads', async () => {
    const [first, second] = [await windows.open(), await windows.open()];
    await first.signIn();
    await until(() => second.app.sessionState === 'active');
    assert.equal(await second.app.ensureFirstPage(), 'idle');
    assert.equal(windows.service.callCount('list'), 0);
    await first.app.ensureFirstPage();
    second.database.checkForChanges();
    assert.deepEqual([countOf(first), countOf(second)], [10, 10]);
    assert.equal(await second.app.ensureFirstPage(), 'idle');
    assert.equal(windows.service.callCount('list'), 1);
  });

  it('that wait for a locked database keep pages that another window saved first', async () => {
    const [first, second] = [await windows.openSignedIn(), await windows.openShown()];
    const gate = windows.service.holdResponses();
    const [arrived, next] = [windows.service.nextCall(), second.app.list!.loadMore()];
    await arrived;
    const holder = windows.openDatabase();
    const again = first.app.list!.refreshPages([0]);
    await until(() => windows.service.inFlight === 2);
    gate.release();
    await Promise.all([next, again]);
    holder.close();
    second.app.synchronize();
    first.app.synchronize();
    assert.deepEqual([first.app.account!.isSaved, countOf(first)], [true, 20]);
    await first.app.list!.loadMore();
    assert.deepEqual([countOf(first), countOf(await windows.openShown())], [30, 30]);
    assert.equal(windows.service.callCount('list'), 4, 'no page was paid for twice');
  });

  it('of a sign-in while the database was locked are saved when it is free', async () => {
    const window = await windows.open();
    const holder = windows.openDatabase();
    await window.signIn();
    await window.app.ensureFirstPage();
    assert.deepEqual([window.app.account!.isSaved, countOf(window)], [false, 10]);
    holder.close();
    window.app.synchronize();
    assert.equal(window.app.account!.isSaved, true);
    assert.equal(countOf(await windows.openShown()), 10);
    assert.equal(windows.service.callCount('list'), 1, 'the page was paid for once');
  });

  it('keep all digits of an ID beyond 2^53', async () => {
    const ids = ['1285704473650880701', '1285704473650880702'];
    const records = ids.map((id) => `{"id":${id},"name":"Shop","status":"up"}`);
    const body = () => `{"monitors":[${records.join()}],"hasMore":false}`;
    const window = await windows.openSignedIn(0);
    windows.service.failNext({ kind: 'changed', body });
    await window.app.list!.loadMore();
    for (const { app } of [window, await windows.restart()]) {
      const raw = app.list!.loaded.monitors.map((monitor) => (monitor.raw as { id: unknown }).id);
      assert.deepEqual([raw, app.list!.loaded.monitors.map(({ id }) => id)], [ids, ids]);
    }
  });

  it('are replaced by a refresh in a window that has just started, even if the database is locked', async () => {
    await windows.openSignedIn();
    const window = await windows.restart();
    windows.service.updateMonitor(0, { name: 'New name' });
    const holder = windows.openDatabase();
    await window.app.list!.refresh();
    holder.close();
    for (const { app } of [window, await windows.restart()]) {
      assert.equal(app.list!.loaded.monitors[0]!.name, 'New name');
    }
  });

  it('are removed to the last byte when the user turns saving off, even by a window that shows nothing', async () => {
    windows.service.updateMonitor(0, { name: 'telltale' });
    await windows.close(await windows.openSignedIn(2));
    const other = await windows.open();
    assert.ok(windows.isOnDisk('telltale'));
    other.settings.set({ keepSnapshot: false });
    await until(() => !windows.isOnDisk('telltale'));
  });

  it('are not saved if the user does not want that, not even as history', async () => {
    windows.service.updateMonitor(0, { id: 'telltale', name: 'telltale' });
    const first = await windows.open({ keepSnapshot: false });
    await first.signIn();
    await first.app.list!.loadAll(2);
    windows.service.updateMonitor(0, { status: 'down' });
    await first.app.list!.refresh();
    first.save();
    assert.ok(!windows.isOnDisk('telltale'));
    const second = await windows.openShown();
    assert.deepEqual([countOf(first), countOf(second)], [20, 10]);
    assert.equal(windows.service.callCount('list'), 5);
  });
});

describe('A pin', () => {
  const windows = useWindows();
  const pin = ({ app }: Window, id: string) =>
    app.account!.choices.pin([{ id, name: id, target: undefined }]);
  const pinned = ({ app }: Window) => app.account!.choices.pins.map(({ id }) => id);

  it('of another window stays when this window pins, even after the database was locked', async () => {
    const [first, second] = [await windows.openSignedIn(), await windows.openShown()];
    pin(second, 'm1');
    const holder = windows.openDatabase();
    pin(first, 'm2');
    assert.deepEqual(pinned(first), ['m2']);
    holder.close();
    pin(first, 'm3');
    assert.deepEqual(pinned(first), ['m1', 'm2', 'm3']);
    assert.deepEqual(pinned(await windows.open()), ['m1', 'm2', 'm3']);
  });
});
