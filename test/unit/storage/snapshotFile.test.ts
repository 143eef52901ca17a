import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '../../../src/monitors/page';
import { Leases } from '../../../src/storage/lease';
import type { Snapshot } from '../../../src/storage/snapshot';
import { SnapshotFile } from '../../../src/storage/snapshotFile';
import { ManualClock } from '../../support/manualClock';
import { aPage, aSnapshot, READ_AT } from './snapshots';
import { modesAreKept, until, useTemporaryFolder } from './temporaryFolder';

describe('the snapshot of an account', () => {
  const root = useTemporaryFolder();
  const folder = () => join(root(), 'snapshots');
  let clock: ManualClock;
  let window: SnapshotFile;
  let other: SnapshotFile;

  const openWindow = (maxBytes?: number) => {
    const leases = new Leases({ folder: join(root(), 'leases'), now: clock.now });
    return new SnapshotFile({ folder: folder(), now: clock.now, leases, ...(maxBytes && { maxBytes }) });
  };
  const pathOf = async () => join(folder(), (await readdir(folder()))[0]!);
  beforeEach(() => {
    clock = new ManualClock(READ_AT + 1000);
    window = openWindow();
    other = openWindow();
  });

  it('is what was saved, after a restart and in another window', async () => {
    const snapshot = aSnapshot([aPage(0), aPage(1)], { total: 340 });
    const result = await window.save(snapshot);
    assert.ok(result.saved && result.pages === 2 && result.dropped === 0);
    assert.equal(result.bytes, (await stat(await pathOf())).size);
    assert.deepEqual(await other.load('anna'), { snapshot });
    assert.deepEqual(await window.load('anna'), { snapshot });
  });

  it('is not there before anything was saved, and nothing is saved of no pages', async () => {
    assert.deepEqual(await window.load('anna'), { reason: 'none' });
    assert.deepEqual(await window.save(aSnapshot([])), { saved: false, reason: 'empty' });
  });

  it('belongs to one account', async () => {
    await window.save(aSnapshot([aPage(0)]));
    await window.save(aSnapshot([aPage(0), aPage(1)], { account: 'bert' }));
    assert.equal((await window.load('anna')).snapshot?.pages.length, 1);
    assert.equal((await window.load('bert')).snapshot?.pages.length, 2);
    assert.equal((await readdir(folder())).join().includes('anna'), false);
  });

  it('has the pages of both windows that went on from it', async () => {
    await window.save(aSnapshot([aPage(0)]));
    await Promise.all([
      window.save(aSnapshot([aPage(0), aPage(1)])),
      other.save(aSnapshot([aPage(0), aPage(1), aPage(2)])),
    ]);
    await window.save(aSnapshot([aPage(0), aPage(1)]));
    for (const each of [window, other, openWindow()]) {
      assert.equal((await each.load('anna')).snapshot?.nextPageIndex, 3);
    }
  });

  it('is not overwritten by an older reading', async () => {
    const newer = aSnapshot([aPage(0, { readAt: READ_AT + 500 })]);
    await window.save(newer);
    const older = aSnapshot([aPage(0), aPage(1)]);
    assert.deepEqual(await other.save(older), { saved: false, reason: 'older' });
    assert.deepEqual((await other.load('anna')).snapshot, newer);
  });

  it('is not written again where it says the same', async () => {
    await window.save(aSnapshot([aPage(0)]));
    const before = await stat(await pathOf());
    assert.ok((await other.save(aSnapshot([aPage(0)], { savedAt: READ_AT + 900 }))).saved);
    const after = await stat(await pathOf());
    assert.deepEqual([after.ino, after.mtimeMs], [before.ino, before.mtimeMs]);
  });

  it('holds the pages that fit, says how many do not, and is then not complete', async () => {
    const three = aSnapshot([aPage(0), aPage(1), aPage(2)], { complete: true });
    const size = Buffer.byteLength(JSON.stringify(three));
    const small = openWindow(size - 50);
    const result = await small.save(three);
    assert.ok(result.saved && result.pages === 2 && result.dropped === 1 && result.bytes <= size - 50);
    const { snapshot } = await other.load('anna');
    assert.deepEqual([snapshot?.complete, snapshot?.nextPageIndex], [false, 2]);
    assert.deepEqual(await openWindow(50).save(three), { saved: false, reason: 'tooLarge' });
  });

  it('does not fail the caller where records cannot be written, or the disk does not take them', async () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const page: Page = { ...aPage(0), monitors: [{ ...aPage(0).monitors[0]!, raw: circular }] };
    const result = await window.save(aSnapshot([page]));
    assert.ok(!result.saved && result.reason === 'failed' && result.error instanceof TypeError);
    await writeFile(join(root(), 'file'), '');
    const leases = new Leases({ folder: join(root(), 'file'), now: clock.now });
    const nowhere = new SnapshotFile({ folder: join(root(), 'file', 'x'), now: clock.now, leases });
    assert.equal((await nowhere.save(aSnapshot([aPage(0)]))).saved, false);
  });

  it('is saved although the lock cannot be had', async () => {
    await writeFile(join(root(), 'leases'), 'a file in the place of the folder');
    assert.ok((await window.save(aSnapshot([aPage(0)]))).saved);
  });

  it('is saved after a save that failed', async () => {
    const raw = { toJSON: () => assert.fail('cannot be written') };
    const page: Page = { ...aPage(0), monitors: [{ ...aPage(0).monitors[0]!, raw }] };
    const results = await Promise.all([window.save(aSnapshot([page])), window.save(aSnapshot([aPage(0)]))]);
    assert.deepEqual(
      results.map((result) => result.saved),
      [false, true],
    );
  });

  const damages: [string, string | ((good: Snapshot) => unknown), string][] = [
    ['half-written', '{"version":1,"account":"an', 'damaged'],
    ['empty', '', 'damaged'],
    ['of another version', (good) => ({ ...good, version: 2 }), 'otherVersion'],
    ['of another account', (good) => ({ ...good, account: 'bert' }), 'otherAccount'],
    ['too large', ' '.repeat(5000), 'damaged'],
  ];
  for (const [kind, content, reason] of damages) {
    it(`that is ${kind} is set aside once, with the reason`, async () => {
      await window.save(aSnapshot([aPage(0)]));
      const path = await pathOf();
      const good = JSON.parse(await readFile(path, 'utf8')) as Snapshot;
      for (let time = 0; time < 2; time += 1) {
        await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content(good)));
        assert.deepEqual(await openWindow(4000).load('anna'), { reason });
        assert.deepEqual(await openWindow(4000).load('anna'), { reason: 'none' });
      }
      assert.deepEqual((await readdir(folder())).length, 1);
      assert.match(await pathOf(), /\.damaged$/);
      assert.ok((await other.save(aSnapshot([aPage(0)]))).saved);
    });
  }

  it('is unreadable, without harm, where a folder stands in its place', async () => {
    await window.save(aSnapshot([aPage(0)]));
    const path = await pathOf();
    await window.removeAll();
    await mkdir(path);
    const result = await window.load('anna');
    assert.ok(!result.snapshot && result.reason === 'unreadable');
  });

  it('leaves nothing of the account when removed, and all of the others', async () => {
    await window.save(aSnapshot([aPage(0)]));
    const path = await pathOf();
    await writeFile(`${path}.damaged`, 'x');
    await writeFile(`${path}.0.tmp`, 'x');
    await window.save(aSnapshot([aPage(0)], { account: 'bert' }));
    await window.remove('anna');
    assert.equal((await readdir(folder())).length, 1);
    assert.deepEqual(await window.load('anna'), { reason: 'none' });
    await window.removeAll();
    assert.deepEqual(await readdir(folder()), []);
  });

  it('is not brought back by a save that began before the removal', async () => {
    const saving = window.save(aSnapshot([aPage(0)]));
    await window.remove('anna');
    assert.ok((await saving).saved);
    assert.deepEqual(await readdir(folder()), []);
  });

  it('sweeps away what a window that crashed while saving has left', async () => {
    await window.save(aSnapshot([aPage(0)]));
    const path = await pathOf();
    await writeFile(`${path}.old.tmp`, 'x');
    await utimes(`${path}.old.tmp`, new Date(0), new Date(0));
    await writeFile(`${path}.new.tmp`, 'x');
    await window.sweep();
    assert.deepEqual((await readdir(folder())).filter((name) => name.endsWith('.tmp')).length, 1);
  });

  it('is readable by its owner alone', async function () {
    if (!modesAreKept) {
      this.skip();
    }
    await window.save(aSnapshot([aPage(0)]));
    assert.equal((await stat(await pathOf())).mode & 0o777, 0o600);
  });

  it('tells other windows of a change and of its removal, and the own window of neither', async () => {
    let told = 0;
    const subscriptions = [
      window.onDidChange('anna', () => assert.fail('told of its own change')),
      other.onDidChange('anna', () => (told += 1)),
      other.onDidChange('bert', () => assert.fail('told of another account')),
    ];
    await window.save(aSnapshot([aPage(0)]));
    await until(() => told === 1);
    await other.load('anna');
    await window.remove('anna');
    await until(() => told === 2);
    subscriptions.forEach((subscription) => subscription.dispose());
  });
});
