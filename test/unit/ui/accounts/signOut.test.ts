import assert from 'node:assert/strict';
import { SessionStore } from '../../../../src/session/sessionStore';
import { SignOut } from '../../../../src/ui/accounts/signOut';
import { aSession, HOUR, NOON } from '../../../support/aSession';
import { InMemoryMemento, InMemorySecretStorage } from '../../../support/inMemorySecretStorage';
import { until } from '../../storage/temporaryFolder';

const ines = aSession();

describe('signing out', () => {
  let keyring: InMemorySecretStorage;
  let memento: InMemoryMemento;
  let disk: Set<string>;
  let diskWorks: boolean;
  const opened: SessionStore[] = [];
  beforeEach(() => {
    keyring = new InMemorySecretStorage();
    memento = new InMemoryMemento();
    disk = new Set([ines.id]);
    diskWorks = true;
  });
  afterEach(() => opened.splice(0).forEach((store) => store.dispose()));

  function aWindow() {
    const sessions = new SessionStore({ secrets: keyring.window(), memento, now: () => NOON });
    opened.push(sessions);
    const failures: string[] = [];
    const signOut = new SignOut({
      sessions,
      memento,
      removePages: (id) =>
        diskWorks ? Promise.resolve(void disk.delete(id)) : Promise.reject(new Error('the disk is full')),
      onDidFail: (part) => failures.push(part),
    });
    return { sessions, signOut, failures };
  }
  const hasToken = (): boolean => [...keyring.secrets.values()].some((text) => text.includes(ines.token));

  it('removes token and saved pages', async () => {
    const { sessions, signOut } = aWindow();
    await sessions.add(ines);
    assert.deepEqual(await signOut.run(ines, { keepsPages: false }), {
      email: ines.email,
      removed: ['token', 'pages'],
      failed: [],
    });
    assert.deepEqual([hasToken(), disk.size], [false, 0]);
  });

  it('keeps the saved pages where that is wanted', async () => {
    const { sessions, signOut } = aWindow();
    await sessions.add(ines);
    assert.deepEqual((await signOut.run(ines, { keepsPages: true })).removed, ['token']);
    assert.deepEqual([hasToken(), disk.size], [false, 1]);
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
    const signOut = new SignOut({ sessions, memento, removePages: dies, onDidFail: () => undefined });
    void signOut.run(ines, { keepsPages: false });
    await until(() => isKilled);
    const next = aWindow();
    await next.sessions.load();
    await next.signOut.finish();
    assert.deepEqual([hasToken(), disk.size], [false, 0]);
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
