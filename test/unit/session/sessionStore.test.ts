import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SECRET_KEY, SET_ASIDE_KEY, type VaultWitness } from '../../../src/session/secretDocument';
import { SessionStore, type SessionsChange } from '../../../src/session/sessionStore';
import { serialiseBook, withSession, EMPTY_BOOK } from '../../../src/session/sessionBook';
import { aSession, DAY, HOUR } from '../../support/aSession';
import { InMemorySecretStorage, settled } from '../../support/inMemorySecretStorage';
import { ManualClock } from '../../support/manualClock';

const ines = aSession();
const omar = aSession({ email: 'omar@example.org', token: 'token-of-omar' });

class InMemoryWitness implements VaultWitness {
  readonly values = new Map<string, unknown>();
  get(key: string): unknown {
    return this.values.get(key);
  }
  update(key: string, value: unknown): Promise<void> {
    this.values.set(key, value);
    return Promise.resolve();
  }
}

/** A change as one line: who, what, and in which window. */
function toLine({ added, removed, changed, selectionChangedAt, window }: SessionsChange): string {
  const names = (sessions: SessionsChange['added'], sign: string) =>
    sessions.map(({ email }) => sign + (email.split('@')[0] ?? ''));
  const parts = [...names(added, '+'), ...names(removed, '-'), ...names(changed, '~')];
  return [...parts, ...selectionChangedAt.map(() => 'selection'), window].join(' ');
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

  /** A window of VS Code, with all it heard. */
  function aWindow(witness?: VaultWitness) {
    const options = { vault: keyring.window(), now: clock.now };
    const store = new SessionStore(witness ? { ...options, witness } : options);
    opened.push(store);
    const heard: string[] = [];
    store.onDidChange((change) => heard.push(toLine(change)));
    store.onDidChangePersistence((persistence) => heard.push(persistence));
    store.onDidEncounterProblem((problem) => heard.push(problem));
    return { store, heard };
  }

  const emails = (store: SessionStore) => store.sessions().map(({ email }) => email);

  describe('in one window', () => {
    it('keeps a session for the next window', async () => {
      await aWindow().store.add(ines);
      const { store } = aWindow();
      await store.load();
      assert.deepEqual(store.current(ines.origin), ines);
      assert.equal(store.persistence, 'kept');
    });

    it('tells of its own acts at once, and only once though the vault tells of them too', async () => {
      const { store, heard } = aWindow();
      await store.add(ines);
      assert.deepEqual(heard, ['+ines selection own']);
      await store.add(omar);
      await store.select(ines.id);
      await store.remove(ines.id);
      await settled();
      assert.deepEqual(heard.slice(1), ['+omar selection own', 'selection own', '-ines selection own']);
    });

    it('tells nothing where nothing is different', async () => {
      const { store, heard } = aWindow();
      await store.add(ines);
      await store.add(ines);
      await store.select(ines.id);
      await store.remove('nobody');
      await store.refresh();
      assert.deepEqual(heard, ['+ines selection own']);
    });

    it('tells of a new token for the same account as a change', async () => {
      const { store, heard } = aWindow();
      await store.add(ines);
      await store.add({ ...ines, token: 'another' });
      assert.deepEqual(heard, ['+ines selection own', '~ines own']);
    });

    it('adds without selecting where asked to, unless nothing is selected', async () => {
      const { store } = aWindow();
      await store.add(ines, { select: false });
      await store.add(omar, { select: false });
      assert.equal(store.current(ines.origin)?.id, ines.id);
    });

    it('writes down once that a token was taken, and tells nobody', async () => {
      const { store, heard } = aWindow();
      await store.add(ines);
      const writes = keyring.written.length;
      await store.accept(ines);
      await store.accept(ines);
      await store.accept({ ...ines, token: 'of a session long gone' });
      assert.equal(keyring.written.length, writes + 1);
      assert.equal(store.find(ines.id)?.acceptedAt, clock.now());
      assert.deepEqual(heard, ['+ines selection own']);
    });

    it('throws away a token that the service no longer takes, in every window, and keeps the session', async () => {
      const [a, b] = [aWindow(), aWindow()];
      await a.store.add(ines);
      await settled();
      await a.store.end({ ...ines, token: 'of a session long gone' });
      assert.equal(a.store.find(ines.id)?.token, ines.token);
      await a.store.end(ines);
      await settled();
      for (const { store } of [a, b]) {
        assert.deepEqual(store.current(ines.origin), { ...ines, token: '' });
      }
      assert.equal(keyring.secrets.get(SECRET_KEY)?.includes(ines.token), false);
    });

    it('neither reads nor writes before it is asked to', async () => {
      aWindow();
      await settled();
      assert.deepEqual(keyring.written, []);
    });

    it('writes nothing by looking', async () => {
      await aWindow().store.load();
      assert.deepEqual([...keyring.secrets], []);
    });

    it('leaves no name and no token behind once everyone is signed out', async () => {
      const { store, heard } = aWindow();
      await store.add(ines);
      await store.add(omar);
      await store.removeAll();
      assert.deepEqual(emails(store), []);
      assert.equal(heard.at(-1), '-ines -omar selection own');
      const left = JSON.stringify([...keyring.secrets]);
      for (const trace of ['ines', 'omar', 'token-of', 'monitoring.example']) {
        assert.equal(left.includes(trace), false, trace);
      }
    });

    it('throws a token away a day after its end, at the next act, and keeps the session', async () => {
      const { store } = aWindow();
      await store.add(ines);
      clock.advance(2 * DAY + HOUR);
      await store.add(omar);
      assert.deepEqual(store.find(ines.id), { ...ines, token: '' });
      assert.equal(keyring.secrets.get(SECRET_KEY)?.includes(ines.token), false);
    });

    it('does acts one after the other, in the order they were asked for', async () => {
      const { store } = aWindow();
      await Promise.all([store.add(ines), store.remove(ines.id), store.add(omar), store.select(ines.id)]);
      assert.deepEqual(emails(store), [omar.email]);
      assert.equal(store.current(omar.origin)?.id, omar.id);
    });

    it('does one thing at a time with the vault', async () => {
      const vault = keyring.window();
      let [running, most] = [0, 0];
      const counted = async <T>(work: PromiseLike<T>): Promise<T> => {
        most = Math.max(most, ++running);
        return Promise.resolve(work).finally(() => running--);
      };
      const store = new SessionStore({
        now: clock.now,
        vault: {
          get: (key) => counted(vault.get(key)),
          store: (key, value) => counted(vault.store(key, value)),
          delete: (key) => counted(vault.delete(key)),
          onDidChange: (listener) => vault.onDidChange(listener),
        },
      });
      opened.push(store);
      await Promise.all([store.load(), store.add(ines), store.add(omar), store.refresh(), store.removeAll()]);
      await settled();
      assert.equal(most, 1);
    });

    it('says nothing more once disposed of, and listens no longer', async () => {
      const { store, heard } = aWindow();
      const adding = store.add(ines);
      store.dispose();
      await adding;
      assert.deepEqual(heard, []);
      assert.equal(keyring.listenerCount, 0);
      assert.equal(keyring.secrets.has(SECRET_KEY), true, 'what was being written is not lost');
    });
  });

  describe('in two windows', () => {
    it('shows what the other did: sign-in, switch, sign-out', async () => {
      const [a, b] = [aWindow(), aWindow()];
      await Promise.all([a.store.load(), b.store.load()]);
      await a.store.add(ines);
      await a.store.add(omar);
      await settled();
      await a.store.select(ines.id);
      await settled();
      await a.store.remove(omar.id);
      await settled();
      assert.deepEqual(emails(b.store), [ines.email]);
      assert.deepEqual(b.heard.slice(-2), ['selection other', '-omar other']);
      assert.ok(
        a.heard.every((line) => line.endsWith('own')),
        a.heard.join(),
      );
    });

    it('agrees after both signed in at once', async () => {
      const [a, b] = [aWindow(), aWindow()];
      await Promise.all([a.store.add(ines), b.store.add(omar)]);
      await settled();
      assert.deepEqual(emails(a.store), [ines.email, omar.email]);
      assert.deepEqual(a.store.sessions(), b.store.sessions());
      assert.deepEqual(a.store.current(ines.origin), b.store.current(ines.origin));
    });

    it('heals a write that the other window has overwritten', async () => {
      const [a, b] = [aWindow(), aWindow()];
      await Promise.all([a.store.load(), b.store.load()]);
      keyring.holdEvents();
      await a.store.add(ines);
      // What a window writes that had read before a wrote.
      keyring.secrets.set(SECRET_KEY, serialiseBook(withSession(EMPTY_BOOK, omar, clock.now())));
      keyring.releaseEvents();
      await settled();
      for (const { store } of [a, b, aWindow()]) {
        await store.load();
        assert.deepEqual(emails(store), [ines.email, omar.email]);
      }
    });

    it('lets a sign-out stand though the other window wrote later from what it knew before', async () => {
      const [a, b] = [aWindow(), aWindow()];
      await a.store.add(ines);
      await settled();
      const before = keyring.secrets.get(SECRET_KEY) ?? '';
      keyring.holdEvents();
      await a.store.remove(ines.id);
      keyring.secrets.set(SECRET_KEY, before);
      keyring.releaseEvents();
      await settled();
      assert.deepEqual([...emails(a.store), ...emails(b.store)], []);
      assert.equal(keyring.secrets.get(SECRET_KEY)?.includes('ines'), false);
    });

    it('lets a sign-in win over what a window with a wrong clock did before', async () => {
      const [a, b] = [aWindow(), aWindow()];
      await b.store.load();
      keyring.holdEvents();
      clock.jump(365 * DAY);
      await a.store.add(ines);
      await a.store.remove(ines.id);
      clock.jump(-365 * DAY);
      await b.store.add(ines);
      keyring.releaseEvents();
      await settled();
      assert.deepEqual([...emails(a.store), ...emails(b.store)], [ines.email, ines.email]);
    });

    it('comes to rest: once they agree, nobody writes', async () => {
      const windows = [aWindow(), aWindow(), aWindow()];
      await Promise.all(windows.map(({ store }, i) => store.add(i === 0 ? ines : omar)));
      await settled();
      const writes = keyring.written.length;
      await settled();
      assert.equal(keyring.written.length, writes);
      assert.ok(writes < 20, `${writes} writes for three sign-ins`);
    });

    it('ends in one state whatever both do at once, with events late or not', async () => {
      const act = fc.tuple(
        fc.constantFrom(0, 1),
        fc.constantFrom('add', 'remove', 'select', 'accept', 'end', 'hold', 'release', 'wait'),
        fc.constantFrom(ines, omar),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(act, { maxLength: 10 }), async (acts) => {
          keyring = new InMemorySecretStorage();
          const windows = [aWindow().store, aWindow().store] as const;
          const running: Promise<void>[] = [];
          for (const [index, what, account] of acts) {
            const store = windows[index === 0 ? 0 : 1];
            if (what === 'add') {
              running.push(store.add(account));
            }
            if (what === 'remove') {
              running.push(store.remove(account.id));
            }
            if (what === 'select') {
              running.push(store.select(account.id));
            }
            if (what === 'accept') {
              running.push(store.accept(account));
            }
            if (what === 'end') {
              running.push(store.end(account));
            }
            if (what === 'hold') {
              keyring.holdEvents();
            }
            if (what === 'release') {
              keyring.releaseEvents();
            }
            if (what === 'wait') {
              await settled();
            }
          }
          await Promise.all(running);
          keyring.releaseEvents();
          await settled();
          const third = aWindow().store;
          await Promise.all([...windows, third].map((store) => store.load()));
          for (const store of windows) {
            assert.deepEqual(store.sessions(), third.sessions());
            assert.deepEqual(store.current(ines.origin), third.current(ines.origin));
          }
        }),
        { numRuns: 60 },
      );
    }).timeout(20_000);

    it('writes again what someone deleted from the vault', async () => {
      const { store, heard } = aWindow();
      await store.add(ines);
      await settled();
      await keyring.window().delete(SECRET_KEY);
      await settled();
      assert.equal(keyring.secrets.has(SECRET_KEY), true);
      assert.deepEqual(heard, ['+ines selection own']);
    });
  });

  describe('with a secret it cannot read', () => {
    for (const [problem, text] of [
      ['damaged', '{"version":1,"accounts":['],
      ['newerVersion', '{"version":2,"accounts":{"in":"a new way"}}'],
    ] as const) {
      it(`says so once and leaves it alone: ${problem}`, async () => {
        keyring.secrets.set(SECRET_KEY, text);
        const { store, heard } = aWindow();
        await store.load();
        await store.refresh();
        await store.remove('nobody');
        assert.deepEqual(heard, [problem]);
        assert.deepEqual([...keyring.secrets], [[SECRET_KEY, text]]);
      });

      it(`copies it aside before the next sign-in overwrites it: ${problem}`, async () => {
        keyring.secrets.set(SECRET_KEY, text);
        const { store } = aWindow();
        await store.add(ines);
        assert.equal(keyring.secrets.get(SET_ASIDE_KEY), text);
        assert.deepEqual(
          keyring.written.map(({ key }) => key),
          [SET_ASIDE_KEY, SECRET_KEY],
        );
        const next = aWindow();
        await next.store.load();
        assert.deepEqual(next.store.current(ines.origin), ines);
        assert.equal(next.heard.includes(problem), false);
      });
    }

    it('keeps what it knows when another version takes over, and does not fight it', async () => {
      const { store, heard } = aWindow();
      await store.add(ines);
      const newer = '{"version":2}';
      await keyring.window().store(SECRET_KEY, newer);
      await settled();
      assert.deepEqual(heard, ['+ines selection own', 'newerVersion']);
      assert.deepEqual(emails(store), [ines.email]);
      assert.equal(keyring.secrets.get(SECRET_KEY), newer);
    });

    it('forgets the copy when the last account is signed out', async () => {
      keyring.secrets.set(SECRET_KEY, 'damaged, with a token in it');
      const { store } = aWindow();
      await store.add(ines);
      await store.add(omar);
      await store.remove(ines.id);
      assert.equal(keyring.secrets.has(SET_ASIDE_KEY), true);
      await store.remove(omar.id);
      assert.equal(keyring.secrets.has(SET_ASIDE_KEY), false);
    });
  });

  describe('without a keyring', () => {
    for (const refuses of ['writing', 'everything'] as const) {
      it(`has sessions for this window and says so, where ${refuses} is refused`, async () => {
        keyring.refuses = refuses;
        const { store, heard } = aWindow();
        await store.load();
        await store.add(ines);
        await store.add(omar);
        await store.remove(ines.id);
        assert.deepEqual(emails(store), [omar.email]);
        assert.equal(store.persistence, 'thisWindow');
        assert.equal(heard.filter((line) => line === 'thisWindow').length, 1);
      });
    }

    it('overwrites nothing that it could not copy aside', async () => {
      keyring.secrets.set(SECRET_KEY, 'damaged');
      keyring.refuses = 'writing';
      const { store } = aWindow();
      await store.add(ines);
      assert.equal(keyring.secrets.get(SECRET_KEY), 'damaged');
      assert.equal(store.persistence, 'thisWindow');
    });

    it('keeps the sessions after all once the keyring answers', async () => {
      keyring.refuses = 'everything';
      const { store, heard } = aWindow();
      await store.add(ines);
      keyring.refuses = 'nothing';
      await store.refresh();
      assert.equal(heard.at(-1), 'kept');
      const next = aWindow().store;
      await next.load();
      assert.deepEqual(emails(next), [ines.email]);
    });

    it('notices in the next window a vault that takes secrets and forgets them', async () => {
      const witness = new InMemoryWitness();
      const first = aWindow(witness);
      await first.store.add(ines);
      assert.equal(first.store.persistence, 'kept');
      keyring = new InMemorySecretStorage();
      const second = aWindow(witness);
      await second.store.load();
      await second.store.add(ines);
      assert.deepEqual(second.heard, ['thisWindow', '+ines selection own']);
    });

    it('takes no copy of the vault for forgetful that is older than what was first kept', async () => {
      const witness = new InMemoryWitness();
      const emptyCopy = () => new InMemorySecretStorage().window();
      const open = (vaultLoadedAt: number) => {
        const store = new SessionStore({ vault: emptyCopy(), now: clock.now, witness, vaultLoadedAt });
        opened.push(store);
        return store;
      };
      const loadedAt = clock.now();
      clock.advance(HOUR);
      await aWindow(witness).store.add(ines);
      const [before, after] = [open(loadedAt), open(clock.now() + 1)];
      await Promise.all([before.add(omar), after.add(omar)]);
      assert.deepEqual([before.persistence, after.persistence], ['kept', 'thisWindow']);
    });

    it('puts nothing of a person into the witness', async () => {
      const witness = new InMemoryWitness();
      await aWindow(witness).store.add(ines);
      assert.deepEqual([...witness.values.values()], [clock.now()]);
    });
  });
});
