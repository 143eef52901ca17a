import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RelayFolder } from '../../../src/storage/relayFolder';
import { modesAreKept, until, useTemporaryFolder } from './temporaryFolder';

describe('a folder through which windows tell each other', () => {
  const parent = useTemporaryFolder();
  const folder = () => join(parent(), 'relay');
  let opened: RelayFolder[];

  beforeEach(() => (opened = []));
  afterEach(() => opened.forEach((relay) => relay.dispose()));

  function aWindow(keepMs = 30_000) {
    const relay = new RelayFolder({ folder: folder(), now: Date.now, keepMs });
    opened.push(relay);
    const heard: string[] = [];
    relay.onMessage((text) => heard.push(text));
    return { relay, heard };
  }

  const names = () => readdir(folder());
  const aName = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000.relay`;

  it('carries a text to all other windows, once, and not back', async () => {
    const [a, b, c] = [aWindow(), aWindow(), aWindow()];
    await a.relay.publish('one');
    await until(() => b.heard.length > 0 && c.heard.length > 0);
    await b.relay.publish('two');
    await until(() => a.heard.length > 0 && c.heard.length > 1);
    // Watching tells of it again.
    for (const name of await names()) {
      await utimes(join(folder(), name), new Date(), new Date());
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual([a.heard, b.heard, c.heard], [['two'], ['one'], ['one', 'two']]);
  });

  it('gives a window that opens later what is still there', async () => {
    await aWindow().relay.publish('before');
    const { heard } = aWindow();
    await until(() => heard.length > 0);
    assert.deepEqual(heard, ['before']);
  });

  it('removes a text after its time', async () => {
    const { relay } = aWindow(100);
    await relay.publish('text');
    assert.equal((await names()).length, 1);
    await until(async () => (await names()).length === 0);
  });

  it('removes a text when its window closes, also one that is being written', async () => {
    const { relay } = aWindow();
    await relay.publish('text');
    const publishing = relay.publish('another');
    relay.dispose();
    await publishing;
    assert.deepEqual(await names(), []);
    await relay.publish('late');
    assert.deepEqual(await names(), []);
  });

  it('removes what a window that crashed has left: whoever saw it, and whoever finds it', async () => {
    await mkdir(folder());
    const reader = aWindow(150);
    await writeFile(join(folder(), aName('a')), 'seen');
    await until(() => reader.heard.length > 0);
    await until(async () => (await names()).length === 0);

    for (const name of [aName('b'), `${aName('c')}.x.tmp`]) {
      await writeFile(join(folder(), name), 'found');
      await utimes(join(folder(), name), new Date(), new Date(Date.now() - 31_000));
    }
    reader.relay.dispose();
    const { heard } = aWindow();
    await until(async () => (await names()).length === 0);
    assert.deepEqual(heard, []);
  });

  it('takes a text from years to come for an old one', async () => {
    await mkdir(folder());
    await writeFile(join(folder(), aName('a')), 'text');
    await utimes(join(folder(), aName('a')), new Date(), new Date(Date.now() + 1e9));
    const { heard } = aWindow();
    await until(async () => (await names()).length === 0);
    assert.deepEqual(heard, []);
  });

  it('passes over what is no message', async () => {
    await mkdir(join(folder(), aName('a')), { recursive: true });
    await writeFile(join(folder(), aName('b')), 'x'.repeat(64 * 1024 + 1));
    await writeFile(join(folder(), 'notes.txt'), 'text');
    await writeFile(join(parent(), 'elsewhere'), 'text');
    await symlink(join(parent(), 'elsewhere'), join(folder(), aName('c'))).catch(() => undefined);
    const { heard } = aWindow();
    const other = aWindow();
    await other.relay.publish('x'.repeat(64 * 1024 + 1));
    await other.relay.publish('message');
    await until(() => heard.length > 0);
    assert.deepEqual(heard, ['message']);
  });

  it('is readable by its owner alone', async function () {
    if (!modesAreKept) {
      this.skip();
    }
    await aWindow().relay.publish('text');
    const [name = ''] = await names();
    assert.equal((await stat(join(folder(), name))).mode & 0o777, 0o600);
    assert.equal((await stat(folder())).mode & 0o777, 0o700);
    assert.equal(await readFile(join(folder(), name), 'utf8'), 'text');
  });

  it('says so where it cannot be used, and tells nothing', async () => {
    await writeFile(folder(), 'a file in its place');
    const { relay, heard } = aWindow();
    await assert.rejects(relay.publish('text'));
    assert.deepEqual(heard, []);
  });

  it('tells nobody any more who has left', async () => {
    const [a, b] = [aWindow(), aWindow()];
    const late: string[] = [];
    b.relay.onMessage((text) => late.push(text)).dispose();
    await a.relay.publish('text');
    await until(() => b.heard.length > 0);
    assert.deepEqual(late, []);
  });
});
