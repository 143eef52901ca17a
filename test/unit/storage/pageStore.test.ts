import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '../../../src/monitors/page';
import {
  pagesToAdopt,
  PageStore,
  type PageStoreOptions,
  type PageStoreProblem,
  type Reading,
  type StoredReading,
} from '../../../src/storage/pageStore';
import { aMonitor } from '../../support/aMonitor';
import { aPage } from '../../support/aPage';
import { ManualClock } from '../../support/manualClock';
import { modesAreKept, until, useTemporaryFolder } from './temporaryFolder';

const READ_AT = aPage().readAt;
const anna = { account: 'https://a.test|anna@a.test', address: 'https://a.test/v1' };
const bert = { ...anna, account: 'https://a.test|bert@b.test' };

const aReading = (fields: Partial<Reading> = {}): Reading => ({
  id: randomUUID(),
  pageSize: 3,
  createdAt: READ_AT,
  ...fields,
});
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

  /** A reading with so many pages, as the current one. */
  async function save(
    store: PageStore,
    count: number,
    reading = aReading(),
    owner = anna,
  ): Promise<StoredReading> {
    assert.deepEqual(await store.startReading(owner, reading), { saved: true });
    const pages = pagesOf(count, { pageSize: reading.pageSize });
    for (const page of pages) {
      assert.deepEqual(await store.savePage(owner, reading.id, page), { saved: true });
    }
    assert.deepEqual(await store.setCurrent(owner, reading), { saved: true });
    return { ...reading, pages };
  }

  beforeEach(() => {
    clock = new ManualClock(Date.now());
    problems = [];
    window = openWindow();
    other = openWindow();
  });
  afterEach(() => opened.splice(0).forEach((store) => store.dispose()));

  it('are there in another window and after a restart, with every field', async () => {
    const reading = aReading();
    const full = aMonitor({
      ...{ id: 'full', status: 'degraded', rawStatus: 'AV', target: 'https://x.test', type: 'http' },
      ...{ lastCheckedAt: READ_AT, intervalMs: 60_000, tags: ['a', '🙂'], raw: { id: 7, text: 'a\nb' } },
    });
    const page = aPage({ monitors: [full], total: 9, hasMore: true });
    await window.startReading(anna, reading);
    await window.savePage(anna, reading.id, page);
    await window.setCurrent(anna, reading);
    for (const each of [window, other, openWindow()]) {
      const loaded = await each.load(anna);
      assert.deepEqual({ ...loaded, pages: plain(loaded?.pages) }, { ...reading, pages: [page] });
    }
    assert.deepEqual(problems, []);
  });

  it('are none before anything was saved, and before a reading is the current one', async () => {
    assert.equal(await window.load(anna), undefined);
    const reading = aReading();
    await window.startReading(anna, reading);
    await window.savePage(anna, reading.id, aPage());
    assert.equal(await other.load(anna), undefined);
  });

  it('belong to one account at one address', async () => {
    await save(window, 1);
    await save(window, 2, aReading(), bert);
    assert.equal((await other.load(anna))?.pages.length, 1);
    assert.equal((await other.load(bert))?.pages.length, 2);
    assert.equal(await other.load({ ...anna, address: 'https://a.test/v2' }), undefined);
  });

  it('never name the account or hold a secret, in names or contents of files', async () => {
    const raw = {
      url: 'https://x.test',
      auth: { password: 'hunter2' },
      headers: [{ name: 'X-Api-Key', value: 'k3y' }],
    };
    const reading = aReading();
    await window.startReading(anna, reading);
    await window.savePage(anna, reading.id, {
      ...aPage({ monitors: [aMonitor({ raw })] }),
      ...{ token: 'mst_1', account: 'anna' },
    } as Page);
    await window.setCurrent(anna, reading);
    const names = await filesIn(join(root(), 'pages'));
    const texts = await Promise.all(names.map((name) => readFile(name, 'utf8')));
    for (const secret of ['anna', 'hunter2', 'k3y', 'mst_1']) {
      assert.ok(
        ![...names.map((name) => name.slice(root().length)), ...texts].join().includes(secret),
        secret,
      );
    }
    assert.ok(texts.join().includes('https://x.test'));
  });

  it('are each written once: saving a page touches no other', async () => {
    const reading = await save(window, 3);
    const before = await Promise.all((await filesIn()).map((path) => stat(path)));
    await window.savePage(anna, reading.id, aPage({ pageIndex: 3 }));
    const after = await Promise.all(
      (await filesIn()).filter((path) => !path.includes('3-')).map((path) => stat(path)),
    );
    assert.deepEqual(
      after.map(({ ino, mtimeMs }) => [ino, mtimeMs]),
      before.map(({ ino, mtimeMs }) => [ino, mtimeMs]),
    );
  });

  it('may come in any order, and count up to the first that is missing', async () => {
    const reading = aReading();
    await window.startReading(anna, reading);
    await window.setCurrent(anna, reading);
    for (const pageIndex of [3, 1, 0]) {
      await window.savePage(anna, reading.id, aPage({ pageIndex }));
    }
    assert.equal((await other.load(anna))?.pages.length, 2);
    await window.savePage(anna, reading.id, aPage({ pageIndex: 2 }));
    assert.deepEqual(
      (await other.load(anna))?.pages.map(({ pageIndex }) => pageIndex),
      [0, 1, 2, 3],
    );
  });

  it('are those of both windows that go on with one reading', async () => {
    const { id } = await save(window, 1);
    await other.load(anna);
    await Promise.all([
      window.savePage(anna, id, aPage({ pageIndex: 1 })),
      other.savePage(anna, id, aPage({ pageIndex: 2 })),
    ]);
    for (const each of [window, other, openWindow()]) {
      assert.equal((await each.load(anna))?.pages.length, 3);
    }
  });

  it('that are read anew take the place of the older ones, and never the other way round', async () => {
    const { id } = await save(window, 2);
    const anew = aPage({ pageIndex: 1, monitors: 'z', readAt: READ_AT + 5 });
    await window.savePage(anna, id, anew);
    await window.savePage(anna, id, aPage({ pageIndex: 1, readAt: READ_AT + 2 }));
    assert.deepEqual(plain([(await other.load(anna))!.pages[1]!]), [anew]);
    assert.deepEqual(plain([(await other.readPage(anna, id, 1))!]), [anew]);
    assert.equal((await filesIn()).filter((path) => path.endsWith('.page')).length, 2);
  });

  it('can be found one by one, as soon as another window has saved them', async () => {
    const { id, pages } = await save(window, 1);
    assert.deepEqual(plain([(await other.readPage(anna, id, 0))!]), pages);
    assert.equal(await other.readPage(anna, id, 1), undefined);
    assert.equal(await other.readPage(anna, randomUUID(), 0), undefined);
    assert.equal(await other.readPage(anna, '../../x', 0), undefined);
  });

  it('that a window shows already are not read from disk again', async () => {
    const { id } = await save(window, 2);
    const shown = (await other.load(anna))!;
    await window.savePage(anna, id, aPage({ pageIndex: 1, readAt: READ_AT + 1 }));
    const again = (await other.load(anna, shown))!;
    assert.equal(again.pages[0], shown.pages[0]);
    assert.notEqual(again.pages[1], shown.pages[1]);
  });

  it('hold each record as text, parsed when someone looks at it', async () => {
    let parsed = 0;
    const fromText = (text: string) => (index: number) => {
      parsed += 1;
      return (JSON.parse(text) as unknown[])[index];
    };
    const lazy = openWindow({ records: { toText: () => '[{"a":1}]', fromText } });
    await save(lazy, 1);
    const monitor = (await lazy.load(anna))!.pages[0]!.monitors[0]!;
    assert.equal(parsed, 0);
    assert.deepEqual(monitor.raw, { a: 1 });
    assert.equal(parsed, 1);
  });

  it('keep a monitor whose record cannot be written', async () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 20_000; level += 1) {
      deep = [deep];
    }
    const circular: { self?: unknown } = {};
    circular.self = deep;
    const reading = aReading();
    await window.startReading(anna, reading);
    await window.setCurrent(anna, reading);
    assert.ok(
      (await window.savePage(anna, reading.id, aPage({ monitors: [aMonitor({ raw: circular })] }))).saved,
    );
    assert.deepEqual((await other.load(anna))?.pages[0]?.monitors[0]?.raw, null);
  });

  describe('of a new reading', () => {
    it('take the place of the old ones at once, and those before them are removed', async () => {
      const readings: Reading[] = [];
      for (const createdAt of [1, 2, 3]) {
        readings.push(await save(window, createdAt, aReading({ createdAt })));
        assert.equal((await other.load(anna))?.pages.length, createdAt);
      }
      const kept = (await filesIn()).join();
      assert.deepEqual(
        readings.map(({ id }) => kept.includes(id)),
        [false, true, true],
      );
    });

    it('do not keep another window from going on with the one before', async () => {
      const { id } = await save(window, 2);
      await other.load(anna);
      await save(window, 1, aReading({ createdAt: READ_AT + 1 }));
      assert.ok((await other.savePage(anna, id, aPage({ pageIndex: 2 }))).saved);
      assert.ok(await openWindow().readPage(anna, id, 2));
      assert.equal((await openWindow().load(anna))?.pages.length, 1);
    });

    it('do not replace those of a reading that began later, unless its clock was wrong', async () => {
      await save(window, 1, aReading({ createdAt: clock.now() }));
      const older = aReading({ createdAt: clock.now() - 1 });
      await other.startReading(anna, older);
      assert.deepEqual(await other.setCurrent(anna, older), { saved: false, reason: 'superseded' });
      clock.jump(-10 * 60_000);
      assert.deepEqual(await other.setCurrent(anna, older), { saved: true });
      assert.deepEqual(problems, []);
    });

    it('survive that another reading becomes the current one while they are still coming', async () => {
      const coming = aReading({ createdAt: READ_AT + 9 });
      await other.startReading(anna, coming);
      await other.savePage(anna, coming.id, aPage());
      for (const createdAt of [1, 2, 3]) {
        await save(window, 1, aReading({ createdAt: READ_AT + createdAt }));
      }
      await other.savePage(anna, coming.id, aPage({ pageIndex: 1 }));
      await other.setCurrent(anna, coming);
      assert.equal((await openWindow().load(anna))?.pages.length, 2);
    });

    it('are loaded whole or not at all while they replace others', async () => {
      await save(window, 5);
      for (let createdAt = 1; createdAt < 15; createdAt += 1) {
        const [loaded] = await Promise.all([
          other.load(anna),
          save(window, 5, aReading({ createdAt: READ_AT + createdAt })),
        ]);
        assert.equal(loaded?.pages.length, 5);
      }
      assert.deepEqual(problems, []);
    });
  });

  describe('of an account that signs out', () => {
    it('are removed, at all its addresses, and those of others are not', async () => {
      await save(window, 2);
      await save(window, 1, aReading(), { ...anna, address: 'https://a.test/v2' });
      await save(window, 1, aReading(), bert);
      await other.remove(anna.account);
      assert.equal((await filesIn()).length, 2);
      assert.equal((await readdir(join(root(), 'pages'))).length, 1);
      assert.equal(await window.load(anna), undefined);
      await other.removeAll();
      assert.deepEqual(await readdir(join(root(), 'pages')), []);
    });

    it('are not brought back by a page that another window was still reading', async () => {
      const { id, ...rest } = await save(window, 1);
      await other.remove(anna.account);
      const late = aPage({ pageIndex: 1 });
      assert.deepEqual(await window.savePage(anna, id, late), { saved: false, reason: 'removed' });
      assert.deepEqual(await window.setCurrent(anna, { id, ...rest }), { saved: false, reason: 'removed' });
      assert.deepEqual(await readdir(join(root(), 'pages')), []);
      await other.startReading(anna, aReading());
      assert.deepEqual(await window.savePage(anna, id, late), { saved: false, reason: 'removed' });
      assert.deepEqual(problems, []);
    });

    it('are not brought back by pages that are being written at that moment', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { id } = await save(window, 1);
        const late = Array.from({ length: 8 }, (_, index) =>
          window.savePage(anna, id, aPage({ pageIndex: index + 1 })),
        );
        await other.remove(anna.account);
        await Promise.all(late);
        assert.deepEqual(await readdir(join(root(), 'pages')), []);
      }
    });
  });

  describe('that cannot be saved', () => {
    it('for the disk does not take them, are a result and a problem, once, and can be saved later', async () => {
      const { id } = await save(window, 1);
      const folder = join(await fileNamed('.page'), '..');
      await rename(folder, `${folder}.away`);
      await writeFile(folder, 'a file in the place of the folder');
      for (const pageIndex of [1, 2]) {
        const result = await window.savePage(anna, id, aPage({ pageIndex }));
        assert.ok(!result.saved && result.reason === 'failed' && result.error instanceof Error);
      }
      assert.deepEqual(
        problems.map(({ kind }) => kind),
        ['notSaved'],
      );
      assert.ok((await filesIn()).every((path) => !path.endsWith('.tmp')));
      await rm(folder);
      await rename(`${folder}.away`, folder);
      assert.ok((await window.savePage(anna, id, aPage({ pageIndex: 1 }))).saved);
      assert.equal((await other.load(anna))?.pages.length, 2);
    });

    it('for a file stands in the place of the folder, are a result and a problem', async () => {
      await writeFile(join(root(), 'pages'), '');
      const reading = aReading();
      assert.equal((await window.startReading(anna, reading)).saved, false);
      assert.equal((await window.savePage(anna, reading.id, aPage())).saved, false);
      assert.equal(await window.load(anna), undefined);
      window.onDidChange(anna, () => assert.fail()).dispose();
      assert.deepEqual(
        problems.map(({ kind }) => kind),
        ['notSaved', 'unreadable'],
      );
    });

    it('for the reading would take too much room, are a result and a problem, once', async () => {
      const { id } = await save(window, 2);
      const bytes = (await Promise.all((await filesIn()).map((path) => stat(path)))).map(({ size }) => size);
      const small = openWindow({ maxReadingBytes: Math.max(...bytes) * 2 });
      for (const pageIndex of [2, 3]) {
        const result = await small.savePage(anna, id, aPage({ pageIndex, monitors: 'abc' }));
        assert.deepEqual(result, { saved: false, reason: 'tooLarge' });
      }
      assert.equal(problems.length, 1);
      assert.ok((await small.savePage(anna, id, aPage({ pageIndex: 1, readAt: READ_AT + 1 }))).saved);
      assert.equal((await other.load(anna))?.pages.length, 2);
    });

    it('for their reading has no proper id, are a result', async () => {
      const result = await window.startReading(anna, aReading({ id: '../../../x' }));
      assert.ok(!result.saved && result.reason === 'failed' && result.error instanceof RangeError);
    });
  });

  type Json = Record<string, unknown>;
  const wrongPages: Json[] = [
    ...[{ version: 2 }, { version: undefined }, { recordsLength: 1 }, { monitors: {} }, { monitors: [null] }],
    ...[
      { pageIndex: 1 },
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
      const { id } = await save(window, 3);
      const path = (await filesIn()).find((each) => /\/1-\d+\.page$/.test(each.replaceAll('\\', '/')))!;
      const [head, ...records] = (await readFile(path, 'utf8')).split('\n');
      await writeFile(path, damage(JSON.parse(head!) as Json, records.join('\n')));
      for (const each of [openWindow(), openWindow()]) {
        assert.equal((await each.load(anna))?.pages.length, 1);
      }
      assert.deepEqual(
        problems.map((problem) => problem.kind),
        ['damaged'],
      );
      assert.ok((await filesIn()).includes(`${path}.damaged`));
      assert.ok((await openWindow().savePage(anna, id, aPage({ pageIndex: 1 }))).saved);
      assert.equal((await other.load(anna))?.pages.length, 3);
    });
  }

  it('of another page size than the reading are not taken', async () => {
    const { id } = await save(window, 2);
    await window.savePage(anna, id, aPage({ pageIndex: 2, pageSize: 5 }));
    assert.equal((await other.load(anna))?.pages.length, 2);
  });

  const wrongCurrents = [
    ...['', 'null', '[]', '{"version":1'],
    ...[{ version: 2 }, { id: '../x' }, { id: 7 }, { pageSize: 0 }, { createdAt: -1 }, { previous: '..' }],
  ];
  for (const wrong of wrongCurrents) {
    it(`are none where the file that names the reading is ${JSON.stringify(wrong)}`, async () => {
      await save(window, 1);
      const path = await fileNamed('current.json');
      const good = JSON.parse(await readFile(path, 'utf8')) as Json;
      await writeFile(path, typeof wrong === 'string' ? wrong : JSON.stringify({ ...good, ...wrong }));
      assert.equal(await other.load(anna), undefined);
      assert.equal(await other.load(anna), undefined);
      assert.equal(problems.length, 1);
      await save(window, 1);
      assert.equal((await other.load(anna))?.pages.length, 1);
    });
  }

  it('have neither prototypes nor foreign fields taken from them', async () => {
    await save(window, 1);
    const path = await fileNamed('.page');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/"name":/g, '"__proto__":{"polluted":1},"extra":1,"name":'));
    const [monitor] = (await other.load(anna))!.pages[0]!.monitors;
    assert.deepEqual(Object.keys(monitor!).sort(), ['id', 'name', 'status', 'tags']);
    assert.equal((monitor as unknown as Json)['polluted'], undefined);
    assert.equal(({} as Json)['polluted'], undefined);
  });

  it('are told of to other windows, and never to the one that saved them', async () => {
    let depth = 0;
    const subscriptions = [
      window.onDidChange(anna, () => assert.fail('its own change')),
      other.onDidChange(bert, () => assert.fail('another account')),
      other.onDidChange(
        anna,
        () => void other.load(anna).then((loaded) => (depth = loaded?.pages.length ?? 0)),
      ),
    ];
    const { id, pageSize } = await save(window, 1);
    await until(() => depth === 1);
    await window.savePage(anna, id, aPage({ pageIndex: 1 }));
    await until(() => depth === 2);
    await save(window, 3, aReading({ pageSize, createdAt: READ_AT + 1 }));
    await until(() => depth === 3);
    subscriptions.forEach((subscription) => subscription.dispose());
  });

  it('are whole after the window that saved them was killed at any moment', async function () {
    this.timeout(20_000);
    const reading = aReading();
    await window.startReading(anna, reading);
    await window.setCurrent(anna, reading);
    const writer = fork(require.resolve('./pageWriter'), [root(), anna.account, anna.address, reading.id]);
    let saved = 0;
    writer.on('message', () => (saved += 1));
    await until(() => saved > 5);
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    const pages = (await other.load(anna))?.pages ?? [];
    assert.ok(pages.length >= saved);
    assert.deepEqual(problems, []);
  });

  describe('are swept clean', () => {
    const longAgo = new Date(Date.now() - 20 * 60_000);
    it('of readings and files that a window left behind when it crashed', async () => {
      const { id } = await save(window, 1);
      const owner = join(await fileNamed('current.json'), '..');
      const abandoned = join(owner, randomUUID());
      const removed = join(root(), 'pages', `${randomUUID()}.removed`);
      const coming = join(owner, randomUUID());
      await cp(join(owner, id), abandoned, { recursive: true });
      await cp(owner, removed, { recursive: true });
      await mkdir(coming);
      await writeFile(join(owner, 'old.tmp'), '');
      await writeFile(join(owner, 'new.tmp'), '');
      await utimes(abandoned, longAgo, longAgo);
      await utimes(join(owner, id), longAgo, longAgo);
      await utimes(join(owner, 'old.tmp'), longAgo, longAgo);
      await writeFile(join(root(), 'pages', '.DS_Store'), '');
      await other.sweep();
      assert.deepEqual((await readdir(join(root(), 'pages'))).length, 2);
      assert.deepEqual(
        (await readdir(owner)).sort(),
        ['current.json', 'new.tmp', id, coming.slice(owner.length + 1)].sort(),
      );
      assert.equal((await other.load(anna))?.pages.length, 1);
    });

    it('of what earlier versions kept', async () => {
      for (const name of ['snapshots', 'relay', 'ledger']) {
        await mkdir(join(root(), name));
        await writeFile(join(root(), name, 'x.json'), '{"account":"anna@a.test"}');
      }
      await other.sweep();
      await other.sweep();
      assert.deepEqual(await readdir(root()), ['ledger']);
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
    await window.savePage(anna, randomUUID(), aPage());
    await window.sweep();
    assert.deepEqual(await readdir(root()), []);
    await rm(root(), { recursive: true, force: true });
    assert.equal(await window.load(anna), undefined);
  });
});

