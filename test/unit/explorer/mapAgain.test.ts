import assert from 'node:assert/strict';
import { SimulatedService } from '../../simulator/simulatedService';
import { aWindow } from '../../support/aWindow';
import { settled } from '../../support/inMemorySecretStorage';
import { useTemporaryFolder } from '../../support/temporaryFolder';

describe('mapping the loaded pages again', () => {
  const folder = useTemporaryFolder();
  let service: SimulatedService;
  beforeEach(async () => {
    service = await SimulatedService.start({ monitors: 180 });
  });
  afterEach(async () => {
    await settled();
    await service.stop();
  });

  async function aWindowWithTwoPages() {
    const window = aWindow(service, { folder: folder() });
    // Pages that come from disk have no response.
    window.settings.keepSnapshot = false;
    await window.signIn();
    await window.controller.loadMore();
    await window.controller.loadMore();
    return { window, list: window.controller.list! };
  }

  it('applies what a user says of a value to all pages, at no call', async () => {
    const { window, list } = await aWindowWithTwoPages();
    const { mapping, picks, settings } = window;
    const before = list.loaded;
    const word = before.monitors[0]!.rawStatus!;
    const withWord = before.monitors.filter(({ rawStatus }) => rawStatus === word).length;
    const calls = service.callCount();
    await picks.pickStatusValues(settings.baseUrl!, { [word]: 'pending' });
    assert.equal(await mapping.readAgain(list, settings.baseUrl!), true);
    assert.deepEqual([list.loaded.nextPageIndex, list.loaded.count], [2, before.count]);
    assert.equal(list.loaded.counts.pending >= withWord, true);
    assert.equal(service.callCount(), calls);
    window.dispose();
  });

  it('lets others have their turn between two pages, and follows what the list has become by then', async () => {
    const { window, list } = await aWindowWithTwoPages();
    const { mapping, settings } = window;
    let turns = 0;
    const mapped = mapping.readAgain(list, settings.baseUrl!).then((done) => ({ done, turns }));
    setImmediate(() => turns++);
    list.restore(list.loaded.pages.slice(0, 1));
    const end = await mapped;
    assert.equal(end.done, true);
    assert.equal(end.turns, 1);
    assert.deepEqual([list.loaded.nextPageIndex, list.loaded.count], [1, 50]);
    window.dispose();
  });
});
