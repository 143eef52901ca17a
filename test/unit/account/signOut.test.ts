import assert from 'node:assert/strict';
import { SCHEMA_VERSION } from '../../../src/storage/schema';
import { aBaseUrl } from '../../support/aServiceClient';
import type { Window } from '../../support/aWindow';
import { countOf, useWindows } from '../../support/useWindows';

describe('A sign-out', () => {
  const windows = useWindows({ monitors: 20 });
  const pin = ({ app }: Window): void =>
    app.account!.choices.pin([{ id: 'm3', name: 'telltale pin', target: undefined }]);
  const signOut = ({ app }: Window) => app.signOut(app.session!);
  const assertNothingLeft = (): void => {
    assert.ok(!windows.isOnDisk('telltale') && !windows.isOnDisk(windows.service.email));
    assert.equal(windows.secrets.secrets.size, 0);
  };

  beforeEach(() => windows.service.updateMonitor(3, { name: 'telltale name' }));

  it('removes the token, the saved rows to the last byte, and the state of the view', async () => {
    const window = await windows.openSignedIn();
    pin(window);
    assert.ok(windows.isOnDisk('telltale name'));
    assert.equal(await signOut(window), true);
    assertNothingLeft();
    const calls = window.app.listCalls(0);
    assert.ok(calls.every(({ account }) => account === ''));
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
    assert.equal(window.app.session?.baseUrl, other);
  });

  it('whose token could not be removed says so, removes the rows, and the token once the keyring works', async () => {
    const window = await windows.openSignedIn();
    windows.secrets.refuses = 'writing';
    assert.equal(await signOut(window), false);
    assert.deepEqual([window.app.account, windows.isOnDisk('telltale')], [undefined, false]);
    windows.secrets.refuses = 'nothing';
    await window.sessions.refresh();
    assertNothingLeft();
  });

  it('that was interrupted is finished at the next start', async () => {
    const window = await windows.openSignedIn();
    pin(window);
    await window.sessions.remove(window.app.session!);
    const next = await windows.open();
    assert.equal(next.sessions.sessions.length, 0);
    assertNothingLeft();
  });

  /** What keeps the data from being deleted, and how it ends. */
  const OBSTACLES = [
    ['another process holds', 'BEGIN IMMEDIATE', 'ROLLBACK'],
    ['another process reads', 'BEGIN; SELECT * FROM result', 'ROLLBACK'],
    [
      'a newer extension has',
      'PRAGMA user_version = 99',
      `PRAGMA user_version = ${SCHEMA_VERSION}`,
    ],
  ] as const;

  for (const [obstacle, begin, end] of OBSTACLES) {
    it(`while ${obstacle} the database says that data is left, and a later start removes it to the last byte`, async () => {
      const window = await windows.openSignedIn();
      pin(window);
      const other = windows.openDatabase(begin);
      assert.equal(await signOut(window), false);
      assert.equal(window.app.session, undefined);
      await windows.restart(() => other.exec(end));
      other.close();
      await windows.restart();
      assertNothingLeft();
    });
  }

  it('that left data is finished before the account that signs in again shows a row, and removes no later row', async () => {
    const window = await windows.openSignedIn();
    pin(window);
    const holder = windows.openDatabase();
    await signOut(window);
    holder.close();
    window.passTime(1_000);
    await window.signIn();
    await window.app.ensureFirstPage();
    for (const shown of [window, await windows.openShown()]) {
      assert.equal(countOf(shown), 20);
      assert.equal(shown.app.account!.choices.pins.length, 0);
    }
    assert.equal(windows.service.callCount('list'), 2);
  });

  it('stops loading in other windows, and drops their pages', async () => {
    const window = await windows.openSignedIn();
    const other = await windows.openShown();
    const gate = windows.service.holdResponses();
    const loading = other.app.list!.refresh();
    await signOut(window);
    gate.release();
    await loading;
    other.save();
    assert.ok(!windows.isOnDisk('telltale'));
  });
});
