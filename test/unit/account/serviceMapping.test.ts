import assert from 'node:assert/strict';
import { openQuestion } from '../../../src/account/questions';
import type { Picks } from '../../../src/mapping/picker/picks';
import { STATUS } from '../../../src/monitors/run';
import type { Window } from '../../support/aWindow';
import { useWindows } from '../../support/useWindows';

describe('A field that a user picks', () => {
  const windows = useWindows();

  /** A window with two pages, each of two monitors. */
  function aWindowWith(toRecord: (i: number) => object): Promise<Window> {
    windows.pageSize = 2;
    windows.service.listAnswer = ({ pageIndex }) => ({
      monitors: [0, 1].map((i) => toRecord(2 * pageIndex + i)),
      total: 4,
    });
    return windows.openSignedIn(2);
  }

  const rows = ({ app }: Window): string[] =>
    app.list!.loaded.monitors.map(({ id, name, status }) => `${id} ${name} ${status}`);

  function choose({ app }: Window, picks: Partial<Picks>): void {
    app.account!.service.pick(picks, app.list!.loaded.pages);
  }
  const asked = ({ app }: Window) => openQuestion(app.list!);

  const toRecords = (name: string, statusKey = 'status') =>
    [0, 1].map((i) => ({ id: i, name: `${name} ${i}`, [statusKey]: 'up', password: 'hunter2' }));
  const twoLists = { left: toRecords('Left'), right: toRecords('Right', 'state'), total: 2 };

  const record = (i: number) => ({
    id: i,
    name: `Host ${i}`,
    label: `Label ${i}`,
    state: 'ok',
    code: 7,
  });

  it('is read from all pages, saved or from other windows, without a call', async () => {
    const window = await aWindowWith(record);
    const other = await windows.openShown();
    const calls = windows.service.callCount();
    const asFound = [0, 1, 2, 3].map((i) => `${i} Host ${i} up`);
    assert.deepEqual([rows(window), rows(other)], [asFound, asFound]);
    choose(window, { fields: { name: ['label'], status: [] } });
    const picked = [0, 1, 2, 3].map((i) => `${i} Label ${i} unknown`);
    assert.deepEqual(rows(window), picked);
    other.database.checkForChanges();
    assert.deepEqual([rows(other), rows(await windows.openShown())], [picked, picked]);
    choose(window, { fields: { name: undefined, status: undefined } });
    assert.deepEqual([rows(window), rows(await windows.openShown())], [asFound, asFound]);
    assert.equal(windows.service.callCount(), calls);
  });

  it('does not count as a change of a monitor', async () => {
    const window = await aWindowWith((i) => ({
      id: i,
      name: `Host ${i}`,
      state: i === 1 ? 'zesty' : 'ok',
    }));
    const { app } = window;
    const { lastLook } = app.account!;
    lastLook.setLooking(true);
    choose(window, { statusValues: { zesty: 'down' }, fields: { id: ['name'] } });
    assert.equal(rows(window)[1], 'Host 1 Host 1 down');
    assert.equal(lastLook.changes, undefined);
    windows.service.listAnswer = () => ({
      monitors: [{ id: 1, name: 'Host 1', state: 'ok' }],
      total: 1,
    });
    await app.list!.refresh();
    const texts = [...lastLook.changes!.monitors.values()].map((changes) => {
      const { from, to } = changes.get(STATUS)!;
      return `${from.value} → ${to.value}`;
    });
    assert.ok(texts.includes('down → up'), texts.join());
  });

  it('can be the list, even after a reload or in another window, without a call until Retry', async () => {
    windows.service.listAnswer = () => twoLists;
    const first = await windows.openSignedIn();
    assert.doesNotMatch(JSON.stringify(first.app.list!.failure), /hunter2/);
    const calls = windows.service.callCount();
    const [one, other] = [await windows.openShown(), await windows.openShown()];
    assert.deepEqual([one, other].map(asked), ['list', 'list']);
    assert.equal(windows.service.callCount(), calls);
    await other.app.list!.retry();
    assert.deepEqual([asked(other), windows.service.callCount()], ['list', calls + 1]);
    choose(one, { fields: { monitors: ['right'] } });
    const right = ['0 Right 0 up', '1 Right 1 up'];
    assert.deepEqual([asked(one), one.app.list!.failure], [undefined, undefined]);
    assert.deepEqual([rows(one), rows(await windows.openShown())], [right, right]);
    assert.equal(windows.service.callCount(), calls + 1);
    assert.ok(!windows.isOnDisk('hunter2'));
  });

  it('is saved beside a pick in another window at the same time', async () => {
    const window = await aWindowWith(record);
    const other = await windows.openShown();
    choose(window, { fields: { name: ['label'] } });
    choose(other, { statusValues: { ok: 'degraded' } });
    window.database.checkForChanges();
    assert.equal(rows(window)[0], '0 Label 0 degraded');
  });
});

describe('A field of records', () => {
  const windows = useWindows({ monitors: 3 });

  it('is read from the page on that has it first, and changes no other one', async () => {
    const { service } = windows;
    service.listShape = (records) => ({
      monitors: records.map(({ id, name, status }) => {
        const news = status === 'down' ? { last_error: 'Refused', title: 'x' } : {};
        return { id, name, status, ...news };
      }),
    });
    [0, 1, 2].forEach((index) => service.updateMonitor(index, { status: 'up' }));
    const { app } = await windows.openSignedIn();
    const { name } = service.updateMonitor(1, { status: 'down' });
    await app.list!.refresh();
    const down = app.list!.loaded.monitors.find(({ status }) => status === 'down');
    assert.deepEqual([down?.name, down?.lastError], [name, 'Refused']);
  });
});
