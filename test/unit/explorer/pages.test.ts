import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createPages } from '../../../src/explorer/pages';
import { SavedPages } from '../../../src/explorer/savedPages';
import type { PageRequest } from '../../../src/monitors/page';
import { listFolder } from '../../../src/storage/files';
import { SimulatedService } from '../../simulator/simulatedService';
import { aWindow, type Window } from '../../support/aWindow';
import { until, useTemporaryFolder } from '../../support/temporaryFolder';

describe('the way of a page', () => {
  const folder = useTemporaryFolder();
  let service: SimulatedService;
  let window: Window;
  beforeEach(async () => {
    service = await SimulatedService.start({ monitors: 20 });
    window = aWindow(service, { folder: folder() });
  });
  afterEach(async () => {
    window.dispose();
    await service.stop();
  });

  it('asks for the pages that follow once a response has come that may hold this one, before it is read, and after no refusal', async () => {
    const { id: account } = await window.signIn();
    const owner = { account, address: window.settings.baseUrl!.href };
    const { settings, pageStore, now } = window;
    const told: string[] = [];
    window.mapping.onDidChange(() => told.push('read'));
    const { fetchPage } = createPages(owner, {
      ...window,
      savedPages: new SavedPages({ owner, pageStore, settings, isSignedIn: () => true, now }),
      timeoutMs: () => 5_000,
      pause: () => Promise.resolve(),
      onDidFail: () => told.push('failed'),
    });
    const ask = async (pageIndex: number): Promise<void> => {
      const request: PageRequest = {
        snapshotId: 'a snapshot',
        pageIndex,
        pageSize: 10,
        reason: 'loadMore',
        caller: 'user',
      };
      const askAhead = (): void => void told.push('ask ahead');
      await fetchPage({ ...request, askAhead }, new AbortController().signal).catch(() => undefined);
    };
    await ask(0);
    service.failNext({ kind: 'wrong JSON', value: { hello: 'world' } });
    await ask(1);
    service.failNext({ kind: 'wrong JSON', value: { success: false, message: 'Not today' } });
    await ask(1);
    service.failNext({ kind: 'status', status: 429 });
    await ask(1);
    assert.deepEqual(told, ['ask ahead', 'read', 'ask ahead', 'failed', 'failed', 'failed']);
  });

  it('holds one lease for a run of many pages, and none once it has ended', async () => {
    service.setMonitors(200);
    window.settings.pageSize = 10;
    const { controller, signIn } = window;
    await signIn();
    await controller.loadMore();
    await controller.loadMore();
    const held = async (): Promise<string[]> => (await listFolder(join(folder(), 'leases'))).sort();
    await until(async () => (await held()).length === 0);
    const seen: string[][] = [];
    controller.onDidChange(() => void held().then((files) => seen.push(files)));
    assert.equal(await controller.loadAll(20), 'done');
    const whileReading = seen.slice(2, 12);
    assert.equal(whileReading.length, 10);
    assert.deepEqual(new Set(whileReading.map((files) => files.join())).size, 1);
    assert.equal(whileReading[0]?.length, 1);
    await until(async () => (await held()).length === 0);
  });

  it('gives its leases back when the account is signed out while its pages are read', async () => {
    const session = await window.signIn();
    const gate = service.holdResponses();
    const next = service.nextCall();
    void window.controller.loadMore();
    await next;
    assert.equal((await listFolder(join(folder(), 'leases'))).length, 2);
    await window.sessions.remove(session);
    await until(async () => (await listFolder(join(folder(), 'leases'))).length === 0);
    gate.release();
  });
});
