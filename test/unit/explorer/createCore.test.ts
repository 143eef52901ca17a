import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HISTORY_FILE } from '../../../src/storage/pageStore';
import { SimulatedService } from '../../simulator/simulatedService';
import { aWindow, type Window } from '../../support/aWindow';
import { useTemporaryFolder } from '../../support/temporaryFolder';

describe('a window that closes', () => {
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

  async function aWindowWithAPage() {
    const { id: account } = await window.signIn();
    await window.controller.loadMore();
    return { ...window, owner: { account, address: window.settings.baseUrl!.href } };
  }

  it('has its pages and the statuses that it saw on disk, once it is waited for', async () => {
    const { owner, pageStore, saved } = await aWindowWithAPage();
    await saved();
    assert.ok(existsSync(join(pageStore.folderOf(owner), HISTORY_FILE)));
    assert.equal((await pageStore.load(owner)).length, 1);
  });

  it('leaves half a mapping where it is killed, which a later start removes', async () => {
    const { saved } = await aWindowWithAPage();
    await saved();
    const mappings = join(folder(), 'mappings');
    const kept = readdirSync(mappings);
    const half = join(mappings, `${randomUUID()}.tmp`);
    writeFileSync(half, '{');
    // By the window's clock, which is ahead of the machine's late in the day.
    utimesSync(half, window.now() / 1_000, window.now() / 1_000);
    await window.start();
    assert.equal(readdirSync(mappings).length, kept.length + 1, 'another window may just be writing it');
    window.passTime(16 * 60_000);
    await window.start();
    assert.deepEqual(readdirSync(mappings), kept);
  });
});
