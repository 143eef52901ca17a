import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import type { MonitorStatus } from '../../../src/monitors/monitor';
import type { StatusRun } from '../../../src/monitors/since';
import { PageStore } from '../../../src/storage/pageStore';
import {
  formatHistories,
  MAX_MONITORS,
  MAX_RUNS,
  mergeRuns,
  parseHistories,
  pruneHistories,
  StatusHistory,
} from '../../../src/storage/statusHistory';
import { aMonitor } from '../../support/aMonitor';
import { useTemporaryFolder } from '../../support/temporaryFolder';

const OWNER = { account: 'https://a.test|ines@example.org', address: 'https://a.test/v1' };

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
  const root = useTemporaryFolder();
  const errors: unknown[] = [];
  let pages: PageStore;
  beforeEach(async () => {
    pages = new PageStore({ storageFolder: root(), now: Date.now });
    await pages.startSnapshot(OWNER, randomUUID(), () => Promise.resolve(false));
  });
  afterEach(() => {
    pages.dispose();
    assert.deepEqual(errors.splice(0), []);
  });
  const open = (isKept = true): StatusHistory =>
    new StatusHistory({
      pageStore: pages,
      isKept: () => isKept,
      onError: (error) => errors.push(error),
    });
  const file = () => join(pages.folderOf(OWNER), 'history.json');

  it('is there after a restart, and another window adds to it', async () => {
    const one = open();
    const other = open();
    one.record(OWNER, [aMonitor({ id: 'm1', status: 'down' })], 1_000);
    other.record(OWNER, [aMonitor({ id: 'm1', status: 'up' })], 2_000);
    await one.flush();
    await other.flush();
    const later = open();
    assert.deepEqual(later.get(OWNER, 'm1'), []);
    await later.load(OWNER);
    assert.deepEqual(later.get(OWNER, 'm1'), [run('down', 1_000), run('up', 2_000)]);
    await pages.sweep([OWNER]);
    await later.flush();
    assert.deepEqual(parseHistories(await readFile(file(), 'utf8')).get('m1'), later.get(OWNER, 'm1'));
  });

  it('takes pages in any order, and each of them once', () => {
    const history = open(false);
    for (const [status, at] of [
      ['up', 3_000],
      ['up', 5_000],
      ['up', 2_000],
      ['down', 1_000],
      ['up', 5_000],
    ] as const) {
      history.record(OWNER, [aMonitor({ id: 'm1', status })], at);
    }
    assert.deepEqual(history.get(OWNER, 'm1'), [run('down', 1_000), run('up', 2_000, 5_000)]);
  });

  it('belongs to one account at one address, and names neither on disk', async () => {
    const history = open();
    history.record(OWNER, [aMonitor({ id: 'm1' })], 1_000);
    await history.flush();
    assert.doesNotMatch(file().slice(root().length) + (await readFile(file(), 'utf8')), /ines|a\.test/);
    for (const other of [{ account: 'https://a.test|omar@a.test' }, { address: 'https://a.test/v2' }]) {
      await history.load({ ...OWNER, ...other });
      assert.deepEqual(history.get({ ...OWNER, ...other }, 'm1'), []);
    }
  });

  it('is removed with the pages of an account that signs out, and no window brings it back', async () => {
    const [one, other] = [open(), open()];
    for (const history of [one, other]) {
      history.record(OWNER, [aMonitor({ id: 'm1' })], 1_000);
      await history.flush();
      history.record(OWNER, [aMonitor({ id: 'm1' })], 2_000);
    }
    one.forget(OWNER.account);
    assert.deepEqual(one.get(OWNER, 'm1'), []);
    await pages.remove(OWNER.account, []);
    await Promise.all([one.flush(), other.flush()]);
    assert.deepEqual(await readdir(join(root(), 'saved-pages')), []);
  });

  it('keeps what was not written yet where an account signs out and its pages stay', async () => {
    const history = open();
    history.record(OWNER, [aMonitor({ id: 'm1' })], 1_000);
    history.forget(OWNER.account);
    await history.load(OWNER);
    assert.deepEqual(history.get(OWNER, 'm1'), [run('up', 1_000)]);
  });

  it('stays in memory where nothing may be kept', async () => {
    const history = open(false);
    history.record(OWNER, [aMonitor({ id: 'm1' })], 1_000);
    await history.flush();
    assert.equal(history.get(OWNER, 'm1').length, 1);
    await assert.rejects(readFile(file()), { code: 'ENOENT' });
  });

  it('begins anew where the file is damaged', async () => {
    await writeFile(file(), '{"version":1,"monitors":[[[');
    const later = open();
    later.record(OWNER, [aMonitor({ id: 'm1' })], 3_000);
    await later.flush();
    await later.load(OWNER);
    assert.deepEqual(later.get(OWNER, 'm1'), [run('up', 3_000)]);
  });

  it('that can’t be written is told', async () => {
    await mkdir(file());
    const history = open();
    history.record(OWNER, [aMonitor({ id: 'm1' })], 1_000);
    await history.flush();
    assert.equal(errors.splice(0).length, 1);
  });
});
