import assert from 'node:assert/strict';
import { isCallError } from '../../../src/service/errors';
import { SimulatedService } from '../../simulator/simulatedService';
import { aBaseUrl } from '../../support/aServiceClient';
import { settled } from '../../support/inMemorySecretStorage';
import { useWindows } from '../../support/useWindows';

const DAY = 24 * 60 * 60 * 1000;
const grace = { email: 'grace@example.com', password: 'hopper', monitors: 60 };

describe('The app', () => {
  const ada = { email: 'ada@example.com', password: 'p', monitors: 120 };
  const windows = useWindows({ accounts: [ada, grace] });
  let service: SimulatedService;
  beforeEach(() => (service = windows.service));
  afterEach(() => assert.deepEqual(service.violations, []));

  /** Opens a window that saves nothing, so that it pays for each row itself. */
  const anOpenWindow = async () => {
    const window = await windows.open({ keepSnapshot: false });
    const setAddress = (text: string | undefined) =>
      window.settings.set({ baseUrl: text === undefined ? undefined : aBaseUrl(text) });
    return { ...window, setAddress };
  };

  /** Signed in, with so many pages loaded; the record of calls begins after that. */
  async function aSignedInWindow(pages = 1) {
    const window = await anOpenWindow();
    const session = await window.signIn();
    await window.app.list!.loadAll(pages);
    await settled();
    service.forgetCalls();
    return { ...window, session };
  }

  const listed = () => service.calls.map(({ kind, pageIndex }) => `${kind} ${pageIndex}`);

  it('calls nothing by itself, or without an address or a session', async () => {
    const { app, setAddress, signIn } = await anOpenWindow();
    assert.deepEqual([app.sessionState, app.list], ['none', undefined]);
    assert.equal(await app.ensureFirstPage(), 'idle');
    assert.equal(await app.resume(), 'idle');
    assert.equal(service.callCount(), 0);
    await signIn();
    setAddress(undefined);
    assert.deepEqual([app.session, app.list], [undefined, undefined]);
    assert.equal(await app.ensureFirstPage(), 'idle');
    assert.equal(service.callCount(), 1, 'the sign-in');
  });

  for (const [count, limit, calls, words] of [
    [2, 2, ['list 1', 'list 2'], 'the two calls that'],
    [1, 2, ['list 1'], 'one call if that is all'],
    [1, 0, [], 'no call, because it would take two and one is what'],
  ] as const) {
    it(`makes ${words} the user allowed at a limit that is then ${limit}`, async () => {
      const { app, settings } = await aSignedInWindow();
      settings.set({ dailyCallLimit: 2 });
      assert.equal(await app.list!.loadAll(2), 'failed');
      settings.set({ dailyCallLimit: limit });
      await app.allowCalls(count, app.list);
      assert.deepEqual(listed(), calls);
    });
  }

  describe('whose session has ended', () => {
    it('by its time, costs nothing, keeps the rows and says so', async () => {
      const { app, passTime } = await aSignedInWindow();
      passTime(DAY);
      assert.equal(app.sessionState, 'expired');
      assert.equal(await app.ensureFirstPage(), 'idle');
      assert.equal(await app.list!.loadMore(), 'failed');
      assert.ok(isCallError(app.list?.failure?.error, 'sessionEnded'));
      assert.equal(await app.list.refresh(), 'failed');
      assert.equal(app.list.loaded.count, 50);
      assert.equal(service.callCount(), 0);
    });

    it('by a 401, does not use that token again, and keeps the rows', async () => {
      const { app } = await aSignedInWindow();
      service.revokeTokens();
      assert.equal(await app.list!.loadMore(), 'failed');
      assert.ok(isCallError(app.list?.failure?.error, 'sessionEnded'));
      assert.equal(app.sessionState, 'expired');
      for (const again of [app.list!.loadMore(), app.resume(), app.ensureFirstPage()]) {
        await again;
      }
      await app.list.refresh();
      assert.deepEqual(listed(), ['list 1']);
      assert.equal(app.list.loaded.count, 50);
    });

    it('says how many calls it takes to continue, and keeps to it', async () => {
      const { app, signIn } = await aSignedInWindow();
      assert.equal(app.callsToResume, 0, 'nothing was stopped');
      service.revokeTokens();
      await app.list!.loadAll(9);
      assert.equal(app.callsToResume, 2, 'all that is left of the list');
      await signIn();
      service.forgetCalls();
      assert.equal(await app.resume(), 'done');
      assert.deepEqual(listed(), ['list 1', 'list 2']);
      assert.equal(app.list?.loaded.complete, true);
    });
  });

  describe('at another address', () => {
    let other: SimulatedService;
    beforeEach(async () => void (other = await SimulatedService.start()));
    afterEach(() => other.stop());

    it('finishes its call, shows no rows and sends the token nowhere else', async () => {
      const { app, setAddress, session } = await aSignedInWindow();
      const next = service.nextCall();
      const gate = service.holdResponses();
      const outcome = app.list!.loadMore();
      await next;
      setAddress(other.baseUrl);
      gate.release();
      assert.equal(await outcome, 'canceled');
      assert.deepEqual([app.sessionState, app.list], ['none', undefined]);
      assert.equal(await app.ensureFirstPage(), 'idle');
      setAddress(service.baseUrl);
      assert.equal(app.list!.loaded.count, 100, 'the page of the call');
      assert.equal(other.connectionCount, 0, `the token of ${session.baseUrl} stays there`);
    });

    it('sends no token there even before listeners hear of the change', async () => {
      const { app, settings } = await aSignedInWindow();
      const { list } = app;
      settings.baseUrl = aBaseUrl(other.baseUrl);
      assert.equal(await list?.loadMore(), 'failed');
      assert.ok(isCallError(list?.failure?.error, 'canceled'));
      assert.deepEqual([other.connectionCount, service.callCount()], [0, 0]);
    });
  });

  describe('with two accounts', () => {
    it('loads nothing for the chosen account until a click', async () => {
      const { app, sessions, session, signIn } = await aSignedInWindow(0);
      await signIn(service.account(grace.email));
      await app.ensureFirstPage();
      service.forgetCalls();
      await sessions.add(session);
      assert.deepEqual([await app.ensureFirstPage(), service.callCount()], ['idle', 0]);
      assert.equal(await app.list!.loadMore(), 'done');
      assert.deepEqual(listed(), ['list 0']);
    });
  });
});
