import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MonitorStatus } from '../../../src/monitors/monitor';
import type { StatusRun } from '../../../src/monitors/since';
import { PageStore } from '../../../src/storage/pageStore';
import { mergeRuns, parseHistories, StatusHistory } from '../../../src/storage/statusHistory';
import { aMonitor } from '../../support/aMonitor';
import { useTemporaryFolder } from '../../support/temporaryFolder';

const OWNER = { account: 'https://a.test|ines@example.org', address: 'https://a.test/v1' };

const run = (status: MonitorStatus, from: number, to = from): StatusRun => ({ status, from, to });

describe('runs of a status', () => {
  it('grow while the status stays, and end when it changes', () => {
    const seen = [run('up', 1), run('up', 5), run('down', 7), run('down', 9), run('up', 12)];
    assert.deepEqual(
      seen.reduce<StatusRun[]>((runs, one) => mergeRuns(runs, [one]), []),
      [run('up', 1, 5), run('down', 7, 9), run('up', 12)],
    );
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
});