describe('what a window shows after another has saved pages', () => {
  const shown: StoredReading = { ...aReading(), pages: pagesOf(3) };
  const newer = (count: number, fields: Partial<Page> = {}): StoredReading => ({
    ...aReading({ createdAt: READ_AT + 1 }),
    pages: pagesOf(count, fields),
  });

  it('is all that is stored where it shows nothing', () => {
    assert.equal(pagesToAdopt(undefined, shown), shown.pages);
    assert.equal(pagesToAdopt({ ...newer(0), pages: [] }, shown), shown.pages);
  });

  it('is the same where nothing is new', () => {
    assert.equal(pagesToAdopt(shown, { ...shown, pages: pagesOf(2) }), undefined);
    assert.equal(pagesToAdopt(shown, { ...shown, pages: pagesOf(3, { readAt: READ_AT - 1 }) }), undefined);
  });

  it('has the further pages and the newer ones of its own reading, and keeps the others as they are', () => {
    const stored = pagesOf(4);
    stored[1] = aPage({ pageIndex: 1, readAt: READ_AT + 9 });
    const pages = pagesToAdopt(shown, { ...shown, pages: stored });
    assert.deepEqual(
      pages?.map((page, index) => [page === shown.pages[index], page === stored[index]]),
      [
        [true, false],
        [false, true],
        [true, false],
        [false, true],
      ],
    );
    assert.equal(pagesToAdopt(shown, { ...shown, pages: stored.slice(0, 2) })?.length, 3);
  });

  it('is a newer reading that is at least as deep, in whatever page size, or that is complete', () => {
    for (const reading of [newer(3), newer(4), newer(2, { hasMore: false }), { ...newer(1), pageSize: 9 }]) {
      assert.equal(pagesToAdopt(shown, reading), reading.pages);
    }
  });

  it('is never a shallower reading, or one that began before', () => {
    for (const reading of [
      newer(2),
      { ...newer(9), createdAt: READ_AT - 1 },
      { ...newer(9), createdAt: READ_AT },
    ]) {
      assert.equal(pagesToAdopt(shown, reading), undefined);
    }
  });
});
