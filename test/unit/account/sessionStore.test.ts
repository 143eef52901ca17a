import assert from 'node:assert/strict';
import type { Session } from '../../../src/account/session';
import { SessionStore, type Persistence } from '../../../src/account/sessionStore';
import { aSession, HOUR, NOON } from '../../support/aSession';
import { InMemorySecretStorage, settled } from '../../support/inMemorySecretStorage';
import { until } from '../../support/temporaryFolder';

const ines = aSession();
const omar = aSession({ email: 'omar@example.org', token: 'token-of-omar' });
/** A later sign-in, at which the service issued the same token. */
const inesAgain: Session = { ...ines, issuedAt: NOON + HOUR };
const address = ines.baseUrl;

describe('The session store', () => {
  let keyring: InMemorySecretStorage;
  let opened: SessionStore[];

  const aStore = (silentAfterMs = 5_000): SessionStore => {
    const store = new SessionStore(keyring.window(), silentAfterMs);
    opened.push(store);
    return store;
  };
  /** Two windows, of which the first one has signed in. */
  const twoStores = async () => {
    const [one, other] = [aStore(), aStore()];
    await one.add(ines);
    await other.load();
    return [one, other] as const;
  };
  /** Lets windows hear of changes only after this. */
  const unheard = async (act: () => Promise<unknown>): Promise<void> => {
    keyring.holdEvents();
    await act();
    keyring.releaseEvents();
    await settled();
  };
  const tokens = (store: SessionStore): string[] => store.sessions.map(({ token }) => token);
  const tokensInKeyring = (): string[] =>
    [...keyring.secrets.values()].map((text) => (JSON.parse(text) as Session).token);

  beforeEach(() => {
    keyring = new InMemorySecretStorage();
    opened = [];
  });

  afterEach(() => opened.forEach((store) => store.dispose()));

  it('leaves e-mails out of the names of secrets, which VS Code does not encrypt', async () => {
    await aStore().add(ines);
    assert.doesNotMatch([...keyring.secrets.keys()].join(), /ines|example/);
  });

  it('drops a refused token in every window, and keeps the session as expired', async () => {
    const [one, other] = await twoStores();
    await one.reject(one.current(address)!);
    await until(() => tokens(other)[0] === '');
    assert.deepEqual([tokens(one), tokensInKeyring()], [[''], ['']]);
  });

  it('does not end a newer session because of a late refusal', async () => {
    const [one, other] = await twoStores();
    await one.add(inesAgain);
    await one.reject(ines);
    assert.deepEqual(tokens(one), [ines.token]);
    await unheard(async () => {
      await other.add({ ...inesAgain, issuedAt: NOON + 2 * HOUR });
      await one.reject(one.current(address)!);
    });
    assert.deepEqual([tokens(one), tokens(other)], [[ines.token], [ines.token]]);
  });

  it('does not bring a session back that another window has signed out', async () => {
    const [one, other] = await twoStores();
    await unheard(async () => {
      await one.remove(ines);
      await other.reject(other.current(address)!);
    });
    assert.deepEqual([one.sessions, other.sessions], [[], []]);
    await one.finishSignOut(ines);
    assert.equal(keyring.secrets.size, 0);
  });

  for (const [what, act] of [
    ['a sign-in to another account', (store: SessionStore) => store.add(omar)],
    ['a switch', (store: SessionStore) => store.select(store.current(address)!)],
  ] as const) {
    it(`keeps the later token of another window after ${what}`, async () => {
      const [one, other] = await twoStores();
      await unheard(async () => {
        await other.add({ ...inesAgain, token: 'later token' });
        await act(one);
      });
      assert.ok(tokensInKeyring().includes('later token'), tokensInKeyring().join());
      assert.ok(!tokensInKeyring().includes(ines.token), 'the older token');
    });
  }

  it('replaces the token by a record of the sign-out, of which each window hears', async () => {
    const [one, other] = await twoStores();
    assert.equal(await one.remove(ines), true);
    await until(() => other.signOuts.length === 1);
    const next = aStore();
    await next.load(true);
    for (const store of [one, other, next]) {
      assert.deepEqual([store.sessions, store.persistence], [[], 'kept']);
      assert.equal(store.signOuts[0]?.issuedAt, ines.issuedAt);
    }
    assert.deepEqual(tokensInKeyring(), ['']);
  });

  it('keeps both accounts if two windows sign in at the same time', async () => {
    const [one, other] = [aStore(), aStore()];
    await Promise.all([one.add(ines), other.add(omar)]);
    await until(() => one.sessions.length === 2 && other.sessions.length === 2);
    assert.equal(one.current(address)?.id, other.current(address)?.id);
  });

  describe('with a keyring that fails', () => {
    it('keeps the session in memory, says so, and writes it once that works', async () => {
      const store = aStore();
      keyring.refuses = 'writing';
      await store.add(ines);
      assert.deepEqual([tokens(store), store.persistence], [[ines.token], 'thisWindow']);
      keyring.refuses = 'nothing';
      await store.refresh();
      assert.deepEqual([tokensInKeyring(), store.persistence], [[ines.token], 'kept']);
    });

    it('says so if an earlier session is gone', async () => {
      const store = aStore();
      await store.load(true);
      await store.add(ines);
      assert.deepEqual([tokens(store), store.persistence], [[ines.token], 'thisWindow']);
    });

    it('waits while it does not answer, and says so', async () => {
      await aStore().add(ines);
      await settled();
      const store = aStore(20);
      const heard: Persistence[] = [];
      store.onDidChange(() => heard.push(store.persistence));
      let answer = (): void => undefined;
      keyring.before = () => new Promise<void>((resolve) => (answer = resolve));
      const loading = store.load();
      await until(() => heard.includes('silent'));
      assert.deepEqual(store.sessions, []);
      keyring.before = undefined;
      answer();
      await loading;
      assert.deepEqual([tokens(store), store.persistence], [[ines.token], 'kept']);
    });
  });
});
