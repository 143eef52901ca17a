import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Stage } from '../../report/stage';
import { until } from '../storage/temporaryFolder';

describe('pages that windows share', () => {
  const snapshots = async ({ folder }: Stage) =>
    (await readdir(join(folder, 'snapshots'))).filter((name) => name.endsWith('.json'));

  it('are kept with all that was loaded, and without any secret', () =>
    Stage.play({}, async (stage) => {
      const { explorer, signIn } = await stage.openWindowWith(0);
      const { token } = await signIn();
      await explorer.loadMore();
      await explorer.loadMore();
      const [name] = await snapshots(stage);
      const text = await readFile(join(stage.folder, 'snapshots', name!), 'utf8');
      assert.ok(!text.includes(token) && !text.includes(stage.service.password));
      assert.ok(!name!.includes('ada@'), 'a name of a file tells nothing');
      assert.equal((JSON.parse(text) as { pages: unknown[] }).pages.length, 2);
    }));

  it('are neither written nor taken where the person does not want them kept', async () => {
    const { made } = await Stage.play({}, async (stage) => {
      const first = await stage.openWindowWith(1);
      assert.equal((await snapshots(stage)).length, 1);
      first.settings.set({ keepSnapshot: false });
      await first.shared.removeUnwanted();
      assert.deepEqual(await snapshots(stage), []);
      await first.explorer.loadMore();
      assert.deepEqual(await snapshots(stage), []);
      const restarted = await stage.openWindow();
      restarted.settings.set({ keepSnapshot: false });
      await restarted.explorer.ensureFirstPage();
    });
    assert.equal(made, 2, 'one more page, and the first page after the restart');
  });

  it('are set aside where they are damaged, and cost one call then', async () => {
    const { made } = await Stage.play({}, async (stage) => {
      const first = await stage.openWindowWith(2);
      first.dispose();
      // One after the other: what was still being written is written now.
      await first.snapshots.remove('nobody');
      const [name] = await snapshots(stage);
      await writeFile(join(stage.folder, 'snapshots', name!), '{"version":1,"pages":[{');
      const restarted = await stage.openWindow();
      assert.equal(await restarted.explorer.ensureFirstPage(), 'done');
      assert.equal(restarted.explorer.list?.loaded.count, 50);
      assert.ok((await readdir(join(stage.folder, 'snapshots'))).some((one) => one.endsWith('.damaged')));
    });
    assert.equal(made, 1);
  });

  it('of another address are not shown', async () => {
    const { made } = await Stage.play({}, async (stage) => {
      const { sessions, shared } = await stage.openWindowWith(1);
      const { id } = sessions.sessions()[0]!;
      const { baseUrl } = stage.service;
      assert.equal((await shared.load({ account: id, address: `${baseUrl}/v2` })).length, 0);
      assert.equal((await shared.load({ account: id, address: baseUrl })).length, 1);
    });
    assert.equal(made, 0);
  });

  it('are not taken from another reading, whose pages do not fit', () =>
    Stage.play({}, async (stage) => {
      const { explorer, sessions, shared } = await stage.openWindowWith(2);
      const owner = { account: sessions.sessions()[0]!.id, address: stage.service.baseUrl };
      const before = explorer.list!.loaded;
      await explorer.list?.refresh();
      await explorer.loadMore();
      assert.equal((await shared.find(owner, explorer.list!.loaded, 2))?.monitors.length, 50);
      assert.equal(await shared.find(owner, before, 2), undefined);
    }));

  it('reach the other windows after a refresh', async () => {
    const { made } = await Stage.play({}, async (stage) => {
      const first = await stage.openWindowWith(2);
      const second = await stage.openWindow();
      await second.explorer.ensureFirstPage();
      stage.service.updateMonitor(0, { name: 'Renamed' });
      await first.explorer.list?.refresh();
      await until(() => second.explorer.list?.loaded.monitors[0]?.name === 'Renamed');
      assert.equal(second.explorer.list?.loaded.count, 100);
    });
    assert.equal(made, 2);
  });

  it('are waited for while another window reads them, and cost nothing then', async () => {
    const counts = await Stage.play({}, async (stage) => {
      const first = await stage.openWindowWith(1);
      const second = await stage.openWindow();
      await second.explorer.ensureFirstPage();
      const arrived = stage.service.nextCall();
      const gate = stage.service.holdAnswers();
      const mine = first.explorer.loadMore();
      await arrived;
      const theirs = second.explorer.loadMore();
      gate.release();
      assert.deepEqual(await Promise.all([mine, theirs]), ['done', 'done']);
      assert.equal(second.explorer.list?.loaded.count, 100);
    });
    assert.deepEqual(counts, { made: 1, writtenDown: 1 });
  });

  it('are no call, not even on record, where the person stops waiting for the other window', async () => {
    const counts = await Stage.play({}, async (stage) => {
      const first = await stage.openWindowWith(1);
      const second = await stage.openWindow();
      await second.explorer.ensureFirstPage();
      const arrived = stage.service.nextCall();
      const gate = stage.service.holdAnswers();
      const mine = first.explorer.loadMore();
      await arrived;
      const theirs = second.explorer.loadMore();
      await until(() => second.explorer.list?.progress !== undefined);
      second.explorer.list?.cancel();
      assert.equal(await theirs, 'cancelled');
      gate.release();
      await mine;
    });
    assert.deepEqual(counts, { made: 1, writtenDown: 1 });
  });

  it('come from the service where the window that was reading them has died', async () => {
    const { made } = await Stage.play({}, async (stage) => {
      const first = await stage.openWindowWith(1);
      const second = await stage.openWindow();
      await second.explorer.ensureFirstPage();
      const arrived = stage.service.nextCall();
      const gate = stage.service.holdAnswers();
      void first.explorer.loadMore();
      await arrived;
      first.dispose();
      gate.release();
      assert.equal(await second.explorer.loadMore(), 'done');
    });
    assert.equal(made, 2);
  });

  it('are what an account leaves behind, and nothing more once it is signed out', () =>
    Stage.play({}, async (stage) => {
      const { sessions, shared, ledger } = await stage.openWindowWith(2);
      const { id } = sessions.sessions()[0]!;
      await sessions.remove(id);
      await shared.remove(id);
      await until(async () => (await snapshots(stage)).length === 0);
      const files = await readdir(stage.folder, { recursive: true, withFileTypes: true });
      for (const file of files.filter((one) => one.isFile())) {
        const text = await readFile(join(file.parentPath, file.name), 'utf8');
        for (const secret of ['ada@', 'mst_', 'Checkout']) {
          assert.ok(!text.includes(secret), file.name);
        }
      }
      const { events } = await ledger.read();
      assert.ok(events.length > 0, 'their number stays');
      assert.ok(events.every((event) => !('account' in event) || !event.account.includes('ada@')));
    }));
});
