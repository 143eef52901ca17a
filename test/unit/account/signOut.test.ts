import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createAccounts } from '../../../src/storage/accounts';
import { aBaseUrl } from '../../support/aServiceClient';
import { aSession } from '../../support/aSession';
import type { Window } from '../../support/aWindow';
import { countOf, useWindows } from '../../support/useWindows';

describe('A sign-out', () => {
  const windows = useWindows({ monitors: 20 });
  const pin = ({ app }: Window): void =>
    app.account!.choices.pin([{ id: 'm3', name: 'telltale pin', target: undefined }]);
  /** Deletes the data, as a sign-out that couldn't reach the keyring. */
  const endData = ({ app, database }: Window): void =>
    database.transact(() => createAccounts(database).end(app.session!, false));

  beforeEach(() => windows.service.updateMonitor(3, { name: 'telltale name' }));

  it('removes the token, the saved rows to the last byte, and the state of the view', async () => {
    const window = await windows.openSignedIn();
    const session = window.app.session!;
    pin(window);
    assert.ok(windows.isOnDisk('telltale name'));
    assert.equal(await window.app.signOut(session), 'finished');
    assert.equal(windows.secrets.secrets.size, 0);
    assert.ok(!windows.isOnDisk('telltale'));
    assert.ok(!windows.isOnDisk(session.email));
    const calls = await window.app.listCalls(0);
    assert.deepEqual(
      calls.map(({ account }) => account),
      ['', ''],
    );
  });

  it('keeps the same account at another address', async () => {
    const window = await windows.openSignedIn();
    const session = window.app.session!;
    const other = `${windows.service.baseUrl}/v2`;
    await window.sessions.add({ ...session, baseUrl: other });
    window.settings.set({ baseUrl: aBaseUrl(other) });
    pin(window);
    await window.app.signOut(session);
    assert.equal(window.app.account?.choices.pins.length, 1);
    assert.deepEqual(
      window.sessions.sessions.map(({ baseUrl }) => baseUrl),
      [other],
    );
  });

  it('says that the token could not be removed, and removes the rows anyway', async () => {
    const window = await windows.openSignedIn();
    const { email, token } = window.app.session!;
    windows.secrets.refuses = 'writing';
    assert.equal(await window.app.signOut(window.app.session!), 'unfinished');
    assert.ok(!windows.isOnDisk('telltale'));
    windows.secrets.refuses = 'nothing';
    await window.sessions.refresh();
    assert.ok(![...windows.secrets.secrets.values()].join().includes(token));
    await windows.restart();
    assert.equal(windows.secrets.secrets.size, 0);
    assert.ok(!windows.isOnDisk(email));
  });

  it('whose token could not be removed ends at the next start, also if another account signs in meanwhile', async () => {
    const window = await windows.openSignedIn();
    const { email, token } = window.app.session!;
    windows.secrets.refuses = 'writing';
    assert.equal(await window.app.signOut(window.app.session!), 'unfinished');
    await window.sessions.add(aSession({ baseUrl: windows.service.baseUrl }));
    window.dispose();
    windows.secrets.refuses = 'nothing';
    const next = await windows.open();
    assert.equal(next.app.session, undefined);
    assert.ok(![...windows.secrets.secrets.values()].join().includes(token));
    assert.ok(!windows.isOnDisk(email));
  });

  it('is finished at the next start if it was interrupted', async () => {
    const window = await windows.openSignedIn();
    const { email } = window.app.session!;
    pin(window);
    endData(window);
    const next = await windows.open();
    assert.deepEqual([next.sessions.sessions.length, windows.secrets.secrets.size], [0, 0]);
    assert.ok(!windows.isOnDisk('telltale'));
    assert.ok(!windows.isOnDisk(email));
  });

  describe('while another process holds the database for over a second', () => {
    let holder: DatabaseSync;
    const release = (): void => holder.exec('ROLLBACK');

    /** Signs the account out with the database held. */
    async function signOutHeld({ refuses = 'nothing' as 'nothing' | 'writing' } = {}) {
      const window = await windows.openSignedIn();
      windows.secrets.refuses = refuses;
      const session = window.app.session!;
      pin(window);
      holder = new DatabaseSync(join(windows.folder, 'monitors.db'));
      holder.exec('BEGIN IMMEDIATE');
      const end = await window.app.signOut(session);
      assert.equal(window.app.session, undefined);
      return { window, email: session.email, end };
    }
    const assertNothingLeft = (email: string): void => {
      assert.ok(!windows.isOnDisk('telltale'));
      assert.ok(!windows.isOnDisk(email));
      assert.equal(windows.secrets.secrets.size, 0);
    };

    afterEach(() => holder.close());

    it('and the keyring refuses, says that token and data are left, and signs out this window only', async () => {
      const { window, end } = await signOutHeld({ refuses: 'writing' });
      assert.equal(end, 'unrecorded');
      assert.equal(window.app.account, undefined);
      release();
    });

    it('says that data is left, and the next start removes it to the last byte', async () => {
      const { email, end } = await signOutHeld();
      assert.equal(end, 'unfinished');
      release();
      const next = await windows.restart();
      assert.equal(next.app.session, undefined);
      assertNothingLeft(email);
    });

    it('is finished before the account that signs in again shows a row', async () => {
      const { window } = await signOutHeld();
      release();
      window.passTime(1_000);
      await window.signIn();
      await window.app.ensureFirstPage();
      assert.deepEqual([countOf(window), windows.service.callCount('list')], [20, 2]);
      assert.equal(window.app.account!.choices.pins.length, 0);
    });
  });

  it('while another process reads the database says that data is left, and the next start removes it', async () => {
    const window = await windows.openSignedIn();
    const { email } = window.app.session!;
    const reader = new DatabaseSync(join(windows.folder, 'monitors.db'));
    reader.exec('BEGIN');
    reader.prepare('SELECT * FROM page').all();
    assert.equal(await window.app.signOut(window.app.session!), 'unfinished');
    reader.close();
    await windows.restart();
    assert.ok(!windows.isOnDisk('telltale'));
    assert.ok(!windows.isOnDisk(email));
    assert.equal(windows.secrets.secrets.size, 0);
  });

  it('while a newer extension has the database says that data is left, and a later start removes it', async () => {
    const window = await windows.openSignedIn();
    const file = new DatabaseSync(join(windows.folder, 'monitors.db'));
    const { user_version: version } = file.prepare('PRAGMA user_version').get()!;
    file.exec('PRAGMA user_version = 99');
    assert.equal(await window.app.signOut(window.app.session!), 'unfinished');
    await windows.restart(() => file.exec(`PRAGMA user_version = ${Number(version)}`));
    file.close();
    await windows.restart();
    assert.ok(!windows.isOnDisk('telltale'));
    assert.equal(windows.secrets.secrets.size, 0);
  });

  it('that was interrupted removes nothing if the account has signed in again', async () => {
    const window = await windows.openSignedIn();
    endData(window);
    window.passTime(1_000);
    await window.signIn();
    await window.app.list!.refresh();
    const next = await windows.open();
    await next.app.ensureFirstPage();
    assert.deepEqual([next.sessions.sessions.length, countOf(next)], [1, 20]);
    assert.equal(windows.service.callCount('list'), 2);
  });

  it('stops loading in other windows, and drops their pages', async () => {
    const window = await windows.openSignedIn();
    const other = await windows.openShown();
    const gate = windows.service.holdResponses();
    const loading = other.app.list!.refresh();
    await window.app.signOut(window.app.session!);
    gate.release();
    await loading;
    other.save();
    assert.ok(!windows.isOnDisk('telltale'));
  });
});
