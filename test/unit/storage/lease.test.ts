import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { toFileKey } from '../../../src/storage/files';
import { Leases } from '../../../src/storage/lease';
import { ManualClock } from '../../support/manualClock';
import { modesAreKept, useTemporaryFolder } from './temporaryFolder';

describe('a lease', () => {
  const folder = useTemporaryFolder();
  let clock: ManualClock;
  let window: Leases;
  let other: Leases;
  beforeEach(() => {
    clock = new ManualClock();
    window = new Leases({ folder: folder(), now: clock.now });
    other = new Leases({ folder: folder(), now: clock.now });
  });

  it('is held by one window of all', async () => {
    assert.ok(await window.tryAcquire('auto refresh', 1000));
    assert.equal(await other.tryAcquire('auto refresh', 1000), undefined);
    assert.equal(await window.tryAcquire('auto refresh', 1000), undefined);
    assert.ok(await other.tryAcquire('something else', 1000));
  });

  it('is free again once released, and leaves no file', async () => {
    const lease = await window.tryAcquire('page', 1000);
    await lease?.release();
    await lease?.release();
    assert.deepEqual(await readdir(folder()), []);
    assert.ok(await other.tryAcquire('page', 1000));
  });

  it('ends by itself after its time, so that a window that died blocks nobody', async () => {
    await window.tryAcquire('page', 1000);
    clock.jump(999);
    assert.equal(await other.tryAcquire('page', 1000), undefined);
    clock.jump(1);
    assert.ok(await other.tryAcquire('page', 1000));
    assert.equal((await readdir(folder())).length, 1);
  });

  it('that was taken over is not given back by the one who lost it', async () => {
    const lost = await window.tryAcquire('page', 1000);
    clock.jump(1000);
    const second = await other.tryAcquire('page', 1000);
    await second?.release();
    assert.ok(await other.tryAcquire('page', 1000));
    await lost?.release();
    assert.equal(await window.tryAcquire('page', 1000), undefined);
  });

  it('goes to one at the most when many ask for one that has run out', async () => {
    await window.tryAcquire('page', 1000);
    clock.jump(1000);
    const windows = Array.from({ length: 8 }, () => new Leases({ folder: folder(), now: clock.now }));
    const leases = await Promise.all(windows.map((each) => each.tryAcquire('page', 1000)));
    assert.ok(leases.filter((lease) => lease !== undefined).length <= 1);
  });

  it('is given up by a window that stalled while another took it', async () => {
    const term = JSON.stringify({ owner: 'another', expiresAt: clock.now() + 1000, ttlMs: 1000 });
    const taken = join(folder(), `${toFileKey('page')}.2.lease`);
    // The time is asked for after the look at the folder and before the claim: there it stalls.
    const stalling = new Leases({
      folder: folder(),
      now: () => {
        writeFileSync(taken, term);
        return clock.now();
      },
    });
    assert.equal(await stalling.tryAcquire('page', 1000), undefined);
    assert.deepEqual(await readdir(folder()), [basename(taken)]);
  });

  it('does not outlive its time by a clock that is set back by years', async () => {
    await window.tryAcquire('page', 1000);
    clock.jump(-365 * 24 * 60 * 60 * 1000);
    assert.ok(await other.tryAcquire('page', 1000));
  });

  it('stays held while a clock is adjusted by seconds', async () => {
    await window.tryAcquire('page', 1000);
    clock.jump(-5000);
    assert.equal(await other.tryAcquire('page', 1000), undefined);
  });

  for (const content of ['', '{"owner":', 'null', '{"owner":1,"expiresAt":"x"}']) {
    it(`with the content ${JSON.stringify(content)} counts as just being written, for a moment`, async () => {
      await (await window.tryAcquire('page', 1000))?.release();
      await window.tryAcquire('page', 1000);
      const [name] = await readdir(folder());
      const path = join(folder(), name!);
      await writeFile(path, content);
      assert.equal(await other.tryAcquire('page', 1000), undefined);
      await utimes(path, new Date(0), new Date(0));
      assert.ok(await other.tryAcquire('page', 1000));
    });
  }

  it('can be waited for', async () => {
    const lease = await window.tryAcquire('page', 1000);
    const waiting = other.acquire('page', 1000, { timeoutMs: 1500 });
    await lease?.release();
    assert.ok(await waiting);
    assert.equal(await window.acquire('page', 1000, { timeoutMs: 60 }), undefined);
  });

  it('tells when nobody holds it any more', async () => {
    const lease = await window.tryAcquire('page', 1000);
    assert.equal(await other.whenFree('page', { timeoutMs: 60 }), false);
    const free = other.whenFree('page', { timeoutMs: 1500 });
    await lease?.release();
    assert.equal(await free, true);
  });

  it('is no longer waited for once that is cancelled', async () => {
    await window.tryAcquire('page', 1000);
    const signal = AbortSignal.timeout(30);
    await assert.rejects(other.acquire('page', 1000, { timeoutMs: 5000, signal }), { name: 'TimeoutError' });
    await assert.rejects(other.whenFree('page', { timeoutMs: 5000, signal }), { name: 'TimeoutError' });
  });

  it('lasts as long as the work, and says whether the work was done', async () => {
    const result = await window.withLease('page', 1000, () =>
      other.withLease('page', 1000, () => assert.fail()),
    );
    assert.deepEqual(result, { held: true, value: { held: false } });
    await assert.rejects(
      window.withLease('page', 1000, () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.deepEqual(await readdir(folder()), []);
  });

  it('that has ended is swept away; one that holds stays', async () => {
    await window.tryAcquire('old', 1000);
    clock.jump(1000);
    await window.tryAcquire('new', 1000);
    await writeFile(join(folder(), 'foreign.txt'), '');
    await window.sweep();
    assert.equal((await readdir(folder())).length, 2);
    assert.equal(await other.tryAcquire('new', 1000), undefined);
  });

  it('cannot be had where the folder is a file', async () => {
    await writeFile(join(folder(), 'file'), '');
    const nowhere = new Leases({ folder: join(folder(), 'file'), now: clock.now });
    await assert.rejects(nowhere.tryAcquire('page', 1000));
  });

  it('is readable by its owner alone', async function () {
    if (!modesAreKept) {
      this.skip();
    }
    await window.tryAcquire('page', 1000);
    const [name] = await readdir(folder());
    assert.equal((await stat(join(folder(), name!))).mode & 0o777, 0o600);
  });

  it('is never held by two of four processes', async function () {
    this.timeout(20_000);
    const log = join(folder(), 'log.txt');
    const racers = [1, 2, 3, 4].map(() =>
      fork(require.resolve('./leaseRacer'), [join(folder(), 'leases'), log]),
    );
    const codes = await Promise.all(racers.map(async (racer) => (await once(racer, 'exit'))[0] as unknown));
    assert.deepEqual(codes, [0, 0, 0, 0]);
    assert.equal(await readFile(log, 'utf8'), 'in\nout\n'.repeat(20));
  });
});
