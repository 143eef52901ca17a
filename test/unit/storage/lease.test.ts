import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Leases } from '../../../src/storage/lease';
import { ManualClock } from '../../support/manualClock';
import { useTemporaryFolder } from '../../support/temporaryFolder';

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

  it('can be waited for', async () => {
    const lease = await window.tryAcquire('page');
    const waiting = other.acquire('page', { timeoutMs: 4_000 });
    await lease?.release();
    assert.ok(await waiting);
    assert.equal(await window.acquire('page', { timeoutMs: 60 }), undefined);
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
