import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { formatSession } from '../../../src/session/session';
import { listFolder } from '../../../src/storage/files';
import { SimulatedService } from '../../simulator/simulatedService';
import { aFetch } from '../../support/aFetch';
import { aBaseUrl } from '../../support/aServiceClient';
import { aWindow } from '../../support/aWindow';
import { InMemorySecretStorage } from '../../support/inMemorySecretStorage';
import { until } from '../../support/temporaryFolder';

/** Four calls that are out, and one whose page is being read or written. */
const MAX_UNDER_WAY = 5;

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

  it('are not lost to a refresh in a window that has shown nothing yet, which makes the calls that it told', async () => {
    await aFirstWindow(2);
    const { controller, saved } = await anOpenWindow();
    const told = controller.list!.refreshDepth;
    assert.equal(await controller.refresh(), 'done');
    assert.deepEqual([told, service.callCount()], [1, 1]);
    await saved();
    const later = await anOpenWindow();
    assert.equal(await later.controller.ensureFirstPage(), 'idle');
    assert.equal(later.controller.list?.loaded.pages.length, 2);
  });

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

  it('are written with the next change of the rows, where the disk could not take them at first', async () => {
    const { controller, settings, pageStore } = await aFirstWindow(0);
    await writeFile(join(folder, 'saved-pages'), 'no folder');
    await controller.loadMore();
    await controller.synchronize();
    await rm(join(folder, 'saved-pages'));
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

  it('are there after a restart as far as they were read last, also where another window has made a list of its own the saved one', async () => {
    const first = await aFirstWindow(2);
    const second = await anOpenWindow();
    // In another size, so that the page that is saved won't do.
    second.settings.pageSize = 20;
    await second.controller.list!.loadMore();
    await second.saved();
    await first.controller.loadMore();
    await Promise.all([first.saved(), second.saved()]);
    const later = await anOpenWindow();
    assert.equal(await later.controller.ensureFirstPage(), 'idle');
    assert.equal(later.controller.list?.loaded.count, 120);
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

  /** A window that reads all by tens, of which no more than the first ones are on disk, and of which one doesn't come. */
  async function aWindowThatLoadsAll() {
    const window = await anOpenWindow();
    window.settings.pageSize = 10;
    const session = await window.signIn();
    const account = session.id;
    await window.controller.loadMore();
    const gate = service.holdResponses({ fromPage: 6 });
    const loading = window.controller.loadAll(20);
    await until(() => window.controller.list?.loaded.count === 60);
    const owner = { account, address: window.settings.baseUrl!.href };
    const saved = async (): Promise<number> => (await window.pageStore.load(owner)).length;
    const end = async (): Promise<void> => {
      gate.release();
      await loading;
    };
    return { ...window, session, saved, end };
  }

  it('are not written where the user does not want that any more, though some still waited for it', async () => {
    const { controller, settings, removeUnwantedPages, saved, end } = await aWindowThatLoadsAll();
    settings.set({ keepSnapshot: false });
    await removeUnwantedPages();
    await end();
    await controller.saved();
    assert.deepEqual([controller.list?.loaded.count, await saved()], [120, 0]);
  });

  it('are not written after a sign-out, though some still waited for it', async () => {
    const { controller, sessions, pageStore, session, saved, end } = await aWindowThatLoadsAll();
    await sessions.remove(session);
    await pageStore.remove(session.id, []);
    await end();
    await controller.saved();
    assert.equal(await saved(), 0);
    await until(async () => (await readdir(join(folder, 'saved-pages'))).length === 0);
  });

  it('are removed again where another window signs out while this one begins to read', async () => {
    const first = await anOpenWindow();
    const second = await anOpenWindow();
    const session = await first.signIn();
    await second.sessions.refresh();
    const gate = service.holdResponses({ of: 'list' });
    const called = service.nextCall();
    secrets.holdEvents();
    await first.sessions.remove(session);
    const loading = second.controller.loadMore();
    await called;
    assert.equal((await listFolder(join(folder, 'saved-pages'))).length, 1);
    secrets.releaseEvents();
    await until(async () => (await listFolder(join(folder, 'saved-pages'))).length === 0);
    gate.release();
    await loading;
    await second.controller.saved();
    assert.deepEqual(await listFolder(join(folder, 'saved-pages')), []);
  });

  it('stay after a sign-out by which the user keeps them, in all windows', async () => {
    const first = await aFirstWindow(2);
    const second = await anOpenWindow();
    const session = first.controller.session!;
    await first.pageStore.keep(first.controller.owner!);
    await first.sessions.remove(session);
    await until(() => second.sessions.sessions.length === 0);
    await first.start();
    await first.signIn();
    await first.controller.ensureFirstPage();
    assert.deepEqual([first.controller.list?.loaded.count, service.callCount('list')], [100, 0]);
  });

  it('move along with a session, at no call, where the user says that the service has moved', async () => {
    const { controller, settings, moveSession } = await aFirstWindow(2);
    const session = controller.session!;
    await controller.saved();
    settings.set({ baseUrl: aBaseUrl(`${service.baseUrl}/v2`) });
    assert.equal(controller.session, undefined);
    await moveSession(session, settings.baseUrl!);
    assert.deepEqual([await controller.ensureFirstPage(), controller.list?.loaded.count], ['idle', 100]);
    assert.equal(service.callCount(), 0);
  });

  it('of a refresh are there after VS Code was killed in the middle of it, each with its own age', async () => {
    const first = await aFirstWindow(2);
    const before = first.controller.list!.loaded.pages.map(({ readAt }) => readAt);
    const gate = service.holdResponses({ fromPage: 1 });
    const loading = first.controller.refresh();
    const owner = first.controller.owner!;
    await until(async () => (await first.pageStore.load(owner))[0]!.readAt > before[0]!);
    const second = await anOpenWindow();
    await second.controller.ensureFirstPage();
    const { pages, count } = second.controller.list!.loaded;
    assert.deepEqual([count, pages[0]!.readAt > before[0]!, pages[1]!.readAt], [100, true, before[1]]);
    await second.controller.saved();
    assert.equal(second.pageStore.has(owner, pages[0]!), true);
    gate.release();
    await loading;
  });

  it('are paid for once, however many had come before VS Code was killed: five calls at most are made again', async () => {
    service.setMonitors(650);
    const { settings, signIn, sessions } = await anOpenWindow();
    await signIn();
    service.forgetCalls();
    const session = formatSession(sessions.sessions[0]!);
    const child = fork(require.resolve('../../support/killedWindow'), [
      folder,
      settings.baseUrl!.href,
      session,
    ]);
    await until(() => service.callCount('list') >= 40);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const next = await anOpenWindow();
    next.settings.pageSize = 10;
    await next.controller.loadMore();
    assert.equal(await next.controller.loadAll(100), 'done');
    const indexes = service.calls.map(({ pageIndex }) => pageIndex);
    assert.equal(new Set(indexes).size, 65);
    assert.ok(indexes.length - 65 <= MAX_UNDER_WAY, `${indexes.length - 65} of 65 pages were read twice`);
  });

  it('are on disk before further calls go out, however slow the disk: five calls at most are under way', async () => {
    let [made, underWay] = [0, 0];
    const saved = new Set<number>();
    const window = aWindow(service, {
      folder,
      secrets,
      fetch: (url, init) => {
        made += 1;
        underWay = Math.max(underWay, made - saved.size);
        return aFetch(url, init);
      },
    });
    running.push(window);
    const { controller, pageStore, settings } = window;
    settings.pageSize = 5;
    await window.sessions.load();
    await window.signIn();
    made = 0;
    const savePage = pageStore.savePage.bind(pageStore);
    pageStore.savePage = async (owner, page) => {
      await delay(20);
      const isSaved = await savePage(owner, page);
      saved.add(page.pageIndex);
      return isSaved;
    };
    await controller.loadMore();
    assert.equal(await controller.loadAll(100), 'done');
    await controller.saved();
    assert.deepEqual([made, saved.size], [24, 24]);
    assert.ok(underWay <= MAX_UNDER_WAY, `${underWay} calls were under way`);
  });

  it('never answer a refresh, nor the retry of one: the user wants newer rows', async () => {
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
