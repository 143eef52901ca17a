import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { SessionStore } from '../../../src/session/sessionStore';
import { SignOut } from '../../../src/explorer/signOut';
import { PageStore, type PagesOwner } from '../../../src/storage/pageStore';
import { aPage } from '../../support/aPage';
import { aSession, HOUR, NOON } from '../../support/aSession';
import { InMemoryMemento, InMemorySecretStorage } from '../../support/inMemorySecretStorage';
import { until, useTemporaryFolder } from '../../support/temporaryFolder';

const ines = aSession();

describe('signing out', () => {
  const folder = useTemporaryFolder();
  let keyring: InMemorySecretStorage;
  let memento: InMemoryMemento;
  /** Base URLs of which something is on disk, and those where it is to stay. */
  let disk: Set<string>;
  let kept: string[];
  let arranged: Set<string>;
  let diskWorks: boolean;
  const opened: SessionStore[] = [];
  beforeEach(() => {
    keyring = new InMemorySecretStorage();
    memento = new InMemoryMemento();
    disk = new Set([ines.baseUrl]);
    kept = [];
    arranged = new Set([ines.id]);
    diskWorks = true;
  });
  afterEach(() => opened.splice(0).forEach((store) => store.dispose()));

  const pageStore = {
    remove: (_: string, exceptAt: readonly string[]): Promise<void> => {
      if (!diskWorks) {
        return Promise.reject(new Error('the disk is full'));
      }
      disk = new Set([...disk].filter((address) => exceptAt.includes(address)));
      return Promise.resolve();
    },
    keep: ({ address }: PagesOwner): Promise<void> => Promise.resolve(void kept.push(address)),
  };

  function aWindow(pages: Pick<PageStore, 'remove' | 'keep'> = pageStore) {
    const sessions = new SessionStore({ secrets: keyring.window(), now: () => NOON });
    opened.push(sessions);
    const failures: string[] = [];
    const signOut = new SignOut({
      sessions,
      memento,
      pageStore: pages,
      forgetArrangement: (account) => Promise.resolve(void arranged.delete(account)),
      onDidFail: (part) => failures.push(part),
    });
    return { sessions, signOut, failures };
  }
  const hasToken = (): boolean => [...keyring.secrets.values()].some((text) => text.includes(ines.token));

  it('removes token, saved pages, pins and arrangement', async () => {
    const { sessions, signOut } = aWindow();
    await sessions.add(ines);
    assert.deepEqual(await signOut.run(ines, { keepsPages: false }), {
      email: ines.email,
      removed: ['token', 'pages', 'arrangement'],
      failed: [],
    });
    assert.deepEqual([hasToken(), disk.size, arranged.size], [false, 0, 0]);
  });

  it('leaves nothing of the account in the folder of saved pages, and all of the others', async () => {
    const store = new PageStore({ storageFolder: folder(), now: () => NOON });
    const owners = [ines, aSession({ email: 'omar@example.org' })].map(({ id, baseUrl }) => ({
      account: id,
      address: baseUrl,
    }));
    for (const owner of owners) {
      const page = aPage({ snapshotId: randomUUID(), monitors: 'abc' });
      await store.startSnapshot(owner, page.snapshotId, () => Promise.resolve(false));
      await store.savePage(owner, page);
      await store.setCurrent(owner, page.snapshotId);
    }
    const { sessions, signOut } = aWindow(store);
    await sessions.add(ines);
    assert.deepEqual((await signOut.run(ines, { keepsPages: false })).failed, []);
    // As the next start finds it, which no window that is open now can do anything about.
    const left = new PageStore({ storageFolder: folder(), now: () => NOON });
    assert.deepEqual(await Promise.all(owners.map(async (owner) => (await left.load(owner)).length)), [0, 1]);
    [store, left].forEach((each) => each.dispose());
  });

  it('keeps the saved pages where that is wanted', async () => {
    const { sessions, signOut } = aWindow();
    await sessions.add(ines);
    assert.deepEqual((await signOut.run(ines, { keepsPages: true })).removed, ['token', 'arrangement']);
    assert.deepEqual([hasToken(), disk.size, kept], [false, 1, [ines.baseUrl]]);
  });

  it('leaves alone what belongs to the same account at another address', async () => {
    const { sessions, signOut } = aWindow();
    const elsewhere = aSession({ baseUrl: 'https://monitoring.example/v2', token: 'token-of-v2' });
    disk.add(elsewhere.baseUrl);
    await sessions.add(ines);
    await sessions.add(elsewhere);
    assert.deepEqual((await signOut.run(ines, { keepsPages: false })).removed, ['token', 'pages']);
    assert.deepEqual(
      [sessions.sessions.map(({ token }) => token), [...disk], arranged.size],
      [[elsewhere.token], [elsewhere.baseUrl], 1],
    );
  });

  it('attempts each part, says which failed, and does them at the next start', async () => {
    const { sessions, signOut, failures } = aWindow();
    await sessions.add(ines);
    keyring.refuses = 'writing';
    assert.deepEqual((await signOut.run(ines, { keepsPages: false })).failed, ['token']);
    assert.equal(disk.size, 0, 'the pages are removed all the same');
    assert.deepEqual(failures, ['token']);
    keyring.refuses = 'nothing';
    const next = aWindow();
    await next.sessions.load();
    await next.signOut.finish();
    assert.equal(hasToken(), false);
    assert.deepEqual(next.sessions.sessions, []);
    assert.equal(memento.get('monitorExplorer.unfinishedSignOuts'), undefined);
  });

  it('tries again at each start until it is done', async () => {
    const { sessions, signOut } = aWindow();
    await sessions.add(ines);
    diskWorks = false;
    assert.deepEqual((await signOut.run(ines, { keepsPages: false })).failed, ['pages']);
    await aWindow().signOut.finish();
    diskWorks = true;
    await aWindow().signOut.finish();
    assert.equal(disk.size, 0);
  });

  it('is finished at the next start where VS Code was killed in the middle of it', async () => {
    const { sessions } = aWindow();
    await sessions.add(ines);
    let isKilled = false;
    const dies = (): Promise<void> => new Promise(() => (isKilled = true));
    const signOut = new SignOut({
      sessions,
      memento,
      pageStore: { ...pageStore, remove: dies },
      forgetArrangement: () => Promise.reject(new Error('VS Code is gone by then')),
      onDidFail: () => undefined,
    });
    void signOut.run(ines, { keepsPages: false });
    await until(() => isKilled);
    const next = aWindow();
    await next.sessions.load();
    await next.signOut.finish();
    assert.deepEqual([hasToken(), disk.size, arranged.size], [false, 0, 0]);
  });

  it('leaves an account alone that has signed in again since', async () => {
    const { sessions, signOut } = aWindow();
    await sessions.add(ines);
    diskWorks = false;
    await signOut.run(ines, { keepsPages: false });
    await sessions.add({ ...ines, issuedAt: NOON + HOUR, expiresAt: NOON + 2 * HOUR });
    diskWorks = true;
    await signOut.finish();
    assert.deepEqual([hasToken(), disk.size], [true, 1]);
    assert.equal(memento.get('monitorExplorer.unfinishedSignOuts'), undefined);
  });
});
