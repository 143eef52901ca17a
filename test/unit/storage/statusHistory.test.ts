import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import type { MonitorStatus } from '../../../src/monitors/monitor';
import {
  formatHistories,
  MAX_MONITORS,
  MAX_RUNS,
  mergeRuns,
  parseHistories,
  pruneHistories,
  StatusHistory,
  type StatusRun,
} from '../../../src/storage/statusHistory';
import { aMonitor } from '../../support/aMonitor';
import { useTemporaryFolder } from './temporaryFolder';

const ACCOUNT = 'https://a.test|ines@example.org';

const run = (status: MonitorStatus, from: number, to = from): StatusRun => ({ status, from, to });

const someRuns = fc
  .array(fc.tuple(fc.constantFrom<MonitorStatus>('up', 'down', 'degraded'), fc.nat(50)), { maxLength: 6 })
  .map((seen) => seen.reduce<StatusRun[]>((runs, [status, at]) => mergeRuns(runs, [run(status, at)]), []));

describe('runs of a status', () => {
  it('grow while the status stays, and end when it changes', () => {
    const seen = [run('up', 1), run('up', 5), run('down', 7), run('down', 9), run('up', 12)];
    assert.deepEqual(
      seen.reduce<StatusRun[]>((runs, one) => mergeRuns(runs, [one]), []),
      [run('up', 1, 5), run('down', 7, 9), run('up', 12)],
    );
  });

  it('are split by what another window saw between', () => {
    assert.deepEqual(mergeRuns([run('up', 1, 9)], [run('down', 4)]), [
      run('up', 1),
      run('down', 4),
      run('up', 9),
    ]);
  });

  it('are the same in whatever order they are merged, and however often', () => {
    fc.assert(
      fc.property(someRuns, someRuns, (one, other) => {
        const merged = mergeRuns(one, other);
        assert.deepEqual(mergeRuns(other, one), merged);
        assert.deepEqual(mergeRuns(merged, one), merged);
      }),
    );
  });

  it('are bounded: the newest of a monitor, and the monitors that tell most', () => {
    const many = Array.from({ length: 100 }, (_, at) => run(at % 2 ? 'up' : 'down', at));
    assert.equal(mergeRuns(many, []).length, MAX_RUNS);
    assert.equal(mergeRuns(many, []).at(-1)?.to, 99);
    const histories = new Map([
      ...Array.from({ length: MAX_MONITORS }, (_, index): [string, StatusRun[]] => [
        `up${index}`,
        [run('up', index)],
      ]),
      ['changed', [run('down', 0), run('up', 1)]] as const,
    ]);
    const pruned = pruneHistories(histories);
    assert.equal(pruned.size, MAX_MONITORS);
    assert.ok(pruned.has('changed') && !pruned.has('up0'));
  });

  it('are read from a file as they were written, and nothing else is', () => {
    const histories = new Map([['m1', [run('up', 1, 5), run('down', 7)]]]);
    assert.deepEqual(parseHistories(formatHistories(histories)), histories);
    const wrong = [
      '',
      '{',
      'null',
      '[]',
      '{"version":2,"monitors":[]}',
      '{"version":1,"monitors":[["a",[[9,1,1]]]]}',
    ];
    for (const text of [...wrong, '{"version":1,"monitors":[["a",[[0,5,1]]],["b"],7,["__proto__",[]]]}']) {
      assert.equal(parseHistories(text).size, 0, text);
    }
  });
});

describe('the history of statuses', () => {
  const folder = useTemporaryFolder();
  const errors: unknown[] = [];
  const open = (isKept = true): StatusHistory =>
    new StatusHistory({
      ...{ folder: folder(), isKept: () => isKept, now: () => Date.now() },
      onError: (error) => errors.push(error),
    });

  afterEach(() => assert.deepEqual(errors.splice(0), []));

  it('is there after a restart, and another window adds to it', async () => {
    const one = open();
    const other = open();
    one.record(ACCOUNT, [aMonitor({ id: 'm1', status: 'down' })], 1_000);
    other.record(ACCOUNT, [aMonitor({ id: 'm1', status: 'up' })], 2_000);
    await one.flush();
    await other.flush();
    const later = open();
    assert.deepEqual(later.get(ACCOUNT, 'm1'), []);
    await later.load(ACCOUNT);
    assert.deepEqual(later.get(ACCOUNT, 'm1'), [run('down', 1_000), run('up', 2_000)]);
  });

  it('names neither account nor token on disk, and is removed with the account', async () => {
    const history = open();
    history.record(ACCOUNT, [aMonitor({ id: 'm1' })], 1_000);
    await history.flush();
    const [name = ''] = await readdir(folder());
    assert.doesNotMatch(name + (await readFile(join(folder(), name), 'utf8')), /ines|a\.test/);
    history.record(ACCOUNT, [aMonitor({ id: 'm1' })], 2_000);
    await history.remove(ACCOUNT);
    await history.flush();
    assert.deepEqual(await readdir(folder()), []);
    assert.deepEqual(history.get(ACCOUNT, 'm1'), []);
  });

  it('stays in memory where nothing may be kept, and removes what was', async () => {
    const kept = open();
    kept.record(ACCOUNT, [aMonitor({ id: 'm1' })], 1_000);
    await kept.flush();
    const history = open(false);
    history.record(ACCOUNT, [aMonitor({ id: 'm1' })], 1_000);
    await history.flush();
    assert.equal(history.get(ACCOUNT, 'm1').length, 1);
    await history.sweep();
    assert.deepEqual(await readdir(folder()), []);
  });

  it('begins anew where the file is damaged', async () => {
    const history = open();
    history.record(ACCOUNT, [aMonitor({ id: 'm1' })], 1_000);
    await history.flush();
    const [name = ''] = await readdir(folder());
    await writeFile(join(folder(), name), '{"version":1,"monitors":[[[');
    const later = open();
    later.record(ACCOUNT, [aMonitor({ id: 'm1' })], 3_000);
    await later.flush();
    await later.load(ACCOUNT);
    assert.deepEqual(later.get(ACCOUNT, 'm1'), [run('up', 3_000)]);
  });
});
