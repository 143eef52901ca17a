import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from '../../../src/monitors/page';
import { PageStore, type PageStoreOptions, type PageStoreProblem } from '../../../src/storage/pageStore';
import { aMonitor } from '../../support/aMonitor';
import { DAY } from '../../support/aSession';
import { aPage } from '../../support/aPage';
import { ManualClock } from '../../support/manualClock';
import { modesAreKept, until, useTemporaryFolder } from '../../support/temporaryFolder';

const READ_AT = aPage().readAt;
const anna = { account: 'https://a.test|anna@a.test', address: 'https://a.test/v1' };
const bert = { ...anna, account: 'https://a.test|bert@b.test' };
const clara = { ...anna, account: 'https://a.test|clara@c.test' };

const pagesOf = (count: number, fields: Partial<Page> = {}) =>
  Array.from({ length: count }, (_, pageIndex) =>
    aPage({ pageIndex, monitors: [aMonitor({ id: `m${pageIndex}` })], ...fields }),
  );
/** For comparing: of a monitor that was saved, `raw` is a getter. */
const plain = (pages: readonly Page[] | undefined) =>
  pages?.map((page) => ({ ...page, monitors: page.monitors.map((each) => ({ ...each, raw: each.raw })) }));

describe('saved pages', () => {
  const root = useTemporaryFolder();
  const opened: PageStore[] = [];
  let clock: ManualClock;
  let window: PageStore;
  let other: PageStore;
  const byNobody = () => Promise.resolve(false);
  let problems: PageStoreProblem[];

  const openWindow = (options: Partial<PageStoreOptions> = {}) => {
    const store = new PageStore({ storageFolder: root(), now: clock.now, ...options });
    opened.push(store);
    store.onDidEncounterProblem((problem) => problems.push(problem));
    return store;
  };
  const filesIn = async (folder = root()) =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  const fileNamed = async (ending: string) => (await filesIn()).find((path) => path.endsWith(ending))!;

  /** A new snapshot with so many pages, as the current one. */
  async function save(store: PageStore, count: number, owner = anna): Promise<string> {
    const snapshotId = randomUUID();
    assert.equal(await store.startSnapshot(owner, snapshotId, byNobody), true);
    for (const page of pagesOf(count, { snapshotId })) {
      assert.equal(await store.savePage(owner, page), true);
    }
    assert.equal(await store.setCurrent(owner, snapshotId), true);
    return snapshotId;
  }

  beforeEach(() => {
    clock = new ManualClock(Date.now());
    problems = [];
    window = openWindow();
    other = openWindow();
  });
  afterEach(() => opened.splice(0).forEach((store) => store.dispose()));

  it('are there in another window and after a restart, with every field', async () => {
    const id = randomUUID();
    const full = aMonitor({
      id: 'full',
      status: 'degraded',
      rawStatus: 'AV',
      target: 'https://x.test',
      type: 'http',
      lastCheckedAt: READ_AT,
      intervalMs: 60_000,
      tags: ['a', '🙂'],
      raw: { id: 7, text: 'a\nb' },
    });
    const page = aPage({ snapshotId: id, monitors: [full], total: 9, hasMore: true, cutFrom: 7 });
    await window.startSnapshot(anna, id, byNobody);
    await window.savePage(anna, page);
    await window.setCurrent(anna, id);
    for (const each of [window, other, openWindow()]) {
      assert.deepEqual(plain(await each.load(anna)), [page]);
    }
    assert.deepEqual(problems, []);
  });

  it('are absent before anything was saved, and before a snapshot is the current one', async () => {
    assert.deepEqual(await window.load(anna), []);
    const id = randomUUID();
    await window.startSnapshot(anna, id, byNobody);
    await window.savePage(anna, aPage({ snapshotId: id }));
    assert.deepEqual(await other.load(anna), []);
  });

  it('belong to one account at one address', async () => {
    await save(window, 1);
    await save(window, 2, bert);
    assert.equal((await other.load(anna)).length, 1);
    assert.equal((await other.load(bert)).length, 2);
    assert.deepEqual(await other.load({ ...anna, address: 'https://a.test/v2' }), []);
  });

  it('never name the account or hold a secret, in names or contents of files', async () => {
    const raw = {
      url: 'https://x.test',
      auth: { password: 'hunter2' },
      headers: [{ name: 'X-Api-Key', value: 'k3y' }],
    };
    const id = randomUUID();
    await window.startSnapshot(anna, id, byNobody);
    const page = aPage({ snapshotId: id, monitors: [aMonitor({ raw })] });
    await window.savePage(anna, Object.assign(page, { token: 'mst_1', account: 'anna' }));
    await window.setCurrent(anna, id);
    const names = await filesIn(join(root(), 'saved-pages'));
    const texts = await Promise.all(names.map((name) => readFile(name, 'utf8')));
    for (const secret of ['anna', 'hunter2', 'k3y', 'mst_1']) {
      assert.ok(
        ![...names.map((name) => name.slice(root().length)), ...texts].join().includes(secret),
        secret,
      );
    }
    assert.ok(texts.join().includes('https://x.test'));
  });

  it('may come in any order, and count up to the first that is missing', async () => {
    const id = randomUUID();
    await window.startSnapshot(anna, id, byNobody);
    await window.setCurrent(anna, id);
    for (const pageIndex of [3, 1, 0]) {
      await window.savePage(anna, aPage({ snapshotId: id, pageIndex }));
    }
    assert.equal((await other.load(anna)).length, 2);
    await window.savePage(anna, aPage({ snapshotId: id, pageIndex: 2 }));
    assert.deepEqual(
      (await other.load(anna)).map(({ pageIndex }) => pageIndex),
      [0, 1, 2, 3],
    );
  });

  it('are those of both windows that go on with one snapshot', async () => {
    const id = await save(window, 1);
    await other.load(anna);
    await Promise.all([
      window.savePage(anna, aPage({ snapshotId: id, pageIndex: 1 })),
      other.savePage(anna, aPage({ snapshotId: id, pageIndex: 2 })),
    ]);
    for (const each of [window, other, openWindow()]) {
      assert.equal((await each.load(anna)).length, 3);
    }
  });

  it('that are read anew take the place of the older ones, and never the other way round', async () => {
    const id = await save(window, 2);
    const anew = aPage({ snapshotId: id, pageIndex: 1, monitors: 'z', readAt: READ_AT + 5 });
    await window.savePage(anna, anew);
    await window.savePage(anna, aPage({ snapshotId: id, pageIndex: 1, readAt: READ_AT + 2 }));
    assert.deepEqual(plain([(await other.load(anna))[1]!]), [anew]);
    assert.deepEqual(plain([(await other.readPage(anna, id, 1))!]), [anew]);
    assert.equal((await filesIn()).filter((path) => path.endsWith('.page')).length, 2);
  });

  it('keep a monitor whose record cannot be written', async () => {
    const id = randomUUID();
    await window.startSnapshot(anna, id, byNobody);
    await window.setCurrent(anna, id);
    assert.equal(
      await window.savePage(anna, aPage({ snapshotId: id, monitors: [aMonitor({ raw: { size: 7n } })] })),
      true,
    );
    assert.deepEqual((await other.load(anna))[0]?.monitors[0]?.raw, null);
  });

  describe('of a new snapshot', () => {
    it('take the place of the old ones at once; of those before, only the last stay', async () => {
      const ids: string[] = [];
      for (const count of [1, 2, 3]) {
        ids.push(await save(window, count));
        assert.equal((await other.load(anna)).length, count);
      }
      const kept = (await filesIn()).join();
      assert.deepEqual(
        ids.map((id) => kept.includes(id)),
        [false, true, true],
      );
    });
  });

  describe('of an account that signs out', () => {
    it('are removed, at all its addresses, and those of others are not', async () => {
      await save(window, 2);
      await save(window, 1, { ...anna, address: 'https://a.test/v2' });
      await save(window, 1, bert);
      await other.remove(anna.account, []);
      assert.equal((await filesIn()).length, 2);
      assert.equal((await readdir(join(root(), 'saved-pages'))).length, 1);
      assert.deepEqual(await window.load(anna), []);
      await other.removeAll();
      assert.deepEqual(await readdir(join(root(), 'saved-pages')), []);
    });

    it('are not brought back by a page that another window was still reading', async () => {
      const id = await save(window, 1);
      await other.remove(anna.account, []);
      const late = aPage({ snapshotId: id, pageIndex: 1 });
      assert.equal(await window.savePage(anna, late), false);
      assert.equal(await window.setCurrent(anna, id), false);
      assert.deepEqual(await readdir(join(root(), 'saved-pages')), []);
      await other.startSnapshot(anna, randomUUID(), byNobody);
      assert.equal(await window.savePage(anna, late), false);
      assert.deepEqual(problems, []);
    });

    it('are gone once that is done, also where another window has renamed them first and is emptying them', async () => {
      await save(window, 2);
      const folder = window.folderOf(anna);
      await rename(folder, join(root(), 'saved-pages', `${randomUUID()}.removed`));
      await other.remove(anna.account, []);
      assert.deepEqual(await readdir(join(root(), 'saved-pages')), []);
    });
  });

  describe('that cannot be saved', () => {
    it('for a file stands in the place of the folder, are a result and a problem', async () => {
      await writeFile(join(root(), 'saved-pages'), '');
      const id = randomUUID();
      assert.equal(await window.startSnapshot(anna, id, byNobody), false);
      assert.equal(await window.savePage(anna, aPage({ snapshotId: id })), false);
      assert.deepEqual(await window.load(anna), []);
      window.onDidChange(anna, () => assert.fail()).dispose();
      assert.deepEqual(
        problems.map(({ kind }) => kind),
        ['notSaved', 'unreadable'],
      );
    });

    it('for their snapshot has no proper id, are a result', async () => {
      assert.equal(await window.startSnapshot(anna, '../../../x', byNobody), false);
      assert.ok(problems[0]?.kind === 'notSaved' && problems[0].error instanceof RangeError);
    });
  });

  type Json = Record<string, unknown>;
  const wrongPages: Json[] = [
    ...[
      { version: 2 },
      { version: undefined },
      { snapshotId: randomUUID() },
      { snapshotId: 7 },
      { cutFrom: -1 },
      { recordsLength: 1 },
      { monitors: {} },
      { monitors: [null] },
    ],
    ...[
      { pageIndex: 2 },
      { pageIndex: -1 },
      { readAt: 'x' },
      { readAt: 1 },
      { pageSize: 0 },
      { pageSize: '3' },
    ],
    ...[{ total: -1 }, { total: 1.5 }, { total: 2 ** 64 }, { hasMore: 1 }],
  ];
  const wrongMonitors: Json[] = [
    ...[{ id: '' }, { id: 3 }, { name: null }, { status: 'toString' }, { status: 'fine' }, { tags: [1] }],
    ...[{ tags: 'web' }, { rawStatus: 3 }, { target: {} }, { lastCheckedAt: 'now' }, { intervalMs: '1' }],
    { lastCheckedAt: 9e15 },
  ];
  type Damage = (head: Json, records: string) => string;
  const damages: [string, Damage][] = [
    ['empty', () => ''],
    ['no JSON', () => 'garbage'],
    ['cut in its first line', (head) => JSON.stringify(head).slice(0, -5)],
    ['cut in its records', (head, records) => `${JSON.stringify(head)}\n${records.slice(0, -3)}`],
    ['an array', (_, records) => `[]\n${records}`],
    ...wrongPages.map((wrong): [string, Damage] => [
      `with ${JSON.stringify(wrong)}`,
      (head, records) => `${JSON.stringify({ ...head, ...wrong })}\n${records}`,
    ]),
    ...wrongMonitors.map((wrong): [string, Damage] => [
      `of a monitor with ${JSON.stringify(wrong)}`,
      (head, records) =>
        `${JSON.stringify({ ...head, monitors: [{ ...(head['monitors'] as Json[])[0], ...wrong }] })}\n${records}`,
    ]),
  ];
  for (const [kind, damage] of damages) {
    it(`are set aside once, and told, where a file is ${kind}`, async () => {
      const id = await save(window, 3);
      const path = (await filesIn()).find((each) => /\/1-\d+\.page$/.test(each.replaceAll('\\', '/')))!;
      const [head, ...records] = (await readFile(path, 'utf8')).split('\n');
      await writeFile(path, damage(JSON.parse(head!) as Json, records.join('\n')));
      for (const each of [openWindow(), openWindow()]) {
        assert.equal((await each.load(anna)).length, 1);
      }
      assert.deepEqual(
        problems.map((problem) => problem.kind),
        ['damaged'],
      );
      assert.ok((await filesIn()).includes(`${path}.damaged`));
      assert.equal(await openWindow().savePage(anna, aPage({ snapshotId: id, pageIndex: 1 })), true);
      assert.equal((await other.load(anna)).length, 3);
    });
  }

  for (const wrong of ['', 'null', '../../x', '..', `${randomUUID()}\n`]) {
    it(`are absent where the file that names the snapshot holds ${JSON.stringify(wrong)}`, async () => {
      await save(window, 1);
      await writeFile(await fileNamed('current'), wrong);
      assert.deepEqual(await other.load(anna), []);
      assert.deepEqual(await other.load(anna), []);
      assert.equal(problems.length, 1);
      await save(window, 1);
      assert.equal((await other.load(anna)).length, 1);
    });
  }

  it('have neither prototypes nor foreign fields taken from them', async () => {
    await save(window, 1);
    const path = await fileNamed('.page');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/"name":/g, '"__proto__":{"polluted":1},"extra":1,"name":'));
    const [monitor] = (await other.load(anna))[0]!.monitors;
    assert.deepEqual(Object.keys(monitor!).sort(), ['id', 'name', 'status', 'tags']);
    assert.equal((monitor as unknown as Json)['polluted'], undefined);
    assert.equal(({} as Json)['polluted'], undefined);
  });

  it('are whole after the window that saved them was killed at any moment', async () => {
    const id = randomUUID();
    await window.startSnapshot(anna, id, byNobody);
    await window.setCurrent(anna, id);
    const writer = fork(require.resolve('../../support/pageWriter'), [
      root(),
      anna.account,
      anna.address,
      id,
    ]);
    let saved = 0;
    writer.on('message', () => (saved += 1));
    await until(() => saved > 5);
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    const pages = await other.load(anna);
    assert.ok(pages.length >= saved);
    assert.deepEqual(problems, []);
  });

  describe('are swept clean', () => {
    const longAgo = new Date(Date.now() - 20 * 60_000);
    it('of an account without a session after 90 days, unless the user keeps them', async () => {
      const old = new Date(clock.now() - 91 * DAY);
      for (const owner of [anna, bert, clara]) {
        await save(window, 1, owner);
      }
      await window.keep(clara);
      for (const owner of [anna, bert, clara]) {
        await utimes(window.folderOf(owner), old, old);
      }
      await other.sweep([anna]);
      const loaded = await Promise.all([anna, bert, clara].map((owner) => other.load(owner)));
      assert.deepEqual(
        loaded.map(({ length }) => length),
        [1, 0, 1],
      );
      await window.startSnapshot(clara, randomUUID(), byNobody);
      await utimes(window.folderOf(clara), old, old);
      await other.sweep([anna]);
      assert.equal((await other.load(clara)).length, 0, 'they were signed in again since');
    });

    it('of nothing that has another name, or that a symbolic link leads to', async () => {
      await save(window, 1);
      const outside = join(root(), 'outside');
      const owner = window.folderOf(anna);
      const pages = join(root(), 'saved-pages');
      await cp(owner, outside, { recursive: true });
      const abandoned = join(outside, randomUUID());
      await mkdir(abandoned);
      await symlink(outside, window.folderOf(bert));
      await symlink(outside, join(owner, randomUUID()));
      for (const name of ['snapshots', 'mine']) {
        await mkdir(join(pages, name));
        await writeFile(join(pages, name, 'notes.txt'), '');
      }
      await writeFile(join(owner, 'notes.tmp'), '');
      const before = await readdir(outside, { recursive: true });
      for (const path of [outside, abandoned, owner, ...(await filesIn())]) {
        await utimes(path, longAgo, longAgo);
      }
      await other.sweep([]);
      assert.deepEqual(
        (await readdir(pages)).sort(),
        [basename(owner), basename(window.folderOf(bert)), 'mine', 'snapshots'].sort(),
      );
      assert.deepEqual(await readdir(outside, { recursive: true }), before);
      assert.ok((await readdir(owner)).includes('notes.tmp'));
    });
  });

  it('are readable by their owner alone', async function () {
    if (!modesAreKept) {
      this.skip();
    }
    await save(window, 1);
    for (const path of await filesIn()) {
      assert.equal((await stat(path)).mode & 0o777, 0o600, path);
      assert.equal((await stat(join(path, '..'))).mode & 0o777, 0o700, path);
    }
  });

  it('make no folder and no watch before someone saves or subscribes', async () => {
    await window.load(anna);
    await window.readPage(anna, randomUUID(), 0);
    await window.savePage(anna, aPage({ snapshotId: randomUUID() }));
    await window.sweep([anna]);
    assert.deepEqual(await readdir(root()), []);
    await rm(root(), { recursive: true, force: true });
    assert.deepEqual(await window.load(anna), []);
  });
});
