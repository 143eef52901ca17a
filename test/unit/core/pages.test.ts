import assert from 'node:assert/strict';
import { createPages } from '../../../src/core/pages';
import { SavedPages } from '../../../src/core/savedPages';
import type { PageRequest } from '../../../src/monitors/page';
import { SimulatedService } from '../../simulator/simulatedService';
import { aWindow, type Window } from '../../support/aWindow';
import { useTemporaryFolder } from '../../support/temporaryFolder';

describe('A response', () => {
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

  it('starts the next calls before it is read, unless it is a refusal', async () => {
    const { id: account } = await window.signIn();
    const owner = { account, address: window.settings.baseUrl!.href };
    const told: string[] = [];
    const fetchPage = createPages(owner, {
      ...window,
      signIns: { numberOf: () => Promise.resolve(undefined) },
      mapping: {
        mayHoldMonitors: (response) => window.mapping.mayHoldMonitors(response),
        readPage: async (...asked) => {
          const page = await window.mapping.readPage(...asked);
          told.push('read');
          return page;
        },
      },
      savedPages: new SavedPages({
        ...window,
        signIns: { attempt: () => Promise.resolve(undefined) },
        reread: (page) => Promise.resolve(page),
        owner,
      }),
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
        renews: false,
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
});
