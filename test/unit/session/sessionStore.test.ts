import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Disposable } from '../../../src/base/event';
import { SessionNotRemovedError, SessionStore, type Secrets } from '../../../src/session/sessionStore';
import { OriginMismatchError, type Session } from '../../../src/session/session';
import type { Memento } from '../../../src/base/memento';
import { aSession, HOUR, NOON } from '../../support/aSession';
import { InMemoryMemento, InMemorySecretStorage, settled } from '../../support/inMemorySecretStorage';
import { ManualClock } from '../../support/manualClock';
import { until } from '../../support/temporaryFolder';

const ines = aSession();
const omar = aSession({ email: 'omar@example.org', token: 'token-of-omar' });
/** A later sign-in, at which the service issued the same token. */
const inesAgain: Session = { ...ines, issuedAt: NOON + HOUR };
const expired = (session: Session): Session => ({ ...session, token: '' });

/** Each change of a store as one line: who, and what. */
function follow(store: SessionStore, heard: string[]): void {
  let before = new Map<string, Session>();
  let chosen: string | undefined;
  store.onDidChange(({ removed }) => {
    const now = new Map(store.sessions.map((session) => [session.id, session]));
    const names = (sessions: Iterable<Session>, sign: string): string[] =>
      [...sessions].map(({ email }) => sign + (email.split('@')[0] ?? ''));
    const changed = store.sessions.filter(
      (session) => before.has(session.id) && !isDeepStrictEqual(before.get(session.id), session),
    );
    const selected = store.current(ines.baseUrl)?.id;
    const parts = [
      ...names(
        store.sessions.filter(({ id }) => !before.has(id)),
        '+',
      ),
      ...names(removed, '-'),
      ...names(changed, '~'),
      ...(selected === chosen ? [] : ['selection']),
    ];
    [before, chosen] = [now, selected];
    heard.push(parts.join(' '));
  });
}

/** As VS Code's in a browser: each store encrypts and writes a copy of all secrets, and here the first takes longest. */
class BrowserSecrets implements Secrets {
  /** What took the place of all that was written before. */
  readonly written: ReadonlyMap<string, string>[] = [];
  readonly #secrets = new Map<string, string>();
  #encryptionMs = 50;

