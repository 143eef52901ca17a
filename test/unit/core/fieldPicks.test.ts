import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Field } from '../../../src/mapping/mapping';
import { SimulatedService } from '../../simulator/simulatedService';
import { aWindow, type Window } from '../../support/aWindow';
import { InMemorySecretStorage } from '../../support/inMemorySecretStorage';
import { useTemporaryFolder } from '../../support/temporaryFolder';

describe('A field that a user picks', () => {
  const folder = useTemporaryFolder();
  let service: SimulatedService;
  let secrets: InMemorySecretStorage;
  const windows: Window[] = [];

  beforeEach(async () => {
    service = await SimulatedService.start();
    secrets = new InMemorySecretStorage();
  });
  afterEach(async () => {
    for (const window of windows.splice(0)) {
      await window.saved();
      window.dispose();
    }
    await service.stop();
  });

  function open(): Window {
    const window = aWindow(service, { folder: folder(), secrets });
    windows.push(window);
    return window;
  }

  /** A window with two pages, each of two monitors. */
  async function aWindowWith(toRecord: (i: number) => object): Promise<Window> {
    service.listAnswer = ({ pageIndex }) => ({
      monitors: [0, 1].map((i) => toRecord(2 * pageIndex + i)),
      total: 4,
    });
    const window = open();
    window.settings.pageSize = 2;
    await window.signIn();
    await window.controller.loadMore();
    await window.controller.loadMore();
    return window;
  }

  /** The same account in a window that opens later: it shows what is saved. */
  async function another(): Promise<Window> {
    const window = open();
    await window.start();
    await window.controller.ensureFirstPage();
    return window;
  }

  const rows = ({ controller }: Window): string[] =>
    controller.list!.loaded.monitors.map(({ id, name, status }) => `${id} ${name} ${status}`);

  async function pick(window: Window, field: Field, paths: readonly string[] | undefined): Promise<void> {
    await window.picks.pick(window.settings.baseUrl!, field, paths);
    await window.controller.reread();
  }

  const toRecords = (name: string) =>
    [0, 1].map((i) => ({ id: i, name: `${name} ${i}`, status: 'up', password: 'hunter2' }));
  const twoLists = { left: toRecords('Left'), right: toRecords('Right'), total: 2 };

  const record = (i: number) => ({ id: i, name: `Host ${i}`, label: `Label ${i}`, state: 'ok', code: 7 });

  it('is read from all pages, saved or from other windows, without a call', async () => {
    const window = await aWindowWith(record);
    const other = await another();
    const calls = service.callCount();
    const asFound = ['0 Host 0 up', '1 Host 1 up', '2 Host 2 up', '3 Host 3 up'];
    assert.deepEqual([rows(window), rows(other)], [asFound, asFound]);
    await pick(window, 'name', ['label']);
    await pick(window, 'status', []);
    const picked = [0, 1, 2, 3].map((i) => `${i} Label ${i} unknown`);
    assert.deepEqual(rows(window), picked);
    other.database.checkForChanges();
    await other.controller.reread();
    assert.deepEqual([rows(other), rows(await another())], [picked, picked]);
    await pick(window, 'name', undefined);
    await pick(window, 'status', undefined);
    assert.deepEqual([rows(window), rows(await another())], [asFound, asFound]);
    assert.equal(service.callCount(), calls);
  });

  it('does not count as a change of a monitor', async () => {
    const window = await aWindowWith((i) => ({ id: i, name: `Host ${i}`, state: i === 1 ? 'zesty' : 'ok' }));
    const { lastLook, picks, controller, settings } = window;
    lastLook.setLooking(true);
    await window.saved();
    await picks.pickStatusValues(settings.baseUrl!, { zesty: 'down' });
    await controller.reread();
    assert.equal(rows(window)[1], '1 Host 1 down');
    const changes = () => lastLook.changes;
    assert.equal(changes(), undefined);
    await pick(window, 'id', ['name']);
    assert.equal(rows(window)[1], 'Host 1 Host 1 down');
    assert.equal(changes(), undefined);
    service.listAnswer = () => ({ monitors: [{ id: 1, name: 'Host 1', state: 'ok' }], total: 1 });
    await controller.refresh();
    assert.equal(changes()?.comparison.recovered.length, 1);
  });

  it('starts the history of a status again, because old values have another meaning', async () => {
    const window = await aWindowWith((i) => ({ id: i, name: `Host ${i}`, state: i === 1 ? 'zesty' : 'ok' }));
    const { history, picks, controller, settings, passTime } = window;
    const seen = (one: Window) =>
      one.history.get(controller.owner!, '1').map(({ status, from, to }) => [status, to - from >= 60_000]);
    const refresh = async (): Promise<void> => {
      passTime(60_000);
      const recorded = new Promise<void>((resolve) => void history.onDidChange(() => resolve()));
      await controller.refresh();
      await recorded;
    };
    await refresh();
    assert.deepEqual(seen(window), [['unknown', true]]);
    await picks.pickStatusValues(settings.baseUrl!, { zesty: 'down' });
    await controller.reread();
    await refresh();
    assert.deepEqual(seen(window), [['down', true]]);
  });

  it('can be the list: the unreadable response is kept, masked, and read without a call', async () => {
    service.listAnswer = () => twoLists;
    const window = open();
    await window.signIn();
    await window.controller.loadMore();
    const { controller, picks, settings } = window;
    const list = controller.list!;
    assert.equal(picks.openQuestion(list), 'list');
    assert.doesNotMatch(JSON.stringify(list.failure), /hunter2/);
    const calls = service.callCount();
    await picks.pick(settings.baseUrl!, 'list', ['right']);
    await controller.reread();
    assert.deepEqual(rows(window), ['0 Right 0 up', '1 Right 1 up']);
    assert.deepEqual([picks.openQuestion(list), list.failure], [undefined, undefined]);
    assert.deepEqual(rows(await another()), rows(window));
    assert.equal(service.callCount(), calls);
  });

  it('can be the list after a reload or in another window, without a call until Retry', async () => {
    service.listAnswer = () => twoLists;
    const window = open();
    await window.signIn();
    await window.controller.loadMore();
    const calls = service.callCount();
    const [one, other] = [await another(), await another()];
    assert.deepEqual(
      [one, other].map(({ picks, controller }) => picks.openQuestion(controller.list)),
      ['list', 'list'],
    );
    assert.equal(service.callCount(), calls);
    await other.controller.retry();
    assert.deepEqual(
      [other.picks.openQuestion(other.controller.list), service.callCount()],
      ['list', calls + 1],
    );
    await one.picks.pick(one.settings.baseUrl!, 'list', ['right']);
    await one.controller.reread();
    await one.saved();
    const right = ['0 Right 0 up', '1 Right 1 up'];
    assert.deepEqual([rows(one), rows(await another())], [right, right]);
    assert.equal(service.callCount(), calls + 1);
    for (const file of readdirSync(folder())) {
      assert.doesNotMatch(readFileSync(join(folder(), file), 'latin1'), /hunter2/);
    }
  });

  it('can be the list only until a reload if rows are not saved', async () => {
    service.listAnswer = () => twoLists;
    const window = open();
    window.settings.set({ keepSnapshot: false });
    await window.signIn();
    await window.controller.loadMore();
    assert.equal(window.picks.openQuestion(window.controller.list), 'list');
    const calls = service.callCount();
    await another();
    assert.equal(service.callCount(), calls + 1);
  });

  it('is chosen from fields with a sample value, unique texts before ids, and no trend for a status', async () => {
    const { picks, controller } = await aWindowWith((i) => ({
      uuid: `7f3a-${i}`,
      motto: `Motto ${i}`,
      slogan: `Slogan ${i}`,
      region: 'eu',
      trend: i % 2 === 0 ? 'up' : 'down',
    }));
    const choices = async (field: Field) =>
      (await picks.choices(field, controller.list!)).map(({ path, sample }) => `${path}: ${sample}`);
    const names = await choices('name');
    assert.deepEqual(names.slice(0, 2), ['motto: Motto 0', 'slogan: Slogan 0']);
    assert.ok(names.includes('uuid: 7f3a-0'));
    assert.ok(!(await choices('status')).some((choice) => choice.startsWith('trend')));
  });

  it('is saved beside a pick in another window at the same time', async () => {
    const window = await aWindowWith(record);
    const other = await another();
    await Promise.all([
      pick(window, 'name', ['label']),
      other.picks.pickStatusValues(window.settings.baseUrl!, { ok: 'degraded' }),
    ]);
    await window.controller.reread();
    assert.equal(rows(window)[0], '0 Label 0 degraded');
  });

  it('changes the IDs of monitors only if it is the ID', async () => {
    const window = await aWindowWith(record);
    await pick(window, 'name', ['code']);
    assert.deepEqual(rows(window), ['0 7 up', '1 7 up', '2 7 up', '3 7 up']);
    await pick(window, 'id', ['label']);
    const picked = ['Label 0 7 up', 'Label 1 7 up', 'Label 2 7 up', 'Label 3 7 up'];
    assert.deepEqual([rows(window), rows(await another())], [picked, picked]);
  });

  it('is asked for again after a restart until it is picked', async () => {
    const window = await aWindowWith((i) => ({
      id: i,
      motto: `Motto of ${i}`,
      slogan: `Slogan of ${i}`,
      state: i === 1 ? 'zesty' : 'ok',
    }));
    const asked = ({ picks, controller: { list } }: Window) => [
      picks.openQuestion(list),
      picks.unknownStatusValues(list),
    ];
    assert.deepEqual(
      [asked(window), asked(await another())],
      [
        ['name', 1],
        ['name', 1],
      ],
    );
    await pick(window, 'name', ['motto']);
    await window.picks.pickStatusValues(window.settings.baseUrl!, { zesty: 'degraded' });
    await window.controller.reread();
    assert.deepEqual(asked(await another()), [undefined, 0]);
    assert.equal(rows(window)[1], '1 Motto of 1 degraded');
  });
});
