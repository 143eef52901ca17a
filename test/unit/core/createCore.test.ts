import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SimulatedService } from '../../simulator/simulatedService';
import { aWindow, type Window } from '../../support/aWindow';
import { InMemorySecretStorage } from '../../support/inMemorySecretStorage';
import { until, useTemporaryFolder } from '../../support/temporaryFolder';

describe('Saved rows', () => {
  const folder = useTemporaryFolder();
  let service: SimulatedService;
  let secrets: InMemorySecretStorage;
  const opened: Window[] = [];

  const open = async (): Promise<Window> => {
    const window = aWindow(service, { folder: folder(), secrets });
    window.settings.pageSize = 10;
    opened.push(window);
    await window.start();
    return window;
  };
  const count = ({ controller }: Window): number => controller.list?.loaded.count ?? 0;

  beforeEach(async () => {
    service = await SimulatedService.start({ monitors: 45 });
    secrets = new InMemorySecretStorage();
  });
  afterEach(async () => {
    opened.splice(0).forEach((window) => window.dispose());
    await service.stop();
  });

  it('are shown after a restart without a call', async () => {
    const first = await open();
    await first.signIn();
    await first.controller.loadMore();
    await first.controller.loadAll(10);
    const calls = service.callCount();
    const second = await open();
    await second.controller.ensureFirstPage();
    assert.deepEqual([count(second), service.callCount()], [45, calls]);
    const ids = ({ controller }: Window) =>
      controller.list!.loaded.monitors.map(({ id, status }) => [id, status]);
    assert.deepEqual(ids(second), ids(first));
  });

  it('are shown by another window with fewer rows without a call', async () => {
    const [first, second] = [await open(), await open()];
    await first.signIn();
    await first.controller.loadMore();
    await until(() => second.sessions.sessions.length === 1);
    await second.controller.ensureFirstPage();
    assert.equal(count(second), 10);
    await first.controller.loadMore();
    second.database.checkForChanges();
    await until(() => count(second) === 20);
    assert.equal(service.callCount('list'), 2);
  });

  it('cost one call per page if two windows load all at the same time', async () => {
    const [first, second] = [await open(), await open()];
    await first.signIn();
    await until(() => second.sessions.sessions.length === 1);
    await Promise.all([first.controller.loadAll(10), second.controller.loadAll(10)]);
    assert.deepEqual([count(first), count(second), service.callCount('list')], [45, 45, 5]);
  });

  it('stay the old ones until the refresh is complete', async () => {
    const first = await open();
    await first.signIn();
    await first.controller.loadAll(2);
    service.failNext({ kind: 'status', status: 503 });
    await first.controller.refresh();
    const second = await open();
    await second.controller.ensureFirstPage();
    assert.equal(count(second), 20);
  });

  it('are not saved if the user does not want that, and then removed to the last byte', async () => {
    Array.from({ length: 45 }, (_, row) => service.updateMonitor(row, { name: `telltale ${row}` }));
    const first = await open();
    await first.signIn();
    await first.controller.loadMore();
    first.settings.set({ keepSnapshot: false });
    await first.start();
    await first.controller.loadMore();
    await first.saved();
    for (const name of readdirSync(folder())) {
      assert.ok(!readFileSync(join(folder(), name)).includes('telltale'), name);
    }
    const second = await open();
    await second.controller.ensureFirstPage();
    assert.deepEqual([count(first), count(second)], [20, 10]);
    assert.equal(service.callCount('list'), 3, 'the other window had to read its first page');
  });

  it('exclude a page that arrives after the sign-out', async () => {
    const first = await open();
    const session = await first.signIn();
    const gate = service.holdResponses();
    const loading = first.controller.loadMore();
    await until(() => service.callCount('list') === 1);
    await first.sessions.remove(session);
    gate.release();
    await loading;
    const second = await open();
    await second.signIn();
    await second.controller.ensureFirstPage();
    assert.equal(service.callCount('list'), 2);
  });

  it('survive a sign-out if the user wants that', async () => {
    const first = await open();
    const session = await first.signIn();
    await first.controller.loadMore();
    await first.signOut(session, { keepsPages: true });
    await first.signIn();
    await first.controller.ensureFirstPage();
    assert.deepEqual([count(first), service.callCount('list')], [10, 1]);
  });
});
