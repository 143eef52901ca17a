import assert from 'node:assert/strict';
import { Introduction } from '../../../src/session/introduction';
import { RELAY_KEY } from '../../../src/session/relayKey';
import { MARK_KEY, RelayMark } from '../../../src/session/relayMark';
import { serialiseRelayMessage } from '../../../src/session/relayMessage';
import { makeSealingKey, readSealingKey, serialiseSealingKey } from '../../../src/session/seal';
import { SealedRelay } from '../../../src/session/sealedRelay';
import { EMPTY_BOOK, sessionsOf, withSession, type SessionBook } from '../../../src/session/sessionBook';
import { aSession, MINUTE } from '../../support/aSession';
import { BrowserStorage } from '../../support/browserStorage';
import { InMemoryRelay } from '../../support/inMemoryRelay';
import { InMemorySecretStorage, settled } from '../../support/inMemorySecretStorage';
import { ManualClock } from '../../support/manualClock';

const book = withSession(EMPTY_BOOK, aSession(), 1);

describe('a sealed relay', () => {
  let browser: BrowserStorage;
  let relay: InMemoryRelay;
  let clock: ManualClock;

  beforeEach(() => {
    browser = new BrowserStorage();
    relay = new InMemoryRelay();
    clock = new ManualClock();
  });

  function aWindow(tab = browser.openTab(), share = relay) {
    const heard: string[] = [];
    const sealed = new SealedRelay({ relay: share.window(), clock, ...tab });
    sealed.onBook(({ book, asks }) => heard.push(toLine(book) + (asks ? '?' : '')));
    sealed.onDidJoin(() => heard.push('joined'));
    return { sealed, heard, ...tab };
  }

  const toLine = (told: SessionBook) =>
    sessionsOf(told)
      .map(({ email }) => email)
      .join() || 'nobody';
  const tell = async ({ sealed }: { sealed: SealedRelay }, told = book) => {
    await sealed.publish({ book: told, asks: false });
    await settled();
  };

  /** Windows of one browser that loaded the key it has had for long. */
  async function windowsWithKey(count: number) {
    await tell(aWindow());
    relay.published.length = 0;
    return Array.from({ length: count }, () => aWindow());
  }

  /** Time for greetings to be sent and answered. */
  async function introduced(): Promise<void> {
    for (let round = 0; round < 10; round++) {
      await settled();
      clock.advance(1_000);
    }
    await settled();
  }

  it('carries a book and its question to all windows of the browser', async () => {
    const [a, b, c] = await windowsWithKey(3);
    assert.ok(a && b && c);
    await tell(a);
    await b.sealed.publish({ book: EMPTY_BOOK, asks: true });
    await settled();
    assert.deepEqual([a.heard, b.heard], [['nobody?'], ['ines@example.org']]);
    assert.deepEqual(c.heard, ['ines@example.org', 'nobody?']);
    assert.deepEqual(relay.kinds, ['book', 'book']);
  });

  it('shows no name, token or address to whoever reads along', async () => {
    const [a] = await windowsWithKey(1);
    assert.ok(a);
    await tell(a);
    const decoded = relay.published.flatMap((text) =>
      Object.values(JSON.parse(text) as Record<string, string>).map((value) =>
        Buffer.from(String(value), 'base64url').toString('latin1'),
      ),
    );
    for (const trace of ['ines', 'token', 'example', browser.secrets[RELAY_KEY] ?? 'a key']) {
      assert.equal([...relay.published, ...decoded].join('\n').includes(trace), false, trace);
    }
  });

  it('makes one key, and keeps it as a secret of its own', async () => {
    const { vault } = aWindow();
    await tell({ sealed: aWindow({ vault, memory: browser.openTab().memory }).sealed });
    await tell(aWindow());
    assert.deepEqual(browser.written, [RELAY_KEY]);
  });

  it('replaces what is no key', async () => {
    browser.secrets = { [RELAY_KEY]: 'damaged' };
    const a = aWindow();
    await tell(a);
    const b = aWindow();
    await tell(b);
    assert.deepEqual(a.heard, ['ines@example.org']);
  });

  for (const refuses of ['writing', 'everything'] as const) {
    it(`says nothing where the keyring refuses ${refuses}, and speaks once it answers`, async () => {
      const keyring = new InMemorySecretStorage();
      keyring.refuses = refuses;
      const { memory } = browser.openTab();
      const [a, b] = [0, 1].map(() => aWindow({ vault: keyring.window(), memory }));
      assert.ok(a && b);
      await tell(a);
      assert.deepEqual(relay.published, []);
      keyring.refuses = 'nothing';
      await tell(a);
      assert.deepEqual(b.heard, ['ines@example.org']);
    });
  }

  it('goes on with one key where two windows of one keyring made theirs at once', async () => {
    const keyring = new InMemorySecretStorage();
    const { memory } = browser.openTab();
    const [a, b] = [0, 1].map(() => aWindow({ vault: keyring.window(), memory }));
    assert.ok(a && b);
    await Promise.all([tell(a), tell(b)]);
    await tell(a);
    await tell(b);
    assert.equal(a.heard.at(-1), 'ines@example.org');
    assert.equal(b.heard.at(-1), 'ines@example.org');
  });

  it('passes over what it cannot read, and hears what comes after', async () => {
    const [a, b] = await windowsWithKey(2);
    assert.ok(a && b);
    await tell(a);
    const [good = ''] = relay.published;
    const fields = JSON.parse(good) as { sealed: string };
    const bad = [
      '',
      'null',
      '[]',
      '{"version":2,"kind":"book","keyId":"a","sealed":"b"}',
      JSON.stringify({ ...fields, kind: 'letter' }),
      JSON.stringify({ ...fields, sealed: 7 }),
      JSON.stringify({ ...fields, sealed: 'A' + fields.sealed }),
      JSON.stringify({ ...fields, sealed: fields.sealed.slice(0, -4) }),
      '{"version":1,"kind":"greeting","keyId":"0","publicKey":"","at":"now","proof":""}',
      `{"version":1,"kind":"greeting","keyId":"0","publicKey":"AAAA","at":${clock.now()},"proof":"AAAA"}`,
      '{"version":1,"kind":"key","to":"AAAA","from":"AAAA","sealed":"AAAA"}',
    ];
    bad.forEach((text) => relay.inject(text));
    await introduced();
    await tell(a);
    assert.deepEqual(b.heard, ['ines@example.org', 'ines@example.org']);
  });

  it('does not believe what is older than a minute, or from a minute to come', async () => {
    const [a, b] = await windowsWithKey(2);
    assert.ok(a && b);
    relay.loses = true;
    await tell(a);
    for (const jump of [MINUTE, -2 * MINUTE]) {
      clock.jump(jump);
      relay.inject(relay.published[0] ?? '');
      await settled();
    }
    assert.deepEqual(b.heard, []);
    clock.jump(2 * MINUTE - 1);
    relay.inject(relay.published[0] ?? '');
    await settled();
    assert.deepEqual(b.heard, ['ines@example.org']);
  });

  it('takes what was told before it listened, and leaves what was asked then to others', async () => {
    const [a] = await windowsWithKey(1);
    assert.ok(a);
    await a.sealed.publish({ book, asks: true });
    clock.jump(1);
    const { heard } = aWindow();
    relay.inject(relay.published[0] ?? '');
    await settled();
    assert.deepEqual(heard, ['ines@example.org']);
  });

  describe('between windows that were open before there was a key', () => {
    for (const count of [2, 3, 4]) {
      it(`comes to one key, in all vaults too: ${count} windows`, async () => {
        const windows = Array.from({ length: count }, () => aWindow());
        await Promise.all(windows.map((window) => tell(window)));
        await introduced();
        for (const window of windows) {
          window.heard.length = 0;
        }
        for (const window of windows) {
          await tell(window);
        }
        for (const { heard } of windows) {
          assert.equal(heard.length, count - 1);
        }
        const keys = await Promise.all(windows.map(({ vault }) => vault.get(RELAY_KEY)));
        assert.deepEqual(new Set(keys), new Set([browser.secrets[RELAY_KEY]]));
      });
    }

    /** Two windows with a key each; the first has the one that wins. */
    async function lowAndHigh() {
      const keys = [makeSealingKey(), makeSealingKey()].sort((a, b) => (a.id < b.id ? -1 : 1));
      const tabs = keys.map(() => browser.openTab());
      for (const [i, tab] of tabs.entries()) {
        await tab.vault.store(RELAY_KEY, serialiseSealingKey(keys[i] ?? makeSealingKey()));
      }
      const [low, high] = tabs.map((tab) => aWindow(tab));
      assert.ok(low && high);
      return { low, high };
    }

    for (const speaker of ['low', 'high'] as const) {
      it(`comes to the lower key where only one has spoken: ${speaker}`, async () => {
        const windows = await lowAndHigh();
        await tell(windows[speaker]);
        await introduced();
        assert.deepEqual([windows.low.heard, windows.high.heard], [[], ['joined']]);
        assert.equal(await windows.high.vault.get(RELAY_KEY), await windows.low.vault.get(RELAY_KEY));
      });
    }

    it('though a greeting is lost', async () => {
      const { low, high } = await lowAndHigh();
      await tell(low);
      relay.loses = true;
      clock.advance(1_000);
      await settled();
      assert.deepEqual(relay.kinds, ['book', 'greeting']);
      relay.loses = false;
      await introduced();
      assert.deepEqual(high.heard, ['joined']);
    });

    it('takes no key from one who does not know the mark', async () => {
      const { low, high } = await lowAndHigh();
      relay.loses = true;
      await tell(low);
      relay.inject(relay.published[0] ?? '');
      await introduced();
      const greeting = relay.published.find((text) => text.includes('"greeting"')) ?? '';
      const { publicKey } = JSON.parse(greeting) as { publicKey: string };
      const stranger = new Introduction(new RelayMark(new BrowserStorage().openTab().memory));
      const key = readSealingKey((await low.vault.get(RELAY_KEY)) ?? '');
      const handed = key && stranger.handOver(key, publicKey);
      assert.ok(handed);
      relay.inject(serialiseRelayMessage(handed));
      await settled();
      assert.deepEqual(high.heard, []);
    });

    it('says that they have joined, and rests then', async () => {
      const [a, b] = [aWindow(), aWindow()];
      await Promise.all([tell(a), tell(b)]);
      await introduced();
      assert.deepEqual([...a.heard, ...b.heard], ['joined']);
      const said = relay.published.length;
      await introduced();
      assert.equal(relay.published.length, said);
      assert.equal(clock.pendingTimers, 0);
    });

    it('shows the key to nobody who reads along, the mark known or not', async () => {
      const [a, b] = [aWindow(), aWindow()];
      await Promise.all([tell(a), tell(b)]);
      await introduced();
      assert.ok(relay.kinds.includes('key'), relay.kinds.join());
      const written = relay.published.join('\n');
      for (const { vault } of [a, b]) {
        assert.equal(written.includes((await vault.get(RELAY_KEY)) ?? 'a key'), false);
      }
      assert.equal(written.includes(String(a.memory.get(MARK_KEY))), false);
    });

    it('once only for a greeting that somebody plays again later', async () => {
      const [a, b] = [aWindow(), aWindow()];
      await Promise.all([tell(a), tell(b)]);
      await introduced();
      const greetings = relay.published.filter((text) => text.includes('"greeting"'));
      const handed = () => relay.kinds.filter((kind) => kind === 'key').length;
      const before = handed();
      clock.jump(2 * MINUTE);
      greetings.forEach((text) => relay.inject(text));
      await introduced();
      assert.equal(handed(), before);
    });
  });

  describe('on a server that several people use', () => {
    it('keeps apart what belongs to different browsers', async () => {
      const mine = aWindow();
      const theirs = aWindow(new BrowserStorage().openTab());
      await Promise.all([tell(mine), tell(theirs)]);
      await introduced();
      await tell(mine);
      await introduced();
      assert.deepEqual([...mine.heard, ...theirs.heard], []);
      assert.equal(relay.kinds.includes('key'), false);
    });

    it('hands no key to one who changes a greeting to name himself', async () => {
      const [a, b] = [aWindow(), aWindow()];
      relay.loses = true;
      await Promise.all([tell(a), tell(b)]);
      relay.published.forEach((text) => relay.inject(text));
      await introduced();
      const stranger = aWindow(new BrowserStorage().openTab(), new InMemoryRelay());
      await tell(stranger);
      const greetings = relay.published.filter((text) => text.includes('"greeting"'));
      assert.ok(greetings.length > 0);
      const foreign =
        'BHeL8Qn9W0n5H0Zs1n0e5x0O4oX2l2lqvJ5dXv1e3H7pYjv3y5cY9mZ0o4b3b2m1n0Q9c8d7e6f5g4h3i2j1k0';
      for (const text of greetings) {
        relay.inject(JSON.stringify({ ...(JSON.parse(text) as object), publicKey: foreign }));
      }
      await introduced();
      assert.equal(relay.kinds.includes('key'), false);
    });
  });

  it('listens to the relay only once somebody listens to it, and no longer than it lives', async () => {
    const idle = new SealedRelay({ relay: relay.window(), clock, ...browser.openTab() });
    assert.equal(relay.listenerCount, 0);
    const { sealed } = aWindow();
    assert.equal(relay.listenerCount, 1);
    sealed.dispose();
    idle.dispose();
    assert.equal(relay.listenerCount, 0);
    await sealed.publish({ book, asks: false });
    assert.deepEqual(relay.published, []);
  });
});
