import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { RELAY_KEY } from '../../../src/session/relayKey';
import { SealedRelay } from '../../../src/session/sealedRelay';
import { SECRET_KEY, WITNESS_KEY, type SecretVault } from '../../../src/session/secretDocument';
import { SessionStore } from '../../../src/session/sessionStore';
import type { WindowRelay } from '../../../src/session/windowRelay';
import { RelayFolder } from '../../../src/storage/relayFolder';
import { aSession, HOUR, MINUTE } from '../../support/aSession';
import { BrowserStorage } from '../../support/browserStorage';
import { InMemoryRelay } from '../../support/inMemoryRelay';
import { InMemorySecretStorage, settled } from '../../support/inMemorySecretStorage';
import { ManualClock } from '../../support/manualClock';
import { until, useTemporaryFolder } from '../storage/temporaryFolder';

const ines = aSession();
const omar = aSession({ email: 'omar@example.org', token: 'token-of-omar' });
const emails = (store: SessionStore) => store.sessions().map(({ email }) => email);

interface WindowOptions {
  readonly tab?: ReturnType<BrowserStorage['openTab']>;
  readonly vault?: SecretVault;
  readonly relay?: WindowRelay;
  /** When the tab was opened, if not just now. */
  readonly vaultLoadedAt?: number;
}

