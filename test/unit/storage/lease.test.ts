import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Leases } from '../../../src/storage/lease';
import { ManualClock } from '../../support/manualClock';
import { modesAreKept, until, useTemporaryFolder } from '../../support/temporaryFolder';

describe('a lease', () => {
  const folder = useTemporaryFolder();
  const opened: Leases[] = [];
  let clock: ManualClock;
  let window: Leases;
  let other: Leases;
  const openWindow = (now: () => number = clock.now) => {
    const leases = new Leases({ folder: folder(), now });
    opened.push(leases);
    return leases;
  };
  beforeEach(() => {
    clock = new ManualClock();
    window = openWindow();
    other = openWindow();
  });
  afterEach(() => opened.splice(0).forEach((leases) => leases.dispose()));

  /** As after a crash: the claim stays, and nobody renews it. */
  const crashedWindow = async () => {
    const crashed = openWindow();
    assert.ok(await crashed.tryAcquire('page'));
    const [name] = await readdir(folder());
    crashed.dispose();
    await writeFile(join(folder(), name!), '');
    await utimes(join(folder(), name!), clock.now() / 1000, clock.now() / 1000);
  };

  it('is held by one window of all', async () => {
    assert.ok(await window.tryAcquire('page'));
    assert.equal(await other.tryAcquire('page'), undefined);
    assert.equal(await window.tryAcquire('page'), undefined);
    assert.ok(await other.tryAcquire('something else'));
  });

  it('is free again once released, and leaves no file', async () => {
    const lease = await window.tryAcquire('page');
    await lease?.release();
    await lease?.release();
    assert.deepEqual(await readdir(folder()), []);
    assert.ok(await other.tryAcquire('page'));
  });

  it('is free as soon as its window closes or is reloaded', async () => {
    await window.tryAcquire('page');
    window.dispose();
    assert.deepEqual(await readdir(folder()), []);
    assert.ok(await other.tryAcquire('page'));
  });

  it('is free five seconds after its window has crashed', async () => {
    await crashedWindow();
    clock.jump(4_999);
    assert.equal(await other.tryAcquire('page'), undefined);
    clock.jump(1);
    assert.ok(await other.tryAcquire('page'));
    assert.equal((await readdir(folder())).length, 1);
  });

  it('is held on by a window that renews it, and had by another process once that one is killed', async () => {
    const holder = fork(require.resolve('../../support/leaseHolder'), ['hold', folder()]);
    await once(holder, 'message');
    const [name] = await readdir(folder());
    const claimedAt = (await stat(join(folder(), name!))).mtimeMs;
    while ((await stat(join(folder(), name!))).mtimeMs === claimedAt) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const survivor = openWindow(Date.now);
    assert.equal(await survivor.tryAcquire('the one'), undefined);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    assert.ok(await survivor.acquire('the one', { timeoutMs: 15_000 }));
  });

  it('that was lost is not given back by the one who lost it', async () => {
    const lost = await window.tryAcquire('page');
    clock.jump(5_000);
    assert.ok(await other.tryAcquire('page'));
    await lost?.release();
    assert.equal(await window.tryAcquire('page'), undefined);
  });

  it('goes to one at the most when many ask for one that has expired', async () => {
    await crashedWindow();
    clock.jump(5_000);
    const windows = Array.from({ length: 8 }, () => openWindow());
    const leases = await Promise.all(windows.map((each) => each.tryAcquire('page')));
    assert.ok(leases.filter((lease) => lease !== undefined).length <= 1);
  });

  it('does not outlive its window by a clock that is set back', async () => {
    await crashedWindow();
    clock.jump(-60_000);
    assert.ok(await other.tryAcquire('page'));
  });

  it('is kept by windows whose clock is not that of the file system', async () => {
    clock.jump(365 * 24 * 60 * 60 * 1000);
    assert.ok(await window.tryAcquire('page'));
    assert.equal(await other.tryAcquire('page'), undefined);
  });

  it('can be waited for', async () => {
    const lease = await window.tryAcquire('page');
    const waiting = other.acquire('page', { timeoutMs: 4_000 });
    await lease?.release();
    assert.ok(await waiting);
    assert.equal(await window.acquire('page', { timeoutMs: 60 }), undefined);
  });

  it('that was lost while its window was suspended is known to be lost, and not given back', async () => {
    const lease = await window.tryAcquire('page');
    assert.equal(lease?.isHeld(), true);
    clock.jump(5_000);
    const taken = await other.tryAcquire('page');
    assert.ok(taken);
    await until(() => Promise.resolve(!lease.isHeld()));
    await lease.release();
    assert.deepEqual([taken.isHeld(), await window.tryAcquire('page')], [true, undefined]);
    await taken.release();
    assert.equal(taken.isHeld(), false);
  });

  it('is no longer waited for once it is not needed', async () => {
    await window.tryAcquire('page');
    let isNeeded = true;
    const waiting = other.acquire('page', { timeoutMs: 60_000, isNeeded: () => Promise.resolve(isNeeded) });
    isNeeded = false;
    assert.equal(await waiting, undefined);
  });

  it('is no longer waited for once that is cancelled', async () => {
    await window.tryAcquire('page');
    const cancel = new AbortController();
    const waiting = other.acquire('page', { timeoutMs: 60_000, signal: cancel.signal });
    cancel.abort(new Error('taken back'));
    await assert.rejects(waiting, /taken back/);
  });

  it('that has expired is removed with the next, to whatever name; one that is held stays', async () => {
    await crashedWindow();
    clock.jump(5_000);
    await writeFile(join(folder(), 'foreign.txt'), '');
    await window.tryAcquire('new');
    assert.equal((await readdir(folder())).length, 2);
    assert.equal(await other.tryAcquire('new'), undefined);
  });

  it('cannot be had where the folder is a file', async () => {
    await writeFile(join(folder(), 'file'), '');
    const nowhere = new Leases({ folder: join(folder(), 'file'), now: clock.now });
    await assert.rejects(nowhere.tryAcquire('page'));
  });

  it('is readable by its owner alone', async function () {
    if (!modesAreKept) {
      this.skip();
    }
    await window.tryAcquire('page');
    const [name] = await readdir(folder());
    assert.equal((await stat(join(folder(), name!))).mode & 0o777, 0o600);
  });

  it('is never held by two of four processes', async () => {
    const log = join(folder(), 'log.txt');
    const racers = [1, 2, 3, 4].map(() =>
      fork(require.resolve('../../support/leaseHolder'), ['race', join(folder(), 'leases'), log]),
    );
    const codes = await Promise.all(racers.map(async (racer) => (await once(racer, 'exit'))[0] as unknown));
    assert.deepEqual(codes, [0, 0, 0, 0]);
    assert.equal(await readFile(log, 'utf8'), 'in\nout\n'.repeat(20));
  });
});
