import assert from 'node:assert/strict';
import { AuthenticationProvider } from '../../../src/session/authenticationProvider';
import { Emitter } from '../../../src/base/event';
import { SessionStore } from '../../../src/session/sessionStore';
import type { Session } from '../../../src/session/session';
import { aSession, DAY, NOON } from '../../support/aSession';
import { InMemorySecretStorage, settled } from '../../support/inMemorySecretStorage';

const ines = aSession({ email: 'ines@example.org' });
/** VS Code's IDs of a session and its account. */
const offeredId = ({ baseUrl, email }: Session): string => `${baseUrl}|${email}`;
const omar = aSession({
  email: 'omar@example.org',
  baseUrl: 'https://other.example:8443',
  expiresAt: NOON + 7 * DAY,
});

describe('The Accounts menu', () => {
  let keyring: InMemorySecretStorage;
  let now: number;
  let timePasses: Emitter<unknown>;
  let store: SessionStore;
  let provider: AuthenticationProvider;
  let asked: (Session | undefined)[];
  let heard: string[];

  beforeEach(() => {
    keyring = new InMemorySecretStorage();
    now = NOON;
    timePasses = new Emitter();
    store = new SessionStore(keyring.window());
    asked = [];
    heard = [];
    provider = new AuthenticationProvider(store, {
      now: () => now,
      onDidChangeExpiry: timePasses.event,
      signIn: async (known) => {
        asked.push(known);
        await store.add(ines);
        return ines;
      },
      signOut: (session) => store.remove(session),
    });
    provider.onDidChangeSessions(({ added, removed, changed }) => {
      const labels = (sign: string, sessions: typeof added) =>
        (sessions ?? []).map((s) => sign + s.account.label);
      heard.push(
        [...labels('+', added), ...labels('-', removed), ...labels('~', changed)].join(' '),
      );
    });
  });

  afterEach(() => {
    provider.dispose();
    store.dispose();
  });

  const offered = async (account?: { id: string; label: string }) =>
    (await provider.getSessions(undefined, account ? { account } : {})).map((s) => s.account.label);

  it('names each account by e-mail and service, also those of earlier windows', async () => {
    const earlier = new SessionStore(keyring.window());
    await earlier.add(ines);
    await earlier.add(omar);
    earlier.dispose();
    assert.deepEqual(await offered(), [
      'ines@example.org (monitoring.example/api)',
      'omar@example.org (other.example:8443)',
    ]);
  });

  it('offers one account if VS Code asks for one', async () => {
    await store.add(ines);
    await store.add(omar);
    assert.deepEqual(await offered({ id: offeredId(omar), label: '' }), [
      'omar@example.org (other.example:8443)',
    ]);
    assert.deepEqual(await offered({ id: 'nobody', label: '' }), []);
  });

  it('offers nothing for scopes, which the service lacks', async () => {
    await store.add(ines);
    assert.deepEqual(await provider.getSessions(['read'], {}), []);
    await assert.rejects(provider.createSession(['read'], {}), /has no scopes/);
    assert.deepEqual(asked, []);
  });

  it('offers no ended session, and removes a session when it ends', async () => {
    await store.add(ines);
    await store.add(omar);
    now += DAY;
    assert.deepEqual(await offered(), ['omar@example.org (other.example:8443)']);
    timePasses.fire(undefined);
    assert.equal(heard.at(-1), '-ines@example.org (monitoring.example/api)');
  });

  it('signs in, to a known account if VS Code names one', async () => {
    await store.add(ines);
    await store.reject(ines);
    const account = { id: offeredId(ines), label: '' };
    const session = await provider.createSession([], { account });
    await provider.createSession([], {});
    assert.equal(session.accessToken, ines.token);
    assert.deepEqual(
      asked.map((known) => known?.id),
      [ines.id, undefined],
    );
  });

  it('returns only a session of the requested account', async () => {
    await store.add(omar);
    await store.reject(omar);
    const asking = provider.createSession([], { account: { id: offeredId(omar), label: '' } });
    await assert.rejects(asking, /another account/);
  });

  it('reports sign-in, new token and sign-out, once each', async () => {
    const label = 'ines@example.org (monitoring.example/api)';
    await store.add(ines);
    await store.add(ines);
    timePasses.fire(undefined);
    await store.add({ ...ines, token: 'another' });
    await provider.removeSession(offeredId(ines));
    await settled();
    assert.deepEqual(heard, [`+${label}`, `~${label}`, `-${label}`]);
    assert.deepEqual(store.sessions, []);
  });
});
