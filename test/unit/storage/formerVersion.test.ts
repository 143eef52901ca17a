import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { FORMER_CLEARED } from '../../../src/base/memento';
import { clearFormerVersion } from '../../../src/storage/formerVersion';
import { InMemoryMemento } from '../../support/inMemorySecretStorage';
import { useTemporaryFolder } from './temporaryFolder';

describe('What version 1.0.0 has left', () => {
  const root = useTemporaryFolder();

  it('is removed where it saved pages, which may hold secrets, and nothing else in its folder is', async () => {
    const pages = join(root(), 'pages');
    const owner = join(pages, `${'0a'.repeat(16)}-${'1b'.repeat(16)}`);
    await mkdir(join(owner, 'e3f0a1b2-0000-4000-8000-000000000001'), { recursive: true });
    await writeFile(join(owner, 'history.json'), '[["https://u:hunter2@h.example",[]]]');
    await cp(owner, join(pages, 'e3f0a1b2-0000-4000-8000-000000000002.removed'), { recursive: true });
    const outside = join(root(), 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'notes.txt'), 'mine');
    const link = join(pages, `${'2c'.repeat(16)}-${'3d'.repeat(16)}`);
    await symlink(outside, link);
    await mkdir(join(pages, 'mine'));
    await writeFile(join(pages, 'notes.txt'), 'mine');
    await clearFormerVersion(new InMemoryMemento(), root(), assert.fail);
    assert.deepEqual((await readdir(pages)).sort(), [basename(link), 'mine', 'notes.txt']);
    assert.equal(await readFile(join(outside, 'notes.txt'), 'utf8'), 'mine');
  });

  it('is masked in the pins of all accounts, removed where nothing reads it, and nothing else is written', async () => {
    const memento = new InMemoryMemento();
    const pin = { id: '1', name: 'Shop', target: 'https://ines:hunter2@shop.example/' };
    const settled = { pins: [{ id: '2', name: 'Plain', target: 'https://plain.example/' }] };
    const signIn = { email: 'ada@shop.example' };
    memento.values.set('view:ada', { order: 'name', pins: [pin] });
    memento.values.set('view:bob', { pins: [pin] });
    memento.values.set('view:eve', settled);
    memento.values.set('reading:https://shop.example/v1', { statusValues: { hunter2: 'up' } });
    memento.values.set('signIn:https://shop.example', signIn);
    await clearFormerVersion(memento, root(), assert.fail);
    const masked = { ...pin, target: 'https://•••@shop.example/' };
    assert.deepEqual(memento.values.get('view:ada'), { order: 'name', pins: [masked] });
    assert.ok(!JSON.stringify([...memento.values]).includes('hunter2'));
    assert.equal(memento.values.get('view:eve'), settled);
    assert.equal(memento.values.get('signIn:https://shop.example'), signIn);
    assert.equal(memento.values.size, 5);
    assert.equal(memento.values.get(FORMER_CLEARED), true);
  });

  it('is tried again at the next start where it could not be removed', async () => {
    const memento = new InMemoryMemento();
    await writeFile(join(root(), 'pages'), 'a file in the place of the folder');
    const told: string[] = [];
    await clearFormerVersion(memento, root(), (line) => told.push(line));
    assert.deepEqual(told, ['Error ENOTDIR']);
    assert.equal(memento.values.get(FORMER_CLEARED), undefined);
  });
});
