import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { countOf, useWindows } from '../../support/useWindows';

describe('A sign-out', () => {
  const windows = useWindows({ monitors: 20 });
  beforeEach(() => windows.service.updateMonitor(3, { name: 'telltale name' }));

  it('removes the token, the saved rows to the last byte, and the state of the view', async () => {
    const window = await windows.openSignedIn();
    const session = window.controller.session!;
    await window.views.save(session.id, 'pins', [{ id: 'telltale pin' }]);
    // As a window that was killed leaves it.
    await window.database.transact(() => window.leases.acquire(`page 0 of ${session.id}`));
    assert.ok(windows.isOnDisk('telltale name'));
    const failed = await window.signIns.signOut(session);
    assert.equal(failed.size, 0);
    assert.equal(windows.secrets.secrets.size, 0);
    assert.ok(!windows.isOnDisk('telltale'));
    assert.ok(!windows.isOnDisk(session.email));
    const calls = await window.calls.list(0);
    assert.deepEqual(
      calls.map(({ account }) => account),
      ['', ''],
    );
  });

  it('keeps the same account at another address', async () => {
    const window = await windows.openSignedIn();
    const session = window.controller.session!;
    const other = `${windows.service.baseUrl}/v2`;
    await window.sessions.add({ ...session, baseUrl: other });
    await window.views.save(session.id, 'pins', [{ id: '3' }]);
    await window.signIns.signOut(session);
    assert.equal((await window.views.load(session.id)).size, 1);
    assert.deepEqual(
      window.sessions.sessions.map(({ baseUrl }) => baseUrl),
      [other],
    );
  });

  it('says that the token could not be removed, and removes the rows anyway', async () => {
    const window = await windows.openSignedIn();
    const { email, token } = window.controller.session!;
    windows.secrets.refuses = 'writing';
    const failed = await window.signIns.signOut(window.controller.session!);
    assert.deepEqual([...failed], ['token']);
    assert.ok(!windows.isOnDisk('telltale'));
    windows.secrets.refuses = 'nothing';
    await window.sessions.refresh();
    assert.ok(![...windows.secrets.secrets.values()].join().includes(token));
    await windows.restart();
    assert.equal(windows.secrets.secrets.size, 0);
    assert.ok(!windows.isOnDisk(email));
  });

  it('is finished at the next start if it was interrupted', async () => {
    const window = await windows.openSignedIn();
    const { id, email } = window.controller.session!;
    await window.views.save(id, 'pins', [{ id: 'telltale pin' }]);
    await window.accounts.end(window.controller.session!);
    const next = await windows.open();
    assert.deepEqual([next.sessions.sessions.length, windows.secrets.secrets.size], [0, 0]);
    assert.ok(!windows.isOnDisk('telltale'));
    assert.ok(!windows.isOnDisk(email));
  });

  describe('while another process holds the database for over a second', () => {
    let holder: DatabaseSync;
    const release = (): void => holder.exec('ROLLBACK');

    /** Signs the account out with the database held. */
    async function signOutHeld() {
      const window = await windows.openSignedIn();
      const session = window.controller.session!;
      await window.views.save(session.id, 'pins', [{ id: 'telltale pin' }]);
      holder = new DatabaseSync(join(windows.folder, 'monitors.db'));
      holder.exec('BEGIN IMMEDIATE');
      const failed = await window.signIns.signOut(session);
      assert.equal(window.controller.session, undefined);
      return { window, email: session.email, failed: [...failed] };
    }
    const assertNothingLeft = (email: string): void => {
      assert.ok(!windows.isOnDisk('telltale'));
      assert.ok(!windows.isOnDisk(email));
      assert.equal(windows.secrets.secrets.size, 0);
    };

    afterEach(() => holder.close());

    it('says that data is left, and the next start removes it to the last byte', async () => {
      const { email, failed } = await signOutHeld();
      assert.deepEqual(failed, ['data']);
      release();
      const next = await windows.restart();
      assert.equal(next.controller.session, undefined);
      assertNothingLeft(email);
    });

    it('is finished at a later start if the database is still held at the next one', async () => {
      const { email } = await signOutHeld();
      await windows.restart();
      release();
      await windows.restart();
      assertNothingLeft(email);
    });

    it('is finished before the account that signs in again shows a row', async () => {
      const { window } = await signOutHeld();
      release();
      window.passTime(1_000);
      const { id } = await window.signIn();
      await window.controller.ensureFirstPage();
      assert.deepEqual([countOf(window), windows.service.callCount('list')], [20, 2]);
      assert.equal((await window.views.load(id)).size, 0);
    });
  });

  it('that was interrupted removes nothing if the account has signed in again', async () => {
    const window = await windows.openSignedIn();
    await window.accounts.end(window.controller.session!);
    window.passTime(1_000);
    await window.signIn();
    await window.controller.refresh();
    const next = await windows.open();
    await next.controller.ensureFirstPage();
    assert.deepEqual([next.sessions.sessions.length, countOf(next)], [1, 20]);
    assert.equal(windows.service.callCount('list'), 2);
  });

  it('stops loading in other windows, and drops their pages', async () => {
    const window = await windows.openSignedIn();
    const other = await windows.openShown();
    const gate = windows.service.holdResponses();
    const loading = other.controller.refresh();
    await window.signIns.signOut(window.controller.session!);
    gate.release();
    await loading;
    await other.save();
    assert.ok(!windows.isOnDisk('telltale'));
  });
});