  keys(): Promise<readonly string[]> {
    return Promise.resolve([...this.#secrets.keys()]);
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.#secrets.get(key));
  }

  store(key: string, value: string): Promise<void> {
    this.#secrets.set(key, value);
    return this.#write();
  }

  delete(key: string): Promise<void> {
    this.#secrets.delete(key);
    return this.#write();
  }

  onDidChange(): Disposable {
    return { dispose: () => undefined };
  }

  #write(): Promise<void> {
    const copy = new Map(this.#secrets);
    setTimeout(() => this.written.push(copy), this.#encryptionMs);
    this.#encryptionMs = 0;
    return Promise.resolve();
  }
}

describe('the store of sessions', () => {
  let keyring: InMemorySecretStorage;
  let clock: ManualClock;
  let opened: SessionStore[];

  beforeEach(() => {
    keyring = new InMemorySecretStorage();
    clock = new ManualClock();
    opened = [];
  });

  afterEach(() => opened.forEach((store) => store.dispose()));

  /** A window of VS Code, with all that it was told. */
  function aWindow(memento: Memento = new InMemoryMemento(), secretsLoadedAt?: number) {
    const store = new SessionStore({
      secrets: keyring.window(),
      memento,
      now: clock.now,
      secretsLoadedAt,
    });
    opened.push(store);
    const heard: string[] = [];
    follow(store, heard);
    store.onDidChangePersistence((persistence) => heard.push(persistence));
    store.onDidEncounterProblem(() => heard.push('problem'));
    return { store, heard };
  }

  const emails = (store: SessionStore): string[] => store.sessions.map(({ email }) => email);
  const stored = (): string => JSON.stringify([...keyring.secrets]);

  describe('in one window', () => {
    it('keeps a session for the next window', async () => {
      const memento = new InMemoryMemento();
      await aWindow(memento).store.add(ines);
      const { store } = aWindow(memento);
      await store.load();
      assert.deepEqual(store.current(ines.baseUrl), ines);
      assert.equal(store.persistence, 'kept');
    });

    it('takes up no other account by itself after a sign-out', async () => {
      const { store } = aWindow();
      await store.add(omar);
      await store.add(ines);
      await store.remove(ines);
      assert.equal(store.current(ines.baseUrl), undefined);
      assert.deepEqual(
        store.sessions.filter(({ origin }) => origin === ines.origin),
        [omar],
      );
    });

    it('leaves nothing behind once everyone is signed out', async () => {
      const { store } = aWindow();
      await store.add(ines);
      await store.add(omar);
      await store.remove(ines);
      await store.remove(omar);
      assert.deepEqual([...keyring.secrets], []);
    });

    it('names nobody in the names of its secrets, which VS Code keeps in the open', async () => {
      await aWindow().store.add(ines);
      assert.doesNotMatch([...keyring.secrets.keys()].join(), /ines|monitoring\.example/);
    });
  });

  describe('whose token is rejected', () => {
    it('throws it away at once, then in every window, and keeps the session', async () => {
      const windows = [aWindow().store, aWindow().store] as const;
      await windows[0].add(ines);
      await settled();
      const rejecting = windows[0].reject(ines);
      assert.deepEqual(windows[0].current(ines.baseUrl), expired(ines), 'no further call goes out with it');
      await rejecting;
      await settled();
      const next = aWindow().store;
      await next.load();
      for (const store of [windows[1], next]) {
        assert.deepEqual(store.current(ines.baseUrl), expired(ines));
      }
      assert.doesNotMatch(stored(), /token-of-ines/);
    });

    it('keeps a session that has replaced it, and tells nothing', async () => {
      const { store, heard } = aWindow();
      await store.add(inesAgain);
      await store.reject(ines);
      assert.deepEqual(store.find(ines.id, ines.baseUrl), inesAgain);
      assert.deepEqual(heard, ['+ines selection']);
    });

    it('uses it no more though the keyring can’t be written', async () => {
      const { store } = aWindow();
      await store.add(ines);
      keyring.refuses = 'writing';
      await store.reject(ines);
      await store.refresh();
      assert.deepEqual(store.find(ines.id, ines.baseUrl), expired(ines));
      keyring.refuses = 'nothing';
      await store.refresh();
      assert.doesNotMatch(stored(), /token-of-ines/);
    });
  });

  describe('in two windows', () => {
    it('shows what the other did: sign-in, switch, sign-out', async () => {
      const [a, b] = [aWindow(), aWindow()];
      await Promise.all([a.store.load(), b.store.load()]);
      await a.store.add(ines);
      await a.store.add(omar);
      await settled();
      await a.store.select(ines);
      await settled();
      assert.equal(b.store.current(ines.baseUrl)?.id, ines.id);
      await a.store.remove(omar);
      await settled();
      assert.deepEqual(emails(b.store), [ines.email]);
      assert.equal(b.heard.at(-1), '-omar');
    });

    it('loses neither account where both sign in at once', async () => {
      const [a, b] = [aWindow(), aWindow()];
      await Promise.all([a.store.load(), b.store.load()]);
      await Promise.all([a.store.add(ines), b.store.add(omar)]);
      await settled();
      const third = aWindow();
      await third.store.load();
      for (const { store } of [a, b, third]) {
        assert.deepEqual(emails(store), [ines.email, omar.email]);
        assert.deepEqual(store.current(ines.baseUrl), a.store.current(ines.baseUrl));
      }
    });

    it('ends in one state whatever both do at once, with events late or not', async () => {
      const act = fc.tuple(
        fc.constantFrom(0, 1),
        fc.constantFrom('add', 'remove', 'select', 'reject', 'hold', 'release', 'wait'),
        fc.constantFrom(ines, omar),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(act, { maxLength: 10 }), async (acts) => {
          keyring = new InMemorySecretStorage();
          const windows = [aWindow().store, aWindow().store] as const;
          const running: Promise<void>[] = [];
          for (const [index, what, account] of acts) {
            const store = windows[index === 0 ? 0 : 1];
            // Each sign-in is one of its own.
            clock.advance(1);
            const session = { ...account, issuedAt: clock.now(), expiresAt: clock.now() + HOUR };
            const doIt: Record<typeof what, () => Promise<void> | void> = {
              add: () => store.add(session),
              remove: () => store.remove(account),
              select: () => store.select(account),
              reject: () => store.reject(store.find(account.id, account.baseUrl) ?? account),
              hold: () => keyring.holdEvents(),
              release: () => keyring.releaseEvents(),
              wait: () => settled(),
            };
            const done = doIt[what]();
            if (what === 'wait') {
              await done;
            } else if (done) {
              running.push(done);
            }
          }
          await Promise.all(running);
          keyring.releaseEvents();
          await settled();
          const third = aWindow().store;
          await third.load();
          for (const store of windows) {
            await store.refresh();
            assert.deepEqual(store.sessions, third.sessions);
            assert.deepEqual(store.current(ines.baseUrl), third.current(ines.baseUrl));
          }
        }),
        { numRuns: 60 },
      );
    });

    it('takes a session whose secret was deleted for signed out', async () => {
      const { store, heard } = aWindow();
      await store.add(ines);
      await settled();
      for (const key of keyring.secrets.keys()) {
        await keyring.window().delete(key);
      }
      await settled();
      assert.deepEqual(heard.slice(1), ['-ines selection']);
    });
  });

  describe('with a secret that it can’t read', () => {
    for (const [name, damage] of Object.entries({
      damaged: (text: string) => text.slice(0, 40),
      'of a newer version': (text: string) => text.replace('"version":1', '"version":2'),
      'of another account': (text: string) => text.replaceAll('ines@', 'omar@'),
    })) {
      it(`says so once, leaves it alone, and replaces it at the next sign-in: ${name}`, async () => {
        await aWindow().store.add(ines);
        const [key, text] = [...keyring.secrets].find(([, secret]) => secret.includes('token-of-ines'))!;
        const damaged = damage(text);
        keyring.secrets.set(key, damaged);
        const { store, heard } = aWindow();
        await store.load();
        await store.refresh();
        await store.add(omar);
        assert.deepEqual(heard, ['problem', '+omar selection']);
        assert.equal(keyring.secrets.get(key), damaged);
        await store.add(inesAgain);
        const next = aWindow();
        await next.store.load();
        assert.deepEqual(next.store.current(ines.baseUrl), inesAgain);
        assert.equal(next.heard.includes('problem'), false);
      });
    }
  });

  describe('without a keyring', () => {
    for (const refuses of ['writing', 'everything'] as const) {
      it(`has sessions for this window and says so, where ${refuses} is refused`, async () => {
        keyring.refuses = refuses;
        const { store, heard } = aWindow();
        await store.load();
        await store.add(ines);
        await store.add(omar);
        await store.refresh();
        assert.deepEqual(emails(store), [ines.email, omar.email]);
        assert.equal(store.current(ines.baseUrl)?.id, omar.id);
        assert.equal(store.persistence, 'thisWindow');
        assert.equal(heard.filter((line) => line === 'thisWindow').length, 1);
      });
    }

    it('says so where a token can’t be deleted, uses it no more, and deletes it once that works', async () => {
      const { store, heard } = aWindow();
      await store.add(ines);
      keyring.refuses = 'writing';
      await assert.rejects(store.remove(ines), SessionNotRemovedError);
      assert.deepEqual(emails(store), []);
      assert.match(stored(), /token-of-ines/);
      keyring.refuses = 'nothing';
      await store.refresh();
      assert.doesNotMatch(stored(), /token-of-ines/);
      assert.equal(store.persistence, 'kept');
      assert.equal(heard.includes('problem'), false);
    });

    it('keeps the sessions after all once the keyring answers, beside those that it has', async () => {
      await aWindow().store.add(omar);
      keyring.refuses = 'everything';
      const { store, heard } = aWindow();
      await store.add(ines);
      keyring.refuses = 'nothing';
      await store.refresh();
      assert.equal(heard.at(-1), 'kept');
      const next = aWindow().store;
      await next.load();
      assert.deepEqual(emails(next), [ines.email, omar.email]);
    });

    it('notices in the next window a keyring that takes secrets and forgets them', async () => {
      const memento = new InMemoryMemento();
      const first = aWindow(memento);
      await first.store.add(ines);
      assert.equal(first.store.persistence, 'kept');
      keyring = new InMemorySecretStorage();
      const second = aWindow(memento);
      await second.store.load();
      assert.deepEqual(second.heard, ['thisWindow']);
    });

    it('is kept by a browser that writes an older copy of all secrets last', async () => {
      const secrets = new BrowserSecrets();
      const store = new SessionStore({
        secrets,
        memento: new InMemoryMemento(),
        now: clock.now,
        secretsLoadedAt: 0,
      });
      opened.push(store);
      await store.add(ines);
      await until(() => secrets.written.length > 1 && secrets.written.at(-1)!.size === 1);
      await until(() => secrets.written.at(-1)!.size > 1);
      keyring.secrets.clear();
      secrets.written.at(-1)!.forEach((value, key) => keyring.secrets.set(key, value));
      const next = aWindow().store;
      await next.load();
      assert.deepEqual(next.current(ines.baseUrl), ines);
    });

    it('notes nothing of a user outside the keyring', async () => {
      const memento = new InMemoryMemento();
      await aWindow(memento).store.add(ines);
      assert.deepEqual([...memento.values.values()], [clock.now()]);
    });
  });

  describe('at several addresses of one origin', () => {
    const elsewhere = aSession({ baseUrl: 'https://monitoring.example/v2', token: 'token-of-v2' });

    it('has a session for each, and one of them is current where it was issued', async () => {
      const { store } = aWindow();
      await store.add(ines);
      assert.equal(store.current(elsewhere.baseUrl), undefined);
      await store.add(elsewhere);
      assert.deepEqual([store.current(ines.baseUrl), store.current(elsewhere.baseUrl)], [ines, elsewhere]);
      await store.remove(elsewhere);
      const next = aWindow().store;
      await next.load();
      assert.deepEqual([next.current(ines.baseUrl), next.current(elsewhere.baseUrl)], [ines, undefined]);
      assert.doesNotMatch(stored(), /token-of-v2/);
    });

    it('moves a session with its token, and leaves none at the old address', async () => {
      const [a, b] = [aWindow().store, aWindow().store];
      await a.add(ines);
      await a.move(ines, elsewhere.baseUrl);
      await settled();
      for (const store of [a, b]) {
        assert.deepEqual(store.sessions, [{ ...ines, baseUrl: elsewhere.baseUrl }]);
        assert.equal(store.current(elsewhere.baseUrl)?.token, ines.token);
      }
    });

    it('moves no session to another origin', async () => {
      const { store } = aWindow();
      await store.add(ines);
      await assert.rejects(store.move(ines, 'https://other.example/api'), OriginMismatchError);
      assert.deepEqual(store.sessions, [ines]);
    });
  });
});
