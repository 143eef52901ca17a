import { Emitter, type Disposable, type Event } from '../base/event';
import { attempt } from './attempt';
import { Introduction } from './introduction';
import { RelayKey } from './relayKey';
import { RelayMark } from './relayMark';
import { readRelayMessage, serialiseRelayMessage, type Greeting, type RelayMessage } from './relayMessage';
import { seal, unseal } from './seal';
import type { SecretVault, VaultWitness } from './secretDocument';
import { readSessionBook, serialiseBook } from './sessionBook';
import { systemClock, type Clock } from './sessionClock';
import type { BookRelay, RelayedBook, WindowRelay } from './windowRelay';

export interface SealedRelayOptions {
  readonly relay: WindowRelay;
  /** `context.secrets`. */
  readonly vault: SecretVault;
  /** `context.globalState`. */
  readonly memory: VaultWitness;
  readonly clock?: Clock;
}

const PURPOSE = 'monitor-explorer relay v1: book';
/** Older messages say nothing: by then, their files are gone, and someone else has put them there again. */
const BELIEVED_FOR_MS = 60_000;
/** A mark of the browser that was made a moment ago reaches the other windows first. */
const GREETING_DELAY_MS = 1_000;
/** Several windows that make a mark at once need a little longer to agree on one. */
const GREETINGS = 4;

/**
 * Carries session books between the windows of one browser, where a change of a secret is not told to other
 * windows: each of them loads the secrets once and goes on with its own copy.
 *
 * What is where: books at rest are in the vault alone, as is the key. The relay carries a book, tokens and
 * all, sealed with that key, for as long as the relay keeps a text. Without the key, what a relay carries is
 * noise; what this window cannot open, or is too old, is ignored.
 *
 * Windows open before there was a key make one each. Whoever meets a book under an unknown key greets, and the
 * window with the lower key hands it over. What remains: windows that can neither see each other's key nor
 * global state stay apart until one of them is loaded anew.
 */
export class SealedRelay implements BookRelay, Disposable {
  readonly #relay: WindowRelay;
  readonly #clock: Clock;
  readonly #key: RelayKey;
  readonly #mark: RelayMark;
  readonly #introduction: Introduction;
  readonly #books = new Emitter<RelayedBook>();
  readonly #joins = new Emitter<void>();
  #subscription: Disposable | undefined;
  /** Epoch milliseconds. What was asked before, others have answered. */
  #since = 0;
  #greeting: Disposable | undefined;
  #disposed = false;
  #queue: Promise<unknown> = Promise.resolve();

  /** Listens to the relay from the first listener on, so that none of what is there already is missed. */
  readonly onBook: Event<RelayedBook> = (listener) => {
    const subscription = this.#books.event(listener);
    if (this.#disposed || this.#subscription) {
      return subscription;
    }
    this.#since = this.#clock.now();
    this.#subscription = this.#relay.onMessage((text) => this.#take(text));
    return subscription;
  };
  readonly onDidJoin = this.#joins.event;

  constructor({ relay, vault, memory, clock = systemClock }: SealedRelayOptions) {
    this.#relay = relay;
    this.#clock = clock;
    this.#key = new RelayKey(vault);
    this.#mark = new RelayMark(memory);
    this.#introduction = new Introduction(this.#mark);
  }

  async publish({ book, asks }: RelayedBook): Promise<void> {
    const key = await this.#key.current();
    if (!key) {
      return;
    }
    const text = JSON.stringify({ at: this.#clock.now(), asks, book: serialiseBook(book) });
    await this.#send({ kind: 'book', keyId: key.id, sealed: seal(text, key.bytes, PURPOSE) });
  }

  dispose(): void {
    this.#disposed = true;
    this.#greeting?.dispose();
    for (const part of [this.#subscription, this.#key, this.#books, this.#joins]) {
      part?.dispose();
    }
  }

  #take(text: string): void {
    this.#enqueue(() => this.#receive(text));
  }

  async #receive(text: string): Promise<void> {
    const message = readRelayMessage(text);
    if (message?.kind === 'book') {
      await this.#receiveBook(message);
    }
    if (message?.kind === 'greeting') {
      await this.#receiveGreeting(message);
    }
    if (message?.kind === 'key') {
      await this.#receiveKey(message);
    }
  }

  async #receiveBook({ keyId, sealed }: Extract<RelayMessage, { kind: 'book' }>): Promise<void> {
    const key = await this.#key.current();
    if (!key) {
      return;
    }
    if (key.id !== keyId) {
      return this.#greetSoon();
    }
    const text = unseal(sealed, key.bytes, PURPOSE);
    if (text === undefined) {
      return;
    }
    // What opens was written by a window with the key, so its form is known.
    const { at, asks, book } = JSON.parse(text) as { at: number; asks: boolean; book: string };
    const read = readSessionBook(book);
    if (this.#isRecent(at) && 'book' in read) {
      this.#books.fire({ book: read.book, asks: asks && at >= this.#since });
    }
  }

  async #receiveGreeting(greeting: Greeting): Promise<void> {
    const key = await this.#key.current();
    if (!key || key.id === greeting.keyId) {
      return;
    }
    if (
      !this.#isRecent(greeting.at) ||
      greeting.at < this.#since ||
      !this.#introduction.isGenuine(greeting)
    ) {
      return;
    }
    if (key.id > greeting.keyId) {
      return this.#greetSoon();
    }
    const handed = this.#introduction.handOver(key, greeting.publicKey);
    if (handed) {
      await this.#send(handed);
    }
  }

  async #receiveKey(message: Extract<RelayMessage, { kind: 'key' }>): Promise<void> {
    const key = this.#introduction.receive(message);
    if (!key || !(await this.#key.adopt(key))) {
      return;
    }
    this.#joins.fire();
    // Who handed it over may have come to a lower one in the meantime.
    this.#greetSoon();
  }

  /** Some greetings for all that was met meanwhile; other people's windows on the same server will not answer. */
  #greetSoon(greetings = GREETINGS): void {
    if (this.#disposed || greetings === 0) {
      return;
    }
    this.#mark.get();
    this.#greeting ??= this.#clock.schedule(() => {
      this.#greeting = undefined;
      this.#enqueue(() => this.#greet(greetings));
    }, GREETING_DELAY_MS);
  }

  async #greet(greetings: number): Promise<void> {
    const key = await this.#key.current();
    if (!key) {
      return;
    }
    this.#greetSoon(greetings - 1);
    await this.#send(this.#introduction.greet(key.id, this.#clock.now()));
  }

  async #send(message: RelayMessage): Promise<void> {
    if (this.#disposed) {
      return;
    }
    // A relay that fails loses a message, as any relay may.
    await attempt(() => this.#relay.publish(serialiseRelayMessage(message)));
  }

  #isRecent(at: number): boolean {
    return Math.abs(this.#clock.now() - at) < BELIEVED_FOR_MS;
  }

  /** One message at a time: between two of them, the key may become another. */
  #enqueue(task: () => Promise<void>): void {
    this.#queue = this.#queue.then(() => attempt(task));
  }
}
