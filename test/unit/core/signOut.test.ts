import assert from 'node:assert/strict';
import { countOf, useWindows } from '../../support/useWindows';

describe('A sign-out', () => {
  const windows = useWindows({ monitors: 20 });
  beforeEach(() => windows.service.updateMonitor(3, { name: 'telltale name' }));

  it('removes the token, the saved rows to the last byte, and the state of the view', async () => {
    const window = await windows.openSignedIn();
    const session = window.controller.session!;
    await window.views.save(session.id, 'pins', [{ id: 'telltale pin' }]);
    assert.ok(windows.isOnDisk('telltale name'));
    const failed = await window.signIns.signOut(session);
    assert.equal(failed.size, 0);
    assert.equal(windows.secrets.secrets.size, 0);
    assert.ok(!windows.isOnDisk('telltale'));
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
    windows.secrets.refuses = 'writing';
    const failed = await window.signIns.signOut(window.controller.session!);
    assert.deepEqual([...failed], ['token']);
    assert.ok(!windows.isOnDisk('telltale'));
    windows.secrets.refuses = 'nothing';
    await window.sessions.refresh();
    assert.equal(windows.secrets.secrets.size, 0);
  });

  it('is finished at the next start if it was interrupted', async () => {
    const window = await windows.openSignedIn();
    const { id, email } = window.controller.session!;
    await window.views.save(id, 'pins', [{ id: 'telltale pin' }]);
    await window.accounts.setState(window.controller.session!, 'signingOut');
    const next = await windows.open();
    assert.deepEqual([next.sessions.sessions.length, windows.secrets.secrets.size], [0, 0]);
    assert.ok(!windows.isOnDisk('telltale'));
    assert.ok(!windows.isOnDisk(email));
  });

  it('that was interrupted removes nothing if the account has signed in again', async () => {
    const window = await windows.openSignedIn();
    await window.accounts.setState(window.controller.session!, 'signingOut');
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
