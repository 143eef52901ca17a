import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SimulatedService } from '../../simulator/simulatedService';
import { aWindow, type Window } from '../../support/aWindow';
import { InMemorySecretStorage } from '../../support/inMemorySecretStorage';
import { useTemporaryFolder } from '../../support/temporaryFolder';

describe('A sign-out', () => {
  const folder = useTemporaryFolder();
  let service: SimulatedService;
  let secrets: InMemorySecretStorage;
  const opened: Window[] = [];

  const open = async (): Promise<Window> => {
    const window = aWindow(service, { folder: folder(), secrets });
    opened.push(window);
    await window.start();
    return window;
  };
  const openSignedIn = async (): Promise<Window> => {
    const window = await open();
    await window.signIn();
    await window.controller.loadMore();
    return window;
  };
  const savedMonitors = async (window: Window): Promise<number> => {
    await window.controller.ensureFirstPage();
    return window.controller.list?.loaded.count ?? 0;
  };
  const isOnDisk = (text: string): boolean =>
    readdirSync(folder()).some((name) => readFileSync(join(folder(), name)).includes(text));

  beforeEach(async () => {
    service = await SimulatedService.start({ monitors: 20 });
    service.updateMonitor(3, { name: 'telltale name' });
    secrets = new InMemorySecretStorage();
  });
  afterEach(async () => {
    opened.splice(0).forEach((window) => window.dispose());
    await service.stop();
  });

  it('removes the token, the saved rows to the last byte, and the state of the view', async () => {
    const window = await openSignedIn();
    const { id } = window.controller.session!;
    await window.views.save(id, 'pins', [{ id: 'telltale pin' }]);
    assert.ok(isOnDisk('telltale name'));
    const { removed, failed } = await window.signOut(window.controller.session!);
    assert.deepEqual([removed, failed], [['token', 'pages', 'arrangement'], []]);
    assert.equal(secrets.secrets.size, 0);
    assert.ok(!isOnDisk('telltale'));
  });

  it('keeps the saved rows if the user wants that', async () => {
    const window = await openSignedIn();
    await window.signOut(window.controller.session!, { keepsPages: true });
    await window.signIn();
    assert.equal(await savedMonitors(window), 20);
    assert.equal(service.callCount('list'), 1);
  });

  it('keeps the same account at another address', async () => {
    const window = await openSignedIn();
    const session = window.controller.session!;
    const other = `${service.baseUrl}/v2`;
    await window.sessions.add({ ...session, baseUrl: other });
    const { removed } = await window.signOut(session);
    assert.deepEqual(removed, ['token', 'pages']);
    assert.deepEqual(
      window.sessions.sessions.map(({ baseUrl }) => baseUrl),
      [other],
    );
  });

  it('says that the token could not be removed, and removes the rows anyway', async () => {
    const window = await openSignedIn();
    const session = window.controller.session!;
    secrets.refuses = 'writing';
    const { failed } = await window.signOut(session);
    assert.deepEqual(failed, ['token']);
    assert.ok(!isOnDisk('telltale'));
    secrets.refuses = 'nothing';
    await window.sessions.refresh();
    assert.equal(secrets.secrets.size, 0);
  });

  it('is finished at the next start if it was interrupted', async () => {
    const window = await openSignedIn();
    const { id: account, baseUrl: address } = window.controller.session!;
    await window.accounts.setState({ account, address }, 'signingOut');
    const next = await open();
    await next.finishSignOuts();
    assert.deepEqual([next.sessions.sessions.length, secrets.secrets.size], [0, 0]);
    assert.ok(!isOnDisk('telltale'));
  });

  it('is not finished for an account that has signed in again', async () => {
    const window = await openSignedIn();
    const { id: account, baseUrl: address } = window.controller.session!;
    await window.accounts.setState({ account, address }, 'signingOut');
    window.passTime(1_000);
    await window.signIn();
    await window.controller.refresh();
    const next = await open();
    await next.finishSignOuts();
    assert.equal(next.sessions.sessions.length, 1);
    assert.equal(await savedMonitors(next), 20);
  });

  it('stops loading in other windows, and drops their pages', async () => {
    const window = await openSignedIn();
    const other = await open();
    await savedMonitors(other);
    const gate = service.holdResponses();
    const loading = other.controller.refresh();
    await window.signOut(window.controller.session!);
    gate.release();
    await loading;
    await other.saved();
    assert.ok(!isOnDisk('telltale'));
  });
});
