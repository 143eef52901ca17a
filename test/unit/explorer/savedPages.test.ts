import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SimulatedService } from '../../simulator/simulatedService';
import { aWindow } from '../../support/aWindow';
import { InMemorySecretStorage } from '../../support/inMemorySecretStorage';
import { until } from '../storage/temporaryFolder';

describe('pages that are kept on disk', () => {
  let folder: string;
  const running: { dispose(): void }[] = [];
  let service: SimulatedService;
  let secrets: InMemorySecretStorage;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'monitor-explorer-'));
    service = await SimulatedService.start({ monitors: 120 });
    secrets = new InMemorySecretStorage();
  });
  afterEach(async () => {
    running.splice(0).forEach((window) => window.dispose());
    await service.stop();
    // What is being written when a window closes is written to its end.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });

  async function anOpenWindow() {
    const window = aWindow(service, { folder, secrets });
    running.push(window);
    await window.sessions.load();
    return window;
  }

  /** A window with so many pages, all of which are on disk; the record of calls begins after that. */
  async function aFirstWindow(pages: number) {
    const window = await anOpenWindow();
    const { id: account } = await window.signIn();
    for (let page = 0; page < pages; page++) {
      assert.equal(await window.controller.loadMore(), 'done');
    }
    const owner = { account, address: window.settings.baseUrl!.href };
    await until(async () => (await window.pageStore.load(owner)).length === pages);
    service.forgetCalls();
    return window;
  }

  it('are there in a second window, at no call, and go on from there', async () => {
    await aFirstWindow(2);
    const { controller } = await anOpenWindow();
    assert.equal(await controller.ensureFirstPage(), 'idle');
    assert.deepEqual([controller.list?.loaded.count, service.callCount()], [100, 0]);
    await controller.loadMore();
    assert.deepEqual(
      service.calls.map(({ pageIndex }) => pageIndex),
      [2],
    );
  });

  it('are all written again, where the person wants them kept after all', async () => {
    const { controller, settings, pageStore, removeUnwantedPages } = await aFirstWindow(2);
    settings.set({ keepSnapshot: false });
    await removeUnwantedPages();
    await controller.loadMore();
    settings.set({ keepSnapshot: true });
    await controller.refreshPage(1);
    const owner = { account: controller.session!.id, address: settings.baseUrl!.href };
    await until(async () => (await pageStore.load(owner)).length === 3);
  });

  it('are written with the next change of the rows, where the disk could not take them at first', async () => {
    const { controller, settings, pageStore } = await aFirstWindow(0);
    await writeFile(join(folder, 'pages'), 'no folder');
    await controller.loadMore();
    await controller.synchronize();
    await rm(join(folder, 'pages'));
    await controller.loadMore();
    const owner = { account: controller.session!.id, address: settings.baseUrl!.href };
    await until(async () => (await pageStore.load(owner)).length === 2);
  });

  it('are not read twice by two windows that ask at the same moment', async () => {
    const first = await aFirstWindow(0);
    const second = await anOpenWindow();
    service.latency = 50;
    await Promise.all([first.controller.ensureFirstPage(), second.controller.ensureFirstPage()]);
    assert.equal(service.callCount(), 1);
    assert.deepEqual([first.controller.list?.loaded.count, second.controller.list?.loaded.count], [50, 50]);
  });

  it('are taken up while the other window reads on', async () => {
    const first = await aFirstWindow(1);
    const second = await anOpenWindow();
    await second.controller.ensureFirstPage();
    // Its own copy of what it has just taken up must be written before, or it takes the change for its own.
    await delay(100);
    await first.controller.loadMore();
    await until(() => second.controller.list?.loaded.count === 100);
    assert.equal(service.callCount(), 1);
  });

  it('are had by a window that wants one while another loads all, before that is done', async () => {
    const first = await anOpenWindow();
    const second = await anOpenWindow();
    [first, second].forEach(({ settings }) => (settings.pageSize = 10));
    await first.signIn();
    await first.controller.loadMore();
    await first.controller.synchronize();
    await second.controller.ensureFirstPage();
    service.forgetCalls();
    const gate = service.holdResponses({ fromPage: 2 });
    const loading = first.controller.loadAll(20);
    await until(() => first.controller.list?.loaded.count === 20);
    assert.equal(await second.controller.loadMore(), 'done');
    assert.ok(first.controller.list?.progress);
    gate.release();
    assert.equal(await loading, 'done');
    const pages = service.calls.map(({ pageIndex }) => pageIndex);
    assert.deepEqual([pages.length, new Set(pages).size], [11, 11]);
  });

  it('never answer a refresh, nor the retry of one: the person wants newer rows', async () => {
    const { controller } = await aFirstWindow(3);
    service.failAt(2, { kind: 'status', status: 503 });
    assert.equal(await controller.list?.refresh(), 'failed');
    assert.equal(await controller.list?.retry(), 'done');
    assert.deepEqual(
      [service.callCount(), new Set(service.calls.map(({ pageIndex }) => pageIndex))],
      [4, new Set([0, 1, 2])],
    );
  });
});