describe('windows of one browser, each with its own copy of the secrets,', function () {
  this.timeout(10_000);
  let browser: BrowserStorage;
  let clock: ManualClock;
  let opened: { dispose(): void }[];
  let writing: Promise<void>[];
  let keepMs: number;

  // Before the folder is removed.
  afterEach(async () => {
    opened.forEach((part) => part.dispose());
    await Promise.allSettled(writing);
  });
  const folder = useTemporaryFolder();

  beforeEach(() => {
    browser = new BrowserStorage();
    clock = new ManualClock();
    opened = [];
    writing = [];
    keepMs = 30_000;
  });

  function aFolder(): WindowRelay {
    const relay = new RelayFolder({ folder: folder(), now: Date.now, keepMs });
    opened.push(relay);
    const publish = (text: string) => {
      const published = relay.publish(text);
      writing.push(published);
      return published;
    };
    return { publish, onMessage: (listener) => relay.onMessage(listener) };
  }

  /** A tab in which the extension runs. */
  async function aWindow(options: WindowOptions = {}) {
    const { tab = browser.openTab(), relay = aFolder(), vaultLoadedAt = clock.now() } = options;
    const { vault = tab.vault } = options;
    const { memory } = tab;
    const sealed = new SealedRelay({ relay, vault, memory, clock });
    const store = new SessionStore({ vault, witness: memory, now: clock.now, relay: sealed, vaultLoadedAt });
    opened.push(sealed, store);
    const heard: string[] = [];
    store.onDidChange(({ window }) => heard.push(window));
    await store.load();
    await settled();
    return { store, heard, vault };
  }

  /** In a profile that was used before: the key was made then. */
  async function twoWindows() {
    const first = await aWindow();
    return [first, await aWindow()] as const;
  }

  const kept = () => browser.secrets[SECRET_KEY] ?? '';
  const agree = (...stores: SessionStore[]) =>
    until(
      () => new Set(stores.map((s) => JSON.stringify([s.sessions(), s.current(ines.origin)]))).size === 1,
    );

  it('know nothing of each other without a relay: what all this is for', async () => {
    const [a, b] = [browser.openTab(), browser.openTab()].map(
      ({ vault }) => new SessionStore({ vault, now: clock.now }),
    );
    assert.ok(a && b);
    await a.add(ines);
    await settled();
    await b.refresh();
    assert.deepEqual(emails(b), []);
    await b.add(omar);
    assert.equal(kept().includes('ines'), false);
  });

  it('show what one did: sign-in, switch, the end of a token, sign-out', async () => {
    const [a, b] = await twoWindows();
    await a.store.add(ines);
    await until(() => b.store.current(ines.origin)?.id === ines.id);
    await a.store.add(omar);
    await a.store.select(ines.id);
    await until(() => emails(b.store).length === 2 && b.store.current(ines.origin)?.id === ines.id);
    await b.store.accept(ines);
    await until(() => a.store.find(ines.id)?.acceptedAt !== undefined);
    await b.store.end(ines);
    await until(() => a.store.find(ines.id)?.token === '');
    await b.store.remove(ines.id);
    await until(() => a.store.find(ines.id) === undefined);
    await settled();
    assert.deepEqual(a.heard, ['own', 'own', 'own', 'other', 'other']);
    assert.ok(
      b.heard.length >= 4 && b.heard.slice(0, -2).every((window) => window === 'other'),
      b.heard.join(),
    );
    assert.deepEqual(b.heard.slice(-2), ['own', 'own']);
  });

  it('write what they are told, so that no save of theirs undoes it', async () => {
    const [a, b] = await twoWindows();
    await a.store.add(ines);
    await until(() => emails(b.store).length === 1);
    await settled();
    assert.ok((await b.vault.get(SECRET_KEY))?.includes(ines.token));
    await b.vault.store('another secret', 'of another extension');
    assert.ok(kept().includes(ines.token));
    await a.store.remove(ines.id);
    await until(() => emails(b.store).length === 0);
    await settled();
    await b.vault.store('another secret', 'changed');
    assert.equal(kept().includes('ines'), false);
  });

  it('agree after both signed in at once', async () => {
    const [a, b] = await twoWindows();
    await Promise.all([a.store.add(ines), b.store.add(omar)]);
    await agree(a.store, b.store);
    await settled();
    const third = await aWindow();
    assert.deepEqual(emails(third.store), [ines.email, omar.email]);
    assert.deepEqual(third.store.current(ines.origin), a.store.current(ines.origin));
  });

  it('agree after one signed out while the other switched', async () => {
    const [a, b] = await twoWindows();
    await a.store.add(ines);
    await a.store.add(omar);
    await agree(a.store, b.store);
    await Promise.all([a.store.remove(ines.id), b.store.select(ines.id)]);
    await until(() => emails(b.store).length === 1);
    await agree(a.store, b.store);
    assert.deepEqual(emails(a.store), [omar.email]);
  });

  it('tell a window what it missed when it wakes up late with an old copy', async () => {
    keepMs = 150;
    const [a, b] = await twoWindows();
    const [old, vaultLoadedAt] = [browser.openTab(), clock.now()];
    clock.advance(MINUTE);
    await b.store.add(ines);
    await agree(a.store, b.store);
    await until(async () => (await readdir(folder())).length === 0);
    clock.advance(HOUR);
    const late = await aWindow({ tab: old, vaultLoadedAt });
    await until(() => emails(late.store).length === 1);
    await late.store.add(omar);
    await agree(a.store, b.store, late.store);
    assert.ok(kept().includes(ines.token) && kept().includes(omar.token));
    assert.equal(late.store.persistence, 'kept');
  });

  it('put right what a tab without the extension has undone, as soon as a window opens', async () => {
    const [a] = await twoWindows();
    await a.store.add(ines);
    await settled();
    const idle = browser.openTab();
    await a.store.remove(ines.id);
    await settled();
    await idle.vault.store('another secret', 'of another extension');
    assert.ok(kept().includes(ines.token), 'the tab has saved its old copy');
    const fresh = await aWindow();
    await until(() => emails(fresh.store).length === 0);
    await settled();
    assert.equal(kept().includes('ines'), false);
  });

  it('tell once and rest: one save by each, one message', async () => {
    const relay = new InMemoryRelay();
    const windows = [];
    for (let i = 0; i < 4; i++) {
      windows.push(await aWindow({ relay: relay.window() }));
    }
    const [first] = windows;
    assert.ok(first);
    const asked = relay.published.length;
    browser.written.length = 0;
    await first.store.add(ines);
    await settled();
    assert.ok(windows.every(({ store }) => emails(store).length === 1));
    assert.deepEqual(browser.written, Array(4).fill(SECRET_KEY));
    assert.equal(relay.published.length, asked + 1);
    relay.inject(relay.published.at(-1) ?? '');
    await windows[1]?.store.refresh();
    await settled();
    assert.equal(browser.written.length, 4, 'what is told twice is written once');
    assert.equal(relay.published.length, asked + 1);
    assert.deepEqual(first.heard, ['own']);
    await first.store.add(omar);
    await settled();
    relay.inject(relay.published[asked] ?? '');
    await settled();
    assert.equal(relay.published.length, asked + 2, 'nobody answers who was not asked');
  });

  it('say nothing where nothing happened', async () => {
    const relay = new InMemoryRelay();
    const { store } = await aWindow({ relay: relay.window() });
    await store.add(ines);
    await settled();
    const said = relay.published.length;
    await store.select(ines.id);
    await store.remove('nobody');
    await store.refresh();
    await store.load();
    await settled();
    assert.equal(relay.published.length, said);
  });

  it('are not signed in again by an old message that somebody puts there once more', async () => {
    const [a, b] = await twoWindows();
    await a.store.add(ines);
    await until(() => emails(b.store).length === 1);
    const names = (await readdir(folder())).filter((name) => name.endsWith('.relay'));
    const messages = await Promise.all(names.map((name) => readFile(join(folder(), name), 'utf8')));
    await a.store.remove(ines.id);
    await until(() => emails(b.store).length === 0);
    await settled();
    const [heard, written] = [b.heard.length, browser.written.length];
    for (const [i, text] of messages.entries()) {
      await writeFile(join(folder(), `0000000${i}-0000-4000-8000-000000000000.relay`), text);
    }
    await new Promise((resolve) => setTimeout(resolve, 150));
    await settled();
    assert.deepEqual([...emails(a.store), ...emails(b.store)], []);
    assert.deepEqual([b.heard.length, browser.written.length], [heard, written]);
  });

  it('agree also where they were open before anybody had ever signed in', async () => {
    const tabs = [browser.openTab(), browser.openTab()];
    const [a, b] = await Promise.all(tabs.map((tab) => aWindow({ tab })));
    assert.ok(a && b);
    await a.store.add(ines);
    // Their keys differ; they come to one, and then ask each other.
    const clockRuns = setInterval(() => clock.advance(1_000), 60);
    await until(() => emails(b.store).length === 1).finally(() => clearInterval(clockRuns));
    await b.store.remove(ines.id);
    await until(() => emails(a.store).length === 0);
    assert.equal(await a.vault.get(RELAY_KEY), await b.vault.get(RELAY_KEY));
  });

  it('leave nothing of a person readable in the folder at any moment, and nothing at all after its time', async () => {
    keepMs = 300;
    const found: string[] = [];
    let watching = true;
    const look = async () => {
      for (; watching; await new Promise((resolve) => setTimeout(resolve, 1))) {
        for (const name of await readdir(folder())) {
          found.push(name, await readFile(join(folder(), name), 'utf8').catch(() => ''));
        }
      }
    };
    const looking = look();
    const tabs = [browser.openTab(), browser.openTab()];
    const [a, b] = await Promise.all(tabs.map((tab) => aWindow({ tab })));
    assert.ok(a && b);
    await a.store.add(ines);
    await b.store.add(omar);
    for (let second = 0; second < 5; second++) {
      clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    await agree(a.store, b.store);
    await a.store.removeAll();
    await until(async () => (await readdir(folder())).length === 0);
    watching = false;
    await looking;
    const key = browser.secrets[RELAY_KEY] ?? 'a key';
    const unsealed = found.flatMap((text) => text.split('"')).map((text) => Buffer.from(text, 'base64url'));
    const all = [...found, ...unsealed.map((bytes) => bytes.toString('latin1'))].join('\n');
    assert.ok(found.some((text) => text.includes('"book"')) && found.some((text) => text.includes('"key"')));
    for (const trace of ['ines', 'omar', 'token-of', 'example', key]) {
      assert.equal(all.includes(trace), false, trace);
    }
  });

  it('hear nothing of another person’s browser on the same server', async () => {
    const mine = await aWindow();
    const theirs = await aWindow({ tab: new BrowserStorage().openTab() });
    await mine.store.add(ines);
    await theirs.store.add(omar);
    for (let second = 0; second < 4; second++) {
      clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    assert.deepEqual([emails(mine.store), emails(theirs.store)], [[ines.email], [omar.email]]);
  });

  for (const refuses of ['writing', 'everything'] as const) {
    it(`tell nothing where the keyring refuses ${refuses}`, async () => {
      const keyring = new InMemorySecretStorage();
      keyring.refuses = refuses;
      const a = await aWindow({ vault: keyring.window() });
      await a.store.add(ines);
      await settled();
      assert.equal(a.store.persistence, 'thisWindow');
      assert.deepEqual(await readdir(folder()), []);
    });
  }

  it('neither tell nor listen where the vault forgets', async () => {
    const relay = new InMemoryRelay();
    const sharer = await aWindow({ relay: relay.window() });
    const forgetful = { vault: browser.openTab().vault, memory: new BrowserStorage().openTab().memory };
    await forgetful.memory.update(WITNESS_KEY, clock.now() - HOUR);
    const said = relay.published.length;
    const b = await aWindow({ tab: forgetful, relay: relay.window() });
    await b.store.add(omar);
    assert.equal(b.store.persistence, 'thisWindow');
    assert.equal(relay.published.length, said);
    await sharer.store.add(ines);
    await settled();
    assert.deepEqual([emails(sharer.store), emails(b.store)], [[ines.email], [omar.email]]);
  });

  it('keep their sessions where the folder cannot be used', async () => {
    const broken = {
      publish: () => Promise.reject(new Error('no space')),
      onMessage: () => ({ dispose() {} }),
    };
    const { store } = await aWindow({ relay: broken });
    await store.add(ines);
    assert.deepEqual(emails(store), [ines.email]);
    assert.equal(store.persistence, 'kept');
  });

  it('leave what another version wrote alone, and still hear each other', async () => {
    const [a] = await twoWindows();
    const tab = browser.openTab();
    await tab.vault.store(SECRET_KEY, '{"version":2}');
    const b = await aWindow({ tab });
    await a.store.add(ines);
    await until(() => emails(b.store).length === 1);
    assert.equal(await b.vault.get(SECRET_KEY), '{"version":2}');
  });

  it('end in one state whatever they do at once, the next window too', async () => {
    const act = fc.tuple(
      fc.constantFrom(0, 1, 2),
      fc.constantFrom('add', 'remove', 'select', 'accept', 'end', 'wait'),
      fc.constantFrom(ines, omar),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 10 }), async (acts) => {
        browser = new BrowserStorage();
        const relay = new InMemoryRelay();
        const stores: SessionStore[] = [];
        for (let i = 0; i < 3; i++) {
          stores.push((await aWindow({ relay: relay.window() })).store);
        }
        const running: Promise<void>[] = [];
        for (const [index, what, account] of acts) {
          const store = stores[index]!;
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
          if (what === 'wait') {
            await settled();
          }
        }
        await Promise.all(running);
        await settled();
        const next = (await aWindow({ relay: relay.window() })).store;
        for (const store of stores) {
          assert.deepEqual(store.sessions(), next.sessions());
          assert.deepEqual(store.current(ines.origin), next.current(ines.origin));
        }
        const saved = browser.secrets[SECRET_KEY];
        const alone = new SessionStore({ vault: browser.openTab().vault, now: clock.now });
        await alone.load();
        assert.deepEqual(alone.sessions(), next.sessions(), saved);
      }),
      { numRuns: 40 },
    );
  }).timeout(20_000);
});
